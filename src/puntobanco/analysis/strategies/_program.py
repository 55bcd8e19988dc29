"""Placements as programs for the kernel, at a house and with a unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import TypeVar, assert_never

import numpy as np

from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies.placement import (
    LONGEST_TEMPLATE,
    ROADS,
    SIDES,
    Check,
    Choice,
    Condition,
    Either,
    Every,
    Negated,
    Placement,
    PlacementError,
    PlacementLine,
)
from puntobanco.bets import Bet, Part, nearest
from puntobanco.errors import BetNotOffered
from puntobanco.house import House
from puntobanco.roads.good_roads import GOOD_ROADS
from puntobanco.settlement import Chips

_RELATIONS = {"=": 0, "<": 1, ">": 2, "<=": 3, ">=": 4}
_PLACES = {
    "streak": kernels.STREAK,
    "coup": kernels.COUP,
    "cards_left": kernels.CARDS_LEFT,
    "decks_left": kernels.CARDS_LEFT,
    "wins": kernels.WINS,
    "losses": kernels.LOSSES,
    "bankroll": kernels.BANKROLL,
    "profit": kernels.PROFIT,
    "big_eye_boy": kernels.BIG_EYE_BOY,
    "small_road": kernels.SMALL_ROAD,
    "cockroach_pig": kernels.COCKROACH_PIG,
    "good_road": kernels.GOOD_ROAD,
}
_LATEST = {"won": 1, "lost": -1, "pushed": 0}
_CODES = {"red": kernels.RED, "blue": kernels.BLUE} | {
    key: number for number, key in enumerate(GOOD_ROADS, 1)
}
_SIDE_CODES = {"b": 1, "p": 0}
_OUTCOME_CODES = {"b": kernels.BANKER, "p": kernels.PLAYER, "t": kernels.TIE}
_KINDS = {
    "last": kernels.LAST,
    "opposite": kernels.OPPOSITE,
    "before_last": kernels.BEFORE,
    "best": kernels.BEST,
    "template": kernels.TEMPLATE,
}

_LARGEST = 10**15
Item = TypeVar("Item")


@dataclass(frozen=True)
class BoundPlacement:
    """A placement at a house: its bets, counts and edges, and the program of the kernel."""

    bets: tuple[Bet, ...]
    """The bets that it may make, as the house pays them."""
    units: tuple[int, ...]
    """The most units that one line may put on each of them."""
    counts: tuple[str, ...]
    """The counts that it looks at, by name."""
    edges: tuple[Bet, ...]
    """The bets whose exact edge it looks at."""
    program: kernels.Program


def bet_of(house: House, key: str) -> Bet:
    """Return the offered bet with this key, or the main bet on the spot of this name."""
    for bet in house.bets:
        if bet.key.casefold() == key.casefold():
            return bet
    return house.main_bet(key) if key in {"player", "banker", "tie"} else house.bet(key)


def bind(placement: Placement, house: House, unit: Chips) -> BoundPlacement:
    """Return the placement at a house; bets that it doesn't offer are refused."""
    return _Binder(house, unit).bind(placement)


