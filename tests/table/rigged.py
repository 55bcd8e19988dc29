"""Tables with known cards, for tests."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from puntobanco.cards import DECK, parse_cards
from puntobanco.errors import PuntoBancoError
from puntobanco.fairness import GuestSeed
from puntobanco.house import CLASSIC, Burning, House
from puntobanco.settlement import Chips
from puntobanco.shoe import Shoe
from puntobanco.table import Command, Event, Seat, State, decide, evolve
from puntobanco.table.commands import (
    BuyIn,
    CommitSeed,
    CommitShoe,
    Deal,
    OpenShoe,
    OpenTable,
    PlaceBet,
    RevealSeed,
    Sit,
)
from puntobanco.table.events import BetSettled, CoupDealt

BANKER_WINS = "Jd Qh 5h Qd 9s 8h"
"""Player 4, Banker 8."""
PLAYER_WINS = "9s 7d Kc Td"
"""Player 9, Banker 7."""
TIE = "6s 6d Kc Td"
"""6 each."""
DRAGON = "Ts 2d Kc 2h 2s 3h"
"""Player 2, Banker a three-card 7."""

NO_BURN = replace(CLASSIC, name="no burn", burn=Burning.NONE)


def rigged_shoe(house: House, *coups: str) -> Shoe:
    """Return a full shoe that deals these coups first."""
    first = parse_cards(" ".join(coups))
    rest = Counter(dict.fromkeys(DECK, house.decks))
    rest.subtract(first)
    return Shoe((*first, *rest.elements()))


@dataclass
class Table:
    """A table with one guest in seat 1, who has 1,000 dollars, and all its events."""

    house: House = NO_BURN
    coups: tuple[str, ...] = ()
    state: State = field(default_factory=State)
    shoe: Shoe = field(default_factory=lambda: Shoe(()))
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.do(OpenTable("table", self.house))
        self.do(Sit(1, "Ann"))
        self.do(BuyIn(1, chips=Chips(1_000_00)))
        self.open_shoe(*self.coups)

    @property
    def seat(self) -> Seat:
        return self.state.seats[1]

    def do(self, command: Command) -> tuple[Event, ...]:
        events, self.shoe = decide(self.state, command, self.shoe)
        for event in events:
            self.state = evolve(self.state, event)
        self.events.extend(events)
        return events

    def open_shoe(self, *coups: str) -> tuple[Event, ...]:
        self.do(CommitShoe("11" * 32, "22" * 32))
        promise = GuestSeed(1, "rosebud").commitment(bytes.fromhex("22" * 32))
        self.do(CommitSeed(1, promise.hex()))
        self.do(RevealSeed(1, "rosebud"))
        return self.do(OpenShoe(rigged_shoe(self.house, *coups), "33" * 32))

    def bet(self, key: str, dollars: float) -> None:
        self.do(PlaceBet(1, key, chips=Chips(round(dollars * 100))))

    def deal(self) -> tuple[CoupDealt, list[BetSettled]]:
        dealt, *rest = self.do(Deal())
        assert isinstance(dealt, CoupDealt)
        return dealt, [event for event in rest if isinstance(event, BetSettled)]

    def refuses(self, command: Command) -> PuntoBancoError:
        before = self.state, self.shoe
        try:
            self.do(command)
        except PuntoBancoError as error:
            assert (self.state, self.shoe) == before
            return error
        raise AssertionError(f"{command} was not refused")
