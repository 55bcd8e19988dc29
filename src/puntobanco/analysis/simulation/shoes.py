"""Simulate whole shoes by a house's procedure.

>>> from puntobanco.house import CLASSIC
>>> report = simulate(Specification(CLASSIC, shoes=1_000), seed="docs", threads=1)
>>> report.shoes, report.coups == sum(report.outcomes.values())
(1000, True)
"""

from __future__ import annotations

from puntobanco.analysis.simulation.execution import Stopwatch, no_clock, run_on_threads
from puntobanco.analysis.simulation.report import Report, report_of
from puntobanco.analysis.simulation.specification import Specification

__all__ = ["Report", "Specification", "simulate"]


def simulate(
    specification: Specification,
    *,
    seed: str,
    threads: int | None = None,
    clock: Stopwatch = no_clock,
) -> Report:
    """Simulate on threads of this process; by default one for each core.

    `clock` times the run, for example `time.perf_counter`. Without one, `seconds` is 0.
    """
    progress = run_on_threads(specification.jobs(seed), threads=threads, clock=clock)
    return report_of(specification, progress, seed=seed)
