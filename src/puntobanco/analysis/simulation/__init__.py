"""Whole shoes by a house's procedure, as jobs of independent blocks.

_kernels        compiled functions that deal whole shoes
_kernel_rules   a house's rules as the arrays that kernels take
blocks          what a job is, and the seed and size of its blocks
progress        which blocks of a job are done, and their sum
checkpoint      progress as bytes, to be resumed
execution       the blocks of a job on threads or a cluster
card_bins       the histograms of ranks and suits, and the pays that follow from them
shoe_jobs       the jobs that deal shoes, and count any bet
specification   what is simulated
bet_statistics  the statistics of one bet, beside the exact ones
fit             a histogram of scores against the exact odds
report          all results of a simulation
shoes           `simulate`: from a specification to its report
"""

from puntobanco.analysis.simulation.shoes import Report, Specification, simulate

__all__ = ["Report", "Specification", "simulate"]
