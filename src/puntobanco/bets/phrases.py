"""Phrases of the felt: shorthand for conditions. One table both parses and recognises them.

A word in capitals stands for a side, a number, a number of cards, a rank or several numbers.
`describe` writes any condition in the words of the felt, and `parse_condition` reads them back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, assert_never

from puntobanco.bets.conditions import AllOf, AnyOf, Comparison, Condition, Not
from puntobanco.bets.quantities import COPIES, OUTCOME, Quantity
from puntobanco.coup import Outcome
from puntobanco.tableau import Side
from puntobanco.words import Message, in_english, message

PHRASES = {
    # Wins
    "SIDE wins with TOTAL": "SIDE wins and SIDE total = TOTAL",
    "SIDE wins with a COUNT-card TOTAL": "SIDE wins and SIDE total = TOTAL and SIDE cards = COUNT",
    "SIDE wins with COUNT cards": "SIDE wins and SIDE cards = COUNT",
    "SIDE wins with a natural": "SIDE wins and SIDE natural",
    "SIDE wins with natural 9 over natural 8": "SIDE wins and both natural",
    "SIDE wins by MARGIN": "SIDE wins and margin = MARGIN",
    "SIDE wins by MARGIN without a natural": ("SIDE wins and margin = MARGIN and not SIDE natural"),
    # Ties
    "tie on TOTAL": "tie and both total = TOTAL",
    "tie on TOTAL with COUNT cards each": "tie and both total = TOTAL and both cards = COUNT",
    "tie of two naturals": "tie and both natural",
    "tie with no card above POINTS": "tie and highest points <= POINTS",
    "tie with a card of POINTS or more": "tie and highest points >= POINTS",
    "tie of six cards on 6 to 9": "tie and cards = 6 and both total >= 6",
    "tie of six cards on 6 to 9 all of one colour": (
        "tie and cards = 6 and both total >= 6 and (all red or all black)"
    ),
    # Totals
    "SIDE has a COUNT-card TOTAL": "SIDE total = TOTAL and SIDE cards = COUNT",
    "both hands a COUNT-card TOTAL": "both total = TOTAL and both cards = COUNT",
    "both totals 8 or 9": "both total >= 8",
    "SIDE's total is even": "SIDE total in {0, 2, 4, 6, 8}",
    "SIDE's total is odd": "SIDE total in {1, 3, 5, 7, 9}",
    "totals add to NUMBER": "sum = NUMBER",
    "totals add to NUMBERS": "sum in {NUMBERS}",
    # Cards dealt
    "four cards": "cards = 4",
    "five cards": "cards = 5",
    "six cards": "cards = 6",
    "five or six cards": "cards >= 5",
    "every card red": "all red",
    "every card black": "all black",
    "all of one colour": "all red or all black",
    "NUMBER of rank RANK": "copies of RANK = NUMBER",
    "SIDE holds TOTAL and OTHER draws a POINTS": (
        "SIDE opening total = TOTAL and OTHER third = POINTS"
    ),
    # Openings
    "SIDE's first two cards are a pair": "SIDE pair",
    "SIDE's first two cards are a pair of one suit": "SIDE suited pair",
    "either hand a pair": "either pair",
    "both hands pairs": "both pair",
    "one hand a pair": "either pair and not both pair",
    "either hand a pair of one suit": "either suited pair",
    "both hands pairs of one suit": "both suited pair",
    "four cards of one rank": "different opening ranks = 1",
    "king and queen in either hand": "either opening ranks = {Q, K}",
    "king and queen of one suit in either hand": (
        "(player opening ranks = {Q, K} and player suited)"
        " or (banker opening ranks = {Q, K} and banker suited)"
    ),
}
"""From a phrase to the condition it stands for, in its canonical text."""

MOST_PARTS = max(meaning.count(" and ") for meaning in PHRASES.values()) + 1
"""The most parts of a phrase that ``and`` joins."""

TOKEN = re.compile(r"[A-Za-z]+|[0-9]+|[<>]=|[=<>{}(),]|'s|-card")
SIGN = re.compile(rf"{TOKEN.pattern}|\S")
"""A word, or a sign that is part of none."""
_COUNTS = {"two": "2", "three": "3"}
_NUMBERS = frozenset(map(str, range(19)))
_RANKS = frozenset("a23456789tjqk") | {"10"}

Bound = dict[str, str]
"""The value of each word in capitals, as a condition writes it."""


def read_phrase(words: Sequence[str]) -> tuple[str, int] | None:
    """Return the condition of the longest phrase at the start, and the phrase's length."""
    longest: tuple[str, int] | None = None
    for pattern, meaning in _patterns().get(_first(words), ()):
        found = _bound(pattern, words, counts=_COUNTS)
        if found and (longest is None or found[1] > longest[1]):
            longest = _filled(meaning, found[0]), found[1]
    return longest


