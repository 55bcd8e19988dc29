"""The frames of a guest. Unknown fields and unbounded values are refused.

A guest's command is the table's without its seat, which the server knows. `puntobanco.wire` doesn't
import this module, because the terminal doesn't need it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Union

import msgspec
from msgspec import Meta, Struct

from puntobanco.table import MAX_SEATS, Command, commands
from puntobanco.wire.events import wire_name

LARGEST_AMOUNT = 10**12
"""The largest amount of one command. Sums of money stay far below 53 bits."""

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
SeatNumber = Annotated[int, Meta(ge=1, le=MAX_SEATS)]
Amount = Annotated[int, Meta(ge=1, le=LARGEST_AMOUNT)]

BOUNDS: dict[str, Any] = {
    "chips": Amount,
    "key": Annotated[str, Meta(pattern=r"^[A-Za-z0-9_]{1,40}\Z")],
    "commitment": Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")],
    "seed": Annotated[str, Meta(min_length=1, max_length=200)],
}
"""The allowed values of each field that a guest sends."""

WIRE_NAMES: dict[type, dict[str, str]] = {commands.PlaceBet: {"chips": "stake"}}
"""Fields that have another name on the wire than in the table's commands."""


class Malformed(ValueError):
    """A frame that is no command. `request` is its id, if that could be read."""

    def __init__(self, reason: str, *, request: str | None, code: str = "malformed") -> None:
        self.reason = reason
        self.request = request
        self.code = code
        super().__init__(reason)


class GuestCommand(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """A request of a guest."""


class Sit(GuestCommand, frozen=True, tag="sit"):
    """Take a seat, the first free one if none is named."""

    seat: SeatNumber | None = None


class MoreTime(GuestCommand, frozen=True, tag="more_time"):
    """Restart the betting clock; this is not logged."""


class SeatCommand(GuestCommand, frozen=True):
    """A command of the table without its seat."""

    table_command: ClassVar[type[Any]]
    has_seat: ClassVar[bool]

    def at(self, seat: int) -> Command:
        """Return the table's command."""
        members = msgspec.structs.asdict(self)
        if self.has_seat:
            return self.table_command(seat, **members)  # type: ignore[no-any-return] # a command
        return self.table_command(**members)  # type: ignore[no-any-return] # a command


def _seat_command(command: type) -> Any:  # noqa: ANN401 - a type that is made at run time
    names = [each.name for each in fields(command)]
    return msgspec.defstruct(
        command.__name__,
        [(name, BOUNDS[name]) for name in names if name != "seat"],
        bases=(SeatCommand,),
        frozen=True,
        rename=WIRE_NAMES.get(command),
        tag=wire_name(command),
        namespace={
            "__doc__": command.__doc__,
            "table_command": command,
            "has_seat": "seat" in names,
        },
        module=__name__,
    )


SEAT_COMMANDS = tuple(
    _seat_command(command)
    for command in (
        commands.BuyIn,
        commands.PlaceBet,
        commands.Undo,
        commands.TakeBack,
        commands.Repeat,
        commands.Double,
        commands.Deal,
        commands.CommitSeed,
        commands.RevealSeed,
        commands.Leave,
    )
)
"""The commands of the table that a guest may send. The others belong to the house."""

if TYPE_CHECKING:
    AnyCommand = Sit | MoreTime | SeatCommand
else:
    AnyCommand = Union[(Sit, *SEAT_COMMANDS, MoreTime)]

COMMAND_TYPES: dict[str, Any] = {
    each.__struct_config__.tag: each for each in (Sit, *SEAT_COMMANDS, MoreTime)
}
"""The type of each kind of command."""


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """One frame of a guest."""

    id: Id
    command: AnyCommand
    coups_dealt: Annotated[int, Meta(ge=0, le=LARGEST_AMOUNT)] | None = None
    """How many coups the table had dealt when the guest decided; refused if it has dealt more."""


class _Outline(Struct):
    """The parts of a malformed frame that its answer needs."""

    id: Id | None = None
    command: object = None


_requests = msgspec.json.Decoder(Request)
_outlines = msgspec.json.Decoder(_Outline)


def read_request(text: str | bytes) -> Request:
    """Read the request in a frame. Raise `Malformed`, which says what is wrong and where."""
    try:
        return _requests.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _explained(text, str(error)) from None


def _explained(text: str | bytes, reason: str) -> Malformed:
    outline = _Outline()
    with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        outline = _outlines.decode(text)
    kind = outline.command.get("kind") if isinstance(outline.command, dict) else None
    if isinstance(kind, str) and kind not in COMMAND_TYPES:
        allowed = f"There is no such command; there are {', '.join(COMMAND_TYPES)}."
        return Malformed(allowed, request=outline.id, code="unknown_command")
    return Malformed(f"Not a command: {reason}.", request=outline.id)
