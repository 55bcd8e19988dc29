"""The roads: scoreboards of a shoe, as folds over its outcomes.

logic    runs, and the mark that one more win puts on each derived road
board    Bead: one coup on a scoreboard; Roads: all of a shoe's roads as one value
good_roads  the names of what the big road shows at the moment
layout   the column and row of each mark; the roads as plain data
speech   the roads in words
drawing  the roads as text
svg      the roads as a picture
"""

from puntobanco.roads.board import Bead, History, Roads, Win
from puntobanco.roads.logic import DerivedRoad, Mark, Run

__all__ = ["Bead", "DerivedRoad", "History", "Mark", "Roads", "Run", "Win"]
