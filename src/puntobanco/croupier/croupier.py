"""The croupier, who runs one table over a store; and the desk: its state with its secrets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from secrets import token_bytes
from time import time_ns
from typing import NamedTuple, Self

from puntobanco.cards import Card
from puntobanco.errors import FairnessError, FormatUnknown, IllegalCommand, StoreError
from puntobanco.fairness import SEED_BYTES, FairShoe, Path, Seed, commitment, fair_shoe, shuffled
from puntobanco.house import House
from puntobanco.shoe import Shoe
from puntobanco.store import Fact, Log, Logged, Receipt, Snapshot
from puntobanco.table import Command, Event, Phase, State, decide, evolve, is_public
from puntobanco.table.commands import CommitShoe, OpenShoe, OpenTable, RevealShoe
from puntobanco.table.decisions import require_commitment
from puntobanco.table.events import ShoeClosed, ShoeOrdered, ShoeSeeded, TableClosed
from puntobanco.wire import FORMAT, from_json, kind_of, plain, read_event, to_json

SNAPSHOT_FORMAT = 1
"""The version of a snapshot's text. Any other is refused."""

WITHIN_SHOE = "within"
"""The label of a snapshot that was taken while a shoe was on the table."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The public state of a table, and the secrets of its shoe."""

    state: State = State()  # noqa: RUF009 - a frozen value
    version: int = 0
    shoe: Shoe = field(default=Shoe(()), repr=False)
    secret: str = field(default="", repr=False)

    @classmethod
    def restored(cls, snapshot: Snapshot | None) -> Self:
        """Return the desk of a snapshot, or an empty one."""
        if snapshot is None:
            return cls()
        if snapshot.format != SNAPSHOT_FORMAT:
            table, form = snapshot.stream, snapshot.format
            raise FormatUnknown(f"a snapshot of {table} of format {form}: a newer version wrote it")
        return from_json(cls, snapshot.data)

    def after(self, event: Event, shoe: Shoe | None = None) -> Desk:
        """Return the desk after an event. `shoe` is the shoe after it, if it took cards."""
        state = evolve(self.state, event)
        secret = event.secret if isinstance(event, ShoeSeeded) else self.secret
        order = Shoe(event.order) if isinstance(event, ShoeOrdered) else self.shoe
        return Desk(state, self.version + 1, order if shoe is None else shoe, secret)

    def resumed(self) -> Desk:
        """Return the desk ready for play: with the cut card, and without the dealt cards."""
        if self.state.phase is not Phase.BETTING:
            return self
        if not self.state.is_given:
            self._check_promise()
        return replace(self, shoe=self.state.house.with_cut_card(self.shoe)).advanced()

    def advanced(self) -> Desk:
        """Return the desk without the dealt cards. It was ready for play before."""
        if self.state.phase is not Phase.BETTING:
            return self
        return replace(self, shoe=replace(self.shoe, place=self.state.place))

    def _check_promise(self) -> None:
        fair = self.derived_shoe()
        if (fair.shoe.order, fair.root.hex()) != (self.shoe.order, self.state.root):
            text = f"the shoe of {self.state.table} is not the one that was promised"
            raise StoreError(code="table_damaged", text=text)

    def derived_shoe(self) -> FairShoe:
        """Return the shoe that follows from the house's secret and the guests' seeds."""
        state = self.state
        return fair_shoe(
            state.house,
            table=state.table,
            number=state.shoe,
            seed=Seed(bytes.fromhex(self.secret)),
            guests=state.ceremony.seeds,
        )

    def snapshot(self) -> Snapshot:
        """Return a snapshot of the desk, with no more secrets than the current shoe needs.

        Those are in the log of the same file already. Between two shoes the last secret has been
        revealed, and its cards can still be checked. A snapshot within a shoe has a label of its
        own and so keeps the one before the shoe, from which guests are sent this shoe's events.
        """
        phase = self.state.phase
        order = self.shoe.order if phase is Phase.BETTING else ()
        text = json.dumps(plain(replace(self, shoe=Shoe(order))), ensure_ascii=False)
        label = WITHIN_SHOE if phase in (Phase.SEEDING, Phase.BETTING) else ""
        return Snapshot(self.state.table, self.version, text, SNAPSHOT_FORMAT, label)


SeedSource = Callable[[int], Seed]
"""The house's seed for a shoe, by its number."""


def random_seed(_shoe: int) -> Seed:
    """Return a seed from the operating system's randomness."""
    return Seed(token_bytes(SEED_BYTES))


def seed_source(text: str | None) -> SeedSource:
    """Return repeatable seeds derived from a text, or random ones without a text."""
    return random_seed if text is None else lambda shoe: Seed.of_text(text, shoe)


