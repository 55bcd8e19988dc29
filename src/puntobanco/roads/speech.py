"""The roads in words, for the ear and for a picture's text alternative."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from puntobanco.roads.bead import Bead
from puntobanco.roads.board import Roads
from puntobanco.roads.logic import KEYS, DerivedRoad
from puntobanco.tableau import Side

_NO_COUPS = "No coups yet"


def lines(roads: Roads, *, show: Collection[str] = KEYS) -> list[str]:
    """What the roads of these keys show: runs, pairs, derived roads and what is asked of them."""
    pairs = [f"{side} in coup {coup}" for coup, side in _pairs(roads)]
    derived = [road for road in DerivedRoad if road.key in show]
    return [
        *([runs(roads)] if {"bead_plate", "big_road"}.intersection(show) else []),
        *([f"Pairs: {', '.join(pairs)}"] if pairs and "bead_plate" in show else []),
        *(marks(roads, road) for road in derived),
        *(asked(roads, side, among=derived) for side in (Side.BANKER, Side.PLAYER) if derived),
    ]


def runs(roads: Roads, *, latest: int | None = None) -> str:
    """The runs of the big road, each followed by its ties; `latest` keeps only the last few.

    >>> runs(Roads.of("BBBPBBTBBB"))
    'Banker 3, Player 1, Banker 5, tie after 2'
    >>> runs(Roads.of("TTBTTP")), runs(Roads.of("TTBTTP"), latest=1)
    ('2 ties first, Banker 1, 2 ties after 1, Player 1', 'Player 1')
    """
    return ", ".join(_all_phrases(roads, latest)) or _NO_COUPS


def _all_phrases(roads: Roads, latest: int | None) -> list[str]:
    """The phrases of all runs, or only of the last few."""
    groups: list[list[Bead]] = []
    side: Side | None = None
    for bead in roads.beads:
        if not groups or (bead.side and bead.side is not side):
            groups.append([])
        groups[-1].append(bead)
        side = bead.side or side
    shown = groups if latest is None else groups[max(len(groups) - latest, 0) :]
    return [phrase for run in shown for phrase in _phrases(run)]


def _phrases(run: list[Bead]) -> Iterator[str]:
    """``Banker 5``, then ``tie after 2``; ties before the first win have no run to belong to."""
    sides = [bead.side for bead in run if bead.side]
    if sides:
        yield f"{sides[0]} {len(sides)}"
    won = 0
    for side, group in groupby(run, lambda bead: bead.side):
        count = len(list(group))
        if side:
            won += count
        else:
            ties = "tie" if count == 1 else f"{count} ties"
            yield f"{ties} after {won}" if won else f"{ties} first"


def marks(roads: Roads, road: DerivedRoad) -> str:
    """A derived road as runs of colour.

    >>> marks(Roads.of("BBPPBBPPPP"), DerivedRoad.BIG_EYE_BOY)
    'Big eye boy: red 5, blue 1, red 1'
    """
    phrases = (f"{mark} {len(list(group))}" for mark, group in groupby(roads.marks(road)))
    return f"{str(road).capitalize()}: {', '.join(phrases) or 'no marks'}"


def asked(roads: Roads, side: Side, *, among: Iterable[DerivedRoad] = DerivedRoad) -> str:
    """What derived roads would show if `side` won the next coup.

    >>> asked(Roads.of("BBP"), Side.PLAYER)
    'If Player is next: big eye boy red'
    """
    answers = ((road, roads.asked(road, side)) for road in among)
    phrases = ", ".join(f"{road} {mark}" for road, mark in answers if mark)
    return f"If {side} is next: {phrases or 'no marks'}"


def _pairs(roads: Roads) -> Iterator[tuple[int, Side]]:
    """Each pair, with the number of its coup."""
    for coup, bead in enumerate(roads.beads, 1):
        for side in (Side.BANKER, Side.PLAYER):
            if side in bead.pairs:
                yield coup, side
