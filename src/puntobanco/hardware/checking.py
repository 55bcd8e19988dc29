"""Play every order of cards on a given circuit, in the lanes of a simulation.

After each press every lane is compared with the rulebook. The circuit is proved for any number of
presses if four things hold in every lane: a press was tried at every moment of the card counter; a
press that deals no card acts the same at any moment; at the end no press changes a register; and a
reset always leads to the same state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import product, zip_longest
from operator import and_, or_, xor

from puntobanco.cards import Rank
from puntobanco.errors import ToolFailed
from puntobanco.hardware.bench import (
    HELD,
    LONGEST,
    Bench,
    Press,
    Presses,
    moments,
    moments_to_next,
)
from puntobanco.hardware.comparing import (
    CircuitVerdict,
    Omission,
    TraceComparison,
    first_cards,
    first_lane,
    omission,
    remaining,
    shown_cards,
)
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.judging import (
    COUNTER_DOUBTS,
    MOST_PRESSES,
    CircuitFault,
    Doubt,
    Finding,
    first_fault,
)
from puntobanco.hardware.netlist import Netlist, Saved, copies
from puntobanco.hardware.rulebook import Draws
from puntobanco.tableau import PUNTO_BANCO, Tableau

ALIKE = 2
"""How many first cards all lanes of a chunk share. The other four differ."""

MOST_CARDS = 6

PATIENCE = 5_000
"""Presses to try after the end, if registers still change but the outputs don't."""

LONG_WAIT = 1 << 16
"""Ticks to wait after the end, if a counter takes too long to wrap around."""


class Trial:
    """A circuit that is switched on, and the reasons to doubt its verdict."""

    def __init__(self, bench: Bench, draws: Draws) -> None:
        self.bench = bench
        self.draws = draws
        bench.power_up()
        self._start = bench.lanes.saved()
        self.moments = moments(bench)
        self.doubts = set[Doubt]() if self.moments.doubt is None else {self.moments.doubt}
        if bench.netlist.undriven or bench.netlist.floating(bench.wiring.watched):
            self.doubts.add(Doubt.UNDRIVEN)
        if bench.netlist.inputs_read(bench.wiring.watched) - bench.wiring.used:
            self.doubts.add(Doubt.INPUTS)
        self.lateness = set[int]()
        """How many presses after the last card a light came."""
        self.omission: Omission | None = None
        """A rank that never comes to some place, but should."""
        self.openings = dict[tuple[Rank, ...], Presses]()
        """The first cards that came up, and the presses to them."""

    def wrong_reset(self) -> Presses | None:
        """Return the presses after which a reset leaves something on, if any."""
        bench, lanes = self.bench, self.bench.lanes
        lanes.restore(self._start)
        if remaining(bench):
            return ()
        lanes.multiply(LONGEST)
        before = bench.remembered()
        bench.tick([lanes.ones >> ticks << ticks for ticks in range(1, LONGEST)])
        bench.press_reset()
        if bench.remembered() != before or bench.astray():
            self.doubts.add(Doubt.MEMORY)
        remains = remaining(bench)
        return (Press(first_lane(remains), is_reset=True),) if remains else None

    def never_dealt(self) -> list[Rank]:
        """Return the ranks that never come as the first card.

        A counter that doesn't wrap around in time may still reach any rank.
        """
        bench, lanes = self.bench, self.bench.lanes
        if self.moments.doubt is Doubt.COUNTER_LONG:
            return []
        lanes.restore(self._start)
        lanes.multiply(LONGEST)
        bench.tick([lanes.ones >> ticks << ticks for ticks in range(1, LONGEST)])
        for _ in range(ALIKE):
            bench.press()
        empty, *ranks = shown_cards(bench)[0]
        is_legible = reduce(or_, ranks, empty) == lanes.ones != empty
        return [rank for rank, bits in zip(Rank, ranks, strict=True) if is_legible and not bits]

    def wrong_coup(self) -> Presses | None:
        """Return the presses to the first broken rule, if any."""
        for opening in product(range(self.moments.number), repeat=ALIKE):
            self.bench.lanes.restore(self._start)
            presses = _Chunk(self, opening).play()
            if presses:
                return presses
        presses = self._missing_opening()
        if presses:
            return presses
        pressed_on = self._pressed_on() if Doubt.MEMORY in self.doubts else None
        return pressed_on or (None if self.doubts.isdisjoint(COUNTER_DOUBTS) else self._waited())

    def _missing_opening(self) -> Presses:
        """Return the presses to a first card after which the second never has some rank."""
        for (first, _), presses in list(self.openings.items()):
            for rank in Rank:
                if (first, rank) not in self.openings:
                    self.omission = Omission(1, rank, 0)
                    return presses
        return ()

    def _pressed_on(self) -> Presses | None:
        """Keep pressing after one coup, because the circuit still counts something."""
        presses, seen = list[Press](), None
        self.bench.lanes.restore(self._start)
        for _ in range(PATIENCE):
            self.bench.tick([1])
            self.bench.press()
            presses.append(Press(1))
            now = self.bench.shown()
            if seen and now != seen:
                return tuple(presses)
            seen = now if any(now.lights) else None
        return None

    def _waited(self) -> Presses | None:
        """Wait after many coups, each with a different time between presses."""
        lanes, wiring = self.bench.lanes, self.bench.wiring
        lanes.restore(self._start)
        lanes.multiply(LONGEST)
        for _ in range(MOST_PRESSES):
            self.bench.tick([lanes.ones >> ticks << ticks for ticks in range(1, LONGEST)])
            self.bench.press()
        lit, seen = reduce(or_, lanes[wiring.lights]), lanes[wiring.watched]
        for ticks in range(1, LONG_WAIT + 1):
            self.bench.tick([lanes.ones])
            changed = lit & reduce(or_, map(xor, seen, lanes[wiring.watched]))
            if changed:
                more = max(0, ticks - 2 * HELD * self.bench.is_sampled)
                return (*(Press(first_lane(changed)),) * MOST_PRESSES, Press(more))
        return None


