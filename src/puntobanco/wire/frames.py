"""Every frame that the server sends over the WebSocket.

An event goes out as it is stored: its text in the log is `data`, unchanged. What follows from it
stands beside it as `facts`, and what is said of it, in messages, as `said`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from puntobanco.coup import Outcome
from puntobanco.tableau import Side
from puntobanco.wire.parts import (
    Asked,
    BeadCell,
    Dealing,
    Durations,
    House,
    NumberedCoup,
    Seat,
    ShoeState,
    Square,
    State,
    WinCell,
    WireMessage,
    WireStruct,
)

PROTOCOL = 1
"""The version of all frames. A page that knows another one asks its guest to load it again."""

EncodedEvent = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/TableEvent"})]
"""A `LoggedEvent` in JSON: it is encoded once, for everyone and for guests who return."""


def changes_of(kind: type[Struct]) -> Any:  # noqa: ANN401 - mypy takes the type for `kind` itself
    """Return a type with the same fields, each of which may be left out."""
    return msgspec.defstruct(
        f"{kind.__name__}Change",
        [(each.name, each.type | UnsetType, UNSET) for each in msgspec.structs.fields(kind)],
        bases=(WireStruct,),
        frozen=True,
        omit_defaults=True,
        namespace={"__doc__": f"What changed in a {kind.__name__.lower()}; the rest is as it was."},
        module=__name__,
    )


if TYPE_CHECKING:
    SeatChange: TypeAlias = Seat
    ShoeStateChange: TypeAlias = ShoeState
else:
    SeatChange, ShoeStateChange = changes_of(Seat), changes_of(ShoeState)


# --- events -----------------------------------------------------------------------------------


class Step(WireStruct, frozen=True, tag_field="did"):
    """A step of a coup."""


class DealtStep(Step, frozen=True, tag="dealt"):
    """One of the first four cards, and the total of its hand so far."""

    side: Side
    card: str
    total: int
    said: list[WireMessage]


class CalledStep(Step, frozen=True, tag="called"):
    """The call: the totals of the first four cards."""

    player: int
    banker: int
    said: list[WireMessage]


class CutCardStep(Step, frozen=True, tag="cut_card"):
    """The cut card comes out."""

    said: list[WireMessage]


class StoodStep(Step, frozen=True, tag="stood"):
    """A hand draws no third card; `square` is null where a natural ended the coup."""

    side: Side
    total: int
    natural: bool
    """Whether it is a natural itself."""
    square: Square | None
    why: WireMessage
    said: list[WireMessage]


class DrewStep(Step, frozen=True, tag="drew"):
    """A hand draws a third card."""

    side: Side
    card: str
    total: int
    square: Square
    why: WireMessage
    said: list[WireMessage]


class EndedStep(Step, frozen=True, tag="ended"):
    """The result."""

    outcome: Outcome
    player: int
    banker: int
    said: list[WireMessage]


AnyStep = DealtStep | CalledStep | CutCardStep | StoodStep | DrewStep | EndedStep


class CoupStory(WireStruct, frozen=True):
    """What follows from a coup: facts, the bets it won, steps, what is heard of its money."""

    dealt: NumberedCoup
    won: list[str]
    """The keys of the bets that it won, whether anybody had placed them or not."""
    steps: list[AnyStep]
    settled: dict[str, list[WireMessage]]
    """By seat for guests with bets, and under `others` for everyone else."""


class SpotAfter(WireStruct, frozen=True, omit_defaults=True):
    """After a stake by a guest: all that lies there of the guest's, and what is left to bet."""

    by: str
    total: int
    available: int
    shared: bool = False
    """Whether two guests are called alike, so that the seat is said too."""


class SettledStake(WireStruct, frozen=True, omit_defaults=True):
    """What is told of a settled stake besides its data."""

    by: str
    pays: str | UnsetType = UNSET
    """The odds at which a stake was won."""
    bankroll: int | UnsetType = UNSET
    """The guest's money after the last of the guest's stakes."""
    shared: bool = False
    """Whether two guests are called alike, so that the seat is said too."""


class LoggedEvent(Struct, frozen=True, omit_defaults=True):
    """A public event: its number, its time, its kind, and its text in the log."""

    number: int
    at: int
    kind: str
    data: Raw
    facts: CoupStory | SpotAfter | SettledStake | UnsetType = UNSET
    said: list[WireMessage] | UnsetType = UNSET


# --- frames -----------------------------------------------------------------------------------


class Frame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """One message of the server."""


