"""Whole shoes by a house's procedure, as jobs of independent blocks.

_kernels         compiled functions that deal whole shoes
_features        what kernels report about a coup's cards, and which condition they decide
_line_tables     which line of a bet decides, as tables for kernels
blocks           jobs in blocks: their seeds and sizes, checkpoints, and threads or a cluster
recorded         recorded shoes as arrays, checked, and what they lack
specification    what is simulated, as kernels take it, and the jobs that deal and count any bet
report           `simulate`; the results of each bet beside the exact odds, and how well they fit
"""

from puntobanco.analysis.simulation.report import Report, simulate
from puntobanco.analysis.simulation.specification import Specification

__all__ = ["Report", "Specification", "simulate"]