def event_of(logged: Logged) -> Event:
    """Return the event in a logged fact."""
    fact = logged.fact
    return read_event(fact.kind, fact.data, fact.format)


def events(store: Log, table: str) -> Iterator[Event]:
    """Yield all events of a table, oldest first, including private ones."""
    return map(event_of, store.facts(table))


def timed_events(store: Log, table: str) -> Iterator[tuple[int, Event]]:
    """Yield all events of a table with their times, in microseconds since 1970 UTC."""
    return ((logged.at, event_of(logged)) for logged in store.facts(table))


def load(store: Log, table: str) -> Desk:
    """Load a table's desk: its last snapshot, and every event since."""
    snapshot = store.snapshot(table)
    desk, chain = Desk.restored(snapshot), snapshot.chain if snapshot else b""
    for logged in store.facts(table, after=desk.version, chain=chain):
        try:
            desk = desk.after(event_of(logged))
        except FormatUnknown:
            raise
        except (LookupError, StoreError, FairnessError) as error:
            text = f"event {logged.fact.version} of {table} does not fit: {error}"
            raise StoreError(code="table_damaged", text=text) from error
    if not desk.version:
        raise StoreError(f"there is no table {table!r}")
    return desk.resumed()


def unfinished(store: Log) -> list[str]:
    """Return the open tables, newest first."""
    closed = kind_of(TableClosed())
    newest = ((table, store.last(table)) for table in store.streams())
    return [table for table, last in newest if last and last.fact.kind != closed]


WallClock = Callable[[], int]
"""The time in microseconds since 1970 UTC."""

SNAPSHOT_EVERY = 1_000
"""The most events between two snapshots, and so about the most that resuming a table reads."""


def now() -> int:
    """Return the time of this machine."""
    return time_ns() // 1_000


class NumberedEvent(NamedTuple):
    """A public event: its number, the public state before it, and its text in the log."""

    number: int
    event: Event
    before: State
    text: str


