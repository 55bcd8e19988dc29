"""The croupier: loads a table, decides, appends to the log, and only then tells."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from secrets import token_bytes
from time import time_ns

from puntobanco.errors import FairnessError, IllegalCommand, StoreError
from puntobanco.fairness import FairShoe, Path, Seed, commitment, fair_shoe
from puntobanco.house import House
from puntobanco.shoe import Shoe
from puntobanco.store import Fact, Receipt, Snapshot, Store
from puntobanco.table import Command, Event, Phase, State, decide, evolve, is_public
from puntobanco.table.events import (
    CommitShoe,
    OpenShoe,
    OpenTable,
    RevealShoe,
    ShoeClosed,
    ShoeOrdered,
    ShoeSeeded,
    TableClosed,
)
from puntobanco.wire import FORMAT, built, event_text, kind_of, plain, read_event

SeedFor = Callable[[int], Seed]
"""The house's seed for a shoe, by its number."""

Clock = Callable[[], int]
"""The time in microseconds since 1970 UTC."""

SEED_BYTES = 32

NOTED_EVERY = 1_000
"""After so many events a table is noted, so that resuming it never reads many more."""

WITHIN = "within"
"""The label of a snapshot that was taken while a shoe was on the table."""


def random_seed(_shoe: int) -> Seed:
    """A seed from the operating system's randomness."""
    return Seed(token_bytes(SEED_BYTES))


def seed_source(text: str | None) -> SeedFor:
    """Seeds that a text makes repeatable, or real randomness."""
    return random_seed if text is None else lambda shoe: Seed.of_text(text, shoe)


def now() -> int:
    """The time of this machine's clock."""
    return time_ns() // 1_000


@dataclass(frozen=True, slots=True)
class Desk:
    """All that the croupier knows of a table: the public state, and the secrets of the shoe."""

    state: State = State()  # noqa: RUF009 - a frozen value
    version: int = 0
    shoe: Shoe = field(default=Shoe(()), repr=False)
    secret: str = field(default="", repr=False)

    def after(self, event: Event, shoe: Shoe | None = None) -> Desk:
        """The desk after an event; a shoe that moved with it is given."""
        state = evolve(self.state, event)
        secret = event.secret if isinstance(event, ShoeSeeded) else self.secret
        order = Shoe(event.order) if isinstance(event, ShoeOrdered) else self.shoe
        return Desk(state, self.version + 1, order if shoe is None else shoe, secret)

    def found(self) -> Desk:
        """The desk as a log leaves it: the cut card is placed, and the dealt cards are gone."""
        if self.state.phase is not Phase.BETTING:
            return self
        fair = _derived(self)
        if (fair.shoe.order, fair.root.hex()) != (self.shoe.order, self.state.root):
            raise StoreError(f"the shoe of {self.state.table} is not the one that was promised")
        shoe = self.state.house.with_cut_card(self.shoe)
        return replace(self, shoe=replace(shoe, place=self.state.place))


