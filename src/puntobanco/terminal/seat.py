"""One guest's table: what is asked of the croupier, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

from puntobanco.announcer import (
    Level,
    bankroll_line,
    bets_lines,
    count,
    decisions_line,
    dollars,
    fitted,
    refusal,
    tell,
)
from puntobanco.coup import Coup
from puntobanco.croupier import Croupier, commit, now, seed_source, unfinished
from puntobanco.errors import IllegalCommand, StoreError
from puntobanco.fairness import GuestSeed
from puntobanco.house import House, NoCutCard
from puntobanco.settlement import Chips
from puntobanco.store import Store
from puntobanco.table import Command, Event, Phase, Seat, State
from puntobanco.table.decisions import LARGEST_BUY_IN
from puntobanco.table.events import (
    BuyIn,
    CloseTable,
    CommitSeed,
    CoupDealt,
    RevealSeed,
    ShoeClosed,
    Sit,
)
from puntobanco.terminal.amounts import parse_dollars
from puntobanco.terminal.console import Console
from puntobanco.terminal.records import write_record
from puntobanco.terminal.words import chosen_word

GUEST = 1
"""The guest's seat; a terminal has only one."""

TABLES = "terminal-"
"""How the names of the terminal's tables begin."""


@dataclass(slots=True)
class Sitting:
    """What one run of the game was started with, and how much is said in it."""

    store: Store
    console: Console
    house: House
    level: Level = Level.NORMAL
    seed: str | None = None
    records: Path = Path()


def check_buy_in(chips: Chips, house: House, *, bought: int = 0) -> Chips:
    """Refuse chips that would not make the smallest bet, or more than anyone may bring."""
    least = house.limits.minimum if house.limits else Chips(1)
    most = LARGEST_BUY_IN - bought
    if not least <= chips <= most:
        raise IllegalCommand(f"a buy-in here is {dollars(least)} to {dollars(most)}")
    return chips