class Phrase(NamedTuple):
    """A phrase of the felt, and the values of its words in capitals."""

    pattern: str
    bound: Bound


@lru_cache(maxsize=4_096)
def found_phrase(condition: str) -> Phrase | None:
    """Return the phrase for a condition in its canonical text, or None.

    >>> found_phrase("banker wins and banker total = 6")
    Phrase(pattern='SIDE wins with TOTAL', bound={'SIDE': 'banker', 'TOTAL': '6'})
    """
    words = tokens(condition)
    for pattern, phrase in _meanings().get(_first(words), ()):
        found = _bound(pattern, words, counts={"2": "two", "3": "three"})
        if found and found[1] == len(words):
            return Phrase(phrase, found[0])
    return None


def tokens(text: str) -> list[str]:
    """Return the words of a text in lower case, except those in capitals."""
    return [word if word in _CAPITALS else folded(word) for word in TOKEN.findall(text)]


def folded(word: str) -> str:
    """Return a word in lower case, with ``an`` as ``a``."""
    lower = word.lower()
    return "a" if lower == "an" else lower


def with_capitals(text: str) -> str:
    """Capitalise Player and Banker, as on the felt."""
    return re.sub(r"\b(player|banker)\b", lambda side: side[0].capitalize(), text)


def _first(words: Sequence[str]) -> str:
    return words[0] if words else ""


def _by_first_word(pairs: dict[str, str]) -> dict[str, list[tuple[list[str], str]]]:
    """Return patterns and their results, by each word that a pattern may start with."""
    found: dict[str, list[tuple[list[str], str]]] = {}
    for pattern, result in pairs.items():
        words = tokens(pattern)
        for first in _SLOTS.get(words[0], (words[0],)):
            found.setdefault(first, []).append((words, result))
    return found


@cache
def _patterns() -> dict[str, list[tuple[list[str], str]]]:
    return _by_first_word(PHRASES)


@cache
def _meanings() -> dict[str, list[tuple[list[str], str]]]:
    return _by_first_word({meaning: phrase for phrase, meaning in PHRASES.items()})


_SLOTS: dict[str, frozenset[str]] = {
    "SIDE": frozenset({"player", "banker"}),
    "OTHER": frozenset({"player", "banker"}),
    "TOTAL": _NUMBERS,
    "MARGIN": _NUMBERS,
    "POINTS": _NUMBERS,
    "NUMBER": _NUMBERS,
    "NUMBERS": _NUMBERS,
    "RANK": _RANKS,
}


_CAPITALS = {*_SLOTS, "COUNT"}


def _bound(
    pattern: Sequence[str], words: Sequence[str], *, counts: dict[str, str]
) -> tuple[Bound, int] | None:
    """Return the values of the pattern's words in capitals and its length, if it matches."""
    bound: Bound = {}
    at = 0
    for wanted in pattern:
        word = words[at] if at < len(words) else ""
        at += 1
        if wanted == "COUNT":
            value = counts.get(word, "")
        elif wanted in _SLOTS:
            value = word if word in _SLOTS[wanted] else ""
        elif word == wanted:
            continue
        else:
            return None
        if wanted == "RANK":
            value = value.upper().replace("10", "T")
        while wanted == "NUMBERS" and words[at : at + 1] == [","] and at + 1 < len(words):
            value += f", {words[at + 1]}"
            at += 2
        if not value or bound.setdefault(wanted, value) != value:
            return None
    return bound, at


def _filled(text: str, bound: Bound) -> str:
    return re.sub(r"[A-Z]{2,}", lambda slot: bound[slot[0]], text)


# --- conditions in words --------------------------------------------------------------------------


def describe(condition: Condition) -> str:
    """Return the condition in English, as a croupier reads it aloud.

    >>> from puntobanco.bets.grammar import parse_condition
    >>> describe(parse_condition("banker wins and banker total = 7 and banker cards = 3"))
    'Banker wins with a three-card 7'
    """
    return in_english(condition_message(condition))


