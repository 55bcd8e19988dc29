"""The roads as a picture, distinguishable by shape as well as by colour.

Banker and red are round, Player and blue are square, a tie is a diamond. On cockroach pig, red
rises to the right and blue falls. The spoken words are the picture's text alternative.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, assert_never
from xml.sax.saxutils import escape
from zlib import crc32

from puntobanco.coup import Outcome
from puntobanco.roads import layout, speech
from puntobanco.roads.board import KEYS, Bead, DerivedRoad, Mark, Roads, Win
from puntobanco.roads.layout import ROWS, Sheet, Shown
from puntobanco.tableau import Side
from puntobanco.words import texts_of

__all__ = ["svg"]

RED, BLUE, GREEN = "#c62f0a", "#103f91", "#008055"
"""Distinct for every kind of colour vision, and dark enough for white letters."""

PAPER, GRID, WORDS = "#ffffff", "#d9d9d9", "#222222"
LARGE, SMALL = 24, 14
FEWEST_COLUMNS, MOST_COLUMNS = 24, 60
EDGE, HEADING, GAP = 16, 22, 14
ASKED = 170
"""The width of the marks of the next coup and their words."""


class Anchor(NamedTuple):
    """The middle of a cell and the cell's size."""

    x: float
    y: float
    size: float

    def moved(self, right: float, down: float) -> Anchor:
        """Return the anchor so many cell sizes away."""
        return Anchor(self.x + right * self.size, self.y + down * self.size, self.size)


@dataclass(frozen=True, slots=True)
class Strip(Generic[Shown]):
    """A road to draw: its sheet, the face of a mark, and the size of a cell."""

    title: str
    sheet: Sheet[Shown]
    face: Callable[[Shown, Anchor], str]
    size: int
    derived: DerivedRoad | None = None

    @property
    def height(self) -> int:
        """The distance from its heading to the next one."""
        return HEADING + ROWS * self.size + GAP

    def width(self, wide: int) -> int:
        """Return the width of so many columns, and of the marks asked beside them."""
        return wide * self.size + (ASKED if self.derived else 0)

    def drawn(self, *, top: int, wide: int) -> Iterator[str]:
        """Draw a heading, a grid and the marks on it."""
        size = self.size
        yield _text(self.title, EDGE, top + 13)
        top += HEADING
        across = (f"M{EDGE} {top + row * size}h{wide * size}" for row in range(ROWS + 1))
        down = (f"M{EDGE + column * size} {top}v{ROWS * size}" for column in range(wide + 1))
        yield f'<path d="{"".join((*across, *down))}" stroke="{GRID}" fill="none"/>'
        for column, row, mark in self.sheet.cells:
            at = Anchor(EDGE + (column + 0.5) * size, top + (row + 0.5) * size, size)
            yield self.face(mark, at)


def svg(roads: Roads, *, columns: int = MOST_COLUMNS, show: str | Collection[str] = KEYS) -> str:
    """Draw the roads, each with at most so many of its latest columns.

    `show` names one or several of ``bead_plate``, ``big_road``, ``big_eye_boy``, ``small_road``
    and ``cockroach_pig``. The default is all five.

    >>> svg(Roads.parse("BBP"), show="big_road").count("<circle ")
    2
    """
    keys = _chosen(show)
    strips = [strip for key, strip in _strips(roads, columns).items() if key in keys]
    wide = min(columns, max(FEWEST_COLUMNS, *(strip.sheet.width for strip in strips)))
    parts: list[str] = []
    top = EDGE
    for strip in strips:
        parts += strip.drawn(top=top, wide=wide)
        if strip.derived:
            left = EDGE + wide * SMALL + 2 * GAP
            parts += _asked(roads, strip.derived, left=left, top=top + HEADING)
        top += strip.height
    width = 2 * EDGE + max(strip.width(wide) for strip in strips)
    return _document(roads, parts, keys=keys, width=width, height=top - GAP + EDGE)


def _chosen(show: str | Collection[str]) -> tuple[str, ...]:
    asked = {show} if isinstance(show, str) else set(show)
    if not asked or asked - set(KEYS):
        raise ValueError(f"the roads to show are among {', '.join(KEYS)}, not {show!r}")
    return tuple(key for key in KEYS if key in asked)


def _strips(roads: Roads, columns: int) -> dict[str, Strip[Bead] | Strip[Win] | Strip[Mark]]:
    names = texts_of("en")
    beads = layout.bead_plate(roads, columns=columns)
    wins = layout.big_road(roads, columns=columns)
    strips: dict[str, Strip[Bead] | Strip[Win] | Strip[Mark]] = {
        "bead_plate": Strip(names["road.first.bead_plate"], beads, _bead, LARGE),
        "big_road": Strip(names["road.first.big_road"], wins, _win, LARGE),
    }
    for road in DerivedRoad:
        marks = layout.derived(roads, road, columns=columns)
        strips[road.key] = Strip(names[f"road.first.{road.key}"], marks, _MARKS[road], SMALL, road)
    return strips


