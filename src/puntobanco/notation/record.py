"""Record: a shoe as it was written down. `checks` finds out whether it is true."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from puntobanco.cards import Card
from puntobanco.coup import Coup, Outcome, deal
from puntobanco.errors import ShoeExhausted
from puntobanco.house import CLASSIC, HOUSES, House, stored_house
from puntobanco.settlement import Chips, Currency
from puntobanco.shoe import Shoe
from puntobanco.table import Fate

Coin = Literal["0.01", "1"]
"""The smallest coins that a record may count in."""

RecordedCard = Card | None
"""A card, or None for an unknown one, which is written ``??``."""


class RecordedBet(Struct, frozen=True, gc=False):
    """A stake, what became of it, and the net change of the guest's money."""

    seat: int
    key: str
    stake: Chips
    earned: Chips
    fate: Fate


class RecordedCoup(Struct, frozen=True, gc=False):
    """One coup.

    `cards` is in dealing order: Player, Banker, Player, Banker, then third cards, Player's first. A
    fifth card is Banker's where Player stood; `coup` tells the two hands apart. `cards` is empty
    where none is known; totals and outcome may be unknown too. An interrupted coup has only the
    cards that were dealt, and each of its stakes was returned or stands. The first line of a
    comment is written beside the coup, further lines below it.
    """

    number: int
    cards: tuple[RecordedCard, ...]
    player_total: int | None = None
    banker_total: int | None = None
    outcome: Outcome | None = None
    bets: tuple[RecordedBet, ...] = ()
    comment: str = ""
    interrupted: bool = False

    @property
    def known_cards(self) -> tuple[Card, ...] | None:
        """The cards, if all are known."""
        known = tuple(card for card in self.cards if card)
        return known if len(known) == len(self.cards) else None

    @property
    def coup(self) -> Coup | None:
        """Both hands, if all cards are known and the tableau deals exactly these."""
        known = self.known_cards
        if not known or self.interrupted:
            return None
        try:
            whole, rest = deal(Shoe(known))
        except ShoeExhausted:
            return None
        return None if rest.left else whole


class RecordedSeat(Struct, frozen=True):
    """Who sat there, and the chips brought to this shoe if that was noted."""

    seat: int
    name: str
    brought: Chips | None = None


class RecordedGuestSeed(Struct, frozen=True):
    """A guest's commitment, in hexadecimal, and the seed unless it was withheld."""

    seat: int
    commitment: str
    seed: str | None = None


class RecordedPath(Struct, frozen=True):
    """What shows one card while the seed is secret, in hexadecimal."""

    position: int
    salt: str
    beside: tuple[str, ...]


class Promises(Struct, frozen=True):
    """What was promised about the order, in hexadecimal, and the seed once it was revealed."""

    scheme: str
    commitment: str = ""
    guests: tuple[RecordedGuestSeed, ...] = ()
    withheld: int | None = None
    root: str = ""
    seed: str | None = None


class Total(Struct, frozen=True):
    """What a seat won or lost in the whole shoe."""

    seat: int
    earned: Chips


class End(Struct, frozen=True):
    """The last line: whether the shoe was played to its end, and how many coups there were."""

    finished: bool
    coups: int


class Record(Struct, frozen=True, kw_only=True):
    """The record of one shoe.

    `rules` is the text of a house, or empty where only its name and decks are known. `order` says
    that the order of the cards was given, and so not shuffled; nothing is promised about it then.
    `coin` is the smallest coin of the currency; every amount is a whole number of it.
    """

    version: Literal[1] = 1
    table: str = ""
    shoe: int | None = None
    date: datetime | None = None
    currency: str = "USD"
    coin: Coin = "0.01"
    house: str = "classic"
    decks: int = 8
    rules: str = ""
    order: Literal["given"] | UnsetType = UNSET
    promises: Promises | None = None
    seats: tuple[RecordedSeat, ...] = ()
    comment: str = ""
    burn: tuple[RecordedCard, ...] = ()
    coups: tuple[RecordedCoup, ...] = ()
    paths: tuple[RecordedPath, ...] = ()
    totals: tuple[Total, ...] = ()
    end: End | None = None


def knows_rules(record: Record) -> bool:
    """Whether a record holds its rules, or names a house of this package."""
    return bool(record.rules) or record.house in HOUSES


def house_of(record: Record) -> House:
    """The rules that a record was played by; raises where they cannot be read.

    An unknown house without rules is taken as classic with its own number of decks: every house
    deals by the same tableau.
    """
    return _house(record.house, record.decks, record.rules)


def currency_tag(currency: Currency) -> str:
    """The tag of a currency: the sign that a house gave it."""
    return currency.named or "USD"


def coin_of(currency: Currency) -> Coin:
    """The smallest coin of a currency."""
    return "0.01" if currency.digits else "1"


@lru_cache(maxsize=64)
def _house(name: str, decks: int, rules: str) -> House:
    return stored_house(rules) if rules else replace(HOUSES.get(name, CLASSIC), decks=decks)
