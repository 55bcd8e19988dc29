"""Templates of a catalogue: text with placeholders for facts, parsed once.

    {name}                                        the fact in words
    {name, plural, one {# card} other {# cards}}  by a number; # is the number
    {name, select, player {…} other {…}}          by a fact; yes and no for true and false

There is no escape: a brace always begins or ends such a part, and ``#`` is a plain sign outside of
plurals. Every plural and selection has the case ``other``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""The plural categories of all languages."""


Formats = Mapping[str, Callable[[Any], str]]
"""The functions that render facts in one language, by the name of the fact."""

PluralRule = Callable[[int], str]
"""Returns the plural category of a number."""


@dataclass(frozen=True, slots=True)
class Template:
    """A text with ``%s`` for each placeholder, and what fills it: a named fact, or cases."""

    text: str
    places: tuple[str | Cases, ...]

    def filled(self, facts: Mapping[str, object], formats: Formats, category: PluralRule) -> str:
        """Return the text. Raise `KeyError` with the name of a missing fact."""
        return self.text % tuple(
            [
                formats[each](facts[each])
                if isinstance(each, str)
                else each.filled(facts, formats, category)
                for each in self.places
            ]
        )


@dataclass(frozen=True, slots=True)
class Cases:
    """A template for each category of numbers, or for each value of a fact."""

    name: str
    is_plural: bool
    cases: Mapping[str, Template]

    def filled(self, facts: Mapping[str, object], formats: Formats, category: PluralRule) -> str:
        """Return the template for the fact."""
        fact = facts[self.name]
        if not self.is_plural:
            key = _choice(fact)
        elif isinstance(fact, int):
            key = category(fact)
        else:
            raise TypeError(f"{self.name} is no whole number: {fact!r}")
        case = self.cases.get(key) or self.cases["other"]
        return case.filled(facts, formats, category)


def _choice(fact: object) -> str:
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    return str(fact.value if isinstance(fact, Enum) else fact)


def parsed(text: str, where: str = "template") -> Template:
    """Parse a template. Raise `ValueError` with the place of a mistake.

    >>> parsed("{side}: {card}").places
    ('side', 'card')
    >>> parsed("Burn card: {card", "burned")
    Traceback (most recent call last):
    ValueError: burned, column 17: } expected
    """
    reader = _TemplateParser(text, where)
    template = reader.template()
    if reader.at < len(text):
        raise reader.wrong("the end")
    return template


class _TemplateParser:
    def __init__(self, text: str, where: str) -> None:
        self.text, self.where, self.at = text, where, 0

    def template(self, number: str = "") -> Template:
        """Parse up to the end or a closing brace. ``#`` stands for the given number."""
        text, places = "", list[str | Cases]()
        while found := self._next(r"[^{}#]+|[{#]"):
            if found == "{":
                places.append(self._place(number))
            elif found == "#" and number:
                places.append(number)
            else:
                text += found.replace("%", "%%")
                continue
            text += "%s"
        return Template(text, tuple(places))

    def _place(self, number: str) -> str | Cases:
        name = self._taken(r"\s*([a-z][a-z_]*)\s*", "a name")
        if not self.text.startswith(",", self.at):
            self._taken(r"\}", "}")
            return name
        is_plural = self._taken(r",\s*(plural|select)\s*,", "plural or select") == "plural"
        cases: dict[str, Template] = {}
        while not self._next(r"(?=\s*(\}))"):
            start, key = self.at, self._taken(r"\s*([a-z0-9_]+)\s*", "a case or }")
            if key in cases or (is_plural and key not in CATEGORIES):
                self.at = start
                raise self.wrong("another case")
            self._taken(r"\{", "{")
            cases[key] = self.template(name if is_plural else number)
            self._taken(r"\}", "}")
        if "other" not in cases:
            raise self.wrong("the case other")
        self._taken(r"\s*\}", "}")
        return Cases(name, is_plural, cases)

    def _next(self, pattern: str) -> str:
        """Return the match of a pattern here, or its group, or an empty text."""
        found = re.compile(pattern).match(self.text, self.at)
        if not found:
            return ""
        self.at = found.end()
        return found[found.lastindex or 0]

    def _taken(self, pattern: str, expected: str) -> str:
        found = self._next(pattern)
        if not found:
            raise self.wrong(expected)
        return found

    def wrong(self, expected: str) -> ValueError:
        return ValueError(f"{self.where}, column {self.at + 1}: {expected} expected")


MILLION = 1_000_000


def _french(number: int) -> str:
    if number in (0, 1):
        return "one"
    return "other" if number % MILLION else "many"


def _spanish(number: int) -> str:
    if number == 1:
        return "one"
    return "other" if number == 0 or number % MILLION else "many"


PLURALS: dict[str, PluralRule] = {
    "en": lambda number: "one" if number == 1 else "other",
    "fr": _french,
    "es": _spanish,
    "zh": lambda _: "other",
}
"""The plural rule of each language, without its script."""


def plural_rule(language: str) -> PluralRule:
    """Return the plural rule of a language, such as ``en`` or ``zh-Hant``, for numbers from 0.

    >>> [plural_rule("fr")(number) for number in (0, 1, 2, 1_000_000)]
    ['one', 'one', 'other', 'many']
    """
    return PLURALS[language.partition("-")[0]]
