"""What a guest's frames say, read strictly: nothing unknown, nothing unbounded.

Not part of `puntobanco.wire` itself, which the terminal loads: msgspec is only needed here.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from puntobanco.settlement import Chips
from puntobanco.table import MAX_SEATS, commands

LARGEST_AMOUNT = 10**12
"""No single amount is larger; sums of money stay far inside 53 bits."""

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
SeatNumber = Annotated[int, Meta(ge=1, le=MAX_SEATS)]
Amount = Annotated[int, Meta(ge=1, le=LARGEST_AMOUNT)]
Key = Annotated[str, Meta(pattern=r"^[a-z0-9_]{1,40}\Z")]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Seed = Annotated[str, Meta(min_length=1, max_length=200)]


class Malformed(ValueError):
    """A frame that is no command; `id` is the command's, if that much could be read."""

    def __init__(self, reason: str, *, request: str | None, code: str = "malformed") -> None:
        self.reason = reason
        self.request = request
        self.code = code
        super().__init__(reason)


class _Order(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """A command without its seat, which the server knows."""


class Sit(_Order, frozen=True, tag="sit"):
    """Take a seat, the first free one if none is named."""

    seat: SeatNumber | None = None


class BuyIn(_Order, frozen=True, tag="buy_in"):
    """Buy chips."""

    chips: Amount

    def at(self, seat: int) -> commands.BuyIn:
        """The table's command."""
        return commands.BuyIn(seat, Chips(self.chips))


class PlaceBet(_Order, frozen=True, tag="place_bet"):
    """Put a stake down, or add to one."""

    key: Key
    stake: Amount

    def at(self, seat: int) -> commands.PlaceBet:
        """The table's command."""
        return commands.PlaceBet(seat, self.key, Chips(self.stake))


class Undo(_Order, frozen=True, tag="undo"):
    """Take the last stake off again."""

    def at(self, seat: int) -> commands.Undo:
        """The table's command."""
        return commands.Undo(seat)


class TakeBack(_Order, frozen=True, tag="take_back"):
    """Take all stakes off again."""

    def at(self, seat: int) -> commands.TakeBack:
        """The table's command."""
        return commands.TakeBack(seat)


class Repeat(_Order, frozen=True, tag="repeat"):
    """Stake as in the last coup with bets."""

    def at(self, seat: int) -> commands.Repeat:
        """The table's command."""
        return commands.Repeat(seat)


class Double(_Order, frozen=True, tag="double"):
    """Stake as much again on every bet."""

    def at(self, seat: int) -> commands.Double:
        """The table's command."""
        return commands.Double(seat)


class Deal(_Order, frozen=True, tag="deal"):
    """No more bets."""

    def at(self, _seat: int) -> commands.Deal:
        """The table's command."""
        return commands.Deal()


class CommitSeed(_Order, frozen=True, tag="commit_seed"):
    """Commit to a seed."""

    commitment: Digest

    def at(self, seat: int) -> commands.CommitSeed:
        """The table's command."""
        return commands.CommitSeed(seat, self.commitment)


class RevealSeed(_Order, frozen=True, tag="reveal_seed"):
    """Show the seed."""

    seed: Seed

    def at(self, seat: int) -> commands.RevealSeed:
        """The table's command."""
        return commands.RevealSeed(seat, self.seed)


class Leave(_Order, frozen=True, tag="leave"):
    """Leave with all chips."""

    def at(self, seat: int) -> commands.Leave:
        """The table's command."""
        return commands.Leave(seat)


class MoreTime(_Order, frozen=True, tag="more_time"):
    """Start the betting clock anew; the log does not hear of it."""


Seated = (
    BuyIn | PlaceBet | Undo | TakeBack | Repeat | Double | Deal | CommitSeed | RevealSeed | Leave
)
"""Orders that become a command of the guest's seat."""

Order = Sit | MoreTime | Seated

KINDS = (
    "sit", "buy_in", "place_bet", "undo", "take_back", "repeat", "double", "deal",
    "commit_seed", "reveal_seed", "leave", "more_time",
)  # fmt: skip
"""Every kind of command."""


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """One frame of a guest."""

    id: Id
    command: Order
    coups_dealt: Annotated[int, Meta(ge=0, le=LARGEST_AMOUNT)] | None = None
    """How many coups the table had dealt when the guest decided; too late otherwise."""


class _Outline(Struct):
    """As much of a bad frame as helps to answer it."""

    id: Id | None = None
    command: object = None


_requests = msgspec.json.Decoder(Request)
_outlines = msgspec.json.Decoder(_Outline)


def read_request(text: str | bytes) -> Request:
    """The request that a frame makes; refused with what was wrong, and where."""
    try:
        return _requests.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _explained(text, str(error)) from None


def _explained(text: str | bytes, reason: str) -> Malformed:
    outline = _Outline()
    with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        outline = _outlines.decode(text)
    kind = outline.command.get("kind") if isinstance(outline.command, dict) else None
    if isinstance(kind, str) and kind not in KINDS:
        allowed = f"There is no such command; there are {', '.join(KINDS)}."
        return Malformed(allowed, request=outline.id, code="unknown_command")
    return Malformed(f"Not a command: {reason}.", request=outline.id)
