"""The parts of frames and responses: messages, houses, seats, shoes, coups and roads.

`puntobanco.wire` doesn't import this module, because the terminal doesn't need it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, Literal

from msgspec import Struct

from puntobanco.bets import Odds, Spot
from puntobanco.cards import Card
from puntobanco.coup import Outcome
from puntobanco.house import Ties
from puntobanco.roads.board import DerivedRoad, Mark
from puntobanco.settlement import SignPlace
from puntobanco.table import Phase
from puntobanco.tableau import Side
from puntobanco.words import GuestFact, Message, Named

Dealing = Literal["button"] | int
"""When a table deals: when its guests are ready, or after so many seconds."""


class WireStruct(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a frame or a response."""


class WireMessage(WireStruct, frozen=True, array_like=True):
    """A message without words: the id of a template, its facts, and its audience."""

    id: str
    facts: dict[str, Any]
    """By name. The name determines the kind. Cards and odds are strings."""
    audience: int
    """Twelve bits, four per level: shown, then spoken; to the guest concerned, then to others."""


# --- houses -----------------------------------------------------------------------------------


class Currency(WireStruct, frozen=True):
    """The currency of the chips."""

    sign: str
    place: SignPlace
    """The side of an amount on which the sign is written."""
    digits: Literal[0, 2]
    """Decimal places: with 2, a hundred chips make one unit of the currency."""


class Limits(WireStruct, frozen=True):
    """The limits of a stake on one spot, in chips."""

    minimum: int
    maximum: int
    side_maximum: int
    step: int


class BetLine(WireStruct, frozen=True):
    """One line of a bet: when it applies, and the odds it pays."""

    when: WireMessage
    pays: str


class Bet(WireStruct, frozen=True):
    """A bet on the felt. Its limits are null if the house takes no wagers."""

    key: str
    name: str
    renamed: bool
    """Whether the house named it. Such a name is the same in every language."""
    spot: Spot
    main: bool
    pays: list[str]
    """All odds, such as 19/20."""
    plain_pays: list[str]
    """The odds of a plain win."""
    best_pays: WireMessage | None
    """The best of several odds, for a narrow spot."""
    rule: WireMessage | None
    """A short description of when it wins, or null for a plain bet."""
    lines: list[BetLine]
    """The first line that applies decides. If none applies, the bet loses."""
    minimum: int | None
    maximum: int | None
    step: int | None


class Tableau(WireStruct, frozen=True):
    """The drawing rules: true means draw, false means stand."""

    player: list[bool]
    """By Player's holding, 0 to 7."""
    banker: list[list[bool]]
    """By Banker's holding, 0 to 7; in each: Player stood, then Player's third card 0 to 9."""


class House(WireStruct, frozen=True):
    """The rules of a table, and its felt."""

    name: str
    decks: int
    cards: int
    every_coup: bool
    """Whether the shoe is shuffled before every coup."""
    ties: Ties
    currency: Currency
    limits: Limits | None
    """Null if the house takes no wagers."""
    tableau: Tableau
    rules: str
    """The house as TOML. A shoe's commitment covers this text."""
    said: list[WireMessage]
    """The rules as messages."""
    felt: list[Bet]


# --- coups ------------------------------------------------------------------------------------


class Square(WireStruct, frozen=True):
    """The square of the tableau that decided. `third` is null if Player stood."""

    side: Side
    holding: int
    third: int | None


class Coup(WireStruct, frozen=True):
    """A coup and what follows from its cards."""

    coup: str
    player: list[str]
    banker: list[str]
    cards: list[str]
    """The cards of both hands in dealing order."""
    outcome: Outcome
    player_total: int
    banker_total: int
    natural: bool
    """Whether a natural ended it."""
    naturals: list[Side]
    """The sides with a natural."""
    squares: list[Square]
    """The squares that decided it. Empty if a natural ended it."""
    pairs: list[Side]
    """The sides whose first two cards are a pair."""


class NumberedCoup(Coup, frozen=True):
    """A coup of the current shoe. `position` is that of its first card, from 0."""

    number: int
    position: int


# --- the table --------------------------------------------------------------------------------


class Stake(WireStruct, frozen=True):
    """A stake on a bet."""

    key: str
    stake: int


class Wager(WireStruct, frozen=True):
    """A guest's total stake on a spot. It is standing if a tie left it there."""

    key: str
    stake: int
    standing: bool


