"""The roads as text: a letter for every mark, so that colour is optional.

A bead is a letter, with ' before it for a Banker pair and . after it for a Player pair. A win on
the big road is a letter and the number of its ties. Derived roads use R for red and L for blue,
because B is Banker.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeAlias, assert_never
from unicodedata import east_asian_width

from puntobanco.coup import Outcome
from puntobanco.roads import layout, speech
from puntobanco.roads.board import (
    BANKER_PAIR,
    DECISIONS,
    PLAYER_PAIR,
    Bead,
    DerivedRoad,
    Mark,
    Roads,
    Win,
)
from puntobanco.roads.layout import Sheet, Shown
from puntobanco.tableau import Side
from puntobanco.words import Catalogue, english, message

WIDTH = 80
"""The default width of a drawing."""
_MARGIN = "  "
_MOST_TIES = 9
"""More ties than this on one win are drawn as a plus sign."""


class Ink(Enum):
    """The colours of the roads."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"


Paint: TypeAlias = Callable[[str, Ink], str]
"""A function that colours a text."""


def plain(text: str, _: Ink) -> str:
    """Return a text without colour."""
    return text


def text(roads: Roads, *, width: int = WIDTH, paint: Paint = plain) -> str:
    """Draw all roads, one below the other, each with the latest columns that fit."""
    return "\n\n".join(
        (
            f"Decisions: {_decisions(roads, paint)}",
            bead_plate(roads, width=width, paint=paint),
            big_road(roads, width=width, paint=paint),
            *(derived(roads, road, width=width, paint=paint) for road in DerivedRoad),
            "\n".join(speech.asked(roads, side) for side in (Side.BANKER, Side.PLAYER)),
        )
    )


def bead_plate(
    roads: Roads, *, width: int = WIDTH, paint: Paint = plain, words: Catalogue | None = None
) -> str:
    """Draw the bead plate.

    >>> print(bead_plate(Roads.parse("BP'PTBBP.")))
    Bead plate
       B  P.
       P
      'P
       T
       B
       B
    """
    words = words or english()

    def face(bead: Bead) -> str:
        before = BANKER_PAIR if Side.BANKER in bead.pairs else " "
        after = PLAYER_PAIR if Side.PLAYER in bead.pairs else " "
        return before + paint(words.outcome(bead.outcome), _ink(bead.outcome)) + after

    step = 2 + _mark_width(words)
    sheet = layout.bead_plate(roads, columns=_columns(width, step=step))
    title = words.texts["road.first.bead_plate"]
    return _drawn(title, sheet, face, step=step, words=words)


def big_road(
    roads: Roads, *, width: int = WIDTH, paint: Paint = plain, words: Catalogue | None = None
) -> str:
    """Draw the big road.

    >>> print(big_road(Roads.parse("BBPTPB")))
    Big road
      B P1B
      B P
    """
    words = words or english()

    def face(win: Win) -> str:
        ties = "+" if win.ties > _MOST_TIES else str(win.ties or " ")
        ink = Ink.RED if win.side is Side.BANKER else Ink.BLUE
        mark = paint(words.outcome(Outcome(win.side.value)), ink)
        return mark + (paint(ties, Ink.GREEN) if win.ties else ties)

    step = 1 + _mark_width(words)
    sheet = layout.big_road(roads, columns=_columns(width, step=step))
    title = words.texts["road.first.big_road"]
    return _drawn(title, sheet, face, step=step, words=words)


def derived(
    roads: Roads,
    road: DerivedRoad,
    *,
    width: int = WIDTH,
    paint: Paint = plain,
    words: Catalogue | None = None,
) -> str:
    """Draw a derived road.

    >>> print(derived(Roads.parse("BBPPBBPPPP"), DerivedRoad.BIG_EYE_BOY))
    Big eye boy: R red, L blue
      R L R
      R
      R
      R
      R
    """
    words = words or english()
    letters = {mark: words.texts[f"mark.letter.{mark.name.lower()}"] for mark in Mark}

    def face(mark: Mark) -> str:
        return paint(letters[mark], Ink.RED if mark is Mark.RED else Ink.BLUE) + " "

    step = 1 + _mark_width(words)
    sheet = layout.derived(roads, road, columns=_columns(width, step=step))
    title = words.first_road(road)
    return _drawn(title, sheet, face, step=step, words=words, has_legend=True)


def _columns(width: int, *, step: int) -> int:
    return max(1, (width - len(_MARGIN)) // step)


def _mark_width(words: Catalogue) -> int:
    """Return the columns of a mark: two for a Chinese character."""
    return 2 if east_asian_width(words.outcome(Outcome.TIE)) in "WF" else 1


def _drawn(
    title: str,
    sheet: Sheet[Shown],
    face: Callable[[Shown], str],
    *,
    step: int,
    words: Catalogue,
    has_legend: bool = False,
) -> str:
    """Draw a title and the rows in use. Every face is `step` columns wide."""
    rows: dict[int, dict[int, str]] = {}
    for cell in sheet.cells:
        rows.setdefault(cell.row, {})[cell.column] = face(cell.mark)
    if not rows:
        return words.render(message("drawing.empty", title=title))
    shown = 1 + max(cell.column for cell in sheet.cells)
    if shown < sheet.width:
        title = words.render(message("drawing.part", title=title, shown=shown, width=sheet.width))
    if has_legend:
        title = words.render(message("drawing.legend", title=title))
    lines = (_line(rows.get(row, {}), " " * step) for row in range(1 + max(rows)))
    return "\n".join((title, *lines))


def _line(faces: dict[int, str], blank: str) -> str:
    columns = range(1 + max(faces, default=-1))
    return (_MARGIN + "".join(faces.get(column, blank) for column in columns)).rstrip()


def _decisions(roads: Roads, paint: Paint) -> str:
    beads = roads.latest(DECISIONS)
    letters = (paint(bead.outcome.letter, _ink(bead.outcome)) for bead in beads)
    return " ".join(letters) or "none"


def _ink(outcome: Outcome) -> Ink:
    match outcome:
        case Outcome.BANKER:
            return Ink.RED
        case Outcome.PLAYER:
            return Ink.BLUE
        case Outcome.TIE:
            return Ink.GREEN
        case _:
            assert_never(outcome)
