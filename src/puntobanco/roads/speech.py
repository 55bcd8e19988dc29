"""The roads as messages and in English, to hear and as a picture's text alternative."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from puntobanco.roads.board import KEYS, Bead, DerivedRoad, Roads
from puntobanco.roads.good_roads import good_roads
from puntobanco.tableau import Side
from puntobanco.words import Message, in_english, message

_SIDES = (Side.BANKER, Side.PLAYER)


def lines(roads: Roads, *, show: Collection[str] = KEYS) -> list[str]:
    """Return `roads_messages` in English."""
    return list(map(in_english, roads_messages(roads, show=show)))


def runs(roads: Roads, *, latest: int | None = None) -> str:
    """Return the runs of the big road in English, all or the latest few.

    >>> runs(Roads.parse("BBBPBBTBBB"))
    'Banker 3, Player 1, Banker 5, tie after 2'
    >>> runs(Roads.parse("TTBTTP")), runs(Roads.parse("TTBTTP"), latest=1)
    ('2 ties first, Banker 1, 2 ties after 1, Player 1', 'Player 1')
    """
    return in_english(runs_message(roads, latest))


def asked(roads: Roads, side: Side) -> str:
    """Return in English what derived roads would show if `side` won the next coup.

    >>> asked(Roads.parse("BBP"), Side.PLAYER)
    'If Player is next: big eye boy red'
    """
    return in_english(asked_message(roads, side))


def roads_messages(roads: Roads, *, show: Collection[str] = KEYS) -> list[Message]:
    """Return what the roads of these keys show: runs, pairs, marks, and the answers to "ask"."""
    derived = [road for road in DerivedRoad if road.key in show]
    return [
        *([runs_message(roads)] if {"bead_plate", "big_road"}.intersection(show) else []),
        *(pairs_messages(roads) if "bead_plate" in show else []),
        *(marks_message(roads, road) for road in derived),
        *(asked_message(roads, side, among=derived) for side in _SIDES if derived),
    ]


def good_road_message(roads: Roads) -> Message | None:
    """Return the name of the good road that spans most coups, or None without one.

    >>> in_english(good_road_message(Roads.parse("BPBPB")))
    'Good road: ping pong.'
    """
    key = next(iter(good_roads(roads)), None)
    return message("roads.good", good_road=key) if key else None


def runs_message(roads: Roads, latest: int | None = None) -> Message:
    """Return the runs of the big road, each followed by its ties."""
    runs = runs_of(roads, latest)
    return message("roads.runs", runs=runs) if runs else message("roads.none")


def runs_of(roads: Roads, latest: int | None = None) -> list[Message]:
    """Return ``Banker 5``, then ``tie after 2``. Ties before the first win belong to no run."""
    runs = _runs(roads)
    shown = runs if latest is None else runs[max(len(runs) - latest, 0) :]
    return [phrase for run in shown for phrase in _phrases(run)]


def _runs(roads: Roads) -> list[list[Bead]]:
    """Return the coups of each run. Ties belong to the run before them."""
    runs: list[list[Bead]] = []
    side: Side | None = None
    for bead in roads.beads:
        if not runs or (bead.side and bead.side is not side):
            runs.append([])
        runs[-1].append(bead)
        side = bead.side or side
    return runs


def _phrases(run: list[Bead]) -> Iterator[Message]:
    sides = [bead.side for bead in run if bead.side]
    if sides:
        yield message("roads.run", side=sides[0], count=len(sides))
    won = 0
    for side, group in groupby(run, lambda bead: bead.side):
        count = len(list(group))
        if side:
            won += count
        elif won:
            yield message("roads.ties", count=count, coups=won)
        else:
            yield message("roads.ties.first", count=count)


def pairs_messages(roads: Roads) -> list[Message]:
    """Return each pair with the number of its coup, or nothing if there is no pair."""
    pairs = [
        message("roads.pair", side=side, coup=coup)
        for coup, bead in enumerate(roads.beads, 1)
        for side in _SIDES
        if side in bead.pairs
    ]
    return [message("roads.pairs", pairs=pairs)] if pairs else []


def marks_message(roads: Roads, road: DerivedRoad) -> Message:
    """Return a derived road as runs of colour.

    >>> in_english(marks_message(Roads.parse("BBPPBBPPPP"), DerivedRoad.BIG_EYE_BOY))
    'Big eye boy: red 5, blue 1, red 1'
    """
    marks = [
        message("roads.mark", mark=mark, count=len(list(group)))
        for mark, group in groupby(roads.marks(road))
    ]
    if not marks:
        return message("roads.marks.none", first_road=road)
    return message("roads.marks", first_road=road, marks=marks)


def asked_message(
    roads: Roads, side: Side, *, among: Iterable[DerivedRoad] = DerivedRoad
) -> Message:
    """Return what derived roads would show if `side` won the next coup."""
    answers = ((road, roads.asked(road, side)) for road in among)
    marks = [message("roads.answer", road=road, mark=mark) for road, mark in answers if mark]
    if not marks:
        return message("roads.asked.none", side=side)
    return message("roads.asked", side=side, marks=marks)
