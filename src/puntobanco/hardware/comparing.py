"""Compare all lanes of a bench with the rulebook, press by press; and the verdict on a circuit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from puntobanco.cards import Rank
from puntobanco.hardware.bench import (
    TICK_BY_TICK,
    Bench,
    Moments,
    Presses,
)
from puntobanco.hardware.judging import (
    Doubt,
    Finding,
)
from puntobanco.hardware.netlist import copies
from puntobanco.hardware.rulebook import Bits, Draws, Ruling, ruling


class TraceComparison:
    """What all lanes showed after the last press, to find those that the next press breaks."""

    def __init__(self, bench: Bench, draws: Draws, lateness: set[int]) -> None:
        ones = bench.lanes.ones
        self._bench = bench
        self._draws = draws
        self._seen = bench.lanes[bench.wiring.watched]
        self._empty = [ones] * len(bench.wiring.displays)
        self._over = [0] * bench.interface.most_late
        self._lateness = lateness
        self.lit = 0
        """The lanes in which a light is on."""
        self.dealt = _counted([0] * len(self._empty), ones)
        """The lanes with 0 to 6 cards on the table, by that number."""

    def broken(self) -> int:
        """Return the lanes in which the last press broke a rule."""
        lanes, wiring = self._bench.lanes, self._bench.wiring
        seen = lanes[wiring.watched]
        if self.lit == lanes.ones and seen == self._seen:
            return 0
        places = shown_cards(self._bench)
        says = ruling(places, self._draws, lanes.ones)
        legible = reduce(and_, (reduce(or_, place) for place in places))
        lit = reduce(or_, lanes[wiring.lights])
        broken = (legible & says.is_legal) ^ lanes.ones
        broken |= self._moved(seen) | (lit & self._wrong(says)) | self._late(says, lit)
        self._seen, self.lit = seen, lit
        self._empty = [place[0] for place in places]
        self.dealt = _counted([empty ^ lanes.ones for empty in self._empty], lanes.ones)
        return int(broken)

    def multiply(self, times: int, *, lanes: int) -> None:
        """Follow the bench when its lanes are multiplied."""
        for bits in (self._seen, self._empty, self._over, self.dealt):
            bits[:] = copies(bits, times, lanes=lanes)
        (self.lit,) = copies([self.lit], times, lanes=lanes)

    def _moved(self, seen: Sequence[int]) -> int:
        """Return the lanes in which a card on the table changed, or anything after the end."""
        changed = [old ^ new for old, new in zip(self._seen, seen, strict=True)]
        moved = self.lit & reduce(or_, changed)
        start = 0
        for nets, empty in zip(self._bench.wiring.displays, self._empty, strict=True):
            differs = reduce(or_, changed[start : start + len(nets)])
            moved |= differs ^ (differs & empty)
            start += len(nets)
        return moved

    def _wrong(self, says: Ruling) -> int:
        lanes, wiring = self._bench.lanes, self._bench.wiring
        wrong = reduce(or_, (a ^ b for a, b in zip(lanes[wiring.lights], says.lights, strict=True)))
        for nets, totals in zip(wiring.scores, says.totals, strict=True):
            for bit, wire in enumerate(lanes[nets]):
                right = reduce(or_, (has for total, has in enumerate(totals) if total >> bit & 1))
                wrong |= wire ^ right
        return int(wrong)

    def _late(self, says: Ruling, lit: int) -> int:
        self._measure(lit ^ (lit & self.lit))
        self._over.append(says.is_over)
        over = self._over.pop(0)
        return over ^ (over & lit)

    def _measure(self, lighted: int) -> None:
        """Record how many presses ago the coup ended, in the lanes whose light came on."""
        for presses, over in zip(range(len(self._over), 0, -1), self._over, strict=True):
            if lighted & over:
                self._lateness.add(presses)
                lighted ^= lighted & over
        if lighted:
            self._lateness.add(0)


def shown_cards(bench: Bench) -> list[Bits]:
    """Return, for each display, the lanes that show no card, and those that show ace to king."""
    codes, ones = (bench.interface.blank, *bench.interface.codes), bench.lanes.ones
    return [
        [
            reduce(and_, (bit if code >> at & 1 else bit ^ ones for at, bit in enumerate(bits)))
            for code in codes
        ]
        for bits in (bench.lanes[nets] for nets in bench.wiring.displays)
    ]


def _counted(filled: Iterable[int], ones: int) -> list[int]:
    """Return the lanes by the number of places that are filled."""
    counts = [ones]
    for there in filled:
        more = [count & there for count in counts]
        same = [count ^ up for count, up in zip(counts, more, strict=True)]
        counts = [stay | come for stay, come in zip([*same, 0], [0, *more], strict=True)]
    return counts


class Omission(NamedTuple):
    """A rank that can't appear in a place, and a lane with the cards before it."""

    place: int
    rank: Rank
    lane: int


def omission(
    places: Sequence[Bits], card: int, *, moments: int, apart: int, first: int
) -> Omission | None:
    """Return a rank that this card, counted from 0, never has at any of its moments.

    Lanes that differ only in that moment are `apart` lanes away from each other. `first` are the
    lanes of the first moment.
    """
    ranks = _ranks(places, card)
    dealt = reduce(or_, ranks) & first
    for rank, bits in zip(Rank, ranks, strict=True):
        comes = reduce(or_, (bits >> moment * apart for moment in range(moments)))
        never = dealt ^ (dealt & comes)
        if never:
            lane = (never & -never).bit_length() - 1
            is_bankers = card == 4 and places[4][0] >> lane & 1
            return Omission(5 if is_bankers else card, rank, lane)
    return None


def first_cards(places: Sequence[Bits]) -> tuple[Rank, ...]:
    """Return the first two cards of the first lane."""
    shown = (zip(Rank, place[1:], strict=True) for place in places[:2])
    return tuple(rank for ranks in shown for rank, bits in ranks if bits & 1)


def _ranks(places: Sequence[Bits], card: int) -> list[int]:
    """Return the lanes in which this card has each rank. A fifth card may be Banker's third."""
    player_stood = places[4][0]
    if card < 4:
        return list(places[card][1:])
    if card == 4:
        pairs = zip(places[4][1:], places[5][1:], strict=True)
        return [player | (banker & player_stood) for player, banker in pairs]
    return [banker ^ (banker & player_stood) for banker in places[5][1:]]


def first_lane(lanes: int) -> int:
    """Return the number of the first of these lanes."""
    return (lanes & -lanes).bit_length() - 1


def remaining(bench: Bench) -> int:
    """Return the lanes in which a card or a light is still on after a reset."""
    lanes, wiring = bench.lanes, bench.wiring
    blank = reduce(and_, (place[0] for place in shown_cards(bench)))
    return int(reduce(or_, lanes[wiring.lights], blank ^ lanes.ones))


@dataclass(frozen=True, slots=True)
class CircuitVerdict:
    """The result of a check."""

    finding: Finding | None
    presses: Presses = ()
    """The run that leads to the finding."""
    moments: Moments = TICK_BY_TICK
    """The moments at which the key was pressed."""
    doubts: frozenset[Doubt] = frozenset()
    """Without a finding and doubts, the circuit is proved for any presses and resets."""
    lateness: frozenset[int] = frozenset()
    """How many presses after the last card its lights came: all that occurred."""