class Events(Frame, frozen=True, tag="events", omit_defaults=True):
    """What has just become durable, in order, and the state that changed otherwise."""

    number: int
    """The last event; whoever has seen it has seen everything up to it."""
    events: list[EncodedEvent]
    seats: dict[str, SeatChange | None] | UnsetType = UNSET
    """The seats that changed by more than stakes; null for one that is free again."""
    table: ShoeStateChange | UnsetType = UNSET


class Accepted(Frame, frozen=True, tag="accepted"):
    """A command is durable; `number` is the table's last event then."""

    id: str
    number: int


class Refused(Frame, frozen=True, tag="refused"):
    """Nothing happened, for this reason; `id` is null when it could not be read."""

    id: str | None
    code: str
    reason: str
    """In English, for programs and their logs."""
    said: WireMessage | None
    """For a guest; null for what only a program does wrong."""


class Roads(Frame, frozen=True, tag="roads"):
    """All roads, whenever a shoe begins."""

    number: int
    decisions: str
    bead_plate: list[BeadCell]
    big_road: list[WinCell]
    big_eye_boy: str
    small_road: str
    cockroach_pig: str
    ask: Asked


class RoadsAfterCoup(Frame, frozen=True, tag="roads_after_coup"):
    """What a coup adds to the roads; `decisions` and `ask` are whole."""

    number: int
    decisions: str
    bead: BeadCell
    win: WinCell | None
    """The last cell of the big road, new or with one more tie; null before the first win."""
    big_eye_boy: str
    """The letter that is new, if one is; so with the other roads."""
    small_road: str
    cockroach_pig: str
    ask: Asked


class ClockCall(WireStruct, frozen=True, omit_defaults=True):
    """What is said of the clock when so many milliseconds are left; 0 is with the cards."""

    left: int
    said: list[WireMessage]
    seat: int | UnsetType = UNSET
    """The seat of a guest who has extended the time."""


class Clock(Frame, frozen=True, tag="clock"):
    """The betting clock; all times are null where none runs."""

    closes_in: int | None
    opens_in: int | None
    """Milliseconds until the last coup was shown and the period begins; bets are taken already."""
    period: int | None
    more: int
    """How often each guest may extend the time in one coup."""
    used: dict[str, int]
    """How often the guest of a seat has."""
    said: list[ClockCall]


class Ready(Frame, frozen=True, tag="ready"):
    """Who may deal, and who is ready for the next coup at a table dealt by button."""

    dealers: list[int]
    """The seats whose guests may deal."""
    seats: list[int]
    waiting: list[int]
    """The seats that the deal waits for."""
    waits: WireMessage | None
    """The same, to be said."""
    deals_in: int | None
    """Milliseconds until the cards come at the latest; null when nobody counts down."""
    said: list[WireMessage]


class Ceremony(Frame, frozen=True, tag="ceremony"):
    """The stage of the seed ceremony; null when no seeds are taken."""

    stage: Literal["commit", "reveal"] | None
    shoe: int
    commitment: str
    closes_in: int | None


class Room(Frame, frozen=True, tag="room"):
    """The seats whose guests are connected, and how many others are."""

    here: list[int]
    watching: int


class Trouble(Frame, frozen=True, tag="trouble"):
    """The log cannot be written, and the house tries again; a null reason ends it."""

    reason: str | None
    """In English."""
    said: WireMessage | None


class Closing(Frame, frozen=True, tag="closing"):
    """The server or the table is about to close."""

    reason: str
    """In English."""
    said: WireMessage


class Welcome(Frame, frozen=True, tag="welcome"):
    """Always first: everything needed to draw the table."""

    protocol: int
    table: str
    name: str
    seat: int | None
    """Null for a guest who watches."""
    number: int
    """The last event that the state includes."""
    private: bool
    dealing: Dealing
    durations: Durations
    house: House
    state: State
    roads: Roads
    clock: Clock
    ceremony: Ceremony
    ready: Ready
    room: Room
    resync: bool
    """Whether the events since `after` are too many or unknown, and the state is drawn afresh."""
    missed: list[EncodedEvent]
    """The events since `after`."""


AnyFrame = (
    Welcome | Events | Accepted | Refused | Roads | RoadsAfterCoup | Clock | Ready | Ceremony | Room
    | Trouble | Closing
)  # fmt: skip

_encoder = msgspec.json.Encoder()


def encoded(frame: Frame) -> str:
    """Return a frame as the text to send."""
    return _encoder.encode(frame).decode()
