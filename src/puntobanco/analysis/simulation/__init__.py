"""Whole shoes by a house's procedure, as jobs of independent blocks.

_kernels         compiled functions that deal whole shoes
_kernel_rules    a house's rules as kernels take them
_features        what kernels report about a coup's cards, and which condition they decide
_line_tables     which line of a bet decides, as tables for kernels
blocks           what a job is, the seed and size of its blocks, and which are done
recorded         recorded shoes as arrays, checked, and what they lack
checkpoint       progress as bytes, to be resumed
execution        the blocks of a job on threads or a cluster
specification    what is simulated, and the jobs that deal shoes and count any bet
bet_statistics   the statistics of one bet, beside the exact ones
report           `simulate`; the results beside the exact odds, and how well they fit
"""

from puntobanco.analysis.simulation.report import Report, simulate
from puntobanco.analysis.simulation.specification import Specification

__all__ = ["Report", "Specification", "simulate"]
