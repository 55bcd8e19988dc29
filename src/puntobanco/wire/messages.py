"""Messages on the wire: ids and facts, which the page renders.

Values with a text form are strings. A bet or a house is its key, or a list with its own name. A
guest is a list of the name, the seat, and true if two guests have the same name.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from puntobanco.bets import Odds
from puntobanco.cards import Card
from puntobanco.roads.logic import DerivedRoad
from puntobanco.wire.parts import WireMessage
from puntobanco.words import GuestFact, Message, Named

PLAIN = frozenset({int, str, float, bool, type(None)})
"""The types of facts that JSON supports."""


def wire_message(message: Message) -> WireMessage:
    """Return a message as JSON data.

    >>> from puntobanco.words import message
    >>> wire_message(message("coup.dealt.brief", short=Card.parse("9h")))
    WireMessage(id='coup.dealt.brief', facts={'short': '9h'}, audience=4095)
    """
    return WireMessage(message.id, _facts(message), message.audience)


def wire_messages(messages: Iterable[Message]) -> list[WireMessage]:
    """Return messages as JSON data."""
    return [wire_message(each) for each in messages]


def _facts(message: Message) -> dict[str, Any]:
    return {
        name: fact if type(fact) in PLAIN else _fact(fact) for name, fact in message.facts.items()
    }


def _fact(fact: object) -> Any:  # noqa: ANN401 - any JSON
    match fact:
        case Message():
            return [fact.id, _facts(fact)]
        case Named(name, key):
            return key or [name]
        case GuestFact(name, seat, is_shared):
            return [name, seat, True] if is_shared else [name, seat]
        case list() | tuple():
            return [_fact(each) for each in fact]
        case Card() | Odds():
            return str(fact)
        case DerivedRoad():
            return fact.key
        case Enum():
            return fact.value
        case None | int() | float() | str():
            return fact
        case _:
            raise TypeError(f"{fact!r} is no fact")
