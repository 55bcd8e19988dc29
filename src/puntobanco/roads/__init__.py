"""The roads: scoreboards of a shoe, as folds over its outcomes.

board    runs and their marks on the derived roads; Roads: all of a shoe's roads as one value
good_roads  the names of what the big road shows at the moment
layout   the column and row of each mark; the roads as plain data
speech   the roads in words
drawing  the roads as text
svg      the roads as a picture
"""

from puntobanco.roads.board import Bead, DerivedRoad, History, Mark, Roads, Run, Win

__all__ = ["Bead", "DerivedRoad", "History", "Mark", "Roads", "Run", "Win"]
