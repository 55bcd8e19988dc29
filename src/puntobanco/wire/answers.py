"""Every answer of the server over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from puntobanco.table import Phase
from puntobanco.wire.parts import Currency, Dealing, House, Limits, WinCell, WireMessage, WireStruct


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a response."""


class ErrorFacts(WireStruct, frozen=True):
    """A code and a reason in English for programs, and a message for a guest, if one may see it."""

    code: str
    reason: str
    said: WireMessage | None


class Error(Answer, frozen=True):
    """Why a request was refused."""

    error: ErrorFacts


class Health(Answer, frozen=True):
    """Whether the log can be written, and how much there is to do."""

    status: str
    tables: int
    sockets: int
    damaged: list[str]
    """The tables that stay closed because they are damaged; of a private one only how it starts."""


class GuestName(Answer, frozen=True):
    """The name of a guest, as it was cleaned."""

    name: str


class OwnSeat(WireStruct, frozen=True):
    """A table at which the guest sits."""

    table: str
    seat: int


class Me(Answer, frozen=True):
    """The guest who asks: the seats, and the tables that the guest has opened."""

    name: str
    tables: list[OwnSeat]
    opened: list[str]


class Houses(Answer, frozen=True):
    """The houses with a name."""

    houses: list[House]


class LobbyEntry(Answer, frozen=True):
    """A table as the lobby lists it."""

    table: str
    house: str
    decks: int
    currency: Currency
    limits: Limits | None
    private: bool
    dealing: Dealing
    guests: list[str]
    seats: int
    free: int
    watching: int
    phase: Phase
    shoe: int
    coups: int
    left: int
    opened: int
    """When it was opened, in milliseconds since 1970."""
    big_road: list[WinCell]
    decisions: str
    said: WireMessage
    """The latest runs of the big road."""


Reach = Literal["machine", "network", "named"]
"""Who can open a link: this machine alone, its network, or whoever can reach a given name."""


class Invitation(Answer, frozen=True):
    """The link to a table, and who hands it on."""

    link: str
    reach: Reach
    qr: list[str]
    """The rows of the link's QR code, 1 for a dark module, without the light border."""
    by: str | None
    """The guest whose mark is in the link that was opened, if still there."""
    host: str
    """Who opened the table."""
    house: str
    currency: Currency
    limits: Limits | None


class DamagedEntry(WireStruct, frozen=True):
    """A table that stays closed until it is repaired."""

    table: str
    host: str


class Tables(Answer, frozen=True):
    """The public tables, and the guest's own private ones."""

    tables: list[LobbyEntry]
    damaged: list[DamagedEntry]


class ShoeEntry(WireStruct, frozen=True):
    """A shoe of a table; it is finished when its secret was shown."""

    shoe: int
    coups: int
    finished: bool
    started: int


class Shoes(Answer, frozen=True):
    """The shoes of a table, newest first."""

    shoes: list[ShoeEntry]


Point = Annotated[list[int], Meta(min_length=4, max_length=4)]


class Bankroll(Answer, frozen=True):
    """The guest's money since sitting down; points are [coups, shoe, bankroll, bought]."""

    seat: int
    coups: int
    left_out: int
    """Points that are too old to be given."""
    points: list[Point]


class CardPath(Answer, frozen=True):
    """What shows that a card lay where the root promised."""

    position: int
    card: str
    salt: str
    beside: list[str]
    root: str
    size: int


class OutcomeOrders(WireStruct, frozen=True):
    """In how many orders of six cards each outcome comes about, as text."""

    player: str
    banker: str
    tie: str


class BetOdds(WireStruct, frozen=True):
    """Exact odds of a bet; the edge in percent, and exactly as text."""

    key: str
    name: str
    pays: str
    edge: float
    edge_exact: str
    sd: float
    win: float
    push: float
    lose: float


class Odds(Answer, frozen=True):
    """Exact odds of the cards that no guest has seen, of the bets that are quickly counted."""

    available: Literal[True]
    shoe: int
    coups: int
    cards: int
    orders: str
    outcomes: OutcomeOrders
    bets: list[BetOdds]


class NoOdds(Answer, frozen=True):
    """Why there are no odds."""

    available: Literal[False]
    reason: str
    """In English."""
    said: WireMessage | None


ANSWERS = (
    Error,
    Health,
    GuestName,
    Me,
    Houses,
    LobbyEntry,
    Invitation,
    Tables,
    Shoes,
    Bankroll,
    CardPath,
    Odds,
    NoOdds,
)