class _Chunk:
    """All orders that begin with the same cards, one in each lane."""

    def __init__(self, trial: Trial, opening: tuple[int, ...]) -> None:
        self.bench = trial.bench
        self.opening = opening
        self._trial = trial
        self._comparison = TraceComparison(trial.bench, trial.draws, trial.lateness)
        self._reset_state = trial.bench.remembered()
        self._plans: list[list[int]] = []
        """For each card, moment by moment, the lanes that wait one moment longer."""
        self._waits: list[list[int]] = []
        """For each press, moment by moment, the lanes that wait one moment longer."""
        self._waited = 0
        """The lanes that waited as planned but got no card yet."""

    def play(self) -> Presses:
        """Return the presses to the first broken rule, if any."""
        for _ in range(MOST_PRESSES):
            self._wait()
            presses = self._press() or self._reset_again()
            if presses:
                return presses
            if self._comparison.lit == self.bench.lanes.ones:
                return self._omission() or self._press_on()
        return self._presses(self._comparison.lit ^ self.bench.lanes.ones)

    def _wait(self) -> None:
        """Run the card counter in each lane as far as planned for its next card.

        If a press dealt no card, press again a moment later: the counter may skip a moment.
        """
        while any(self._comparison.dealt[len(self._plans) : MOST_CARDS]):
            self._plan_card()
        plans = [
            [(lanes ^ (lanes & self._waited)) & wait for wait in plan]
            for lanes, plan in zip(self._comparison.dealt, self._plans, strict=False)
            if lanes
        ]
        self._tick(
            [reduce(or_, parts) for parts in zip_longest(*plans, [self._waited], fillvalue=0)]
        )

    def _plan_card(self) -> None:
        """Try every moment for one more card: in that many copies of all lanes, after the first."""
        lanes, number = self.bench.lanes, self._trial.moments.number
        if len(self._plans) < ALIKE:
            self._plans.append([lanes.ones] * self.opening[len(self._plans)])
            return
        alone = lanes.lanes
        lanes.multiply(number)
        self._comparison.multiply(number, lanes=alone)
        for bits in (self._reset_state, *self._plans, *self._waits):
            bits[:] = copies(bits, number, lanes=alone)
        (self._waited,) = copies([self._waited], number, lanes=alone)
        self._plans.append(
            [lanes.ones >> more * alone << more * alone for more in range(1, number)]
        )

    def _tick(self, wait: list[int]) -> None:
        self._waits.append(wait)
        self._pass(wait)

    def _pass(self, wait: Sequence[int]) -> None:
        self.bench.tick([lanes for lanes in wait for _ in range(self._trial.moments.ticks)])

    def _press(self) -> Presses:
        """Press the key. Return the presses so far if that breaks a rule."""
        lanes, comparison = self.bench.lanes, self._comparison
        saved, memory = lanes.saved(), self.bench.remembered()
        lit, dealt = comparison.lit, comparison.dealt
        self.bench.press()
        broken = comparison.broken()
        if broken:
            return self._presses(broken)
        self._waited = reduce(or_, map(and_, dealt, comparison.dealt))
        changed = reduce(or_, map(xor, memory, self.bench.remembered()), 0)
        idle = self._waited & (lit ^ lanes.ones | changed)
        if idle and (self._differs_by_plan(idle) or self._depends_on_timing(idle, saved)):
            self._trial.doubts.add(Doubt.MOMENT)
        return ()

    def _differs_by_plan(self, idle: int) -> bool:
        """Return whether lanes without a new card differ, though only the plan for it differs."""
        memory, number = self.bench.remembered(), self._trial.moments.number
        for place in range(ALIKE, len(self._plans) if number > 1 else 0):
            apart = number ** (place - ALIKE)
            has_next = self.bench.lanes.ones ^ self._plans[place][-1]
            lanes = idle & self._comparison.dealt[place]
            pairs = (lanes | lanes >> apart) & has_next
            if any((bits ^ bits >> apart) & pairs for bits in (lanes, *memory)):
                return True
        return False

    def _depends_on_timing(self, idle: int, before: Saved) -> bool:
        """Return whether the moment of a press matters in lanes without a plan for another card."""
        lanes, dealt = self.bench.lanes, self._comparison.dealt
        unplanned = idle & reduce(or_, dealt[:ALIKE], dealt[MOST_CARDS])
        if not unplanned or self._trial.doubts:
            return False
        after, memory = lanes.saved(), self.bench.remembered()
        differs = False
        for _ in range(1, self._trial.moments.number):
            lanes.restore(before)
            self._pass([lanes.ones])
            before = lanes.saved()
            self.bench.press()
            differs |= any(bits & unplanned for bits in map(xor, memory, self.bench.remembered()))
        lanes.restore(after)
        return differs

    def _reset_again(self) -> Presses:
        """Reset now: everything must be blank, and as it was at the beginning."""
        saved = self.bench.lanes.saved()
        self.bench.press_reset()
        remains = remaining(self.bench)
        if remains:
            return (*self._presses(remains), Press(0, is_reset=True))
        if self.bench.remembered() != self._reset_state or self.bench.astray():
            self._trial.doubts.add(Doubt.MEMORY)
            presses = self._second_coup()
            if presses:
                return presses
        self.bench.lanes.restore(saved)
        return ()

    def _second_coup(self) -> Presses:
        """Play another coup after a reset that left something behind."""
        trial, again = self._trial, list[list[int]]()
        comparison = TraceComparison(self.bench, trial.draws, trial.lateness)
        for press in range(MOST_PRESSES):
            again.append(self._waits[press % len(self._waits)])
            self._pass(again[-1])
            self.bench.press()
            broken = comparison.broken()
            if broken:
                presses = self._presses(broken, again)
                return (*self._presses(broken), Press(0, is_reset=True), *presses)
            if comparison.lit == self.bench.lanes.ones:
                break
        return ()

    def _omission(self) -> Presses:
        """Return the presses to a coup in which some card can't have every rank."""
        bench, moments = self.bench, self._trial.moments
        if moments.doubt is not None:
            return ()
        places = shown_cards(bench)
        for card, plan in enumerate(self._plans[ALIKE:], start=ALIKE):
            apart = moments.number ** (card - ALIKE)
            first = bench.lanes.ones ^ (plan[0] if plan else 0)
            found = omission(places, card, moments=moments.number, apart=apart, first=first)
            if found:
                self._trial.omission = found
                return self._presses(1 << found.lane)
        self._trial.openings[first_cards(places)] = self._presses(1)
        return ()

    def _press_on(self) -> Presses:
        """After the end no press may change anything, whatever card would come.

        The first press may still change a register: one that follows the others by a press.
        """
        wait = [self.bench.lanes.ones] * moments_to_next(self.bench, self._trial.moments)
        for press in range(self._trial.moments.number + 1):
            before = self.bench.remembered()
            self._tick(wait)
            presses = self._press()
            if presses:
                return presses
            if press and self.bench.remembered() != before:
                self._trial.doubts.add(Doubt.MEMORY)
        return ()

    def _presses(self, broken: int, waits: Sequence[Sequence[int]] | None = None) -> Presses:
        """Return the presses of the first of these lanes, or those of these waits."""
        lane = first_lane(broken)
        return tuple(
            Press(self._trial.moments.ticks * sum(bits >> lane & 1 for bits in wait))
            for wait in (self._waits if waits is None else waits)
        )