def condition_message(condition: Condition) -> Message:
    """Return the condition as a message: phrases of the felt, comparisons for the rest."""
    phrase = found_phrase(str(condition))
    if phrase:
        return Message(phrase_id(phrase.pattern), _facts(phrase.bound))
    match condition:
        case Comparison(quantity=quantity, values=values) if (
            quantity is OUTCOME and len(values) == 1
        ):
            return _outcome(Outcome(*values))
        case Comparison():
            return _comparison(condition)
        case Not(part):
            return message("condition.not", said=_nested(part))
        case AllOf(parts):
            return message("condition.all", all_of=list(_runs(parts)))
        case AnyOf(parts):
            return message("condition.any", any_of=[_nested(part) for part in parts])
        case _:
            assert_never(condition)


def _comparison(condition: Comparison) -> Message:
    """Return a comparison as a message: a quantity, whose it is, and its values."""
    quantity, facts = condition.quantity, dict[str, object]()
    if quantity.of_hand:
        facts["subject"] = condition.subject
    if quantity is OUTCOME:
        facts["did"] = "_".join(map(str, condition.chosen))
    if not quantity.is_fact:
        facts["values"] = _values(*condition.sign_and_values)
    if quantity in RANKS:
        return Message("quantity.coup.copies", {**facts, "letter": RANKS[quantity].letter})
    return Message(quantity_id(quantity), facts)


RANKS = {quantity: rank for rank, quantity in COPIES.items()}
"""The ranks by the quantities that count them."""


def quantity_id(quantity: Quantity) -> str:
    """Return the message id of a quantity.

    >>> quantity_id(OUTCOME)
    'quantity.coup.outcome'
    """
    whose = "hand" if quantity.of_hand else "coup"
    return f"quantity.{whose}.{quantity.name.replace(' ', '_')}"


def _values(sign: str, values: str) -> Message:
    text = with_capitals(values)
    match sign:
        case "=":
            return message("values.equal", text=text)
        case ">=":
            return message("values.least", text=text)
        case "<=":
            return message("values.most", text=text)
        case _:
            return message("values.among", text=text)


def _outcome(outcome: Outcome) -> Message:
    if outcome is Outcome.TIE:
        return message("condition.tie")
    return message("condition.wins", side=Side(outcome.value))


def phrase_id(pattern: str) -> str:
    """Return the message id of a phrase of the felt.

    >>> phrase_id("SIDE wins with a COUNT-card TOTAL")
    'phrase.side_wins_with_a_count_card_total'
    """
    return f"phrase.{re.sub('[^a-z0-9]+', '_', pattern.lower())}"


def _facts(bound: Bound) -> dict[str, object]:
    return {PHRASE_FACTS[word]: _READ.get(word, int)(value) for word, value in bound.items()}


PHRASE_FACTS = {
    "SIDE": "side",
    "OTHER": "other",
    "COUNT": "size",
    "RANK": "letter",
    "NUMBERS": "numbers",
    "TOTAL": "hand",
    "MARGIN": "margin",
    "POINTS": "points",
    "NUMBER": "count",
}
"""The names of the facts of a phrase, by its words in capitals."""

_READ: dict[str, Callable[[str], object]] = {
    "SIDE": Side,
    "OTHER": Side,
    "COUNT": {"two": 2, "three": 3}.__getitem__,
    "RANK": str,
    "NUMBERS": lambda value: [int(each) for each in value.split(",")],
}
"""Parsers for the words in capitals that are not a single number."""


def _runs(parts: tuple[Condition, ...]) -> Iterator[Message]:
    """Yield the longest phrases that consecutive parts form, and the other parts one by one."""
    while parts:
        length = next(
            (
                length
                for length in range(min(len(parts), MOST_PARTS), 1, -1)
                if found_phrase(str(AllOf(parts[:length])))
            ),
            1,
        )
        yield condition_message(AllOf(parts[:length])) if length > 1 else _nested(parts[0])
        parts = parts[length:]


def _nested(part: Condition) -> Message:
    """Return a nested part, in parentheses unless it is one comparison or phrase."""
    said = condition_message(part)
    is_joined = isinstance(part, AllOf | AnyOf) and not found_phrase(str(part))
    return message("condition.nested", said=said) if is_joined else said
