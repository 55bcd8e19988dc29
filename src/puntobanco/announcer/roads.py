"""The roads in messages, for the ear and for a picture's text alternative."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from puntobanco.announcer.lines import columns_of
from puntobanco.coup import Outcome
from puntobanco.roads.bead import Bead
from puntobanco.roads.board import Roads
from puntobanco.roads.drawing import Labels
from puntobanco.roads.logic import DerivedRoad, Mark
from puntobanco.tableau import Side
from puntobanco.words import Catalogue, Message, message

SIDES = (Side.BANKER, Side.PLAYER)


def roads_messages(roads: Roads) -> list[Message]:
    """Everything the board shows: runs, pairs, derived roads and what is asked of them."""
    return [
        runs_message(roads),
        *pairs_messages(roads),
        *(marks_message(roads, road) for road in DerivedRoad),
        *(asked_message(roads, side) for side in SIDES),
    ]


def marked_messages(roads: Roads) -> list[Message]:
    """All of it but the runs, and but for roads that have no marks."""
    silent = ("roads.marks.none", "roads.asked.none")
    return [each for each in roads_messages(roads)[1:] if each.id not in silent]


def runs_message(roads: Roads, latest: int | None = None) -> Message:
    """The runs of the big road, each followed by its ties; `latest` keeps only the last few."""
    runs = runs_of(roads, latest)
    return message("roads.runs", runs=runs) if runs else message("roads.none")


def runs_of(roads: Roads, latest: int | None = None) -> list[Message]:
    """``Banker 5``, then ``tie after 2``; ties before the first win have no run to belong to."""
    runs = _runs(roads)
    shown = runs if latest is None else runs[max(len(runs) - latest, 0) :]
    return [phrase for run in shown for phrase in _phrases(run)]


def _runs(roads: Roads) -> list[list[Bead]]:
    """The coups of each run, ties with the run before them."""
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


def marks_message(roads: Roads, road: DerivedRoad) -> Message:
    """A derived road as runs of colour."""
    marks = [
        message("roads.mark", mark=mark, count=len(list(group)))
        for mark, group in groupby(roads.marks(road))
    ]
    if not marks:
        return message("roads.marks.none", first_road=road)
    return message("roads.marks", first_road=road, marks=marks)


def asked_message(roads: Roads, side: Side) -> Message:
    """What the derived roads would show if `side` won the next coup."""
    answers = ((road, roads.asked(road, side)) for road in DerivedRoad)
    marks = [message("roads.answer", road=road, mark=mark) for road, mark in answers if mark]
    if not marks:
        return message("roads.asked.none", side=side)
    return message("roads.asked", side=side, marks=marks)


def pairs_messages(roads: Roads) -> list[Message]:
    """Each pair, with the number of its coup."""
    pairs = [
        message("roads.pair", side=side, coup=coup)
        for coup, bead in enumerate(roads.beads, 1)
        for side in SIDES
        if side in bead.pairs
    ]
    return [message("roads.pairs", pairs=pairs)] if pairs else []


def labels_of(words: Catalogue) -> Labels:
    """What a language calls the roads and their marks on paper."""
    texts = words.texts
    outcomes = {outcome: words.outcome(outcome) for outcome in Outcome}
    return Labels(
        bead_plate=texts["road.first.bead_plate"],
        big_road=texts["road.first.big_road"],
        derived={road: words.first_road(road) for road in DerivedRoad},
        outcomes=outcomes,
        marks={mark: texts[f"mark.letter.{mark.name.lower()}"] for mark in Mark},
        empty=texts["drawing.empty"],
        part=texts["drawing.part"],
        legend=texts["drawing.legend"],
        mark_width=columns_of(outcomes[Outcome.TIE]),
    )
