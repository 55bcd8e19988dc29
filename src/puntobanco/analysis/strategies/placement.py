"""Placements: which bets to make before a coup, written as a text.

    placement   line { newline line }
    line        condition ":" bets | "otherwise" ":" bets
    condition   every { "or" every }
    every       part { "and" part }
    part        "not" part | "(" condition ")" | check
    check       fact | quantity relation value
    bets        "skip" | bet { "+" bet }
    bet         [units] word

The first line whose condition holds decides. If none holds, no bet is made. Case doesn't matter,
blank lines and ``#`` comments are ignored, and a semicolon may stand for a line break.

>>> print(Placement.parse("streak >= 3: Opposite; otherwise: 2 last + tie"))
streak >= 3: opposite
otherwise: 2 last + tie
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple, NoReturn

from puntobanco.analysis.counting.counts import COUNTS
from puntobanco.bets import nearest
from puntobanco.errors import NotationError, shown
from puntobanco.roads import DerivedRoad
from puntobanco.roads.good_roads import GOOD_ROADS

__all__ = [
    "Check",
    "Choice",
    "Condition",
    "Either",
    "Every",
    "Negated",
    "Placement",
    "PlacementError",
    "PlacementLine",
    "Position",
]

MOST_CHARACTERS = 8_000
MOST_LINES = 64
MOST_CHECKS = 200
DEEPEST = 32
MOST_UNITS = 1_000
LONGEST_PATTERN = 30
LONGEST_TEMPLATE = 60

FACTS = ("won", "lost", "pushed")
NUMBERS = ("streak", "coup", "cards_left", "decks_left", "wins", "losses", "bankroll", "profit")
ROADS = tuple(road.key for road in DerivedRoad)
COUNTED = ("count", "true_count")
SIDES = ("last", "opposite", "before_last")

_RELATIONS = ("=", "<", ">", "<=", ">=")
_COLOURS = ("red", "blue")
_TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+(?:\.[0-9]+)?|[<>]=|[=<>():+%-]|\S")
_WORD = re.compile(r"[a-z_][a-z0-9_]*")
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")


class Position(NamedTuple):
    """A line and a column of a text, both counted from 1."""

    line: int = 1
    column: int = 1


class PlacementError(NotationError):
    """A placement that can't be read, with the line and column of the mistake."""

    def __init__(self, text: str, *, expected: str, place: Position | None = None) -> None:
        super().__init__(shown(text, 60), expected=expected)
        self.line, self.column = place or Position()

    def __str__(self) -> str:
        found = repr(self.text) if self.text else "the end"
        return f"line {self.line}, column {self.column}: {found} is not {self.expected}"


@dataclass(frozen=True, slots=True)
class Check:
    """A quantity compared with a value, or a fact, such as ``streak >= 3`` or ``won``."""

    quantity: str
    relation: str = ""
    value: Fraction | str = ""
    of: str = ""
    """The count or the bet that the quantity is about."""
    place: Position | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        if not self.relation:
            return self.quantity
        value = self.value if isinstance(self.value, str) else _decimal(self.value)
        words = (self.quantity, self.of, self.relation, value)
        return " ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class Negated:
    """A condition that must not hold."""

    condition: Condition

    def __str__(self) -> str:
        return f"not {_nested(self.condition)}"


@dataclass(frozen=True, slots=True)
class Every:
    """Conditions that must all hold."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return " and ".join(map(_nested, self.conditions))


@dataclass(frozen=True, slots=True)
class Either:
    """Conditions of which one must hold."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return " or ".join(
            str(each) if isinstance(each, Every) else _nested(each) for each in self.conditions
        )


Condition = Check | Negated | Every | Either
"""When a line of a placement applies."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Units on a bet: a key, ``last``, ``opposite``, ``before_last``, ``best`` or a template."""

    word: str
    units: int = 1
    template: str = ""
    """The letters of a template, such as ``pbppbb``."""
    place: Position | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        units = f"{self.units} " if self.units > 1 else ""
        return f"{units}{self.word}{' ' * bool(self.template)}{self.template}"


