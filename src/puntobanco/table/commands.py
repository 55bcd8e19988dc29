"""The commands of guests and the croupier."""

from __future__ import annotations

from dataclasses import dataclass, field

from puntobanco.house import House
from puntobanco.settlement import Chips
from puntobanco.shoe import Shoe


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table with these rules."""

    table: str
    house: House


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Buy chips."""

    seat: int
    chips: Chips = field(kw_only=True)
    """In the smallest coin of the table: 200 dollars are ``Chips(200_00)``."""


@dataclass(frozen=True, slots=True)
class CommitShoe:
    """Begin a shoe: the house draws its secret and commits to it."""

    secret: str = field(repr=False)
    commitment: str


@dataclass(frozen=True, slots=True)
class CommitSeed:
    """Commit to a guest's seed."""

    seat: int
    commitment: str


@dataclass(frozen=True, slots=True)
class RevealSeed:
    """Reveal a guest's seed."""

    seat: int
    seed: str


@dataclass(frozen=True, slots=True)
class OpenShoe:
    """Fix the order and publish its root."""

    shoe: Shoe = field(repr=False)
    root: str


@dataclass(frozen=True, slots=True)
class PlaceBet:
    """Place a stake, or add to one."""

    seat: int
    key: str
    chips: Chips = field(kw_only=True)
    """In the smallest coin of the table: 25 dollars are ``Chips(25_00)``."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last stake back."""

    seat: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take all stakes back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """Place the stakes of the last coup with bets again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Double:
    """Stake as much again on every bet."""

    seat: int


@dataclass(frozen=True, slots=True)
class Deal:
    """No more bets: deal a coup and settle it."""


@dataclass(frozen=True, slots=True)
class RevealShoe:
    """Reveal the house's secret of a finished shoe."""

    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave with all chips, unless a stake is locked after a tie."""

    seat: int


@dataclass(frozen=True, slots=True)
class ExpireSeat:
    """Free the seat of a guest who is gone. Every stake goes back, locked ones too."""

    seat: int


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table: everyone leaves."""

    by_house: bool = False
    """Whether the house closes it while guests may still want to play."""


Command = (
    OpenTable
    | Sit
    | BuyIn
    | CommitShoe
    | CommitSeed
    | RevealSeed
    | OpenShoe
    | PlaceBet
    | Undo
    | TakeBack
    | Repeat
    | Double
    | Deal
    | RevealShoe
    | Leave
    | ExpireSeat
    | CloseTable
)
"""Any command."""
