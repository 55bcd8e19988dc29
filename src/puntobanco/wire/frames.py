"""Every frame that the server sends over the WebSocket.

An event is sent as it is stored: `data` is its text in the log, unchanged. `facts` has what follows
from it, and `said` has its messages.
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
"""The version of all frames. A page with another version asks its guest to reload."""

EncodedEvent = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/TableEvent"})]
"""A `LoggedEvent` in JSON, encoded once for all guests."""


def changes_of(kind: type[Struct]) -> Any:  # noqa: ANN401 - mypy takes the type for `kind` itself
    """Return a type with the same fields, each of which may be left out."""
    return msgspec.defstruct(
        f"{kind.__name__}Change",
        [(each.name, each.type | UnsetType, UNSET) for each in msgspec.structs.fields(kind)],
        bases=(WireStruct,),
        frozen=True,
        omit_defaults=True,
        namespace={"__doc__": f"The fields of a {kind.__name__.lower()} that changed."},
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
    """A hand stands. `square` is null if a natural ended the coup."""

    side: Side
    total: int
    natural: bool
    """Whether this hand is a natural."""
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
    """What follows from a coup: its facts, the bets that won, its steps, and spoken results."""

    dealt: NumberedCoup
    won: list[str]
    """The keys of the bets that won, placed or not."""
    steps: list[AnyStep]
    settled: dict[str, list[WireMessage]]
    """Spoken results: by seat for guests with bets, and under `others` for everyone else."""


class SpotAfter(WireStruct, frozen=True, omit_defaults=True):
    """The guest's total stake on the spot, and the chips left to bet."""

    by: str
    total: int
    available: int
    shared: bool = False
    """Whether another guest has the same name, so that the seat must be named too."""


class SettledStake(WireStruct, frozen=True, omit_defaults=True):
    """The guest's name, the odds of a win, and the new bankroll."""

    by: str
    pays: str | UnsetType = UNSET
    """The odds of a winning stake."""
    bankroll: int | UnsetType = UNSET
    """The guest's bankroll. Only the guest's last stake of a coup has it."""
    shared: bool = False
    """Whether another guest has the same name, so that the seat must be named too."""


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
    """New durable events in order, and other changes of the state."""

    number: int
    """The number of the last event."""
    events: list[EncodedEvent]
    seats: dict[str, SeatChange | None] | UnsetType = UNSET
    """Seats of which more than the stakes changed. A seat that became free is null."""
    table: ShoeStateChange | UnsetType = UNSET


class Accepted(Frame, frozen=True, tag="accepted"):
    """The command is durable. `number` is that of the table's last event at the time."""

    id: str
    number: int


class Refused(Frame, frozen=True, tag="refused"):
    """The command was refused and changed nothing. `id` is null if it couldn't be read."""

    id: str | None
    code: str
    reason: str
    """In English, for logs."""
    said: WireMessage | None
    """For a guest. Null if only a faulty program can cause it."""


class Roads(Frame, frozen=True, tag="roads"):
    """All roads. Sent when a shoe begins."""

    number: int
    decisions: str
    bead_plate: list[BeadCell]
    big_road: list[WinCell]
    big_eye_boy: str
    small_road: str
    cockroach_pig: str
    ask: Asked
    good_road: str | None
    """The key of the good road that spans the most coups, or null."""


class RoadsAfterCoup(Frame, frozen=True, tag="roads_after_coup"):
    """The marks that a coup adds to the roads. `decisions`, `ask` and `good_road` are complete."""

    number: int
    decisions: str
    bead: BeadCell
    win: WinCell | None
    """The last cell of the big road, or null before the first win."""
    big_eye_boy: str
    """The new letter, or empty. The next two roads work the same way."""
    small_road: str
    cockroach_pig: str
    ask: Asked
    good_road: str | None


class ClockCall(WireStruct, frozen=True, omit_defaults=True):
    """Messages for when `left` milliseconds remain. 0 is the moment of the deal."""

    left: int
    said: list[WireMessage]
    seat: int | UnsetType = UNSET
    """The seat of the guest who extended the time."""


class Clock(Frame, frozen=True, tag="clock"):
    """The betting clock. All times are null if none is running."""

    closes_in: int | None
    opens_in: int | None
    """Milliseconds until the page has shown the last coup and the period starts."""
    period: int | None
    more: int
    """How often each guest may extend the time in one coup."""
    used: dict[str, int]
    """How often each seat has extended it."""
    said: list[ClockCall]


class Ready(Frame, frozen=True, tag="ready"):
    """At a table dealt by button: the seats that may deal, and those that are ready."""

    dealers: list[int]
    """The seats whose guests may deal."""
    seats: list[int]
    waiting: list[int]
    """The seats that the deal waits for."""
    waits: WireMessage | None
    """The waiting seats as a message."""
    deals_in: int | None
    """Milliseconds until the deal at the latest, or null without a countdown."""
    said: list[WireMessage]


class Ceremony(Frame, frozen=True, tag="ceremony"):
    """The stage of the seed ceremony, or null outside of it."""

    stage: Literal["commit", "reveal"] | None
    shoe: int
    commitment: str
    closes_in: int | None


class Room(Frame, frozen=True, tag="room"):
    """The seats of connected guests, the number of spectators, and some of their names."""

    here: list[int]
    watching: int
    spectators: list[str]


class Trouble(Frame, frozen=True, tag="trouble"):
    """The log can't be written, and the server retries. A null reason ends the trouble."""

    reason: str | None
    """In English."""
    said: WireMessage | None


class Notice(Frame, frozen=True, tag="notice"):
    """A notice from the house to everyone, for example that it closes soon."""

    at: int
    """When it was given, in milliseconds since 1970. A guest who reconnects may get it again."""
    text: str
    """In English, or as the operator wrote it."""
    said: WireMessage


class Closing(Frame, frozen=True, tag="closing"):
    """The server or the table is about to close."""

    reason: str
    """In English."""
    said: WireMessage


class Welcome(Frame, frozen=True, tag="welcome"):
    """The first frame: everything needed to draw the table."""

    protocol: int
    table: str
    name: str
    seat: int | None
    """Null for a spectator."""
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
    """Whether to draw the state again, because too many events since `after` are missing."""
    missed: list[EncodedEvent]
    """The events since `after`."""


AnyFrame = (
    Welcome | Events | Accepted | Refused | Roads | RoadsAfterCoup | Clock | Ready | Ceremony | Room
    | Trouble | Notice | Closing
)  # fmt: skip

_encoder = msgspec.json.Encoder()


def encoded(frame: Frame) -> bytes:
    """Return a frame as the text to send, in UTF-8."""
    return _encoder.encode(frame)
