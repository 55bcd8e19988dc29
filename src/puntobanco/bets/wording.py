"""A condition in the words of the felt: as a message, and in English.

`parse_condition` reads the English words as the same condition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import assert_never

from puntobanco.bets.conditions import AllOf, AnyOf, Comparison, Condition, Not
from puntobanco.bets.phrases import MOST_PARTS, Bound, found_phrase, with_capitals
from puntobanco.bets.quantities import COPIES, OUTCOME, Quantity
from puntobanco.coup import Outcome
from puntobanco.tableau import Side
from puntobanco.words import Message, in_english, message


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
    """A quantity, of whom, and which values it has."""
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
"""The ranks that are counted, by the quantities that count them."""


def quantity_id(quantity: Quantity) -> str:
    """The id of a quantity.

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
    """The id of a phrase of the felt.

    >>> phrase_id("SIDE wins with a COUNT-card TOTAL")
    'phrase.side_wins_with_a_count_card_total'
    """
    return f"phrase.{re.sub('[^a-z0-9]+', '_', pattern.lower())}"


def _facts(bound: Bound) -> dict[str, object]:
    """Return the values of a phrase's words in capitals, as facts."""
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
"""What reads the value of each word in capitals that is not one number."""


def _runs(parts: tuple[Condition, ...]) -> Iterator[Message]:
    """The longest phrases that some consecutive parts make; what makes none, part by part."""
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
    """A part within others, in parentheses unless it is one comparison or one phrase."""
    said = condition_message(part)
    is_joined = isinstance(part, AllOf | AnyOf) and not found_phrase(str(part))
    return message("condition.nested", said=said) if is_joined else said
