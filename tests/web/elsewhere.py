"""Another server on the log of a simulated hall: it writes between any two steps of a turn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from puntobanco.errors import PuntoBancoError
from puntobanco.store import Fact, Receipt, Store, StreamValue
from puntobanco.table import Phase
from puntobanco.web.hall.idempotency import Acceptance, command_digest
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import RoomValue
from puntobanco.wire.commands import read_request

if TYPE_CHECKING:
    from tests.web.world import Tab, World

LOSES = 0.15
"""How often another server writes first, at each table of a batch."""


class SharedStore(Store):
    """A log to which another server writes, before each write and after each look at receipts."""

    def __init__(self, *arguments: Any) -> None:  # noqa: ANN401 - as a store
        super().__init__(*arguments)
        self.disturb: Callable[[str], None] | None = None

    def append(
        self,
        facts: Sequence[Fact],
        *,
        at: int,
        expected: Mapping[str, int] | None = None,
        **more: Any,  # noqa: ANN401 - as a store
    ) -> dict[str, int]:
        """Let somebody else write first."""
        self._disturb(expected or ())
        return super().append(facts, at=at, expected=expected, **more)

    def confirmed(self, expected: Mapping[str, int]) -> dict[str, int]:
        """Let somebody else write first."""
        self._disturb(expected)
        return super().confirmed(expected)

    def receipts(self, requests: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Receipt]:
        """Let somebody else write afterwards."""
        found = super().receipts(requests)
        self._disturb(dict.fromkeys(table for table, _ in requests))
        return found

    def _disturb(self, tables: Mapping[str, object] | tuple[()]) -> None:
        disturb, self.disturb = self.disturb, None
        if disturb:
            for table in tables:
                disturb(table)
        self.disturb = disturb


class Elsewhere:
    """The other server. It knows who is connected, and reads each table afresh."""

    def __init__(self, world: World) -> None:
        self._world = world

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Let the other server write in the midst of what the hall does."""
        store = self._world.store
        if not isinstance(store, SharedStore) or self._world.is_calm:
            yield
            return
        store.disturb = self.perhaps_write
        try:
            yield
        finally:
            store.disturb = None

    def perhaps_write(self, table: str) -> None:
        """Write something at a table, or not."""
        world = self._world
        if world.rng.random() < LOSES:
            (act,) = world.rng.choices(
                (self._resend, self._order, self._proceed, self._touch), (3, 4, 2, 1)
            )
            world.story.append(f"elsewhere{act.__name__}")
            act(table)

    def _room(self, table: str) -> Room | None:
        """The table as the log has it now."""
        world = self._world
        text, known = world.store.value(table), world.hall.rooms.get(table)
        if text is None or known is None:
            return None
        room = world.hall._factory._resumed(table, RoomValue.parse(text))
        room.audience.guests, room.left_at = known.audience.guests, known.left_at
        return room

    def _resend(self, table: str) -> None:
        """A guest sends a command here too that our hall has not answered."""
        pending = [
            (tab, frame)
            for tab in self._tabs(table)
            for place, frame in tab.person.pending.values()
            if place == table
        ]
        if pending:
            self._take(*self._world.rng.choice(pending))

    def _order(self, table: str) -> None:
        """A guest sends a command only here, and never hears the answer."""
        if tabs := [tab for tab in self._tabs(table) if tab.seat]:
            tab = self._world.rng.choice(tabs)
            self._take(tab, self._world.asked_for(tab, self._world.chosen))

    def _tabs(self, table: str) -> list[Tab]:
        return [tab for tab in self._world.connected() if tab.table == table]

    def _take(self, tab: Tab, frame: str) -> None:
        world, room = self._world, self._room(tab.table)
        assert tab.connection
        request, guest = read_request(frame), tab.connection.guest
        key = (tab.table, f"{guest.id}:{request.id}")
        if room is None or world.store.receipts([key]):
            return
        try:
            room.order(guest, request, world.hall.clock())
        except (PuntoBancoError, Refused):
            return
        if json.loads(frame)["command"]["kind"] == "deal":
            world.presses[key] = tab.person.name
        world.taken_elsewhere.add(key)
        number = Acceptance(room.croupier.proposed_version, command_digest(request))
        self._write(room, [Receipt(*key, str(number))])

    def _proceed(self, table: str) -> None:
        """The other server's timers expire."""
        room = self._room(table)
        if room and room.state.phase is not Phase.CLOSED:
            room.proceed(self._world.hall.clock())
            self._write(room)

    def _touch(self, table: str) -> None:
        """The room value is written again, as it was."""
        if room := self._room(table):
            self._write(room, value=StreamValue(table, str(room.value), room.value.due))

    def _write(
        self, room: Room, receipts: Sequence[Receipt] = (), value: StreamValue | None = None
    ) -> None:
        world = self._world
        room.update(world.hall.clock())
        value = room.changed_value or value
        world.behind.add(room.id)
        world.store.append(
            room.croupier.pending,
            at=world.wall,
            expected={room.id: room.revision},
            receipts=receipts,
            values=[value] if value else [],
            snapshots=room.croupier.snapshots,
            kept_at=1_000 * world.hall.clock(),
        )