def _document(
    roads: Roads, parts: list[str], *, keys: tuple[str, ...], width: int, height: int
) -> str:
    what = "Baccarat roads" if keys == KEYS else ", ".join(keys).replace("_", " ").capitalize()
    shown = str(roads) if keys == KEYS else f"{roads} {what}"
    name = f"roads-{crc32(shown.encode()):08x}"
    count = f"{roads.coups} coup{'s' * (roads.coups != 1)}"
    words = escape(". ".join((*speech.lines(roads, show=keys), "")).strip())
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img"'
        f' aria-labelledby="{name}-title {name}-desc"'
        ' font-family="system-ui, sans-serif" font-size="13">'
    )
    return "\n".join(
        (
            opening,
            f'<title id="{name}-title">{what} of {count}</title>',
            f'<desc id="{name}-desc">{words}</desc>',
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *parts,
            "</svg>\n",
        )
    )


def _asked(roads: Roads, road: DerivedRoad, *, left: int, top: int) -> Iterator[str]:
    for line, side in enumerate((Side.BANKER, Side.PLAYER)):
        middle = top + (2 * line + 1.5) * SMALL
        if mark := roads.asked(road, side):
            yield _MARKS[road](mark, Anchor(left, middle, SMALL))
        else:
            yield _text("–", left, middle + 5, anchor="middle")
        yield _text(f"if {side} is next", left + SMALL, middle + 5)


def _bead(bead: Bead, at: Anchor) -> str:
    style = f'fill="{PAPER}" font-weight="bold"'
    letter = _text(bead.outcome.letter, at.x, at.y + 4.5, anchor="middle", style=style)
    dots = (
        _circle(at.moved(way, way), 0.17, f'fill="{colour}" stroke="{PAPER}"')
        for side, way, colour in ((Side.BANKER, -0.33, RED), (Side.PLAYER, 0.33, BLUE))
        if side in bead.pairs
    )
    return "".join((_bead_shape(bead.outcome, at), letter, *dots))


def _bead_shape(outcome: Outcome, at: Anchor) -> str:
    match outcome:
        case Outcome.BANKER:
            return _circle(at, 0.42, f'fill="{RED}"')
        case Outcome.PLAYER:
            return _square(at, 0.38, f'fill="{BLUE}"')
        case Outcome.TIE:
            return _diamond(at, 0.5, f'fill="{GREEN}"')
        case _:
            assert_never(outcome)


def _win(win: Win, at: Anchor) -> str:
    if win.side is Side.BANKER:
        shape = _circle(at, 0.36, f'fill="none" stroke="{RED}" stroke-width="3"')
    else:
        shape = _square(at, 0.33, f'fill="none" stroke="{BLUE}" stroke-width="3"')
    if not win.ties:
        return shape
    stroke = _line(at.moved(-0.42, 0.42), at.moved(0.42, -0.42), GREEN, thick=2.5)
    if win.ties == 1:
        return shape + stroke
    style = (
        f'fill="{GREEN}" font-weight="bold" stroke="{PAPER}" stroke-width="3" paint-order="stroke"'
    )
    return shape + stroke + _text(str(win.ties), at.x, at.y + 4.5, anchor="middle", style=style)


def _big_eye_boy(mark: Mark, at: Anchor) -> str:
    if mark is Mark.RED:
        return _circle(at, 0.33, f'fill="none" stroke="{RED}" stroke-width="2"')
    return _square(at, 0.31, f'fill="none" stroke="{BLUE}" stroke-width="2"')


def _small_road(mark: Mark, at: Anchor) -> str:
    if mark is Mark.RED:
        return _circle(at, 0.4, f'fill="{RED}"')
    return _square(at, 0.36, f'fill="{BLUE}"')


def _cockroach_pig(mark: Mark, at: Anchor) -> str:
    if mark is Mark.RED:
        return _line(at.moved(-0.34, 0.34), at.moved(0.34, -0.34), RED, thick=3)
    return _line(at.moved(-0.34, -0.34), at.moved(0.34, 0.34), BLUE, thick=3)


_MARKS: dict[DerivedRoad, Callable[[Mark, Anchor], str]] = {
    DerivedRoad.BIG_EYE_BOY: _big_eye_boy,
    DerivedRoad.SMALL_ROAD: _small_road,
    DerivedRoad.COCKROACH_PIG: _cockroach_pig,
}


def _circle(at: Anchor, radius: float, style: str) -> str:
    return f'<circle cx="{at.x:g}" cy="{at.y:g}" r="{radius * at.size:g}" {style}/>'


def _square(at: Anchor, half: float, style: str) -> str:
    x, y, _ = at.moved(-half, -half)
    side = f"{2 * half * at.size:g}"
    return f'<rect x="{x:g}" y="{y:g}" width="{side}" height="{side}" {style}/>'


def _diamond(at: Anchor, half: float, style: str) -> str:
    reach = half * at.size
    return (
        f'<path d="M{at.x:g} {at.y - reach:g}l{reach:g} {reach:g} {-reach:g} {reach:g}'
        f' {-reach:g} {-reach:g}z" {style}/>'
    )


def _line(start: Anchor, end: Anchor, colour: str, *, thick: float) -> str:
    return (
        f'<path d="M{start.x:g} {start.y:g}L{end.x:g} {end.y:g}" stroke="{colour}"'
        f' stroke-width="{thick:g}" stroke-linecap="round"/>'
    )


def _text(
    words: str, x: float, y: float, *, anchor: str = "start", style: str = f'fill="{WORDS}"'
) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" {style}>{words}</text>'
