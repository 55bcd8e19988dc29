"""Judging somebody else's circuit as a black box: every order of cards, any reset, for ever."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from puntobanco.errors import ToolFailed
from puntobanco.hardware.bench import Bench, Press, Presses
from puntobanco.hardware.counter import TICK_BY_TICK, Moments
from puntobanco.hardware.interface import MOST_LATE, Interface
from puntobanco.hardware.judging import CircuitFault, Doubt, Finding, first_fault
from puntobanco.hardware.netlist import Netlist
from puntobanco.hardware.rulebook import Draws
from puntobanco.hardware.trial import Trial
from puntobanco.tableau import PUNTO_BANCO, Tableau


@dataclass(frozen=True, slots=True)
class CircuitVerdict:
    """What a check came to."""

    finding: Finding | None
    presses: Presses = ()
    """The run that leads to the finding."""
    moments: Moments = TICK_BY_TICK
    """At which moments the key was pressed."""
    doubts: frozenset[Doubt] = frozenset()
    """Without a finding and without doubts it is proved for any number of presses and resets."""
    lateness: frozenset[int] = frozenset()
    """How many presses after the last card its lights came, if known."""

    @property
    def presses_late(self) -> int:
        """Return how many presses late its lights are at most."""
        return max(self.lateness, default=0)


def check(netlist: Netlist, interface: Interface, tableau: Tableau = PUNTO_BANCO) -> CircuitVerdict:
    """Play every order of cards on a circuit, until one breaks a rule or none is left.

    If no limit is given for late lights, measure how many presses late they always are.
    """
    verdict = _checked(netlist, interface, tableau)
    if interface.presses_late is not None or not _lacks_light(verdict):
        return verdict
    later = _checked(netlist, replace(interface, presses_late=MOST_LATE), tableau)
    if later.finding is None and len(later.lateness) > 1:
        return replace(verdict, lateness=later.lateness)
    is_lit = later.finding is None or any(any(each.lights) for each in later.finding.run[-1:])
    return later if is_lit else verdict


def _lacks_light(verdict: CircuitVerdict) -> bool:
    return verdict.finding is not None and verdict.finding.fault is CircuitFault.NO_LIGHT


def _checked(netlist: Netlist, interface: Interface, tableau: Tableau) -> CircuitVerdict:
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
    return _explained(_Runs(netlist, interface, tableau), presses)


class _Runs(NamedTuple):
    """Single runs of a circuit, judged by the rules that it should keep to."""

    netlist: Netlist
    interface: Interface
    tableau: Tableau

    def fault(self, presses: Presses, *, presses_late: int = 0) -> Finding | None:
        """The first rule that one run breaks, where lights may come later by so many presses."""
        shown = tuple(Bench(self.netlist, self.interface).replayed(presses))
        late = self.interface.most_late + presses_late
        return first_fault(shown, replace(self.interface, presses_late=late), self.tableau)


def _explained(runs: _Runs, presses: Presses) -> CircuitVerdict:
    """The rule that a run breaks: where no light comes, one more press shows what comes instead."""
    finding = runs.fault(presses)
    if finding is None:
        raise ToolFailed("check", "a run failed among others and did not fail alone")
    if finding.fault is CircuitFault.NO_LIGHT:
        longer = (*presses, Press(1))
        instead = runs.fault(longer, presses_late=1)
        if instead and instead.fault is CircuitFault.MISPLACED:
            return CircuitVerdict(instead, longer)
    return CircuitVerdict(finding, presses)
