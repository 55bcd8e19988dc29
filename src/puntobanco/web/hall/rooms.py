"""Makes the rooms of a hall: for new tables, and for those that the log left open."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass

from puntobanco.croupier import Croupier, Desk
from puntobanco.croupier.desk import WITHIN_SHOE
from puntobanco.errors import PuntoBancoError, StoreError, shown
from puntobanco.history.shoes import OUT_OF_PLACE
from puntobanco.store import Store
from puntobanco.store.rows import VALUES
from puntobanco.web.hall.guests import SeedsByPlace
from puntobanco.web.limits import Caps, Pace
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.replay import Replay, read_replay
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import RoomValue
from puntobanco.words import message


@dataclass(frozen=True, slots=True)
class DamagedTable:
    """A table that cannot be resumed. It stays in the log as it is, and the others play."""

    table: str
    reason: str
    value: RoomValue | None = None
    """None if that is damaged."""

    @property
    def public_name(self) -> str:
        """The id of a public table; of any other its start, which lets nobody in."""
        is_public = self.value and not self.value.private
        return self.table if is_public else f"{shown(self.table, 6)}"


@dataclass(frozen=True, slots=True)
class RoomFactory:
    """Makes rooms over one store."""

    store: Store
    reader: Store
    seeds: SeedsByPlace
    caps: Caps
    pace: Pace

    def new(self, table: str, value: RoomValue) -> Room:
        """Return a room for a table that will be opened."""
        croupier = Croupier(self.store, Desk(), seed_for=self.seeds.of(table))
        return Room(croupier, value, caps=self.caps, pace=self.pace)

    def check_caps(self, room: Room, others: Collection[Room]) -> None:
        """Refuse a new room if there are too many, in all, of its owner or from its address."""
        caps, owner, address = self.caps, room.value.owner, room.value.address
        if len(others) >= caps.tables:
            raise Refused("full", message("refused.tables_full", most=caps.tables))
        if sum(other.value.owner == owner for other in others) >= caps.tables_per_guest:
            raise Refused("full", message("refused.guest_tables", most=caps.tables_per_guest))
        if sum(other.value.address == address for other in others) >= caps.tables_per_address:
            most = caps.tables_per_address
            raise Refused("full", message("refused.address_tables", most=most))

    def resume_all(self) -> Iterator[Room | DamagedTable]:
        """Yield the rooms of all open tables, in the order of opening, and the damaged tables."""
        reasons = self._known_damage()
        values: dict[str, RoomValue] = {}
        for table, text in self.store.notes(VALUES).items():
            try:
                values[table] = RoomValue.parse(text)
            except StoreError as error:
                reasons.setdefault(table, str(error))
        for table in sorted(values, key=lambda each: (values[each].opened, each)):
            if table in reasons:
                yield DamagedTable(table, reasons.pop(table), values[table])
            else:
                yield self._resume(table, values[table])
        yield from (DamagedTable(*each) for each in reasons.items())

    def _known_damage(self) -> dict[str, str]:
        """Return why tables are damaged whose notes or receipts are."""
        reasons: dict[str, str] = {}
        open_tables = self.store.notes(VALUES)
        for row in self.store.damage:
            shelf, key = (VALUES, row.key[0]) if row.part != "notes" else row.key
            if shelf == VALUES and (row.part == "notes" or key in open_tables):
                reasons[str(key)] = str(row)
        return reasons

    def _resume(self, table: str, value: RoomValue) -> Room | DamagedTable:
        """Return a table as the log left it, or why it cannot be resumed.

        It is read twice before it is called damaged: a disk may fail once.
        """
        with suppress(StoreError):
            return self._resumed(table, value)
        try:
            return self._resumed(table, value)
        except PuntoBancoError as error:
            return DamagedTable(table, str(error), value)
        except OUT_OF_PLACE:
            return DamagedTable(table, "an event is not in its place", value)

    def _resumed(self, table: str, value: RoomValue) -> Room:
        """Return a table as the log left it. Events are read again only for a replay."""
        croupier = Croupier.resume(self.store, table, seed_for=self.seeds.of(table))
        revision = self.store.revision(table)
        room = Room(croupier, value, revision=revision, caps=self.caps, pace=self.pace)
        snapshots = self.store.snapshots(table)
        start = next((each for each in snapshots if each.label != WITHIN_SHOE), None)
        room.shoe_since = start.version if start else 0
        limit, upto = self.caps.replay, croupier.version
        room.replay = Replay(
            limit,
            upto,
            lambda: read_replay(self.reader, table, start=start, upto=upto, limit=limit),
        )
        return room
