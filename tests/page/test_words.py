"""The page words messages exactly as the package does, in every language."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import msgspec
import pytest

from puntobanco.announcer.catalogues import catalogue
from puntobanco.bets import Odds
from puntobanco.cards import DECK
from puntobanco.house import HOUSES
from puntobanco.settlement import DOLLARS, Currency, SignPlace
from puntobanco.web.room.views import currency_view
from puntobanco.wire.parts import wire_messages
from puntobanco.words import FACT_KINDS, LANGUAGES, GuestFact, Kind, ListOf, Message, Named
from tests import node
from tests.announcer.catalogues import wanted
from tests.words.test_catalogues import LONGEST

SCRIPT = Path(__file__).with_name("words.js")

MORE: dict[Kind, list[object]] = {
    Kind.NUMBER: [0, 1, 2, 999, 1_000, 12_345, 1_000_000],
    Kind.MONEY: [0, 1, 1_00, 999_99, 1_000_00, 1_234_567_89, -5],
    Kind.ODDS: [Odds(0), Odds(1, 2), Odds(19, 20), Odds(8)],
    Kind.PAYS: [[Odds(8)], [Odds(1, 2), Odds(1)], [Odds(12), Odds(20), Odds(12)]],
    Kind.CARD: [*DECK],
    Kind.SHORT_CARD: [*DECK, None],
    Kind.BET: [Named("Ours & theirs")],
    Kind.HOUSE: [Named("Corner"), *(Named(name, name) for name in HOUSES)],
    Kind.GUEST: [
        GuestFact(None, 7),
        GuestFact("Ada", 3, is_shared=True),
        GuestFact("You", 1),
        GuestFact("庄", 2),
    ],
    Kind.HOLDINGS: [[0], [0, 1], [6, 7], [0, 1, 2, 3, 4, 5], [0, 2, 4]],
    Kind.MESSAGE: [Message("rule.natural", {})],
}
"""Values with special wording, besides the longest ones."""


def values(name: str) -> list[object]:
    """Return values of a fact. For a list, return lists of different lengths."""
    kind = FACT_KINDS[name]
    if not isinstance(kind, ListOf):
        return _of(kind)
    each = _of(kind.kind)
    return [each[:1], each[:2], (each * 3)[:3], each]


def _of(kind: Kind) -> list[object]:
    long = [list(each) if isinstance(each, range) else each for each in LONGEST[kind]]
    return [*long, *MORE.get(kind, [])]


def messages() -> list[Message]:
    """Return messages of every id, with every value of every fact."""
    found = []
    for id_, names in wanted().items():
        columns = [values(name) for name in sorted(names)]
        longest = max(map(len, columns), default=1)
        rows = product(*columns) if len(columns) < 2 else _rows(columns, longest)
        found += [Message(id_, dict(zip(sorted(names), row, strict=True))) for row in rows]
    return found


def _rows(columns: list[list[object]], longest: int) -> list[tuple[object, ...]]:
    """Return as many rows as the longest column has values. Shorter columns repeat."""
    return [tuple(column[at % len(column)] for column in columns) for at in range(longest)]


def has_money(each: Message) -> bool:
    """Return whether a message may look different in another currency."""
    kinds = (FACT_KINDS[name] for name in each.facts)
    plain = {kind.kind if isinstance(kind, ListOf) else kind for kind in kinds}
    return not plain.isdisjoint({Kind.MONEY, Kind.CURRENCY, Kind.BALANCE, Kind.MESSAGE})


CURRENCIES = [DOLLARS, Currency("€", SignPlace.AFTER), Currency("¥", digits=0)]


@pytest.mark.parametrize("currency", CURRENCIES, ids=lambda currency: currency.sign)
def test_the_page_words_every_message_as_the_package_does(currency: Currency) -> None:
    every = [each for each in messages() if currency is DOLLARS or has_money(each)]
    plain = [[each.id, each.facts] for each in wire_messages(every)]
    given = {
        "messages": {language: msgspec.to_builtins(plain) for language in LANGUAGES},
        "currency": msgspec.to_builtins(currency_view(currency)),
    }
    found = node.run(SCRIPT, given=given)
    for language in LANGUAGES:
        render = catalogue(language, currency).render
        assert found[language] == [render(each) for each in every]