class Croupier:
    """Runs one table over a store. `do` is durable when it returns.

    Where many commands share one transaction they are proposed first and then committed together.
    """

    def __init__(
        self,
        store: Store,
        desk: Desk,
        *,
        seed_for: SeedFor = random_seed,
        clock: Clock = now,
        noted: int = 0,
    ) -> None:
        self._store = store
        self._desk = self._proposed = desk
        self._noted = noted
        self._seed_for = seed_for
        self._clock = clock
        self._fair: FairShoe | None = None
        self.pending: list[Fact] = []
        self.snapshots: list[Snapshot] = []

    @classmethod
    def open(
        cls,
        store: Store,
        table: str,
        house: House,
        *,
        seed_for: SeedFor = random_seed,
        clock: Clock = now,
    ) -> Croupier:
        """Open a new table."""
        if store.last(table):
            raise IllegalCommand(f"there is a table {table!r} already")
        croupier = cls(store, Desk(), seed_for=seed_for, clock=clock)
        croupier.do(OpenTable(table, house))
        return croupier

    @classmethod
    def resume(
        cls, store: Store, table: str, *, seed_for: SeedFor = random_seed, clock: Clock = now
    ) -> Croupier:
        """Take over a table as the log left it: the same chips, bets and next card."""
        note = store.snapshot(table)
        desk = load(store, table)
        noted = note.version if note else 0
        return cls(store, desk, seed_for=seed_for, clock=clock, noted=noted)

    @property
    def state(self) -> State:
        """The public state, durable."""
        return self._desk.state

    @property
    def proposed(self) -> State:
        """The public state if all that is proposed becomes durable."""
        return self._proposed.state

    @property
    def version(self) -> int:
        """How many events the table has seen, private ones included."""
        return self._desk.version

    def do(self, command: Command) -> tuple[Event, ...]:
        """Follow a command, make it durable, and give the public events."""
        return self._committed(self.propose(command))

    def commit_shoe(self) -> tuple[Event, ...]:
        """Draw the house's seed for the next shoe and commit to it."""
        return self._committed(self.propose_shoe())

    def open_shoe(self) -> tuple[Event, ...]:
        """Derive the order from all seeds, publish its root, and burn."""
        return self._committed(self.propose_opening())

    def propose(self, command: Command) -> tuple[Event, ...]:
        """Decide a command on top of what is proposed already; gives its public events.

        Nothing of it is durable, and nothing may be told, before it is committed.
        """
        events, shoe = decide(self._proposed.state, command, self._proposed.shoe)
        public: tuple[Event, ...] = ()
        for event in events:
            self._proposed = self._proposed.after(event, shoe)
            self.pending.append(_fact(self._proposed, event))
            if is_public(event):
                public += (event,)
            if isinstance(event, ShoeClosed):
                public += self.propose(RevealShoe(self._proposed.secret))
        is_between = any(isinstance(event, ShoeClosed) for event in events)
        if is_between and self.proposed.phase is not Phase.CLOSED:
            self.snapshots.append(_snapshot(self._proposed))
        self.note(after=NOTED_EVERY)
        return public

    def note(self, *, after: int) -> None:
        """Propose a snapshot if so many events are not in one yet."""
        noted = self.snapshots[-1].version if self.snapshots else self._noted
        if self._proposed.version - noted >= after:
            self.snapshots.append(_snapshot(self._proposed))

    def propose_shoe(self) -> tuple[Event, ...]:
        """As `commit_shoe`, before it is durable."""
        state = self._proposed.state
        number = state.shoe + 1
        seed = self._seed_for(number)
        promise = commitment(state.house, table=state.table, number=number, seed=seed)
        return self.propose(CommitShoe(seed.secret.hex(), promise.hex()))

    def propose_opening(self) -> tuple[Event, ...]:
        """As `open_shoe`, before it is durable."""
        self._fair = fair = _derived(self._proposed)
        return self.propose(OpenShoe(fair.shoe, fair.root.hex()))

    def path(self, position: int) -> Path:
        """What shows that a card which was dealt or shown is the one that the root promised."""
        if position not in self.state.seen_at:
            raise IllegalCommand("only a card that was shown can be checked")
        if not self._desk.secret:
            raise IllegalCommand("that shoe is over; its record shows every card and its secret")
        if self._fair is None or self._fair.root.hex() != self.state.root:
            self._fair = _derived(self._desk)
        return self._fair.path(position)

    def confirm(self) -> None:
        """What was proposed is durable."""
        if self.snapshots:
            self._noted = self.snapshots[-1].version
        self._settle(self._proposed)

    def abandon(self) -> None:
        """What was proposed never happened."""
        self._settle(self._desk)

    def _settle(self, desk: Desk) -> None:
        self._desk = self._proposed = desk
        self.pending = []
        self.snapshots = []

    def _committed(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        commit(self._store, (self,), at=self._clock())
        return events


def commit(
    store: Store, croupiers: Sequence[Croupier], *, at: int, receipts: Sequence[Receipt] = ()
) -> None:
    """Make everything proposed at these tables durable in one transaction, or undo all of it."""
    try:
        store.append(
            [fact for croupier in croupiers for fact in croupier.pending],
            at=at,
            receipts=receipts,
            snapshots=[note for croupier in croupiers for note in croupier.snapshots],
        )
    except StoreError:
        for croupier in croupiers:
            croupier.abandon()
        raise
    for croupier in croupiers:
        croupier.confirm()


def load(store: Store, table: str) -> Desk:
    """A table's desk: its last snapshot, and every event since."""
    note = store.snapshot(table)
    desk = built(Desk, note.data) if note else Desk()
    for logged in store.facts(table, after=desk.version):
        fact = logged.fact
        try:
            desk = desk.after(read_event(fact.kind, fact.data, fact.format))
        except (LookupError, StoreError, FairnessError) as error:
            raise StoreError(f"event {fact.version} of {table} does not fit: {error}") from error
    if not desk.version:
        raise StoreError(f"there is no table {table!r}")
    return desk.found()


def events(store: Store, table: str) -> Iterator[Event]:
    """Everything that happened at a table, private events included, from the beginning."""
    for logged in store.facts(table):
        yield read_event(logged.fact.kind, logged.fact.data, logged.fact.format)


def unfinished(store: Store) -> list[str]:
    """The tables that were not closed, the newest first."""
    closed = kind_of(TableClosed())
    newest = ((table, store.last(table)) for table in store.streams())
    return [table for table, last in newest if last and last.fact.kind != closed]


def _fact(desk: Desk, event: Event) -> Fact:
    return Fact(
        desk.state.table,
        desk.version,
        kind_of(event),
        event_text(event),
        private=not is_public(event),
        format=FORMAT,
    )


def _snapshot(desk: Desk) -> Snapshot:
    """The desk as it stands, with no more secrets than the shoe on the table needs.

    Those are in the log already, in the same file; between two shoes the last one's was shown, and
    its cards can still be checked. A snapshot within a shoe leaves the one before it in its place,
    so that guests can be told of this shoe.
    """
    state = desk.state
    is_within = state.phase in (Phase.SEEDING, Phase.BETTING)
    order = desk.shoe.order if state.phase is Phase.BETTING else ()
    kept = replace(desk, shoe=Shoe(order))
    text = json.dumps(plain(kept), ensure_ascii=False)
    return Snapshot(state.table, desk.version, text, label=WITHIN if is_within else "")


def _derived(desk: Desk) -> FairShoe:
    """The shoe that the house's secret and the guests' seeds stand for."""
    state = desk.state
    return fair_shoe(
        state.house,
        table=state.table,
        number=state.shoe,
        seed=Seed(bytes.fromhex(desk.secret)),
        guests=state.ceremony.seeds,
    )
