"""Makes the rooms of a hall: for new tables, and for those that the log left open."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from puntobanco.announcer.message import message
from puntobanco.croupier import Croupier, Desk
from puntobanco.croupier.desk import WITHIN_SHOE
from puntobanco.store import Store
from puntobanco.web.hall.seeds import SeedsByPlace
from puntobanco.web.limits import Caps, Pace
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.replay import Replay, read_replay
from puntobanco.web.room.room import Room
from puntobanco.web.room.setup import TABLES, Setup


@dataclass(frozen=True, slots=True)
class RoomFactory:
    """Makes rooms over one store."""

    store: Store
    reader: Store
    seeds: SeedsByPlace
    caps: Caps
    pace: Pace

    def new(self, table: str, setup: Setup, address: str) -> Room:
        """A room for a table that is to be opened, from an address."""
        croupier = Croupier(self.store, Desk(), seed_for=self.seeds.of(table))
        return Room(croupier, setup, caps=self.caps, pace=self.pace, address=address)

    def check_caps(self, room: Room, others: Collection[Room]) -> None:
        """Refuse a new room if there are too many, in all, of its owner or from its address."""
        caps, owner = self.caps, room.setup.owner
        if len(others) >= caps.tables:
            raise Refused("full", message("refused.tables_full", most=caps.tables))
        if sum(other.setup.owner == owner for other in others) >= caps.tables_per_guest:
            raise Refused("full", message("refused.guest_tables", most=caps.tables_per_guest))
        if sum(other.address == room.address for other in others) >= caps.tables_per_address:
            most = caps.tables_per_address
            raise Refused("full", message("refused.address_tables", most=most))

    def resume_all(self) -> Iterator[Room]:
        """The rooms of all open tables, in the order of opening."""
        setups = {table: Setup.parse(text) for table, text in self.store.notes(TABLES).items()}
        for table in sorted(setups, key=lambda each: (setups[each].opened, each)):
            yield self._resume(table, setups[table])

    def _resume(self, table: str, setup: Setup) -> Room:
        """A table as the log left it; its events are read again when they are to be replayed."""
        croupier = Croupier.resume(self.store, table, seed_for=self.seeds.of(table))
        room = Room(croupier, setup, caps=self.caps, pace=self.pace)
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
