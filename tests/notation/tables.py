"""Random evenings at a table, whose records the tests read and tamper with."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from puntobanco.errors import WagerRejected
from puntobanco.fairness import GuestSeed, Seed, commitment, fair_shoe
from puntobanco.house import CLASSIC, FixedBurn, House, Ties, parse_house, stored_house
from puntobanco.notation import Record, records
from puntobanco.settlement import Chips
from puntobanco.shoe import Shoe
from puntobanco.table import Event, Phase, State, decide, evolve
from puntobanco.table.commands import (
    BuyIn,
    CloseTable,
    Command,
    CommitSeed,
    CommitShoe,
    Deal,
    OpenShoe,
    OpenTable,
    PlaceBet,
    RevealSeed,
    RevealShoe,
    Sit,
)
from puntobanco.table.events import ShoeClosed, ShoeRevealed

FACE_DOWN = replace(CLASSIC, name="face down", decks=2, burn=FixedBurn(8))
THREE_BURNED = replace(CLASSIC, name="three burned", decks=2, burn=FixedBurn(3, first_shown=True))
LOCKED = replace(CLASSIC, name="locked", ties=Ties.LOCKED, decks=2)
TINY = replace(CLASSIC, name="tiny", decks=1)
OWN_BETS = parse_house("""
name = "own bets"
decks = 6
main_bets = ["player", "safe", "tie"]
side_bets = ["red_pair", "close_call", "dragon_7", "even"]

[bets.safe]
name = "Banker"
spot = "banker"
lines = ["tie: push", "banker wins with 6: push", "banker wins: 1"]

[bets.red_pair]
lines = ["either pair red: 8"]
limits = { maximum = 50 }

[bets.close_call]
lines = ["margin = 1 and winner natural: push", "margin = 1: 2"]

[bets.even]
name = 'An "even" coup'
lines = ["not (sum in {1, 3, 5, 7, 9, 11, 13, 15, 17} or player third <= 9): 19 to 20"]

[bets.two_aces]
lines = ["player opening ranks = {A, A} or banker opening ranks = {A, A}: 50"]
""")
"""A house that defines a main bet, side bets of every kind, and one that it doesn't offer."""
LISTED_SINCE = stored_house("""
name = "listed since"
side_bets = ["ox_6", "panda_8"]

[bets.ox_6]
name = "Year of the ox"
lines = ["either pair: 2"]
""")
"""A house that was stored before the catalogue had this key."""


class Evening:
    """A table, guests who bet at random, and its log."""

    def __init__(self, house: House, seed: str, *, table: str = "home", guests: int = 2) -> None:
        self.house, self.seed, self.table = house, seed, table
        self.chance = random.Random(seed)
        self.state, self.shoe = State(), Shoe(())
        self.log: list[tuple[int, Event]] = []
        self.do(OpenTable(table, house))
        for seat in range(1, guests + 1):
            self.do(Sit(seat, f"Guest {seat}"))
            self.do(BuyIn(seat, chips=Chips(self.chance.randint(50_00, 5_000_00))))

    def do(self, command: Command) -> tuple[Event, ...]:
        events, self.shoe = decide(self.state, command, self.shoe)
        for event in events:
            self._happened(event)
        return events

    def begin_shoe(self, *, withhold: int = 1) -> None:
        number = self.state.shoe + 1
        seed = Seed.of_text(self.seed, number)
        promise = commitment(self.house, table=self.table, number=number, seed=seed)
        self.do(CommitShoe(seed.secret.hex(), promise.hex()))
        words = {seat: f"word {seat} {self.chance.random()}" for seat in self.state.seats}
        replaced = [(seat, "replaced") for seat in list(words)[-1:]]
        for seat, word in (*replaced, *words.items()):
            self.do(CommitSeed(seat, GuestSeed(seat, word).commitment(promise).hex()))
        for seat in list(words)[withhold:]:
            self.do(RevealSeed(seat, words[seat]))
        fair = fair_shoe(
            self.house,
            table=self.table,
            number=number,
            seed=seed,
            guests=self.state.ceremony.seeds,
        )
        self.do(OpenShoe(fair.shoe, fair.root.hex()))

    def coup(self) -> None:
        for seat in self.state.seats if self.house.limits else ():
            for bet in self.chance.sample(self.house.bets, self._bets()):
                try:
                    self.do(PlaceBet(seat, bet.key, chips=Chips(self.chance.randint(1, 20) * 100)))
                except WagerRejected:
                    continue
        events = self.do(Deal())
        if any(isinstance(event, ShoeClosed) for event in events):
            secret = Seed.of_text(self.seed, self.state.shoe).secret.hex()
            self.do(RevealShoe(secret))

    def close(self) -> None:
        """Close the table. This ends its shoe and reveals the secret."""
        events, self.shoe = decide(self.state, CloseTable(), self.shoe)
        for event in events:
            self._happened(event)
            if isinstance(event, ShoeClosed):
                secret = Seed.of_text(self.seed, event.shoe).secret.hex()
                self._happened(ShoeRevealed(event.shoe, secret))

    def _happened(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.log.append((1_790_000_000_000_000 + 1_000_000 * len(self.log), event))

    def _bets(self) -> int:
        return self.chance.randint(0, min(3, len(self.house.bets)))

    def play(self, coups: int | None = None) -> None:
        self.begin_shoe()
        while self.state.phase is Phase.BETTING and coups != 0:
            self.coup()
            coups = None if coups is None else coups - 1


@cache
def recorded(house: House, seed: str = "seed", coups: int | None = None) -> Record:
    evening = Evening(house, seed)
    evening.play(coups)
    (record,) = records(evening.log)
    return record


@cache
def cut_short(house: House, seed: str = "seed", coups: int = 6) -> Record:
    evening = Evening(house, seed)
    evening.play(coups)
    evening.close()
    (record,) = records(evening.log)
    return record
