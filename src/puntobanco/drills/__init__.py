"""Drills: questions about the game with their answers and reasons. No input or output.

questions  Question, and how each kind of drill makes one from a random coup or shoe
practice   which topic to ask next: mistakes come back sooner; what a guest has learned
"""

from puntobanco.drills.practice import Lesson, Practice, Standing
from puntobanco.drills.questions import DRILLS, AnswerWord, Drill, Question, Reply, find_drill

__all__ = [
    "DRILLS",
    "AnswerWord",
    "Drill",
    "Lesson",
    "Practice",
    "Question",
    "Reply",
    "Standing",
    "find_drill",
]
