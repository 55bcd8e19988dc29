"""The parts of frames and answers: messages, houses, seats, shoes, coups and roads.

`puntobanco.wire` doesn't import this module, because the terminal doesn't need it.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from puntobanco.bets import Spot
from puntobanco.coup import Outcome
from puntobanco.house import Ties
from puntobanco.roads.logic import Mark
from puntobanco.settlement import SignPlace
from puntobanco.table import Phase
from puntobanco.tableau import Side

Dealing = Literal["button"] | int
"""When a table deals: when its guests are ready, or after so many seconds."""


class WireStruct(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a frame or an answer."""


class WireMessage(WireStruct, frozen=True, array_like=True):
    """What is said, for the page to word: the id of a template, the facts for it, and for whom."""

    id: str
    facts: dict[str, Any]
    """By names that tell their kinds. Cards, odds and what else has a text are strings."""
    audience: int
    """Twelve bits: for each level, to read by the guest concerned and by others, then to hear."""


# --- houses -----------------------------------------------------------------------------------


class Currency(WireStruct, frozen=True):
    """What chips are the smallest coins of."""

    sign: str
    place: SignPlace
    """On which side of an amount the sign stands."""
    digits: Literal[0, 2]
    """Behind the decimal sign: a hundred chips are one of it, or each chip is."""


class Limits(WireStruct, frozen=True):
    """What may be staked on a spot, in chips."""

    minimum: int
    maximum: int
    side_maximum: int
    step: int


class BetLine(WireStruct, frozen=True):
    """One line of a bet: when it applies, and the odds it pays."""

    when: WireMessage
    pays: str


class Bet(WireStruct, frozen=True):
    """A bet of the felt; its limits are null where the house takes no wagers."""

    key: str
    name: str
    renamed: bool
    """Whether the house gave it its name, which is then the same in every language."""
    spot: Spot
    main: bool
    pays: list[str]
    """All odds, such as 19/20."""
    plain_pays: list[str]
    """The odds of a plain win."""
    best_pays: WireMessage | None
    """The best of several odds, for a narrow spot."""
    rule: WireMessage | None
    """When it wins, in a few words; null for a plain bet."""
    lines: list[BetLine]
    """The first line that applies decides; whatever is not named loses."""
    minimum: int | None
    maximum: int | None
    step: int | None


class Tableau(WireStruct, frozen=True):
    """Who draws a third card; a hand that does not draw stands."""

    player: list[bool]
    """Whether Player draws, by its holding from 0 to 7."""
    banker: list[list[bool]]
    """By Banker's holding: where Player stood, then by Player's third card from 0 to 9."""


class House(WireStruct, frozen=True):
    """The rules of a table, and its felt."""

    name: str
    decks: int
    cards: int
    every_coup: bool
    """Whether every coup has a shoe of its own."""
    ties: Ties
    currency: Currency
    limits: Limits | None
    """Null where the house takes no wagers."""
    tableau: Tableau
    rules: str
    """The house as TOML, the text that a shoe's commitment covers."""
    said: list[WireMessage]
    """The rules, as a guest would ask for them."""
    felt: list[Bet]


# --- coups ------------------------------------------------------------------------------------


class Square(WireStruct, frozen=True):
    """The square of the tableau that decided; `third` is null where Player stood."""

    side: Side
    holding: int
    third: int | None


class Coup(WireStruct, frozen=True):
    """A coup and what follows from its cards."""

    coup: str
    player: list[str]
    banker: list[str]
    cards: list[str]
    """Those of both hands, in the order in which they were dealt."""
    outcome: Outcome
    player_total: int
    banker_total: int
    natural: bool
    """Whether 8 or 9 in two cards, on either side, ended it."""
    naturals: list[Side]
    """The sides that had it."""
    squares: list[Square]
    """The squares that decided it; none where a natural ended it."""
    pairs: list[Side]
    """The sides whose first two cards are a pair."""


class NumberedCoup(Coup, frozen=True):
    """A coup of the shoe on the table; `position` is the place of its first card, from 0."""

    number: int
    position: int


# --- the table --------------------------------------------------------------------------------


class Stake(WireStruct, frozen=True):
    """A stake on a bet."""

    key: str
    stake: int


class Wager(WireStruct, frozen=True):
    """All that lies on a spot; it is standing when a tie left it there."""

    key: str
    stake: int
    standing: bool


class Seat(WireStruct, frozen=True):
    """A guest's chips and stakes. `bankroll` includes what is staked, `available` does not."""

    name: str
    bankroll: int
    bought: int
    staked: int
    available: int
    coups_bet: int
    wagers: list[Wager]
    """In the order of the first chip, one for each key."""
    last: list[Stake]
    """The stakes of the last coup with bets."""


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
    """Whether the coming coup is known to be the last of the shoe."""
    coups_dealt: int


class State(ShoeState, frozen=True):
    """Everything that a table shows."""

    coups: list[NumberedCoup]
    last: Coup | None
    """The last coup on the roads; its shoe may be over."""
    won: list[str]
    """The keys of the bets that it won, whether anybody had placed them or not."""
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
    """The next mark of each derived road; null where there is none."""

    big_eye_boy: Mark | None
    small_road: Mark | None
    cockroach_pig: Mark | None


class Asked(WireStruct, frozen=True):
    """What the derived roads would show if a side won next."""

    banker: Marks
    player: Marks


# --- how the page shows it -------------------------------------------------------------------


class Durations(WireStruct, frozen=True):
    """Milliseconds of each part of what the page shows, at its calm pace."""

    clearing: int
    """The last coup's cards leave the felt."""
    slide: int
    """A card comes from the shoe to its place."""
    turn: int
    """It is turned there."""
    call: int
    cut_card: int
    decision: int
    """A hand draws or stands, by a square of the tableau."""
    natural: int
    result: int
    paying: int
    no_bets: int
    """The result stays in sight where there is nothing to pay."""
    holding: int
    """The last board of a shoe stays."""
    shuffling: int
    burn_card: int
    """The burn card lies open."""
