"""The first step of a turn: take requests from the queue, and read the log."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field

from puntobanco.errors import LogWentBack, OutcomeUnknown, RowDamaged, StoreError
from puntobanco.store import Beat, Key, Log, Receipt, StreamRead
from puntobanco.store.house import OrderAnswer, StoredOrder
from puntobanco.web.hall.cleanup import Cleanup, Expired
from puntobanco.web.hall.requests import Arrival, CommandRequest, HallRequest, KeepDrills, Purge
from puntobanco.web.hall.tables import DamagedTable, RoomFactory
from puntobanco.web.room.replay import Replay
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import DRILLS, GUESTS, SEATED
from puntobanco.wire.commands import Sit


@dataclass(slots=True)
class Look:
    """Reads the log for one turn, perhaps on another thread.

    Receipts are read together with the table that they belong to, or after it. So if nobody has
    changed the table when the turn is written, no receipt was missed.
    """

    server: str
    now: int
    """The hall's clock."""
    requests: list[HallRequest]
    versions: dict[str, int] = field(default_factory=dict)
    """The version of every table that the server knows, if the log is shared."""
    stale: set[str] = field(default_factory=set)
    """The tables to read, because another server has changed them."""
    polls: dict[str, int] | None = None
    """The known revisions, if it is time to look for others and for the house clock."""
    damaged: AbstractSet[str] = frozenset()
    """The tables that stay closed here."""
    present: set[tuple[str, str]] = field(default_factory=set)
    """Connected guests by table: all of them if it is time to poll, else only new ones."""
    holders: dict[str, str] = field(default_factory=dict)
    """The ids of all connected guests by the hashes of their tokens, if it is time to poll."""
    replays: list[tuple[Replay, int]] = field(default_factory=list)
    """The events to load for new guests: those of each replay after a number."""

    answers: list[OrderAnswer] = field(default_factory=list)
    """The answers to an operator's orders, which are written to the log."""

    beat: Beat | None = None
    orders: list[StoredOrder] = field(default_factory=list)
    """The new orders of an operator in the log."""
    streams: dict[str, StreamRead] = field(default_factory=dict)
    """The new content of stale tables."""
    opened: list[Room | DamagedTable] = field(default_factory=list)
    """The tables that other servers have opened."""
    gone_back: list[str] = field(default_factory=list)
    """The tables that the log has in an older state than this server has published."""
    accepted: dict[Key, Receipt] = field(default_factory=dict)
    """The receipts of commands that were accepted before."""
    unreadable: StoreError | None = None
    """Why it is unknown which commands were accepted before."""
    expired: Expired | None = None
    guests: dict[str, tuple[str | None, int]] = field(default_factory=dict)
    """The notes of guests who have arrived or are connected. Without a note, a guest is gone."""

    arrivals: list[str] = field(default_factory=list)
    """The hashes of the tokens of guests who have arrived."""

    sittings: dict[str, tuple[str | None, int]] = field(default_factory=dict)
    """The notes of the sittings of guests who want to sit down, by id."""

    drills: dict[str, tuple[str | None, int]] = field(default_factory=dict)
    """The notes of the drills that are to be changed, by the id of the guest."""

    def read(self, log: Log, factory: RoomFactory, cleanup: Cleanup) -> None:
        """Read everything, or raise. If the log isn't shared, that is only receipts."""
        if self.answers:
            log.answer_orders(self.server, self.answers)
        if self.polls is not None:
            self.orders = log.new_orders()  # before the beat, so that a new server misses none
            self.beat = log.beat(self.server, self.present)
            changes = log.changed(self.polls)
            self.stale.update(changes.revised, changes.closed)
        elif self.present:
            log.announce(self.server, self.present)
        commands = [each for each in self.requests if isinstance(each, CommandRequest)]
        others = [each for each in self.requests if not isinstance(each, CommandRequest)]
        arrivals = [each for each in others if isinstance(each, Arrival)]
        self.stale |= {each.table for each in arrivals if each.table}
        self.stale -= self.damaged
        keys = [each.key for each in commands]
        self._read_tables(log, factory, keys)
        self._read_receipts(log, keys)
        for replay, number in self.replays:
            replay.load(number)
        kept = [each for each in others if isinstance(each, KeepDrills)]
        self.arrivals = [each.token_hash for each in arrivals if each.token_hash]
        keepers = [each.token_hash for each in kept]
        self.guests = log.noted(GUESTS, [*self.holders, *self.arrivals, *keepers])
        self.drills = log.noted(DRILLS, [each.guest.id for each in kept])
        sitting = [each for each in commands if isinstance(each.request.command, Sit)]
        self.sittings = log.noted(SEATED, [each.connection.guest.id for each in sitting])
        if any(isinstance(each, Purge) for each in others):
            with suppress(RowDamaged):
                self.expired = cleanup.read(log, 1_000 * self.now)

    def _read_tables(self, log: Log, factory: RoomFactory, keys: Sequence[Key]) -> None:
        for table in sorted(self.stale):
            try:
                if table not in self.versions:
                    self.opened += factory.resume(table)
                    continue
                asked = [key for key in keys if key[0] == table]
                read = log.read_stream(table, after=self.versions[table], requests=asked)
            except LogWentBack:
                self.gone_back.append(table)
            else:
                self.streams[table] = read
                self.accepted |= read.receipts

    def _read_receipts(self, log: Log, keys: Sequence[Key]) -> None:
        unread = [key for key in keys if key[0] not in self.streams]
        try:
            self.accepted |= log.receipts(unread)
        except RowDamaged as error:
            self.unreadable = error
        except StoreError as error:
            if log.is_shared:
                raise
            self.unreadable = OutcomeUnknown(str(error))  # one of them may have happened before
