"""The plurals of languages: which category a whole number belongs to, by the rules of the CLDR."""

from __future__ import annotations

from collections.abc import Callable

MILLION = 1_000_000


def _english(number: int) -> str:
    return "one" if number == 1 else "other"


def _french(number: int) -> str:
    if number in (0, 1):
        return "one"
    return "other" if number % MILLION else "many"


def _spanish(number: int) -> str:
    if number == 1:
        return "one"
    return "other" if number == 0 or number % MILLION else "many"


def _chinese(_number: int) -> str:
    return "other"


PLURALS: dict[str, Callable[[int], str]] = {
    "en": _english,
    "fr": _french,
    "es": _spanish,
    "zh": _chinese,
}
"""The rule of each language, without its script."""


def plural_rule(language: str) -> Callable[[int], str]:
    """The rule of a language, such as ``en`` or ``zh-Hant``; of numbers that are not negative.

    >>> [plural_rule("fr")(number) for number in (0, 1, 2, 1_000_000)]
    ['one', 'one', 'other', 'many']
    """
    return PLURALS[language.partition("-")[0]]