@dataclass(frozen=True, slots=True)
class PlacementLine:
    """The bets to make if a condition holds; without a condition it always holds."""

    condition: Condition | None
    choices: tuple[Choice, ...]

    def __str__(self) -> str:
        bets = " + ".join(map(str, self.choices)) or "skip"
        return f"{'otherwise' if self.condition is None else self.condition}: {bets}"


@dataclass(frozen=True, slots=True)
class Placement:
    """The lines that decide which bets to make. `parse` and `str` are inverses."""

    lines: tuple[PlacementLine, ...]

    @classmethod
    def parse(cls, text: str) -> Placement:
        """Read a placement, or name the line and column of the first mistake.

        >>> Placement.parse("strek > 2: last")
        Traceback (most recent call last):
        puntobanco.analysis.strategies.placement.PlacementError: line 1, column 1: 'strek' is not \
a condition; the nearest is streak
        """
        if len(text) > MOST_CHARACTERS:
            expected = f"a placement of up to {MOST_CHARACTERS:,} characters"
            raise PlacementError(text, expected=expected)
        lines = tuple(_lines(text))
        if not lines:
            raise PlacementError("", expected="a placement, such as 'streak >= 3: opposite'")
        return cls(lines)

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))

    @property
    def checks(self) -> tuple[Check, ...]:
        """Every check of every line, in order."""
        conditions = (line.condition for line in self.lines if line.condition is not None)
        return tuple(check for condition in conditions for check in checks_of(condition))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Every choice of every line, in order."""
        return tuple(choice for line in self.lines for choice in line.choices)


def checks_of(condition: Condition) -> Iterator[Check]:
    """Yield the checks of a condition, from left to right."""
    match condition:
        case Check():
            yield condition
        case Negated(inner):
            yield from checks_of(inner)
        case Every(conditions) | Either(conditions):
            for each in conditions:
                yield from checks_of(each)


def _nested(condition: Condition) -> str:
    return f"({condition})" if isinstance(condition, Every | Either) else str(condition)


def _decimal(value: Fraction) -> str:
    """Return a number that was read from at most nine decimals.

    >>> _decimal(Fraction(-5, 4)), _decimal(Fraction(3))
    ('-1.25', '3')
    """
    return f"{(Decimal(value.numerator) / value.denominator).normalize():f}"


def _lines(text: str) -> Iterator[PlacementLine]:
    checks = count = 0
    for number, row in enumerate(text.splitlines(), 1):
        start = 0
        for part in row.partition("#")[0].split(";"):
            reader = _PlacementReader(part, number, start)
            start += len(part) + 1
            if not reader.words:
                continue
            count += 1
            if count > MOST_LINES:
                reader.refuse(f"needed: a placement has up to {MOST_LINES} lines")
            yield reader.line()
            checks += reader.checks
            if checks > MOST_CHECKS:
                expected = f"within the {MOST_CHECKS} checks that a placement may have"
                raise PlacementError(part.strip(), expected=expected, place=Position(number))


class _PlacementReader:
    """Reads one line, from left to right."""

    def __init__(self, text: str, row: int, start: int) -> None:
        found = list(_TOKEN.finditer(text))
        self.text, self.row, self.start = text, row, start
        self.words = [each[0].lower() for each in found]
        self._columns = [each.start() for each in found]
        self._at = 0
        self._depth = 0
        self.checks = 0

    @property
    def word(self) -> str:
        return self.words[self._at] if self._at < len(self.words) else ""

    @property
    def place(self) -> Position:
        column = self._columns[self._at] if self.word else len(self.text.rstrip())
        return Position(self.row, self.start + column + 1)

    def refuse(self, expected: str) -> NoReturn:
        raise PlacementError(self.word, expected=expected, place=self.place)

    def takes(self, word: str) -> bool:
        is_here = self.word == word
        self._at += is_here
        return is_here

    def one_of(self, words: tuple[str, ...], kind: str) -> str:
        word = self.word
        if word not in words:
            self.refuse(_expected(kind, word, words))
        self._at += 1
        return word

    def line(self) -> PlacementLine:
        condition = None if self.takes("otherwise") else self.condition()
        if not self.takes(":"):
            self.refuse("a colon, which stands between a condition and its bets")
        choices = self.choices()
        if self.word:
            self.refuse("the end of the line; + joins several bets")
        return PlacementLine(condition, choices)

    def condition(self) -> Condition:
        parts = [self.every()]
        while self.takes("or"):
            parts.append(self.every())
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def every(self) -> Condition:
        parts = [self.part()]
        while self.takes("and"):
            parts.append(self.part())
        return parts[0] if len(parts) == 1 else Every(tuple(parts))

    def part(self) -> Condition:
        self._depth += 1
        if self._depth > DEEPEST:
            self.refuse(f"nested up to {DEEPEST} deep")
        found: Condition
        if self.takes("not"):
            found = Negated(self.part())
        elif self.takes("("):
            found = self.condition()
            if not self.takes(")"):
                self.refuse("a closing parenthesis")
        else:
            found = self.check()
        self._depth -= 1
        return found

    def check(self) -> Check:
        self.checks += 1
        known = (*FACTS, "last", *NUMBERS, *ROADS, "good_road", *COUNTED, "edge")
        quantity = self.one_of(known, "a condition")
        if quantity in FACTS:
            return Check(quantity)
        of, place = "", self.place
        if quantity in COUNTED:
            of = self.one_of(tuple(COUNTS), "a count")
        elif quantity == "edge":
            of = self.key()
        if quantity == "last":
            return Check(quantity, self.equals(), self.pattern("bpt", LONGEST_PATTERN))
        if quantity in ROADS:
            return Check(quantity, self.equals(), self.one_of(_COLOURS, "a colour"))
        if quantity == "good_road":
            name = self.one_of(GOOD_ROADS, "a good road") if self.equals() else ""
            return Check(quantity, "=", name)
        relation = self.one_of(_RELATIONS, "a relation")
        value = self.number()
        if quantity == "edge":
            self.takes("%")
        return Check(quantity, relation, value, of, place=place)

    def equals(self) -> str:
        return self.one_of(("=",), "an equals sign")

    def pattern(self, letters: str, longest: int) -> str:
        word = self.word
        if not word or len(word) > longest or not set(word) <= set(letters):
            listed = ", ".join(letters)
            self.refuse(f"a pattern of up to {longest} letters, each of {listed}")
        self._at += 1
        return word

    def number(self) -> Fraction:
        sign = -1 if self.takes("-") else 1
        if not _NUMBER.fullmatch(self.word):
            self.refuse("a number such as 3, -20 or 1.5")
        value = sign * Fraction(self.word)
        self._at += 1
        return value

    def key(self) -> str:
        if not _WORD.fullmatch(self.word):
            self.refuse("the key of a bet, such as banker")
        self._at += 1
        return self.words[self._at - 1]

    def choices(self) -> tuple[Choice, ...]:
        if self.takes("skip"):
            return ()
        found = [self.choice()]
        while self.takes("+"):
            found.append(self.choice())
        return tuple(found)

    def choice(self) -> Choice:
        units = 1
        if self.word[:1].isdigit():
            if not self.word.isdecimal() or not 1 <= int(self.word[:9]) <= MOST_UNITS:
                self.refuse(f"a whole number of units from 1 to {MOST_UNITS:,}")
            units = int(self.word)
            self._at += 1
        place, word = self.place, self.key()
        if word in {"skip", "otherwise"}:
            self._at -= 1
            self.refuse("a bet")
        template = self.pattern("bp", LONGEST_TEMPLATE) if word == "template" else ""
        return Choice(word, units, template, place=place)


def _expected(kind: str, word: str, known: tuple[str, ...]) -> str:
    if near := nearest(word, known):
        return f"{kind}; the nearest is {near}"
    return f"{kind}: {', '.join(known)}"
