"""One guest's table: what is asked of the croupier, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

from puntobanco.announcer import (
    WIDTH,
    Level,
    bankroll_line,
    bets_lines,
    count,
    decisions_line,
    dollars,
    fitted,
    refusal,
    spoken_name,
    tell,
)
from puntobanco.coup import Coup
from puntobanco.croupier import Croupier, seed_source, unfinished
from puntobanco.errors import IllegalCommand, NotationError, StoreError, shown
from puntobanco.fairness import GuestSeed
from puntobanco.house import House, NoCutCard
from puntobanco.settlement import Chips
from puntobanco.store import Store
from puntobanco.table import Command, Event, Phase, Seat, State
from puntobanco.table.commands import BuyIn, CloseTable, CommitSeed, RevealSeed, Sit
from puntobanco.table.decisions import LARGEST_BUY_IN
from puntobanco.table.events import CoupDealt, ShoeClosed
from puntobanco.terminal.amounts import parse_dollars
from puntobanco.terminal.console import Console
from puntobanco.terminal.shoe_files import place_lines, write_record
from puntobanco.terminal.words import chosen_word, clean_word

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
    word: str | None = None
    """The guest's word for the next shuffle, if one was given."""
    again: str = "puntobanco play."
    """How to come back: a command, and a full stop where no file name ends it."""


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
        board = croupier.state.board
        self.last_coup: Coup | None = board[-1] if board else None

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
        events = self._croupier.do(*commands)
        self.say(tell(before, events, self.sitting.level, listener=GUEST))
        for event in events:
            if isinstance(event, CoupDealt):
                self.last_coup = event.coup
            elif isinstance(event, ShoeClosed) and self.state.phase is not Phase.CLOSED:
                self.keep_record(event.shoe)
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
        with_bets = f", {seat.coups_bet:,} with your bets" if self.house.limits else ""
        self.say([f"Coups: {state.coups_dealt:,} dealt{with_bets}."])
        if state.coups:
            self._write_record(state.shoe)
        self.sitting.console.say([f"Come back: {self.sitting.again}"])

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
        """The word that was given for this shuffle, the one typed now, or a random one."""
        sitting = self.sitting
        word, sitting.word = sitting.word, None
        is_asked = sitting.console.asks_freely and sitting.seed is None
        if not word and is_asked and self._keeps_records:
            word = clean_word(
                sitting.console.ask("Your word for the shuffle (Enter: a random one)?")
            )
        return word or chosen_word(sitting.seed, self.state.shoe)

    def choose_word(self, typed: str) -> None:
        """Take the guest's word for the next shuffle."""
        word = clean_word(typed)
        if not word:
            raise NotationError(shown(typed), expected="a word: type letters that can be printed")
        self.sitting.word = word
        self.say([f"Word for shoe {self.state.shoe + 1}: {word}."])

    @property
    def _keeps_records(self) -> bool:
        """A shoe of one coup is not worth a question, or a file."""
        return self.house.cut_card is not NoCutCard.EVERY_COUP

    def keep_record(self, shoe: int) -> None:
        """Offer the record of a shoe, or write it where nothing is asked."""
        if not self.sitting.console.asks_freely or not self._keeps_records or self._wants(shoe):
            self._write_record(shoe)

    def _wants(self, shoe: int) -> bool:
        """Ask for the record until the answer is y or n."""
        console = self.sitting.console
        while True:
            match console.ask(f"Keep a record of shoe {shoe} (y/n)?").lower():
                case "y" | "yes":
                    return True
                case "n" | "no":
                    return False
                case _:
                    console.say(["Not an answer: type y to keep it, or n."])

    def _write_record(self, shoe: int) -> None:
        if not self._keeps_records:
            return
        sitting, table = self.sitting, self.state.table
        place = sitting.records / f"{table.removeprefix(TABLES)}-{shoe}.bgn"
        try:
            write_record(sitting.store, table, shoe=shoe, place=place)
        except StoreError as error:
            self.say([refusal(error)])
        else:
            sitting.console.say(place_lines(place, WIDTH))

    def say(self, lines: Iterable[str]) -> None:
        """Say lines that fit the screen."""
        self.sitting.console.say([part for line in lines for part in fitted(line)])

    def say_where(self) -> None:
        """Where a resumed table stands."""
        state, house = self.state, self.house
        dealt = count(len(state.coups), "coup")
        said = [f"Resumed: shoe {state.shoe}, {dealt} dealt from it."]
        if house != self.sitting.house:
            said.append(f"House: {spoken_name(house)}; a resumed table keeps its own rules.")
        if house.limits:
            said += [bankroll_line(self.seat), *bets_lines(self.seat, house)]
        self.say([*said, decisions_line(state)])

    def _tell(self, before: State, events: tuple[Event, ...]) -> None:
        self.say(tell(before, events, self.sitting.level, listener=GUEST))