class Croupier:
    """Runs one table over a store. `do` is durable when it returns.

    Where many commands share one transaction they are proposed first and then committed together.
    """

    def __init__(
        self,
        store: Log,
        desk: Desk,
        *,
        seed_for: SeedSource = random_seed,
        clock: WallClock = now,
        snapshot_version: int = 0,
    ) -> None:
        self._store = store
        self._desk = self._proposed = desk
        self._snapshot_version = snapshot_version
        self._seed_for = seed_for
        self._clock = clock
        self._fair: FairShoe | None = None
        self.pending: list[Fact] = []
        self.snapshots: list[Snapshot] = []

    @classmethod
    def open(
        cls,
        store: Log,
        table: str,
        house: House,
        *,
        seed_for: SeedSource = random_seed,
        clock: WallClock = now,
    ) -> Croupier:
        """Open a new table."""
        if store.last(table):
            raise IllegalCommand(code="table_known", text=table)
        croupier = cls(store, Desk(), seed_for=seed_for, clock=clock)
        croupier.do(OpenTable(table, house))
        return croupier

    @classmethod
    def resume(
        cls, store: Log, table: str, *, seed_for: SeedSource = random_seed, clock: WallClock = now
    ) -> Croupier:
        """Take over a table as the log left it: the same chips, bets and next card."""
        snapshot = store.snapshot(table)
        version = snapshot.version if snapshot else 0
        desk = load(store, table)
        return cls(store, desk, seed_for=seed_for, clock=clock, snapshot_version=version)

    @property
    def state(self) -> State:
        """The durable public state."""
        return self._desk.state

    @property
    def proposed(self) -> State:
        """The public state after everything proposed."""
        return self._proposed.state

    @property
    def proposed_version(self) -> int:
        """The number of the last event, proposed ones included."""
        return self._proposed.version

    @property
    def version(self) -> int:
        """The number of events of the table, including private ones."""
        return self._desk.version

    def do(self, *commands: Command) -> tuple[Event, ...]:
        """Follow all of these commands or none, durably. Return the public events."""
        try:
            happened = tuple(each.event for command in commands for each in self.propose(command))
        except BaseException:
            self.abandon()
            raise
        commit(self._store, (self,), at=self._clock())
        return happened

    def commit_shoe(self) -> tuple[Event, ...]:
        """Draw the house's seed for the next shoe and commit to it."""
        return self.do(self.shoe_commitment())

    def open_shoe(self) -> tuple[Event, ...]:
        """Derive the order from all seeds, publish its root, and burn."""
        return self.do(self.shoe_opening())

    def propose(self, command: Command) -> list[NumberedEvent]:
        """Decide a command on top of what is proposed already. Return its public events.

        They are not durable, and may not be sent to anyone, before they are committed.
        """
        desk = self._proposed
        events, shoe = decide(desk.state, command, desk.shoe)
        public: list[NumberedEvent] = []
        is_between = False
        for event in events:
            before = desk.state
            self._proposed = desk = desk.after(event, shoe)
            kind, text, is_private = kind_of(event), to_json(event), not is_public(event)
            table, version = desk.state.table, desk.version
            self.pending.append(Fact(table, version, kind, text, is_private, FORMAT))
            if not is_private:
                public.append(NumberedEvent(version, event, before, text))
            if isinstance(event, ShoeClosed):
                is_between = True
                if not desk.state.is_given:
                    public += self.propose(RevealShoe(desk.secret))
                    desk = self._proposed
        if is_between and self.proposed.phase is not Phase.CLOSED:
            self.snapshots.append(self._proposed.snapshot())
        self.take_snapshot(after=SNAPSHOT_EVERY)
        return public

    def take_snapshot(self, *, after: int) -> None:
        """Propose a snapshot if the last one is at least `after` events old."""
        last = self.snapshots[-1].version if self.snapshots else self._snapshot_version
        if self._proposed.version - last >= after:
            self.snapshots.append(self._proposed.snapshot())

    def shoe_commitment(self) -> CommitShoe:
        """Return the command that commits to the next shoe, with a new seed of the house."""
        state = self._proposed.state
        number = state.shoe + 1
        seed = self._seed_for(number)
        promise = commitment(state.house, table=state.table, number=number, seed=seed)
        return CommitShoe(seed.secret.hex(), promise.hex())

    def shoe_opening(self) -> OpenShoe:
        """Return the command that opens the shoe whose order follows from all seeds."""
        require_commitment(self.proposed)
        self._fair = fair = self._proposed.derived_shoe()
        return OpenShoe(fair.shoe, fair.root.hex())

    def given_shoe(self, cards: tuple[Card, ...]) -> tuple[CommitShoe, OpenShoe]:
        """Return the commands that open a shoe of given cards, without a commitment.

        The cards that are not given follow in shuffled order.
        """
        state = self._proposed.state
        rest = shuffled(state.house.decks, self._seed_for(state.shoe + 1))
        return CommitShoe("", ""), OpenShoe(rest.led_by(cards), "")

    def follow(self, written: Iterable[Logged]) -> list[NumberedEvent]:
        """Apply events that were written elsewhere. Return the public ones.

        Nothing may be proposed at the same time.
        """
        desk, public = self._desk, list[NumberedEvent]()
        is_new_shoe = False
        for logged in written:
            fact, event, before = logged.fact, event_of(logged), desk.state
            desk = desk.after(event)
            is_new_shoe = is_new_shoe or isinstance(event, ShoeOrdered)
            if not fact.private:
                public.append(NumberedEvent(fact.version, event, before, fact.data))
        self._settle(desk.resumed() if is_new_shoe else desk.advanced())
        return public

    def path(self, position: int) -> Path:
        """Return the Merkle path that proves a dealt or shown card."""
        if position not in self.state.seen_at:
            raise IllegalCommand(code="card_not_shown")
        if not self._desk.secret:
            raise IllegalCommand(code="shoe_over")
        if self._fair is None or self._fair.root.hex() != self.state.root:
            self._fair = self._desk.derived_shoe()
        return self._fair.path(position)

    def confirm(self) -> None:
        """Accept everything proposed: it is durable now."""
        if self.snapshots:
            self._snapshot_version = self.snapshots[-1].version
        self._settle(self._proposed)

    def abandon(self) -> None:
        """Drop everything proposed."""
        self._settle(self._desk)

    def _settle(self, desk: Desk) -> None:
        self._desk = self._proposed = desk
        self.pending = []
        self.snapshots = []


def commit(
    store: Log, croupiers: Sequence[Croupier], *, at: int, receipts: Sequence[Receipt] = ()
) -> None:
    """Make everything proposed at these tables durable, or undo it.

    Only a table that another process has changed can fail alone.
    """
    facts = [fact for croupier in croupiers for fact in croupier.pending]
    snapshots = [snapshot for croupier in croupiers for snapshot in croupier.snapshots]
    try:
        won = store.append(facts, at=at, receipts=receipts, snapshots=snapshots)
    except StoreError:
        for croupier in croupiers:
            croupier.abandon()
        raise
    lost = [each for each in croupiers if each.pending and each.proposed.table not in won]
    for croupier in croupiers:
        croupier.abandon() if croupier in lost else croupier.confirm()
    if lost:
        raise StoreError("another process has changed the table; nothing was written")
