"""Whole shoes by a house's procedure, as jobs of independent blocks.

_kernels   kernels that deal whole shoes
_dealing   a house's rules as the arrays that kernels take, and the seed of each block
execution  the blocks of a job on threads or a cluster, with the same sum in any order
figures    what counts say of bets and scores, beside the exact figures
shoes      the simulation itself: specification, jobs, report
"""

from puntobanco.analysis.simulation.shoes import Report, Specification, simulate

__all__ = ["Report", "Specification", "simulate"]
