"""The lab: exact odds, simulation, betting systems and counting; needs the extra ``lab``.

composition  how many cards of each kind a shoe holds, in no order
reference    exact counts by the real `deal`: slow, and what the fast code is tested against
odds         exact odds of any shoe and every bet
simulation   whole shoes by the million, as jobs of independent blocks
strategies   betting systems, played through simulated shoes
counting     card counting and perfect play, through simulated shoes
plan         shoes, systems and counts to simulate under one seed
results      the results of a plan
output       the results as text tables, charts and one offline page
_jit         the only module that imports numba
_exact_sums  sums that may not fit in 64 bits
_html        plain HTML tables
"""
