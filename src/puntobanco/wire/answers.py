"""Every response body of the server."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from puntobanco.table import Phase
from puntobanco.wire.frames import EncodedEvent, Roads
from puntobanco.wire.parts import (
    Currency,
    Dealing,
    Durations,
    House,
    Limits,
    ShoeState,
    Square,
    Tableau,
    WinCell,
    WireMessage,
    WireStruct,
)


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a response."""


class ErrorFacts(WireStruct, frozen=True):
    """A code and an English reason for programs, and a message for the guest, or null."""

    code: str
    reason: str
    said: WireMessage | None


class Error(Answer, frozen=True):
    """The reason for a refused request."""

    error: ErrorFacts


class Health(Answer, frozen=True):
    """The health and load of the server."""

    status: str
    tables: int
    sockets: int
    damaged: list[str]
    """Damaged tables, which stay closed. For a private one, only the start of its id."""


class GuestName(Answer, frozen=True):
    """The name of a guest, after cleaning."""

    name: str


class OwnSeat(WireStruct, frozen=True):
    """A table and the guest's seat at it."""

    table: str
    seat: int


class Me(Answer, frozen=True):
    """The guest's name, seats, and opened tables."""

    name: str
    tables: list[OwnSeat]
    opened: list[str]


class Houses(Answer, frozen=True):
    """The named houses."""

    houses: list[House]


class LobbyEntry(Answer, frozen=True):
    """A table in the lobby."""

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
    good_road: str | None
    """The key of the good road that spans the most coups, or null."""


Reach = Literal["machine", "network", "named"]
"""The reach of a link: this machine, its network, or anywhere by a given name."""


class Invitation(Answer, frozen=True):
    """The link to a table, and the inviting guest."""

    link: str
    reach: Reach
    qr: list[str]
    """The rows of the link's QR code, 1 for a dark module, without the light border."""
    by: str | None
    """The guest whom the opened link identifies, if still at the table."""
    host: str
    """The guest who opened the table."""
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
    notice: WireMessage | None
    """The current notice from the house to everyone, or null."""


class ShoeEntry(WireStruct, frozen=True):
    """A shoe of a table. It is finished once its secret is revealed."""

    shoe: int
    coups: int
    finished: bool
    started: int


class ShoeRoads(Answer, frozen=True):
    """The roads of a shoe."""

    roads: Roads


class Shoes(Answer, frozen=True):
    """The shoes of a table, newest first."""

    shoes: list[ShoeEntry]


class Edges(WireStruct, frozen=True):
    """The house edge of each bet in percent, computed from the unseen cards."""

    cards: int
    """The number of unseen cards."""
    percent: dict[str, float]
    """By the key of the bet, for bets that can be counted quickly."""


class CoupReplay(WireStruct, frozen=True):
    """A coup of a finished shoe, with your bets only."""

    seat: int | None
    """Your seat at that time, or null."""
    before: ShoeState
    events: list[EncodedEvent]
    """The coup, and how your bets did."""
    odds: Edges | None
    """The odds before the coup, or null if they can't be counted."""


class ShoeReplay(Answer, frozen=True):
    """A finished shoe, coup by coup."""

    table: str
    shoe: int
    house: House
    durations: Durations
    """How long the page shows each step, in milliseconds."""
    coups: list[CoupReplay]


class DrillProgress(WireStruct, frozen=True):
    """How many topics of a drill you have learned."""

    kind: str
    learned: int
    topics: int


class DrillQuestion(WireStruct, frozen=True):
    """One question. The answer is one of the choices, or a number."""

    number: int
    kind: str
    ask: WireMessage
    choices: list[str]
    reply: str
    """The kind of answer: `yes_no`, `draw_stand`, `outcome`, `mark`, `pay` or `number`."""


class DrillMistake(WireStruct, frozen=True):
    """A question that you answered wrong, and why."""

    ask: WireMessage
    why: WireMessage


class DrillReport(WireStruct, frozen=True):
    """The result of a set of questions."""

    right: int
    asked: int
    seconds: int
    late: bool
    """Whether time was up."""
    mistakes: list[DrillMistake]


class DrillSet(Answer, frozen=True):
    """The progress through a set of questions. At its end it has a report, and no question."""

    seed: str
    """Repeats the set."""
    kind: str
    test: bool
    left: int
    """How many questions are left."""
    seconds_left: int | None
    question: DrillQuestion | None
    report: DrillReport | None


class DrillAnswered(Answer, frozen=True):
    """The response to an answer. In a test, it has only the set."""

    right: bool | None
    why: WireMessage | None
    square: Square | None
    """The square of the tableau that decides, if one does."""
    set: DrillSet


class Drills(Answer, frozen=True):
    """The kinds of drills in the order of teaching, and your current set."""

    kinds: list[DrillProgress]
    next: str
    """The first kind that you have not learned."""
    tableau: Tableau
    rule: WireMessage
    """How the count of the shoe works."""
    set: DrillSet | None


Point = Annotated[list[int], Meta(min_length=4, max_length=4)]


class Bankroll(Answer, frozen=True):
    """The guest's money since sitting down. A point is [coups, shoe, bankroll, bought]."""

    seat: int
    coups: int
    left_out: int
    """The number of older points that are omitted."""
    points: list[Point]


class CoupResult(WireStruct, frozen=True):
    """The net result of the guest's bets on a coup."""

    shoe: int
    coup: int
    earned: int


class Farewell(Answer, frozen=True):
    """The guest's evening at a table so far. Nothing in it is about other guests."""

    seat: int
    earned: int
    coups: int
    """The coups dealt since the guest sat down."""
    coups_bet: int
    best: CoupResult | None
    """Null if the guest made no bets."""
    worst: CoupResult | None
    longest_run: int
    """The most coups in a row that the guest won."""
    finished: int | None
    """The last shoe that was finished while the guest sat there, or null."""
    said: list[WireMessage]


class CardPath(Answer, frozen=True):
    """The proof that a card was in its position when the root was published."""

    position: int
    card: str
    salt: str
    beside: list[str]
    root: str
    size: int


class OutcomeOrders(WireStruct, frozen=True):
    """The number of orders of six cards that lead to each outcome, as text."""

    player: str
    banker: str
    tie: str


class BetOdds(WireStruct, frozen=True):
    """Exact odds of a bet, with the edge in percent and as an exact fraction."""

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
    """Exact odds of the unseen cards, for bets that can be counted quickly."""

    available: Literal[True]
    shoe: int
    coups: int
    cards: int
    orders: str
    outcomes: OutcomeOrders
    bets: list[BetOdds]


class NoOdds(Answer, frozen=True):
    """The reason why there are no odds."""

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
    ShoeRoads,
    Shoes,
    ShoeReplay,
    Drills,
    DrillSet,
    DrillAnswered,
    Bankroll,
    Farewell,
    CardPath,
    Odds,
    NoOdds,
)
