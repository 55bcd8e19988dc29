"""Which line of each bet decides a coup, as tables that kernels look up.

The comparisons of a bet divide the values of each feature into a few codes. A code of every feature
is a cell, and one line decides it. Bets share cells while these are few. A bet that has too
many by itself is decided in steps, one feature after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import prod

import numpy as np

from puntobanco.analysis._exact_sums import Integers
from puntobanco.analysis.odds._point_coups import SCORE_COLUMNS
from puntobanco.analysis.odds._scene import Places, Scene
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation._features import (
    FeatureTable,
    Reading,
    Rest,
    feature_of,
    feature_tables,
    places,
)
from puntobanco.bets import Bet, Condition
from puntobanco.bets.conditions import AllOf, AnyOf, Comparison, Not, Subject, comparisons
from puntobanco.bets.quantities import Part, Quantity
from puntobanco.coup import Naturals, Outcome
from puntobanco.tableau import Side

MOST_SHARED_CELLS = 1 << 13
"""Cells that several bets may share: few enough for the nearest cache."""
MOST_CELLS = 1 << 17
"""Cells of one bet: looking up distant cells is still faster than deciding in many steps."""
MOST_FEATURE_CELLS = 1 << 19
"""Cells of one bet in all steps: coups visit few of them."""


@dataclass(frozen=True, eq=False)
class LineTables:
    """Classifiers for some bets, and the line of each bet that every class means."""

    tables: kernels.Classifiers
    classes: int
    """The number of counted classes."""
    lines: dict[str, tuple[int, Integers]]
    """By a bet's key, the first class of its classifier, and the line of each class."""

    @classmethod
    def of(cls, bets: Sequence[Bet], naturals: Naturals) -> LineTables:
        """Build the classifiers of some bets."""
        builder = _Builder(naturals)
        lines: dict[str, tuple[int, Integers]] = {}
        for group in _sharing(bets, naturals):
            answer, found = builder.decide(group)
            first = builder.count(answer)
            lines |= {bet.key: (first, line) for bet, line in zip(group, found, strict=True)}
        return cls(builder.tables(), builder.classes, lines)

    def count(self, bet: Bet, counts: Integers) -> Integers:
        """Return how often each line decides, and last how often none does."""
        first, lines = self.lines[bet.key]
        found = np.zeros(len(bet.lines) + 1, np.int64)
        np.add.at(found, lines, counts[first : first + len(lines)])
        return found


@dataclass(frozen=True, eq=False)
class _Axis:
    """What bets can tell about a feature, or a finished classifier: a code for each value."""

    feature: int
    codes: Integers
    examples: Integers
    """A value of each code."""


