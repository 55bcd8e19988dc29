"""Whole shoes by a house's procedure, as jobs of independent blocks.

_kernels         compiled functions that deal whole shoes
_kernel_rules    a house's rules as kernels take them
_features        what kernels report about a coup's cards
_line_tables     which line of a bet decides, as tables for kernels
_feature_tables  which condition holds first, one feature after another
blocks           what a job is, and the seed and size of its blocks
progress         which blocks of a job are done, and their sum
checkpoint       progress as bytes, to be resumed
execution        the blocks of a job on threads or a cluster
shoe_jobs        the jobs that deal shoes, and count any bet
specification    what is simulated
bet_statistics   the statistics of one bet, beside the exact ones
report           the results beside the exact odds, and how well they fit
shoes            `simulate`: from a specification to its report
"""

from puntobanco.analysis.simulation.shoes import Report, Specification, simulate

__all__ = ["Report", "Specification", "simulate"]