class Seat(WireStruct, frozen=True):
    """A guest's chips and stakes. `bankroll` includes stakes, `available` does not."""

    name: str
    bankroll: int
    bought: int
    staked: int
    available: int
    coups_bet: int
    wagers: list[Wager]
    """One for each key, in the order they were first placed."""
    last: list[Stake]
    """The stakes of the guest's last coup with bets."""


class RevealedSeed(WireStruct, frozen=True):
    """A guest's seed."""

    seat: int
    seed: str


class ShoeState(WireStruct, frozen=True):
    """The table without its seats and coups."""

    phase: Phase
    shoe: int
    commitment: str
    root: str
    promised: list[int]
    """The seats that have committed to a seed."""
    revealed: list[RevealedSeed]
    burned: str | None
    hidden: int
    """Cards that were burned face down."""
    cards: int
    place: int
    """Cards that have left the shoe."""
    left: int
    cut_card_out: bool
    last_coup: bool
    """Whether the next coup is the last of the shoe."""
    coups_dealt: int


class State(ShoeState, frozen=True):
    """Everything that a table shows."""

    coups: list[NumberedCoup]
    last: Coup | None
    """The last coup on the roads. Its shoe may be over."""
    won: list[str]
    """The keys of the bets that won in it, placed or not."""
    seats: dict[str, Seat]


# --- roads ------------------------------------------------------------------------------------


class BeadCell(WireStruct, frozen=True):
    """A coup on the bead plate."""

    column: int
    row: int
    outcome: Outcome
    banker_pair: bool
    player_pair: bool


class WinCell(WireStruct, frozen=True):
    """A win on the big road, with the ties after it."""

    column: int
    row: int
    side: Side
    ties: int


class Marks(WireStruct, frozen=True):
    """The next mark of each derived road, or null if there is none."""

    big_eye_boy: Mark | None
    small_road: Mark | None
    cockroach_pig: Mark | None


class Asked(WireStruct, frozen=True):
    """The marks that the derived roads would get if a side won next."""

    banker: Marks
    player: Marks


# --- how the page shows it -------------------------------------------------------------------


class Durations(WireStruct, frozen=True):
    """How long the page takes for each part of a coup, in milliseconds, at its calm pace."""

    clearing: int
    """The last coup's cards leave the felt."""
    slide: int
    """A card slides from the shoe to its place."""
    turn: int
    """The card is turned over."""
    deciding: int
    """A fifth or sixth card that decides the coup is turned slowly."""
    call: int
    cut_card: int
    decision: int
    """A hand draws or stands by the tableau."""
    natural: int
    result: int
    paying: int
    no_bets: int
    """The result stays on screen if there is nothing to pay."""
    holding: int
    """The final board of a shoe stays on screen."""
    shuffling: int
    burn_card: int
    """The burn card is shown."""


PLAIN = frozenset({int, str, float, bool, type(None)})
"""The types of facts that JSON supports."""


def wire_message(message: Message) -> WireMessage:
    """Return a message as JSON data: its id and facts, which the page renders.

    Values with a text form are strings. A bet or a house is its key, or a list with its own name. A
    guest is a list of the name, the seat, and true if two guests have the same name.

    >>> from puntobanco.words import message
    >>> wire_message(message("coup.dealt.brief", short=Card.parse("9h")))
    WireMessage(id='coup.dealt.brief', facts={'short': '9h'}, audience=4095)
    """
    return WireMessage(message.id, _facts(message), message.audience)


def wire_messages(messages: Iterable[Message]) -> list[WireMessage]:
    """Return messages as JSON data."""
    return [wire_message(each) for each in messages]


def _facts(message: Message) -> dict[str, Any]:
    return {name: _fact(fact) for name, fact in message.facts.items()}


def _fact(fact: object) -> Any:  # noqa: ANN401 - any JSON
    kind = type(fact)
    if kind in PLAIN:
        return fact
    if kind in _JSON:
        return _JSON[kind](fact)
    if isinstance(fact, Enum):
        return fact.value
    raise TypeError(f"{fact!r} is no fact")


def _list(facts: Iterable[object]) -> list[Any]:
    return [_fact(each) for each in facts]


def _guest(guest: GuestFact) -> list[Any]:
    return [*guest] if guest.is_shared else [guest.name, guest.seat]


_JSON: dict[type, Callable[[Any], Any]] = {
    Message: lambda said: [said.id, _facts(said)],
    Named: lambda named: named.key or [named.name],
    GuestFact: _guest,
    list: _list,
    tuple: _list,
    Card: str,
    Odds: str,
    DerivedRoad: lambda road: road.key,
}
"""How facts of other types are written. A table is faster than `match`: a coup has hundreds."""
