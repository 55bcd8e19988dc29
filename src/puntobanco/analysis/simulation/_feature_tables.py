"""Which condition is the first that holds, decided by one feature of a coup after another.

A state is what is left to ask. Many values of a feature lead to the same one, so that a few small
tables decide what one table would be too large for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import NamedTuple

from puntobanco.bets import Condition
from puntobanco.bets.conditions import AllOf, AnyOf, Comparison, Not, all_of, any_of

Rest = Condition | bool
"""What is left of a condition, or whether it holds."""
Reading = Callable[[Comparison], Rest]
"""What is left of a comparison once a feature is known."""


class FeatureTable(NamedTuple):
    """A table that looks at one feature."""

    cells: Sequence[Sequence[int]]
    """For each state before and each value of the feature, the place of the state behind."""
    first_holding: Sequence[int]
    """For each state behind, the place from one on of the first condition that is known to hold.

    0 where none is. In the last table no other condition is left.
    """


def feature_tables(
    conditions: Sequence[Condition], features: Sequence[Sequence[Reading]], most_cells: int
) -> Sequence[FeatureTable] | None:
    """A table for each feature, which is given by the reading of each of its values.

    None where the tables have too many cells.
    """
    questions = _Questions()
    states = [_State(tuple(map(questions.number, enumerate(conditions, 1))), 0)]
    found: list[FeatureTable] = []
    for readings in features:
        most_cells -= len(states) * len(readings)
        if most_cells < 0:
            return None
        asked = [cache(partial(questions.after, reading=reading)) for reading in readings]
        places: dict[_State, int] = {}
        cells = [
            [places.setdefault(state.after(each), len(places)) for each in asked]
            for state in states
        ]
        states = list(places)
        found.append(FeatureTable(cells, [state.first for state in states]))
    return found


_NO, _YES = -2, -1
"""Numbers of questions that are answered."""


@dataclass
class _Questions:
    """Numbers for what may be left of a condition, so that states compare quickly."""

    _questions: list[tuple[int, Condition]] = field(default_factory=list)
    """What is left, and the place of the condition."""
    _numbers: dict[tuple[int, Condition], int] = field(default_factory=dict)

    def number(self, question: tuple[int, Condition]) -> int:
        """The number of what is left of the condition at a place."""
        if question not in self._numbers:
            self._numbers[question] = len(self._questions)
            self._questions.append(question)
        return self._numbers[question]

    def after(self, number: int, reading: Reading) -> tuple[int, int]:
        """The place of a condition, and the number of what is left of it."""
        place, condition = self._questions[number]
        left = rest(condition, reading)
        if isinstance(left, bool):
            return place, _YES if left else _NO
        return place, self.number((place, left))


class _State(NamedTuple):
    """What is left to ask."""

    questions: tuple[int, ...]
    """Their numbers."""
    first: int
    """The place of the first condition that holds and stands behind these; 0 where none does."""

    def after(self, asked: Callable[[int], tuple[int, int]]) -> _State:
        """What is left once a feature is known."""
        found: list[int] = []
        for question in self.questions:
            place, left = asked(question)
            if left == _YES:
                return _State(tuple(found), place)
            if left != _NO:
                found.append(left)
        return _State(tuple(found), self.first)


def rest(condition: Condition, reading: Reading) -> Rest:
    """What is left of a condition once a feature is known."""
    match condition:
        case Comparison():
            return reading(condition)
        case Not(part):
            left = rest(part, reading)
            return not left if isinstance(left, bool) else Not(left)
        case AllOf(parts):
            every = [rest(part, reading) for part in parts]
            return False if False in every else _joined(every, all_of) or True
        case AnyOf(parts):
            every = [rest(part, reading) for part in parts]
            return True if True in every else _joined(every, any_of) or False


def _joined(parts: Sequence[Rest], join: Callable[..., Condition]) -> Condition | None:
    """The parts that are not decided, each once; None where all are."""
    different = dict.fromkeys(part for part in parts if not isinstance(part, bool))
    return join(*different) if different else None
