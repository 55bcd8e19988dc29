"""The guest's own table: send commands to the croupier, and print what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from puntobanco.announcer import refusal
from puntobanco.announcer.lines import columns_of
from puntobanco.announcer.names import house_fact
from puntobanco.announcer.status import bankroll_message, bets_messages, decisions_message
from puntobanco.announcer.told import told_messages
from puntobanco.croupier import Croupier, Desk, commit, event_of, now, seed_source, unfinished
from puntobanco.errors import (
    IllegalCommand,
    NotationError,
    OutcomeUnknown,
    PuntoBancoError,
    StoreError,
    shown,
)
from puntobanco.fairness import GuestSeed
from puntobanco.house import House, NoCutCard
from puntobanco.roads.board import Roads
from puntobanco.settlement import Chips
from puntobanco.store import Log
from puntobanco.table import Command, Event, Phase, Seat, State, is_public
from puntobanco.table.commands import (
    BuyIn,
    CloseTable,
    CommitSeed,
    Leave,
    OpenTable,
    RevealSeed,
    Sit,
)
from puntobanco.table.decisions import LARGEST_BUY_IN
from puntobanco.table.events import BetSettled, ShoeClosed
from puntobanco.terminal.amounts import clean_word, random_word
from puntobanco.terminal.grammar import Grammar
from puntobanco.terminal.options import PlayOptions, write_private
from puntobanco.words import Catalogue, Message, message

if TYPE_CHECKING:
    from puntobanco.history.shoes import PastCoup

GUEST = 1
"""The guest's seat; a terminal has only one."""

TABLES = "terminal-"
"""The prefix of the names of the terminal's tables."""


def _new_name(store: Log) -> str:
    while True:
        name = f"{TABLES}{datetime.now(UTC):%Y%m%d-%H%M%S}-{token_hex(2)}"
        if not store.last(name):
            return name


def _new_good_road(before: State, after: State) -> list[Message]:
    """Return the good road that a coup has made, unless it was there before."""
    from puntobanco.roads.speech import good_road_message  # noqa: PLC0415 - only if wanted

    old, new = (
        good_road_message(Roads.of_coups(each.board, each.house.naturals))
        for each in (before, after)
    )
    return [new] if new and new != old else []


def check_buy_in(chips: Chips, house: House, *, bought: int = 0) -> Chips:
    """Refuse a buy-in below the smallest bet or above the most that a guest may buy."""
    least = house.limits.minimum if house.limits else Chips(1)
    most = LARGEST_BUY_IN - bought
    if not least <= chips <= most:
        raise IllegalCommand(code="buy_in_here", low=least, high=most)
    return chips