@dataclass
class _Binder:
    house: House
    unit: Chips
    bets: list[Bet] = field(default_factory=list)
    counts: list[str] = field(default_factory=list)
    edges: list[Bet] = field(default_factory=list)
    steps: list[list[int]] = field(default_factory=list)
    bounds: list[float] = field(default_factory=list)
    choices: list[list[int]] = field(default_factory=list)
    templates: list[list[int]] = field(default_factory=list)
    best: list[list[int]] = field(default_factory=list)

    def bind(self, placement: Placement) -> BoundPlacement:
        first, units = [0], dict.fromkeys((bet.key for bet in self.house.bets), 0)
        for number, line in enumerate(placement.lines):
            self._condition(line.condition)
            self._step(kernels.LINE, number)
            for key, most in self._line(line):
                units[key] = max(units[key], most)
            first.append(len(self.choices))
        roads = (*ROADS, "good_road")
        looked_at = {check.quantity for check in placement.checks}.intersection(roads)
        program = kernels.Program(
            steps=_array(self.steps, 5),
            bounds=np.array(self.bounds, np.float64),
            first_choice=np.array(first, np.int64),
            choices=_array(self.choices, 3),
            templates=_array(self.templates, LONGEST_TEMPLATE + 1),
            best=_array(self.best, 2),
            roads=sum(1 << roads.index(each) for each in looked_at),
        )
        bets = tuple(self.bets)
        most_units = tuple(units[bet.key] for bet in bets)
        return BoundPlacement(bets, most_units, tuple(self.counts), tuple(self.edges), program)

    def _line(self, line: PlacementLine) -> Iterator[tuple[str, int]]:
        """Add the choices of a line; yield the most units on each bet that they may be."""
        units: dict[str, int] = {}
        for choice in line.choices:
            which, possible = self._choice(choice)
            self.choices.append([_KINDS.get(choice.word, kernels.FIXED), which, choice.units])
            for bet in possible:
                units[bet.key] = units.get(bet.key, 0) + choice.units
        yield from units.items()

    def _choice(self, choice: Choice) -> tuple[int, Sequence[Bet]]:
        """Return the number that goes with a choice, and the bets that it may be."""
        match choice.word:
            case "best":
                if not self.best:
                    self.best = [[self._bet(bet), self._edge(bet)] for bet in self.house.main_bets]
                return 0, self.house.main_bets
            case "template":
                letters = [_OUTCOME_CODES[letter] for letter in choice.template]
                filling = [0] * (LONGEST_TEMPLATE - len(letters))
                self.templates.append([len(letters), *letters, *filling])
                return len(self.templates) - 1, self._sides(choice)
            case word if word in SIDES:
                return 0, self._sides(choice)
        bet = self._offered(choice.word, choice)
        return self._bet(bet), (bet,)

    def _sides(self, choice: Choice) -> tuple[Bet, Bet]:
        player, banker = self._offered("player", choice), self._offered("banker", choice)
        self._bet(player)
        self._bet(banker)
        return player, banker

    def _offered(self, key: str, where: Choice | Check) -> Bet:
        try:
            return bet_of(self.house, key)
        except BetNotOffered:
            keys = tuple(bet.key for bet in self.house.bets)
            near = nearest(key, keys)
            hint = f"; the nearest is {near}" if near else f": {', '.join(keys)}"
            expected = f"a bet that {self.house.name} offers{hint}"
            raise PlacementError(key, expected=expected, place=where.place) from None

    def _bet(self, bet: Bet) -> int:
        return _number(self.bets, bet)

    def _edge(self, bet: Bet) -> int:
        return _number(self.edges, bet)

    def _step(self, step: int, *numbers: int) -> None:
        self.steps.append([step, *numbers, *[0] * (4 - len(numbers))])

    def _condition(self, condition: Condition | None) -> None:
        match condition:
            case None:
                self._step(kernels.ALWAYS)
            case Check():
                self._check(condition)
            case Negated(inner):
                self._condition(inner)
                self._step(kernels.NOT)
            case Every(conditions) | Either(conditions):
                self._condition(conditions[0])
                joint = kernels.AND if isinstance(condition, Every) else kernels.OR
                for each in conditions[1:]:
                    self._condition(each)
                    self._step(joint)
            case _:
                assert_never(condition)

    def _check(self, check: Check) -> None:
        match check.quantity:
            case "won" | "lost" | "pushed":
                self._step(kernels.TEST, kernels.LATEST, kernels.EQUAL, _LATEST[check.quantity])
                self._step(kernels.TEST, kernels.BET_BEFORE, kernels.EQUAL, 1)
                self._step(kernels.AND)
            case "last":
                self._pattern(str(check.value))
            case "count":
                which = _number(self.counts, check.of)
                self._step(kernels.COUNT, which, *_whole(check.relation, _value(check)))
            case "true_count":
                value = _value(check)
                relation = _RELATIONS[check.relation]
                which = _number(self.counts, check.of)
                numbers = (relation, value.numerator, value.denominator)
                self._step(kernels.TRUE_COUNT, which, *numbers)
            case "edge":
                self._edge_check(check)
            case road if isinstance(check.value, str):
                self._step(kernels.TEST, _PLACES[road], kernels.EQUAL, _CODES[check.value])
            case quantity:
                scale = {"decks_left": 52, "bankroll": self.unit, "profit": self.unit}
                value = _value(check) * scale.get(quantity, 1)
                self._step(kernels.TEST, _PLACES[quantity], *_whole(check.relation, value))

    def _pattern(self, letters: str) -> None:
        if "t" in letters:
            codes, bits, step = _OUTCOME_CODES, 2, kernels.ANY_OUTCOMES
        else:
            codes, bits, step = _SIDE_CODES, 1, kernels.SIDES
        pattern = 0
        for letter in letters:
            pattern = pattern << bits | codes[letter]
        self._step(step, len(letters), pattern)

    def _edge_check(self, check: Check) -> None:
        bet = self._offered(check.of, check)
        if bet.part is not Part.SCORE:
            expected = "a bet on the score, which exact edges need"
            raise PlacementError(check.of, expected=expected, place=check.place)
        self.bounds.append(float(_value(check)))
        relation = _RELATIONS[check.relation]
        self._step(kernels.EDGE, self._edge(bet), relation, len(self.bounds) - 1)


def _value(check: Check) -> Fraction:
    assert isinstance(check.value, Fraction)  # noqa: S101 - the grammar reads a number here
    return check.value


def _whole(relation: str, value: Fraction) -> tuple[int, int]:
    """Return a relation to a whole number that holds for the same whole numbers."""
    value = max(-Fraction(_LARGEST), min(Fraction(_LARGEST), value))
    if value.denominator == 1:
        return _RELATIONS[relation], int(value)
    if relation in {">", ">="}:
        return kernels.AT_LEAST, ceil(value)
    if relation in {"<", "<="}:
        return kernels.AT_MOST, floor(value)
    return kernels.EQUAL, _LARGEST + 1  # no whole number equals a fraction


def _number(items: list[Item], item: Item) -> int:
    """Return the position of an item, appending it if it is new."""
    if item not in items:
        items.append(item)
    return items.index(item)


def _array(rows: list[list[int]], width: int) -> kernels.Counts:
    return np.array(rows, np.int64).reshape(-1, width)
