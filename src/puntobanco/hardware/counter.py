"""Somebody's card counter: at which moments a press must be tried, so that none is left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from math import gcd
from operator import or_

from puntobanco.cards import Rank
from puntobanco.hardware.bench import HELD, Bench
from puntobanco.hardware.judging import Doubt

LONGEST = 32 * len(Rank)
"""Ticks of the fast clock within which a card counter must wrap around: 32 for each card."""

MOST_MOMENTS = 16
"""Moments that can be tried at every press; a counter of four bits has no more."""


@dataclass(frozen=True, slots=True)
class Moments:
    """The moments of the fast clock at which a press may mean something else, and then round."""

    number: int = len(Rank)
    ticks: int = 1
    """From one of them to the next; more than 1 where the clock is divided."""
    doubt: Doubt | None = Doubt.COUNTER_LONG
    """The reason why a press may fall on another moment, or None."""

    @property
    def period(self) -> int:
        """Ticks until they come round."""
        return self.number * self.ticks


TICK_BY_TICK = Moments()
"""Thirteen ticks in a row, for a counter that does not come round soon."""


def moments(bench: Bench) -> Moments:
    """How the card counter goes round while nobody presses a key; one lane becomes many."""
    bench.lanes.multiply(2 * LONGEST)
    ones = bench.lanes.ones
    bench.tick([ones >> ticks << ticks for ticks in range(1, 2 * LONGEST)])
    running = [net for net in bench.lanes.fast_outputs if bench.lanes.values[net] not in (0, ones)]
    period = _period(bench.lanes[running])
    if period is None:
        return TICK_BY_TICK
    ticks = gcd(period, *_changes(bench.lanes[_looked_at(bench, running)]))
    if period // ticks > MOST_MOMENTS:
        return Moments(doubt=Doubt.COUNTER_WIDE)
    doubt = None
    if not set(running).isdisjoint(bench.memory):
        doubt = Doubt.COUNTER_PRESSED
    elif ticks > 1 and bench.is_sampled:
        doubt = Doubt.COUNTER_SAMPLED
    return Moments(period // ticks, ticks, doubt)


def moments_to_next(bench: Bench, found: Moments) -> int:
    """Moments to wait after a press, so that the next one falls one moment later."""
    held = 2 * HELD // found.ticks if bench.is_sampled else 0
    return (1 - held) % found.number


def _looked_at(bench: Bench, running: list[int]) -> list[int]:
    """Those of these registers that a display or any other register looks at."""
    others = [each for each in bench.netlist.registers if each.output not in running]
    seen = bench.netlist.cone(
        [*bench.wiring.watched, *(net for each in others for net in each.inputs)]
    )
    return [net for net in running if net in seen]


def _period(courses: list[int]) -> int | None:
    """Ticks after which every register repeats itself, tick after tick."""
    for period in range(1, LONGEST + 1):
        compared = (1 << 2 * LONGEST - period) - 1
        if not any((course ^ course >> period) & compared for course in courses):
            return period
    return None


def _changes(courses: Iterable[int]) -> list[int]:
    """Ticks from the first change of a register to each of the others."""
    compared = (1 << 2 * LONGEST - 1) - 1
    changed = reduce(or_, ((course ^ course >> 1) & compared for course in courses), 0)
    ticks = [tick for tick in range(2 * LONGEST) if changed >> tick & 1]
    return [tick - ticks[0] for tick in ticks]