class OwnTable:
    """The guest's table. Everything done here is durable before it is printed."""

    def __init__(self, options: PlayOptions, croupier: Croupier) -> None:
        self.options = options
        self._croupier = croupier
        self.unrecorded: int | None = None
        """A shoe that is over and has no record yet."""
        options.count_in(croupier.state.house.currency)

    @classmethod
    def open(cls, options: PlayOptions) -> OwnTable:
        """Open a new table, and seat the guest."""
        seeds = seed_source(options.seed)
        name = _new_name(options.store)
        opened = Croupier.open(options.store, name, options.house, seed_for=seeds)
        table = cls(options, opened)
        table.do(Sit(GUEST, "Guest"))
        return table

    @classmethod
    def find_open(cls, options: PlayOptions) -> OwnTable | None:
        """Resume the newest table that was not closed; closes those without a guest."""
        for name in unfinished(options.store):
            if name.startswith(TABLES):
                seeds = seed_source(options.seed)
                table = cls(options, Croupier.resume(options.store, name, seed_for=seeds))
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
        """The rules of this table; a resumed one may have others than the options ask for."""
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

    @property
    def is_between_shoes(self) -> bool:
        """Whether no shoe is on the table, or one from which nothing was dealt or staked."""
        return self.state.phase is Phase.NO_SHOE or not (self.state.coups or self.seat.wagers)

    def do(
        self, *commands: Command, is_said: Callable[[Message], bool] | None = None
    ) -> tuple[Event, ...]:
        """Follow all of these commands or none, and print what happened, or some of it."""
        before = self.state
        try:
            events = self._croupier.do(*commands)
        except OutcomeUnknown as error:
            events = self._found_out(error)
        said = told_messages(before, events, self.options.level, listener=GUEST)
        if self.options.settings.good_roads:
            said = [*said, *_new_good_road(before, self.state)]
        self.options.say(*filter(is_said, said) if is_said else said)
        earned = [event.earned for event in events if isinstance(event, BetSettled)]
        if earned and self.options.sound:
            self.options.sound(sum(earned))
        self._guide(events)
        for event in events:
            if isinstance(event, ShoeClosed) and self.keeps_records and event.coups:
                self.unrecorded = event.shoe
        return events

    def _guide(self, events: tuple[Event, ...]) -> None:
        """Give a newcomer tips about a coup, until three were dealt."""
        options = self.options
        if options.guide:
            options.say_tips(options.guide.after(events, self.house))
            options.guide = options.guide.dealt(events)
            if options.guide.is_over:
                options.say(message("play.guide.end"))
                options.give_tips(is_wanted=False)

    def _found_out(self, error: OutcomeUnknown) -> tuple[Event, ...]:
        """Open the log again: what happened if it was kept, or the refusal if it was not."""
        store, table, version = self.options.store, self.state.table, self._croupier.version
        self._reopen(error)
        kept = [event_of(logged) for logged in store.facts(table, after=version)]
        if not kept:
            raise StoreError(code="disk_failed") from error
        return tuple(event for event in kept if is_public(event))

    def _reopen(self, error: OutcomeUnknown) -> None:
        store, seeds = self.options.store, seed_source(self.options.seed)
        try:
            store.reopen()
        except StoreError:
            raise error from None
        self._croupier = Croupier.resume(store, self.state.table, seed_for=seeds)

    def first_refused(self, *commands: Command) -> tuple[int, PuntoBancoError] | None:
        """Return the index of the first command that would be refused, and why, or None."""
        try:
            for place, command in enumerate(commands):
                try:
                    self._croupier.propose(command)
                except PuntoBancoError as error:
                    return place, error
        finally:
            self._croupier.abandon()
        return None

    def past_coup(self, ago: int) -> PastCoup | None:
        """Return a coup of this evening, even at an earlier table. The last coup is 1 ago."""
        from puntobanco.history.shoes import past_coup  # noqa: PLC0415 - only when asked for

        return past_coup(self.options.store, self.state.table, ago=ago)

    @property
    def grammar(self) -> Grammar:
        """The valid input at this table."""
        return Grammar(self.house, self.options.words)

    def move_to(self, house: House) -> None:
        """Close this table and sit down at one of another house with the same chips.

        Chips of another currency are not taken along. Both happen in one transaction: a crash
        finds the chips at one table or at the other.
        """
        before, chips = self.state, self.seat.bankroll
        name = _new_name(self.options.store)
        commands: list[Command] = [OpenTable(name, house), Sit(GUEST, "Guest")]
        if house.limits and chips and house.currency == before.house.currency:
            commands.append(BuyIn(GUEST, chips=chips))
        new = Croupier(self.options.store, Desk(), seed_for=seed_source(self.options.seed))
        opened = [each.event for command in commands for each in new.propose(command)]
        closed = [each.event for each in self._croupier.propose(CloseTable())]
        self._commit_move(new, name)
        for state, events in ((before, closed), (State(), opened)):
            if state != before:
                self.options.count_in(house.currency)
            messages = told_messages(state, events, self.options.level, listener=GUEST)
            self.options.say(*messages)

    def _commit_move(self, new: Croupier, name: str) -> None:
        """Write both tables. After a failed write, the log shows which table the guest is at."""
        store = self.options.store
        try:
            commit(store, (self._croupier, new), at=now())
        except OutcomeUnknown as error:
            self._reopen(error)
            if not store.last(name):
                raise StoreError(code="disk_failed") from error
            new = Croupier.resume(store, name, seed_for=seed_source(self.options.seed))
        self._croupier = new

    def leave(self) -> None:
        """Close the table. Print the result, the coups, and the evening's total."""
        from puntobanco.history.ledger import Ledger, farewell_messages  # noqa: PLC0415 - only now

        ledger = Ledger()
        ledger.read(self.options.store.facts(self.state.table))
        sitting = ledger.seats[GUEST]
        self.do(Leave(GUEST), CloseTable())
        self.options.say(*farewell_messages(sitting, self.house))
        if len(self.options.store.streams()) > 1:
            from puntobanco.history.shoes import evening_balance  # noqa: PLC0415 - seldom needed

            tables, balance = evening_balance(self.options.store, self.state.table)
            if tables > 1:
                self.options.say(message("play.evening", balance=balance, count=tables))

    def ready_shoe(self, ask_word: Callable[[], str] = str) -> None:
        """Resume the ceremony of a shoe and finish it, so that coups can be dealt.

        `ask_word` returns the guest's word, or nothing for a random one.
        """
        if self.state.phase is Phase.NO_SHOE and not self._open_given_shoe():
            self.do(self._croupier.shoe_commitment())
        if self.state.phase is Phase.SEEDING:
            if not self.state.ceremony.promises:
                self._add_word(ask_word)
            self.do(self._croupier.shoe_opening())

    def _open_given_shoe(self) -> bool:
        """Open a shoe of the cards that were given, which counts once; False without any."""
        cards, self.options.cards = self.options.cards, ()
        if not cards:
            return False
        try:
            commands = self._croupier.given_shoe(cards)
        except NotationError as error:  # a resumed table may have fewer decks
            self.say_refusal(error)
            return False
        self.do(*commands)
        return True

    def _add_word(self, ask_word: Callable[[], str]) -> None:
        """Commit to the guest's word and reveal it in one step: there is no other guest."""
        options = self.options
        word, options.word = options.word, None
        word = word or ask_word() or random_word(options.seed, self.state.shoe)
        seed = GuestSeed(GUEST, word)
        promise = seed.commitment(self.state.ceremony.commitment).hex()
        self.do(CommitSeed(GUEST, promise), RevealSeed(GUEST, seed.text))

    def choose_word(self, typed: str) -> None:
        """Take the guest's word for the next shuffle."""
        word = clean_word(typed)
        if not word:
            raise NotationError(shown(typed), code="word")
        self.options.word = word
        self.options.say(message("play.word", shoe=self.state.shoe + 1, seed=word))

    @property
    def keeps_records(self) -> bool:
        """Whether shoes get a record: a shoe of one coup does not."""
        return self.house.cut_card is not NoCutCard.EVERY_COUP

    def write_record(self, shoe: int) -> None:
        """Write the record of a shoe, and print its place."""
        from puntobanco.history.shoes import table_records  # noqa: PLC0415 - at the end of a shoe
        from puntobanco.notation import format_record  # noqa: PLC0415 - as above

        options, table = self.options, self.state.table
        place = options.records_folder / f"{table.removeprefix(TABLES)}-{shoe}.bgn"
        try:
            (record,) = (each for each in table_records(options.store, table) if each.shoe == shoe)
            write_private(format_record(record).encode(), place)
        except StoreError as error:
            self.say_refusal(error)
        else:
            options.say_whole(*_place(place, options.words, options.console.width))

    @contextmanager
    def saying_refusals(self) -> Iterator[None]:
        """Print why something was refused, instead of raising it."""
        try:
            yield
        except OutcomeUnknown:
            raise  # only the file, opened again, knows whether it happened
        except PuntoBancoError as error:
            self.say_refusal(error)

    def say_refusal(self, error: PuntoBancoError) -> None:
        """Print why something was refused."""
        line = refusal(error, self.house, words=self.options.words)
        self.options.say(line)

    def say_status(self) -> None:
        """Print the status of a resumed table."""
        state, house = self.state, self.house
        messages = [message("play.resumed", shoe=state.shoe, coups=len(state.coups))]
        if house != self.options.house:
            messages.append(message("play.resumed.house", house=house_fact(house)))
        if house.limits:
            messages += [bankroll_message(self.seat), *bets_messages(self.seat, house)]
        self.options.say(*messages, decisions_message(state))


def _place(place: Path, words: Catalogue, width: int) -> list[Message]:
    near = near_home(place)
    line = message("play.record", path=str(near))
    if columns_of(words.render(line)) <= width:
        return [line]
    folder = message("play.record.folder", path=str(near.parent))
    return [message("play.record", path=near.name), folder]


def near_home(place: Path) -> Path:
    """Return a path with ``~`` for the home folder."""
    home = Path.home()
    return Path("~", place.relative_to(home)) if place.is_relative_to(home) else place
