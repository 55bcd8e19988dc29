"""The events of a table.

An event is stored before anyone sees it, and every screen is a fold of events. Private events stay
in the process that owns the shoe until the shoe ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from puntobanco.cards import Card
from puntobanco.coup import Coup
from puntobanco.house import House
from puntobanco.settlement import Chips


class Fate(Enum):
    """The result of a stake, in the order of settlement."""

    LOST = "lost"
    WON = "won"
    RETURNED = "returned"
    STANDS = "stands"


@dataclass(frozen=True, slots=True)
class Wager:
    """A stake on one bet. It is standing if a tie left it there."""

    key: str
    stake: Chips
    standing: bool = False


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table opened with its rules."""

    table: str
    house: House


@dataclass(frozen=True, slots=True)
class GuestSat:
    """A guest took a seat."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """A guest bought chips."""

    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class ShoeSeeded:
    """Private: the house's secret for the shoe."""

    shoe: int
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ShoeCommitted:
    """The house committed to its secret, before any guest added a seed."""

    shoe: int
    commitment: str


@dataclass(frozen=True, slots=True)
class SeedCommitted:
    """A guest committed to a seed without revealing it."""

    seat: int
    commitment: str


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """A guest revealed the seed."""

    seat: int
    seed: str


@dataclass(frozen=True, slots=True)
class ShoeOrdered:
    """Private: the order of all cards, fixed before the first bet."""

    shoe: int
    order: tuple[Card, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class ShoeOpened:
    """The order is fixed and its Merkle root published. `withheld` seats never revealed a seed."""

    shoe: int
    cards: int
    root: str
    withheld: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Burned:
    """Cards were burned: all face down, or the first one face up."""

    card: Card | None
    hidden: int


@dataclass(frozen=True, slots=True)
class BetPlaced:
    """A guest placed a stake, or added to one."""

    seat: int
    key: str
    stake: Chips


@dataclass(frozen=True, slots=True)
class BetTakenBack:
    """A guest took a stake back."""

    seat: int
    key: str
    stake: Chips


@dataclass(frozen=True, slots=True)
class CoupDealt:
    """A whole coup was dealt. `cut_after` counts its cards before the cut card, if it came out."""

    number: int
    coup: Coup
    cut_after: int | None = None
    last: bool = False


@dataclass(frozen=True, slots=True)
class BetSettled:
    """A stake was settled."""

    seat: int
    key: str
    stake: Chips
    earned: Chips
    fate: Fate


@dataclass(frozen=True, slots=True)
class ShoeClosed:
    """No more coups are dealt from this shoe."""

    shoe: int
    coups: int


@dataclass(frozen=True, slots=True)
class ShoeRevealed:
    """The house revealed its secret, so that everyone can derive the order again."""

    shoe: int
    secret: str


@dataclass(frozen=True, slots=True)
class GuestLeft:
    """A guest left with these chips."""

    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table closed."""

    by_house: bool = False
    """Whether the house closed it while guests may still have wanted to play."""


Event = (
    TableOpened
    | GuestSat
    | BoughtIn
    | ShoeSeeded
    | ShoeCommitted
    | SeedCommitted
    | SeedRevealed
    | ShoeOrdered
    | ShoeOpened
    | Burned
    | BetPlaced
    | BetTakenBack
    | CoupDealt
    | BetSettled
    | ShoeClosed
    | ShoeRevealed
    | GuestLeft
    | TableClosed
)
"""Any event."""

PRIVATE = (ShoeSeeded, ShoeOrdered)
"""Events that never leave the process that owns the shoe."""


def is_public(event: Event) -> bool:
    """Return whether guests may see an event."""
    return not isinstance(event, PRIVATE)
