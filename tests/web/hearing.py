"""Render messages from the wire in English, as a page does."""

from __future__ import annotations

from typing import Any

from puntobanco.announcer.audience import Level, Sense, listening, messages_for
from puntobanco.announcer.catalogues import catalogue
from puntobanco.bets import CATALOGUE, Odds
from puntobanco.cards import Card
from puntobanco.coup import Outcome
from puntobanco.tableau import Side
from puntobanco.words import FACT_KINDS, GuestFact, Kind, ListOf, Message, Named

Wired = list[Any]
"""A message as it is sent: an id, facts, and for whom."""


def english(
    said: list[Wired], level: str = "normal", *, is_own: bool = False, sense: Sense = Sense.EYE
) -> list[str]:
    """Return the lines that a guest reads or hears at a level."""
    who = listening(Level(level), sense, is_own=is_own)
    return [catalogue("en").render(each) for each in messages_for(who, map(message_of, said))]


def message_of(wired: Wired) -> Message:
    id_, facts, *audience = wired
    return Message(id_, {name: _fact(name, fact) for name, fact in facts.items()}, *audience)


def _fact(name: str, fact: Any) -> object:  # noqa: ANN401 - any JSON
    kind = FACT_KINDS[name]
    if isinstance(kind, ListOf):
        return [_one(kind.kind, each) for each in fact]
    return [Odds(each) for each in fact] if kind is Kind.PAYS else _one(kind, fact)


def _one(kind: Kind, fact: Any) -> object:  # noqa: ANN401 - any JSON
    match kind:
        case Kind.CARD | Kind.SHORT_CARD:
            return fact and Card.parse(fact)
        case Kind.ODDS:
            return Odds(fact)
        case Kind.SIDE:
            return Side(fact)
        case Kind.OUTCOME:
            return Outcome(fact)
        case Kind.BET | Kind.HOUSE:
            return Named(*fact) if isinstance(fact, list) else Named(_name(fact), fact)
        case Kind.GUEST:
            return GuestFact(*fact)
        case Kind.MESSAGE:
            return message_of(fact)
        case _:
            return fact


def _name(key: str) -> str:
    return CATALOGUE[key].name if key in CATALOGUE else key