def check(netlist: Netlist, interface: Interface, tableau: Tableau = PUNTO_BANCO) -> CircuitVerdict:
    """Play every order of cards on a circuit, until one breaks a rule or none is left."""
    trial = Trial(Bench(netlist, interface), Draws.of(tableau))
    presses = trial.wrong_reset()
    if presses is None:
        for rank in trial.never_dealt():
            return CircuitVerdict(Finding(CircuitFault.NEVER_DEALT, (), rank=rank))
        presses = trial.wrong_coup()
    if presses and trial.omission:
        place, rank, _ = trial.omission
        run = tuple(Bench(netlist, interface).replayed(presses))
        omitted = Finding(CircuitFault.NEVER_DEALT, run, place=place, rank=rank)
        return CircuitVerdict(omitted, presses)
    if presses is None:
        doubts, lateness = frozenset(trial.doubts), frozenset(trial.lateness)
        return CircuitVerdict(None, (), trial.moments, doubts, lateness)
    return _explained(netlist, interface, tableau, presses)


def _explained(
    netlist: Netlist, interface: Interface, tableau: Tableau, presses: Presses
) -> CircuitVerdict:
    """Return the rule that a run breaks. If no light comes, press again to see what comes."""

    def fault(run: Presses, presses_late: int) -> Finding | None:
        allowed = replace(interface, presses_late=presses_late)
        return first_fault(tuple(Bench(netlist, interface).replayed(run)), allowed, tableau)

    finding = fault(presses, interface.most_late)
    if finding is None:
        raise ToolFailed("check", "a run failed among others and did not fail alone")
    if finding.fault is CircuitFault.NO_LIGHT:
        longer = (*presses, Press(1))
        instead = fault(longer, interface.most_late + 1)
        if instead and instead.fault is CircuitFault.MISPLACED:
            return CircuitVerdict(instead, longer)
    return CircuitVerdict(finding, presses)
