"""Conditions: small frozen expressions with one canonical text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from puntobanco.bets.quantities import OUTCOME, Part, Quantity, Seen, Value
from puntobanco.coup import Outcome
from puntobanco.tableau import Side


class Subject(Enum):
    """Whose quantity is meant."""

    COUP = ""
    PLAYER = "player"
    BANKER = "banker"
    WINNER = "winner"
    LOSER = "loser"
    EITHER = "either"
    BOTH = "both"

    def sides(self, outcome: Outcome) -> tuple[Side, ...]:
        """Return the hands that are meant. After a tie there is no winner and no loser."""
        match self:
            case Subject.COUP | Subject.PLAYER:
                return (Side.PLAYER,)  # a quantity of the coup ignores the side
            case Subject.BANKER:
                return (Side.BANKER,)
            case Subject.EITHER | Subject.BOTH:
                return (Side.PLAYER, Side.BANKER)
            case Subject.WINNER | Subject.LOSER:
                if outcome is Outcome.TIE:
                    return ()
                won = Side(outcome.value)
                return (won if self is Subject.WINNER else won.other,)
            case _:
                assert_never(self)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A quantity has one of these values. An absent quantity has none.

    A fact has the value 1. Two ranks are one value.
    """

    subject: Subject
    quantity: Quantity
    values: frozenset[Value]

    @property
    def parts(self) -> frozenset[Part]:
        """The parts of a coup that decide it. The winner is part of the score."""
        is_won = self.subject in {Subject.WINNER, Subject.LOSER}
        return frozenset({self.quantity.part, Part.SCORE} if is_won else {self.quantity.part})

    def holds(self, seen: Seen) -> bool:
        """Return whether it holds. ``both`` needs both hands, ``either`` one of them."""
        sides = self.subject.sides(seen.outcome)
        found = [self.quantity.read(seen, side) in self.values for side in sides]
        return all(found) if self.subject is Subject.BOTH else any(found)

    @property
    def chosen(self) -> list[Value]:
        """The values in ascending order."""
        return [value for value in self.quantity.values if value in self.values]

    @property
    def sign_and_values(self) -> tuple[str, str]:
        """The shortest way to write the values: ``=``, ``>=``, ``<=`` or ``in``, and of what."""
        quantity, chosen, every = self.quantity, self.chosen, list(self.quantity.values)
        if quantity.is_two:
            return _two_and_values(quantity, list(map(str, chosen)))
        if len(chosen) == 1:
            return "=", str(chosen[0])
        if quantity is not OUTCOME and chosen == every[-len(chosen) :]:
            return ">=", str(chosen[0])
        if quantity is not OUTCOME and chosen == every[: len(chosen)]:
            return "<=", str(chosen[-1])
        return "in", f"{{{', '.join(map(str, chosen))}}}"

    def __str__(self) -> str:
        quantity, chosen = self.quantity, self.chosen
        if quantity is OUTCOME and len(chosen) == 1:
            return "tie" if chosen[0] == Outcome.TIE.value else f"{chosen[0]} wins"
        name = f"{self.subject.value} {quantity.name}".strip()
        return name if quantity.is_fact else " ".join((name, *self.sign_and_values))


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Condition

    def holds(self, seen: Seen) -> bool:
        """Return whether the part does not hold."""
        return not self.part.holds(seen)

    def __str__(self) -> str:
        return f"not {_nested(self.part)}"


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every part holds. Make it with `all_of`."""

    parts: tuple[Condition, ...]

    def holds(self, seen: Seen) -> bool:
        """Return whether every part holds."""
        return all(part.holds(seen) for part in self.parts)

    def __str__(self) -> str:
        return " and ".join(map(_nested, self.parts))


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one part holds. Make it with `any_of`."""

    parts: tuple[Condition, ...]

    def holds(self, seen: Seen) -> bool:
        """Return whether one part holds."""
        return any(part.holds(seen) for part in self.parts)

    def __str__(self) -> str:
        return " or ".join(map(_nested, self.parts))


Condition = Comparison | Not | AllOf | AnyOf
"""The condition of a line of a bet."""


def all_of(*parts: Condition) -> Condition:
    """Join parts with ``and``. Flatten nested ones."""
    flat = tuple(
        each for part in parts for each in (part.parts if isinstance(part, AllOf) else (part,))
    )
    return flat[0] if len(flat) == 1 else AllOf(flat)


def any_of(*parts: Condition) -> Condition:
    """Join parts with ``or``. Flatten nested ones."""
    flat = tuple(
        each for part in parts for each in (part.parts if isinstance(part, AnyOf) else (part,))
    )
    return flat[0] if len(flat) == 1 else AnyOf(flat)


def comparisons(condition: Condition) -> Iterator[Comparison]:
    """Yield every comparison in a condition, from left to right."""
    match condition:
        case Comparison():
            yield condition
        case Not(part):
            yield from comparisons(part)
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from comparisons(part)
        case _:
            assert_never(condition)


def depth(condition: Condition) -> int:
    """Return how deeply conditions are nested. A comparison has depth 0."""
    match condition:
        case Comparison():
            return 0
        case Not(part):
            return 1 + depth(part)
        case AllOf(parts) | AnyOf(parts):
            return 1 + max(map(depth, parts))
        case _:
            assert_never(condition)


def _nested(part: Condition) -> str:
    return f"({part})" if isinstance(part, AllOf | AnyOf) else str(part)


def _two_and_values(quantity: Quantity, chosen: list[str]) -> tuple[str, str]:
    if len(chosen) == 1:
        return "=", f"{{{', '.join(chosen[0])}}}"
    letters = (letter for letter in quantity.letters if letter * 2 in chosen)
    return "in", f"{{{', '.join(letters)}}}"