@dataclass
class _Builder:
    naturals: Naturals
    classes: int = 0
    _inputs: list[tuple[int, int]] = field(default_factory=list)
    _first_input: list[int] = field(default_factory=lambda: [0])
    _codes: list[int] = field(default_factory=list)
    _first_cell: list[int] = field(default_factory=list)
    _cells: list[int] = field(default_factory=list)
    _counted: list[int] = field(default_factory=list)
    _first_class: list[int] = field(default_factory=list)

    def count(self, answer: _Axis) -> int:
        """Count the classes of a classifier. Return where their counts begin."""
        first = self.classes
        self._counted.append(answer.feature)
        self._first_class.append(first)
        self.classes += len(answer.examples)
        return first

    def decide(self, bets: Sequence[Bet]) -> tuple[_Axis, list[Integers]]:
        """Add what decides some bets. Return the answer, and the line of each class per bet."""
        axes = _axes(_comparisons(bets), self.naturals)
        if prod(len(axis.examples) for axis in axes) > MOST_CELLS:
            (bet,) = bets
            answer = self._first([line.condition for line in bet.lines])
            return answer, [np.array([len(bet.lines), *range(len(bet.lines))])]
        scene = _scene(axes, _comparisons(bets), self.naturals)
        lines = np.array([scene.lines(bet).ravel() for bet in bets])
        different, classes = _different_columns(lines)
        return self._add(axes, classes, different.shape[1]), list(different)

    def _first(self, conditions: Sequence[Condition]) -> _Axis:
        """Add what finds the number (from 1) of the first condition that holds, or 0.

        Conditions whose tables have too many cells are decided separately.
        """
        axes = _axes((each for part in conditions for each in comparisons(part)), self.naturals)
        axes.sort(key=lambda axis: axis.feature)
        features = [
            [_reading(axis.feature, value, self.naturals) for value in axis.examples.tolist()]
            for axis in axes
        ]
        if (tables := feature_tables(conditions, features, MOST_FEATURE_CELLS)) is not None:
            return self._feature_by_feature(axes, tables, len(conditions) + 1)
        if len(conditions) == 1:
            return self._truth(*conditions)
        half = len(conditions) // 2
        first, second = self._first(conditions[:half]), self._first(conditions[half:])
        later = [0, *range(half + 1, len(conditions) + 1)]
        table = [later, *([place] * len(later) for place in range(1, half + 1))]
        return self._add([first, second], np.ravel(table), len(conditions) + 1)

    def _feature_by_feature(
        self, axes: Sequence[_Axis], tables: Sequence[FeatureTable], classes: int
    ) -> _Axis:
        """Add a classifier for each table. The classes of the last are the places of conditions."""
        before: list[_Axis] = []
        *earlier, last = zip(axes, tables, strict=True)
        for axis, table in earlier:
            answer = self._add([*before, axis], np.ravel(table.cells), len(table.first_holding))
            before = [answer]
        axis, table = last
        places = np.array(table.first_holding)
        return self._add([*before, axis], places[np.ravel(table.cells)], classes)

    def _truth(self, condition: Condition) -> _Axis:
        """Add what decides a condition by its parts."""
        match condition:
            case Not(part):
                return self._add([self._first([part])], np.array([1, 0]), 2)
            case AllOf(parts):
                return self._joined(parts, np.array([0, 0, 0, 1]))
            case AnyOf(parts):
                return self._joined(parts, np.array([0, 1, 1, 1]))
            case Comparison():
                raise AssertionError(f"{condition} has more than {MOST_CELLS} cells")

    def _joined(self, parts: Sequence[Condition], table: Integers) -> _Axis:
        """Join all parts by a table for two of them."""
        first, *others = (self._first([part]) for part in parts)
        for other in others:
            first = self._add([first, other], table, 2)
        return first

    def _add(self, axes: Sequence[_Axis], table: Integers, classes: int) -> _Axis:
        """Add a classifier by the class of each cell. The last axis changes fastest."""
        step = len(table)
        for axis in axes:
            step //= len(axis.examples)
            self._inputs.append((axis.feature, len(self._codes)))
            self._codes += (axis.codes * step).tolist()
        each = np.arange(classes)
        answer = _Axis(kernels.FEATURES + len(self._first_cell), each, each)
        self._first_input.append(len(self._inputs))
        self._first_cell.append(len(self._cells))
        self._cells += table.tolist()
        return answer

    def tables(self) -> kernels.Classifiers:
        features = [feature for feature, _ in self._inputs]
        copies = range(kernels.COPIES, kernels.FEATURES)
        return kernels.Classifiers(
            first_input=_words(self._first_input),
            feature=_words(features),
            first_code=_words(first for _, first in self._inputs),
            codes=_words(self._codes),
            first_cell=_words(self._first_cell),
            classes=_words(self._cells),
            counted=_words(self._counted),
            first_class=_words(self._first_class),
            asks_copies=any(feature in copies for feature in features),
        )


def _words(numbers: Iterable[int]) -> kernels.Words32:
    return np.array(list(numbers), np.uint32)


def _sharing(bets: Sequence[Bet], naturals: Naturals) -> Iterator[Sequence[Bet]]:
    """Yield groups of consecutive bets that together have few cells."""
    group: list[Bet] = []
    codes: dict[int, Integers] = {}
    for bet in bets:
        joint = _codes(bet.comparisons, naturals, codes)
        if group and prod(int(each.max()) + 1 for each in joint.values()) > MOST_SHARED_CELLS:
            yield group
            group, joint = [], _codes(bet.comparisons, naturals, {})
        group.append(bet)
        codes = joint
    if group:
        yield group


def _comparisons(bets: Iterable[Bet]) -> tuple[Comparison, ...]:
    return tuple(dict.fromkeys(each for bet in bets for each in bet.comparisons))


def _axes(asked: Iterable[Comparison], naturals: Naturals) -> list[_Axis]:
    """Return the features that comparisons read, each divided as far as they can tell."""
    codes = _codes(asked, naturals, {})
    return [
        _Axis(feature, each, np.unique(each, return_index=True)[1])
        for feature, each in codes.items()
    ]


