"""The lab: exact odds, simulation, betting systems and counting; needs the extra ``lab``.

composition    how many cards of each kind remain, in no order
reference      exact counts the obvious way: the slow judge of all that is fast
odds           exact odds of any shoe and every bet
simulation     whole shoes by the million, as jobs of independent blocks
strategies     betting systems, played through simulated shoes
counting       card counting and perfect play, through simulated shoes
plan           shoes, systems and counts under one seed, and their results
output         the results as text tables, charts and one offline page
_jit           the one typed door to numba
_big_integers  whole numbers of any size in arrays of 64-bit integers
_html          plain HTML tables
"""
