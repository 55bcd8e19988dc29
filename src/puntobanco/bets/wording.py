"""A condition in the words of the felt; `parse_condition` reads them as the same condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from puntobanco.bets.conditions import AllOf, AnyOf, Comparison, Condition, Not
from puntobanco.bets.phrases import MOST_PARTS, phrase_for, with_capitals


def words(condition: Condition) -> str:
    """The condition as a croupier reads it aloud.

    >>> from puntobanco.bets.reading import parse_condition
    >>> words(parse_condition("banker wins and banker total = 7 and banker cards = 3"))
    'Banker wins with a three-card 7'
    """
    phrase = phrase_for(str(condition))
    if phrase:
        return phrase
    match condition:
        case Comparison():
            return with_capitals(str(condition))
        case Not(part):
            return f"not {_nested(part)}"
        case AllOf(parts):
            return " and ".join(_runs(parts))
        case AnyOf(parts):
            return " or ".join(map(_nested, parts))
        case _:
            assert_never(condition)


def _runs(parts: tuple[Condition, ...]) -> Iterator[str]:
    """The longest phrases that some consecutive parts make; what makes none, part by part."""
    while parts:
        for length in range(min(len(parts), MOST_PARTS), 1, -1):
            phrase = phrase_for(str(AllOf(parts[:length])))
            if phrase:
                yield phrase
                break
        else:
            length = 1
            yield _nested(parts[0])
        parts = parts[length:]


def _nested(part: Condition) -> str:
    """A part within others, in parentheses unless it is one comparison or one phrase."""
    is_joined = isinstance(part, AllOf | AnyOf) and phrase_for(str(part)) is None
    return f"({words(part)})" if is_joined else words(part)