def _codes(
    asked: Iterable[Comparison], naturals: Naturals, known: dict[int, Integers]
) -> dict[int, Integers]:
    """Return a code for each value of each feature, refining the known codes."""
    found = dict(known)
    for comparison in asked:
        for feature, reading in _readings(comparison, naturals):
            codes = found.get(feature, np.zeros(len(reading), np.int64))
            found[feature] = _renumbered(codes * len(Outcome) + reading)
    return found


def _different_columns(table: Integers) -> tuple[Integers, Integers]:
    """Return the distinct columns of a table, and the index of each column among them."""
    which = np.zeros(table.shape[1], np.int64)
    for row in table:
        which = _renumbered(which * (int(row.max()) + 1) + row)
    examples = np.zeros(int(which.max()) + 1, np.int64)
    examples[which] = np.arange(len(which))
    return table[:, examples], which


def _renumbered(codes: Integers) -> Integers:
    """Renumber codes from 0 without gaps, in the same order. Faster than sorting."""
    is_used = np.bincount(codes) > 0
    return (np.cumsum(is_used) - 1)[codes]


def _readings(comparison: Comparison, naturals: Naturals) -> Iterator[tuple[int, Places]]:
    """Yield what a comparison says about each value of the features that it reads."""
    quantity, subject = comparison.quantity, comparison.subject
    if quantity.part is Part.SCORE:
        yield kernels.SCORE, _scores(naturals).holds(comparison)
        return
    if subject in {Subject.WINNER, Subject.LOSER}:
        yield kernels.SCORE, _scores(naturals).outcome
    wanted = np.array([*(value in comparison.values for value in quantity.values), False])
    for feature in {feature_of(quantity, side) for side in _sides(subject)}:
        yield feature, wanted[places(quantity)]


def _reading(feature: int, value: int, naturals: Naturals) -> Reading:
    """Return what is left of comparisons once a feature has a value. The score comes first."""

    def read(comparison: Comparison) -> Rest:
        quantity, subject = comparison.quantity, comparison.subject
        if feature == kernels.SCORE:
            if quantity.part is Part.SCORE:
                return bool(_scores(naturals).holds(comparison)[value])
            if subject not in {Subject.WINNER, Subject.LOSER}:
                return comparison
            sides = subject.sides(tuple(Outcome)[_scores(naturals).outcome[value]])
            return replace(comparison, subject=_SUBJECTS[sides[0]]) if sides else False
        sides = _sides(subject)
        left = [side for side in sides if feature_of(quantity, side) != feature]
        if len(left) == len(sides):
            return comparison
        place = int(places(quantity)[value])
        holds = place >= 0 and quantity.values[place] in comparison.values
        if left and holds == (subject is Subject.BOTH):
            return replace(comparison, subject=_SUBJECTS[left[0]])
        return holds

    return read


_SUBJECTS = {Side.PLAYER: Subject.PLAYER, Side.BANKER: Subject.BANKER}


def _sides(subject: Subject) -> tuple[Side, ...]:
    """Return the hands that may be meant, whoever wins."""
    return tuple(dict.fromkeys(side for outcome in Outcome for side in subject.sides(outcome)))


@cache
def _scores(naturals: Naturals) -> Scene:
    return Scene(SCORE_COLUMNS, naturals)


def _scene(axes: Sequence[_Axis], asked: Iterable[Comparison], naturals: Naturals) -> Scene:
    shape = tuple(len(axis.examples) for axis in axes)
    values = {
        axis.feature: axis.examples.reshape([-1 if k == at else 1 for k in range(len(axes))])
        for at, axis in enumerate(axes)
    }
    score = values.get(kernels.SCORE, np.array(0))
    player, banker, player_cards, banker_cards = (
        np.broadcast_to(column[score], shape) for column in SCORE_COLUMNS
    )
    more: dict[tuple[Quantity, Side], Places] = {}
    for quantity in {each.quantity for each in asked if each.quantity.part is not Part.SCORE}:
        for side in Side:
            if (feature := feature_of(quantity, side)) in values:
                more[quantity, side] = places(quantity)[values[feature]]
    return Scene((player, banker, player_cards, banker_cards), naturals, more)