class OwnTable:
    """The guest's table. Everything done here is durable before a word is said."""

    def __init__(self, sitting: Sitting, croupier: Croupier) -> None:
        self.sitting = sitting
        self._croupier = croupier
        self._said: list[str] = []
        self.last_coup: Coup | None = croupier.state.coups[-1] if croupier.state.coups else None

    @classmethod
    def opened(cls, sitting: Sitting) -> OwnTable:
        """A new table with the guest in the seat."""
        name = f"{TABLES}{datetime.now(UTC):%Y%m%d-%H%M%S}-{token_hex(2)}"
        seeds = seed_source(sitting.seed)
        table = cls(sitting, Croupier.open(sitting.store, name, sitting.house, seed_for=seeds))
        table.do(Sit(GUEST, "Guest"))
        return table

    @classmethod
    def left_open(cls, sitting: Sitting) -> OwnTable | None:
        """The newest table that was not closed; one that nobody sat at is closed."""
        for name in unfinished(sitting.store):
            if name.startswith(TABLES):
                seeds = seed_source(sitting.seed)
                table = cls(sitting, Croupier.resume(sitting.store, name, seed_for=seeds))
                if GUEST in table.state.seats:
                    return table
                table.do(CloseTable())
        return None

    @property
    def state(self) -> State:
        """The public state."""
        return self._croupier.state

    @property
    def house(self) -> House:
        """The rules of this table, which may be other ones than the sitting asked for."""
        return self.state.house

    @property
    def seat(self) -> Seat:
        """The guest's seat."""
        return self.state.seats[GUEST]

    @property
    def is_broke(self) -> bool:
        """Whether the guest cannot make the smallest bet and has none on the felt."""
        limits = self.house.limits
        return limits is not None and not self.seat.wagers and self.seat.bankroll < limits.minimum

    def do(self, *commands: Command) -> tuple[Event, ...]:
        """Follow all of these commands or none, and tell what happened."""
        before = self.state
        events = self._done(commands)
        self.say(tell(before, events, self.sitting.level, listener=GUEST))
        for event in events:
            if isinstance(event, CoupDealt):
                self.last_coup = event.coup
            elif isinstance(event, ShoeClosed):
                self.keep_record(event.shoe)
        return events

    def _done(self, commands: Iterable[Command]) -> tuple[Event, ...]:
        try:
            events = tuple(event for each in commands for event in self._croupier.propose(each))
        except BaseException:
            self._croupier.abandon()
            raise
        commit(self.sitting.store, (self._croupier,), at=now())
        return events

    def buy_in(self, amount: str) -> None:
        """Buy chips for as many dollars as were typed."""
        self.bring(check_buy_in(parse_dollars(amount), self.house, bought=self.seat.bought))

    def bring(self, chips: Chips) -> None:
        """Buy chips."""
        self.do(BuyIn(GUEST, chips))

    def leave(self) -> None:
        """Cash out: what was won or lost, how many coups, and how to come back."""
        state, seat = self.state, self.seat
        self.do(CloseTable())
        self.say([f"Coups: {state.coups_dealt:,} dealt, {seat.coups_bet:,} with your bets."])
        if state.coups:
            self._write_record(state.shoe)
        self.say(["Come back: puntobanco play."])

    def ready_shoe(self) -> None:
        """See to it that a shoe is on the table, from wherever the ceremony was left."""
        if self.state.phase is Phase.NO_SHOE:
            self._tell(self.state, self._croupier.commit_shoe())
        if self.state.phase is Phase.SEEDING:
            if not self.state.ceremony.promises:
                self._add_word()
            self._tell(self.state, self._croupier.open_shoe())

    def _add_word(self) -> None:
        """The guest's word is promised and shown at once: nobody else could wait for it."""
        seed = GuestSeed(GUEST, self._word())
        promise = seed.commitment(self.state.ceremony.commitment).hex()
        self.do(CommitSeed(GUEST, promise), RevealSeed(GUEST, seed.text))

    def _word(self) -> str:
        sitting = self.sitting
        is_asked = sitting.console.asks_freely and sitting.seed is None
        if is_asked and self.house.cut_card is not NoCutCard.EVERY_COUP:
            typed = sitting.console.ask("Your word for the shuffle (Enter: a random one)?")
            word = "".join(filter(str.isprintable, typed))[:200].strip()
            if word:
                return word
        return chosen_word(sitting.seed, self.state.shoe)

    def keep_record(self, shoe: int) -> None:
        """Offer the record of a shoe, or write it where nothing is asked."""
        console = self.sitting.console
        answer = "y"
        if console.asks_freely and self.house.cut_card is not NoCutCard.EVERY_COUP:
            answer = console.ask(f"Keep a record of shoe {shoe} (y/n)?")
        if answer.lower() in ("y", "yes"):
            self._write_record(shoe)

    def _write_record(self, shoe: int) -> None:
        sitting = self.sitting
        if self.house.cut_card is NoCutCard.EVERY_COUP:
            return
        try:
            place = write_record(sitting.store, self.state.table, shoe=shoe, folder=sitting.records)
        except StoreError as error:
            sitting.console.say(fitted(refusal(error)))
        else:
            sitting.console.say([f"Record: {place}"])

    def say(self, lines: Iterable[str]) -> None:
        """Say lines, and remember them."""
        self._said = [part for line in lines for part in fitted(line)]
        self.sitting.console.say(self._said)

    def say_again(self) -> None:
        """Say the last lines again."""
        self.sitting.console.say(self._said or ["Nothing was said yet."])

    def say_where(self) -> None:
        """Where a resumed table stands."""
        state = self.state
        self.say(
            [
                f"Resumed: shoe {state.shoe}, {count(len(state.coups), 'coup')} dealt from it.",
                bankroll_line(self.seat),
                *bets_lines(self.seat, self.house),
                decisions_line(state),
            ]
        )

    def _tell(self, before: State, events: tuple[Event, ...]) -> None:
        self.say(tell(before, events, self.sitting.level, listener=GUEST))
