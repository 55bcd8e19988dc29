"""The frames of a guest, read strictly: no unknown field, no unbounded value.

`puntobanco.wire` does not import this module: the terminal loads that package and needs no msgspec.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from puntobanco.settlement import Chips
from puntobanco.table import MAX_SEATS, commands

LARGEST_AMOUNT = 10**12
"""The largest amount of one command; sums of money stay far inside 53 bits."""

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
SeatNumber = Annotated[int, Meta(ge=1, le=MAX_SEATS)]
Amount = Annotated[int, Meta(ge=1, le=LARGEST_AMOUNT)]
BetKey = Annotated[str, Meta(pattern=r"^[a-z0-9_]{1,40}\Z")]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Seed = Annotated[str, Meta(min_length=1, max_length=200)]


class Malformed(ValueError):
    """A frame that is no command; `request` is its id, if that could be read."""

    def __init__(self, reason: str, *, request: str | None, code: str = "malformed") -> None:
        self.reason = reason
        self.request = request
        self.code = code
        super().__init__(reason)


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """A command without its seat, which the server knows."""


class Sit(_Command, frozen=True, tag="sit"):
    """Take a seat, the first free one if none is named."""

    seat: SeatNumber | None = None


class BuyIn(_Command, frozen=True, tag="buy_in"):
    """Buy chips."""

    chips: Amount

    def at(self, seat: int) -> commands.BuyIn:
        """The table's command."""
        return commands.BuyIn(seat, Chips(self.chips))


class PlaceBet(_Command, frozen=True, tag="place_bet"):
    """Put a stake down, or add to one."""

    key: BetKey
    stake: Amount

    def at(self, seat: int) -> commands.PlaceBet:
        """The table's command."""
        return commands.PlaceBet(seat, self.key, Chips(self.stake))


class Undo(_Command, frozen=True, tag="undo"):
    """Take back the last stake."""

    def at(self, seat: int) -> commands.Undo:
        """The table's command."""
        return commands.Undo(seat)


class TakeBack(_Command, frozen=True, tag="take_back"):
    """Take back all stakes."""

    def at(self, seat: int) -> commands.TakeBack:
        """The table's command."""
        return commands.TakeBack(seat)


class Repeat(_Command, frozen=True, tag="repeat"):
    """Stake as in the last coup with bets."""

    def at(self, seat: int) -> commands.Repeat:
        """The table's command."""
        return commands.Repeat(seat)


class Double(_Command, frozen=True, tag="double"):
    """Stake as much again on every bet."""

    def at(self, seat: int) -> commands.Double:
        """The table's command."""
        return commands.Double(seat)


class Deal(_Command, frozen=True, tag="deal"):
    """No more bets."""

    def at(self, _seat: int) -> commands.Deal:
        """The table's command."""
        return commands.Deal()


class CommitSeed(_Command, frozen=True, tag="commit_seed"):
    """Commit to a seed."""

    commitment: Digest

    def at(self, seat: int) -> commands.CommitSeed:
        """The table's command."""
        return commands.CommitSeed(seat, self.commitment)


class RevealSeed(_Command, frozen=True, tag="reveal_seed"):
    """Show the seed."""

    seed: Seed

    def at(self, seat: int) -> commands.RevealSeed:
        """The table's command."""
        return commands.RevealSeed(seat, self.seed)


class Leave(_Command, frozen=True, tag="leave"):
    """Leave with all chips."""

    def at(self, seat: int) -> commands.Leave:
        """The table's command."""
        return commands.Leave(seat)


class MoreTime(_Command, frozen=True, tag="more_time"):
    """Restart the betting clock; this is not logged."""


Seated = (
    BuyIn | PlaceBet | Undo | TakeBack | Repeat | Double | Deal | CommitSeed | RevealSeed | Leave
)
"""Commands that become one of the table, for the guest's seat."""

GuestCommand = Sit | MoreTime | Seated

COMMAND_KINDS = (
    "sit", "buy_in", "place_bet", "undo", "take_back", "repeat", "double", "deal",
    "commit_seed", "reveal_seed", "leave", "more_time",
)  # fmt: skip
"""Every kind of command."""


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """One frame of a guest."""

    id: Id
    command: GuestCommand
    coups_dealt: Annotated[int, Meta(ge=0, le=LARGEST_AMOUNT)] | None = None
    """How many coups the table had dealt when the guest decided; refused if it has dealt more."""


class _Outline(Struct):
    """The parts of a malformed frame that its answer needs."""

    id: Id | None = None
    command: object = None


_requests = msgspec.json.Decoder(Request)
_outlines = msgspec.json.Decoder(_Outline)


def read_request(text: str | bytes) -> Request:
    """The request in a frame; raises `Malformed`, which says what is wrong and where."""
    try:
        return _requests.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _explained(text, str(error)) from None


def _explained(text: str | bytes, reason: str) -> Malformed:
    outline = _Outline()
    with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        outline = _outlines.decode(text)
    kind = outline.command.get("kind") if isinstance(outline.command, dict) else None
    if isinstance(kind, str) and kind not in COMMAND_KINDS:
        allowed = f"There is no such command; there are {', '.join(COMMAND_KINDS)}."
        return Malformed(allowed, request=outline.id, code="unknown_command")
    return Malformed(f"Not a command: {reason}.", request=outline.id)
