"""The roads: scoreboards of a shoe, as folds over its outcomes.

bead     one coup as a scoreboard sees it, and the text form of many
logic    runs, and the mark that one more win puts on each derived road
board    Roads: all of a shoe's roads as one value
layout   on which column and row each mark is drawn; the roads as plain data
speech   the roads in words
drawing  the roads as text
svg      the roads as a picture
"""

from puntobanco.roads.bead import Bead
from puntobanco.roads.board import History, Roads, Win
from puntobanco.roads.logic import DerivedRoad, Mark, Run

__all__ = ["Bead", "DerivedRoad", "History", "Mark", "Roads", "Run", "Win"]
