"""Record: a shoe as written down. `checks` verifies it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, structs

from puntobanco.cards import Card
from puntobanco.coup import Coup, Outcome, deal
from puntobanco.errors import NotationError, ShoeExhausted
from puntobanco.house import CLASSIC, HOUSES, House, stored_house
from puntobanco.settlement import Chips, Currency
from puntobanco.shoe import Shoe
from puntobanco.table import Fate

Coin = Literal["0.01", "1"]
"""The smallest coins that a record may count in."""

RecordedCard = Card | None
"""A card, or None for an unknown one, which is written ``??``."""


class RecordedBet(Struct, frozen=True, gc=False):
    """A stake, its result, and the net change of the guest's money."""

    seat: int
    key: str
    stake: Chips
    earned: Chips
    fate: Fate


class RecordedCoup(Struct, frozen=True, gc=False):
    """One coup.

    `cards` is in dealing order: Player, Banker, Player, Banker, then third cards, Player's first. A
    fifth card is Banker's if Player stood; `coup` has the two hands. `cards` is empty if none is
    known. Totals and outcome may be unknown too. An interrupted coup has only the cards that were
    dealt, and each of its stakes was returned or stands. The first line of a comment is beside the
    coup, further lines are below it.
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
    """The guest in a seat, and the chips brought to this shoe, if noted."""

    seat: int
    name: str
    brought: Chips | None = None


class RecordedGuestSeed(Struct, frozen=True):
    """A guest's commitment, in hexadecimal, and the seed unless it was withheld."""

    seat: int
    commitment: str
    seed: str | None = None


class RecordedPath(Struct, frozen=True):
    """The Merkle path of one card while the seed is secret, in hexadecimal."""

    position: int
    salt: str
    beside: tuple[str, ...]


class Promises(Struct, frozen=True):
    """The commitments to the order, in hexadecimal, and the seed once it was revealed."""

    scheme: str
    commitment: str = ""
    guests: tuple[RecordedGuestSeed, ...] = ()
    withheld: int | None = None
    root: str = ""
    seed: str | None = None


class Total(Struct, frozen=True):
    """A seat's net result for the whole shoe."""

    seat: int
    earned: Chips


class End(Struct, frozen=True):
    """The last line: whether the shoe was played to its end, and how many coups there were."""

    finished: bool
    coups: int


class Record(Struct, frozen=True, kw_only=True):
    """The record of one shoe.

    `rules` is the text of a house, or empty if only its name and decks are known. `order` is set if
    the order of the cards was given, not shuffled; then there are no commitments. `coin` is the
    smallest coin of the currency. Every amount is a whole number of it.
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
    """Return whether a record has its rules, or names a house of this package."""
    return bool(record.rules) or record.house in HOUSES


def with_bets_of(record: Record, seats: Mapping[int, int]) -> Record:
    """Return a record with one guest's bets only. `seats` has the guest's seat by coup number.

    It names nobody. The words of other guests stay, because the order of the cards depends on them.
    """
    coups = tuple(
        structs.replace(
            coup, bets=tuple(bet for bet in coup.bets if bet.seat == seats.get(coup.number))
        )
        for coup in record.coups
    )
    earned = dict.fromkeys(sorted(set(seats.values())), 0)
    for bet in (bet for coup in coups for bet in coup.bets):
        earned[bet.seat] += bet.earned
    return structs.replace(
        record,
        coups=coups,
        seats=tuple(
            structs.replace(each, name=f"Seat {each.seat}")
            for each in record.seats
            if each.seat in earned
        ),
        totals=tuple(Total(seat, Chips(won)) for seat, won in earned.items()),
        comment="",
    )


def house_of(record: Record) -> House:
    """Return the rules of a record. Raise if they cannot be read.

    An unknown house without rules counts as classic with its own number of decks, because every
    house deals by the same tableau.
    """
    return _house(record.house, record.decks, record.rules)


def currency_tag(currency: Currency) -> str:
    """Return the tag of a currency: its sign, or USD."""
    return currency.named or "USD"


def coin_of(currency: Currency) -> Coin:
    """Return the smallest coin of a currency."""
    return "0.01" if currency.digits else "1"


@lru_cache(maxsize=64)
def _house(name: str, decks: int, rules: str) -> House:
    return stored_house(rules) if rules else replace(HOUSES.get(name, CLASSIC), decks=decks)


# --- amounts --------------------------------------------------------------------------------------

DIGITS_OF_COIN = {"0.01": 2, "1": 0}
"""The digits behind the decimal point, by the smallest coin."""

LARGEST_AMOUNT = 10**15
"""The largest amount of a record. Every sum fits into 53 bits."""


def format_amount(chips: int, digits: int) -> str:
    """Write chips as an amount with all its digits.

    >>> format_amount(1250, 2), format_amount(7, 0), format_amount(5, 2)
    ('12.50', '7', '0.05')
    """
    if not digits:
        return str(chips)
    whole, part = divmod(chips, 10**digits)
    return f"{whole}.{part:0{digits}}"


def parse_amount(text: str, digits: int) -> Chips:
    """Read an amount. Missing digits behind the point are zeros.

    >>> parse_amount("12.5", 2), parse_amount("12", 2)
    (1250, 1200)
    """
    whole, _, part = text.partition(".")
    if len(part) <= digits and len(text) < 20:
        joined = whole + part
        if joined.isascii() and joined.isdigit() and whole:
            chips = int(joined) * 10 ** (digits - len(part))
            if chips <= LARGEST_AMOUNT:
                return Chips(chips)
    raise NotationError(text, expected=f"an amount with at most {digits} digits behind the point")


def format_change(chips: int, digits: int) -> str:
    """Write an amount won or lost, always with its sign."""
    return f"{'-' if chips < 0 else '+'}{format_amount(abs(chips), digits)}"


def parse_change(text: str, digits: int) -> Chips:
    """Read an amount won or lost."""
    if text[:1] not in {"+", "-"}:
        raise NotationError(text, expected="a change: + or - and an amount")
    chips = parse_amount(text[1:], digits)
    return Chips(-chips) if text[0] == "-" else chips
