"""Templates of a catalogue: text with places for facts, parsed once.

    {name}                                        the fact in words
    {name, plural, one {# card} other {# cards}}  by a number; # is the number
    {name, select, player {…} other {…}}          by a fact; yes and no for true and false

Nothing is quoted: a brace always begins or ends such a part, and ``#`` is a plain sign outside of
plurals. Every plural and selection has the case ``other``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Protocol, TypeAlias

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""The categories of plurals that languages may have."""

Part: TypeAlias = "str | Slot | Plural | Select"


class Wording(Protocol):
    """How a language says facts."""

    @property
    def said(self) -> Mapping[str, Callable[[Any], str]]:
        """What words a fact, by the fact's name."""
        ...

    def category(self, number: int) -> str:
        """The category of plurals that a number belongs to."""
        ...


@dataclass(frozen=True)
class Template:
    """A text with places for facts."""

    parts: tuple[Part, ...]

    def filled(self, facts: Mapping[str, object], wording: Wording) -> str:
        """The text; `KeyError` names a fact that is missing."""
        said, (pattern, places) = wording.said, self._pattern
        return pattern % tuple(
            [
                said[each](facts[each]) if isinstance(each, str) else each.filled(facts, wording)
                for each in places
            ]
        )

    @cached_property
    def _pattern(self) -> tuple[str, tuple[str | Plural | Select, ...]]:
        """The text with signs for places, and what comes there: facts by their names, or cases."""
        texts = [part.replace("%", "%%") if isinstance(part, str) else "%s" for part in self.parts]
        others = (part for part in self.parts if not isinstance(part, str))
        places = (part.name if isinstance(part, Slot) else part for part in others)
        return "".join(texts), tuple(places)

    def names(self) -> Iterator[str]:
        """The facts that it names, some of them more than once."""
        for part in self.parts:
            if not isinstance(part, str):
                yield part.name
            if isinstance(part, Plural | Select):
                for case in part.cases.values():
                    yield from case.names()


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one fact."""

    name: str


@dataclass(frozen=True, slots=True)
class Plural:
    """A template for each category of numbers."""

    name: str
    cases: Mapping[str, Template]

    def filled(self, facts: Mapping[str, object], wording: Wording) -> str:
        """The template for the category of the number."""
        number = facts[self.name]
        if not isinstance(number, int):
            raise TypeError(f"{self.name} is no whole number: {number!r}")
        case = self.cases.get(wording.category(number)) or self.cases["other"]
        return case.filled(facts, wording)


@dataclass(frozen=True, slots=True)
class Select:
    """A template for each value of a fact."""

    name: str
    cases: Mapping[str, Template]

    def filled(self, facts: Mapping[str, object], wording: Wording) -> str:
        """The template for the value of the fact."""
        case = self.cases.get(_choice(facts[self.name])) or self.cases["other"]
        return case.filled(facts, wording)


def _choice(fact: object) -> str:
    """What a fact is called in a selection."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    return str(fact.value if isinstance(fact, Enum) else fact)


def parsed(text: str, where: str = "template") -> Template:
    """A template; `ValueError` tells where in the text it is wrong.

    >>> [part.name for part in parsed("{side}: {card}").parts if not isinstance(part, str)]
    ['side', 'card']
    >>> parsed("Burn card: {card", "burned")
    Traceback (most recent call last):
    ValueError: burned, column 17: } expected
    """
    return _Reader(text, where).whole()


_TEXT = re.compile(r"([^{}#]+)")
_NAME = re.compile(r"\s*([a-z][a-z_]*)\s*")
_KEY = re.compile(r"\s*([a-z0-9_]+)\s*")
_KIND = re.compile(r",\s*(plural|select)\s*,")
_END = re.compile(r"\s*\}")


class _Reader:
    """A place in a text that is being parsed."""

    def __init__(self, text: str, where: str) -> None:
        self._text, self._where, self._at = text, where, 0

    def whole(self) -> Template:
        """All of the text."""
        template = self._template(number=None)
        if self._at < len(self._text):
            raise self._wrong("the end")
        return template

    def _template(self, number: str | None) -> Template:
        """Everything up to the end or a closing brace, with the number that ``#`` stands for."""
        parts: list[Part] = []
        while (sign := self._text[self._at : self._at + 1]) not in ("", "}"):
            if sign == "{":
                parts.append(self._argument(number))
            elif sign == "#":
                self._at += 1
                parts.append(Slot(number) if number else sign)
            else:
                parts.append(self._taken(_TEXT, "text"))
        return Template(tuple(parts))

    def _argument(self, number: str | None) -> Slot | Plural | Select:
        self._sign("{")
        name = self._taken(_NAME, "a name")
        if not self._text.startswith(",", self._at):
            self._sign("}")
            return Slot(name)
        if self._taken(_KIND, "plural or select") == "plural":
            return Plural(name, self._cases(name, CATEGORIES))
        return Select(name, self._cases(number))

    def _cases(self, number: str | None, allowed: tuple[str, ...] = ()) -> dict[str, Template]:
        """The cases, and the closing brace after them."""
        cases: dict[str, Template] = {}
        while not (end := _END.match(self._text, self._at)):
            start, key = self._at, self._taken(_KEY, "a case or }")
            if key in cases or (allowed and key not in allowed):
                self._at = start
                raise self._wrong("another case")
            self._sign("{")
            cases[key] = self._template(number)
            self._sign("}")
        if "other" not in cases:
            raise self._wrong("the case other")
        self._at = end.end()
        return cases

    def _sign(self, sign: str) -> None:
        if not self._text.startswith(sign, self._at):
            raise self._wrong(sign)
        self._at += 1

    def _taken(self, pattern: re.Pattern[str], expected: str) -> str:
        found = pattern.match(self._text, self._at)
        if not found:
            raise self._wrong(expected)
        self._at = found.end()
        return found[1]

    def _wrong(self, expected: str) -> ValueError:
        return ValueError(f"{self._where}, column {self._at + 1}: {expected} expected")
