"""An evening at a house of several servers on one log, as a function of its seed.

Each server takes its turns step by step, hangs between any two of them, fails and dies. Writes
fail, succeed without an answer, or arrive late; wake-ups are lost or late; clocks jump; the
log goes back in time. `python -m tests.web.servers_world SEED STEPS` plays one evening again.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from puntobanco.errors import OutcomeUnknown, StoreError
from puntobanco.store import Fact, Key, Logged, Store
from puntobanco.store.rows import Writes
from puntobanco.web.hall.batch import Batch
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.requests import CommandRequest
from puntobanco.web.room.audience import Connection, Outbox
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from tests.web.auditor import Auditor
from tests.web.typed import check_frame
from tests.web.world import AT_ONCE, PACE, Tab, World, run, tell

STEPS = 40
HANGS, YIELDS = 0.12, 0.3
"""How often a server hangs after a step of its turn, and how often another one acts then."""


def _unless_away(name: str, error: type[StoreError] = StoreError) -> Callable[..., Any]:
    """Return a method of the store that fails while the database can't be reached."""

    def call(store: ServerStore, *arguments: object, **named: object) -> object:
        store._reach(error)
        return getattr(super(ServerStore, store), name)(*arguments, **named)

    return call


class ServerStore(Store):
    """One server's connection to the log. Its calls fail as the world wants."""

    world: ServersWorld
    away = 0
    """How many calls fail."""
    is_idle = False
    """Whether the server takes a step on its event loop, which must not wait for the log."""
    owner: ServerStore | None = None
    """The connection whose write arrives later through this one."""
    fates: tuple[str, ...] = ()
    """The fate of the next writes: they fail, their answers are lost, or they arrive late."""

    def _reach(self, error: type[StoreError] = StoreError) -> None:
        if self.away:
            self.away -= 1
            raise error("the database is down")

    def _append(
        self, batch: Writes, expected: Mapping[str, int], *, at: int, kept: int
    ) -> tuple[Writes, dict[str, int]]:
        self._reach()
        fate, self.fates = next(iter(self.fates), None), self.fates[1:]
        if fate is None:
            return self._written(batch, expected, at, kept)
        if fate == "full":
            raise StoreError("the disk is full")
        self.needs_reopen = True
        backend: ServerStore = super().another()
        backend.world, backend.owner = self.world, self
        if fate == "late":
            self.world.late.append(partial(backend._written, batch, dict(expected), at, kept))
        else:
            backend._written(batch, expected, at, kept)
        raise OutcomeUnknown("the connection was cut")

    def _written(
        self, batch: Writes, expected: Mapping[str, int], at: int, kept: int
    ) -> tuple[Writes, dict[str, int]]:
        before = {table: self.value(table) for table in expected}
        written, won = super()._append(batch, expected, at=at, kept=kept)
        self.world.written_at(won, before, batch, self.owner or self)
        return written, won

    confirmed: Any = _unless_away("confirmed")
    settle: Any = _unless_away("settle")
    changed: Any = _unless_away("changed")
    beat: Any = _unless_away("beat")
    read_stream: Any = _unless_away("read_stream", OutcomeUnknown)

    def facts(self, stream: str, *, after: int = 0, chain: bytes = b"") -> Iterator[Logged]:
        assert not self.is_idle, "the event loop waits for the log"
        self._reach(OutcomeUnknown)
        return super().facts(stream, after=after, chain=chain)

    def reopen(self) -> None:
        self._reach()
        self.needs_reopen = False


@dataclass(eq=False)
class Server:
    """One server, and the turn that it is in."""

    store: ServerStore
    reader: ServerStore
    hall: Hall = field(init=False)
    skew: int = 0
    """How far its clocks are ahead."""
    steps: Iterator[None] | None = None
    is_undecided: bool = False


class ServersWorld(World):
    """One evening with several servers."""

    def __init__(self, seed: int, kind: type[Hall] = Hall) -> None:
        self.servers: list[Server] = []
        self.acting: list[Server] = []
        self.homes: dict[Connection | None, Server] = {}
        self.late: list[Callable[[], object]] = []
        self.wakeups: list[Callable[[], None]] = []
        self.asked_at: dict[tuple[Server, Key], int] = {}
        """The revision of the table when a server got a command last."""
        self.kinds: dict[Key, str] = {}
        self.copies: Counter[Key] = Counter()
        """How often each command was sent."""
        self.accepted_at: dict[Key, tuple[ServerStore, int]] = {}
        """By which server and at which revision each command was accepted."""
        self.denied: set[Key] = set()
        """The commands that were refused, and not sent again."""
        self.first_coups: dict[tuple[Server, Key], int] = {}
        self.stages: defaultdict[str, set[tuple[int, str | None]]] = defaultdict(set)
        self.readies: defaultdict[str, set[tuple[int, ...]]] = defaultdict(set)
        self.met: Counter[str] = Counter()
        self.sound: dict[str, int] = {}
        """The last revision of each table that was checked."""
        self.saved: bytes | None = None
        self.last_events: dict[str, int] = {}
        """The last event of each table when the last round of turns began."""
        self.database_skew = 0
        self.is_back = False
        super().__init__(seed, kind)
        self.goes_back = self.rng.random() < 0.25

    def opened_store(self) -> Store:
        """The log, in memory. Its clock may jump."""
        return ServerStore.in_memory(lambda: self.elapsed + self.database_skew)

    def started(self) -> Hall:
        for _ in range(self.rng.choice((2, 2, 3))):
            self.hire()
        return self.server.hall

    def hire(self) -> None:
        assert isinstance(self.store, ServerStore)
        store, reader = self.store.another(), self.store.another()
        store.world = self.store.world = self
        server = Server(store, reader)
        server.hall = self.new_hall(store, lambda: server.skew, reader)
        reader.is_idle = True
        store.house.listeners[store] = partial(self.hear, server)
        self.servers.append(server)
        self.use(server)

    def use(self, server: Server) -> None:
        """Let the next act happen at a server."""
        self.server, self.hall = server, server.hall

    def hear(self, server: Server, tables: Collection[str]) -> None:
        """A wake-up arrives at once, late or never."""
        chance = self.rng.random()
        if chance < 0.4 and not self.is_calm:
            server.hall.stir(tables)
        elif chance < 0.7:
            self.wakeups.append(partial(server.hall.stir, tables))

    # --- the evening ------------------------------------------------------------------------------

    @property
    def acts(self) -> dict[Callable[[], None], float]:
        return {
            self.command: 40,
            self.reader: 10,
            self.pass_time: 12,
            self.connect: 6,
            self.retry: 8,
            self.disconnect: 3,
            self.move: 6,
            self.press: 12,
            self.rush: 2,
            self.gather: 3,
            self.add_seeds: 4,
            self.come_in: 1,
            self.open_table: 0.5,
            self.close_table: 0.5,
            self.sign_out: 0.5,
            self.jump: 4,
            self.fail: 6,
            self.kill: 2,
            self.land: 4,
            self.save: 2,
        }

    def step(self) -> None:
        act = self.next_act()
        self.use(self.rng.choice(self.servers))
        act()
        for _ in range(self.rng.choice((0, 1, 1, 2))):
            self.use(self.rng.choice(self.servers))
            self.turn()
        if self.rng.random() < 0.5:
            self.read_all()
        self.check()

    def turn(self) -> None:
        self.advance(self.server)
        if self.is_calm:  # the turn before may have hung
            self.advance(self.server)

    def advance(self, server: Server) -> None:
        """Continue a server's turn. It may hang after any step, and others may act in between."""
        self.acting.append(server)
        server.steps = server.steps or self.turn_of(server)
        while server.steps is not None:
            self.use(server)
            try:
                next(server.steps)
            except StopIteration:
                server.steps = None
                break
            chance = 1.0 if self.is_calm else self.rng.random()
            if chance < HANGS:
                self.met["hangs"] += 1
                break
            others = [each for each in self.servers if each not in self.acting]
            if chance < YIELDS and others:
                self.advance(self.rng.choice(others))
        self.acting.remove(server)
        self.use(server)

    def turn_of(self, server: Server) -> Iterator[None]:
        """Take the steps of a turn, as the server's loop does."""
        hall, look = server.hall, None
        try:
            if hall.store.needs_reopen:
                hall.reopen()
                yield
                hall.refresh()
            look = hall.look()
            yield
            server.reader.is_idle = False
            hall.read(look)
            server.reader.is_idle = True
        except StoreError as error:
            server.reader.is_idle = True
            hall.postpone(error, look)
            return
        yield
        server.is_undecided = True
        batch = hall.decide(look)
        self.note_coups(server, batch)
        yield
        try:
            hall.commit(batch)
        except StoreError as error:
            server.is_undecided = False
            yield
            hall.abandon(batch, error)
            return
        server.is_undecided = False
        self.check_coups(server, batch)
        yield
        hall.publish(batch)

    def note_coups(self, server: Server, batch: Batch) -> None:
        known = set[Key]()
        for request, _, coups_dealt, _ in batch.decided:
            if not isinstance(request, CommandRequest) or request.key in known:
                continue
            known.add(request.key)
            if not request.attempts:
                named, at = request.request.coups_dealt, (server, request.key)
                coup = coups_dealt if named is None else named
                # A copy of a command that the same batch has accepted is not decided, and gets 0.
                self.first_coups[at] = max(coup, self.first_coups.get(at, 0))

    def check_coups(self, server: Server, batch: Batch) -> None:
        """A command that is decided again is for the coup of its first decision."""
        for request, _, _, number in batch.decided:
            if not isinstance(request, CommandRequest):
                continue
            key = request.key
            if key.table in batch.lost:
                self.met["decided again"] += 1
            elif key in batch.accepted and request.attempts:
                self.met["accepted later"] += 1
                auditor = self.auditor(key.table)
                if auditor.public.get(number, {}).get("kind") == "bet_placed":
                    coup = auditor.states[number - 1].coups_dealt
                    assert coup <= self.first_coups[server, key], "joined the next coup"

    def calm_down(self) -> None:
        """No more accidents and no more wake-ups. Some guests never come back."""
        self.is_calm = True
        self.wakeups.clear()
        for server in self.servers:
            server.store.away, server.store.fates = 0, ()
            if server.steps:
                self.advance(server)
        while self.late:
            self.late.pop(0)()
        for tab in [tab for person in self.people for tab in person.tabs]:
            self.lose(tab, 0)
        for person in self.people:
            if self.rng.random() < 0.2:
                person.pending.clear()
                person.tabs.clear()
        for tab in [tab for person in self.people for tab in person.tabs]:
            self.join(tab)
        self.settle_down()
        self.check()
        self.check_end()
        if self.goes_back and self.saved:
            self.go_back(self.saved)

    def settle_down(self) -> None:
        """Let every server take turns until every question is answered."""
        for attempt in range(14):
            if attempt > 5 and not any(person.pending for person in self.people):
                break
            self.elapsed += 1_100
            self.last_events = {table: self.auditor(table).order[-1] for table in self.auditors}
            for server in self.servers:
                self.advance(server)
            self.read_all()
            self.ask_again()

    # --- accidents --------------------------------------------------------------------------------

    def jump(self) -> None:
        """The clocks of a server or of the database jump."""
        if self.rng.random() < 0.6:
            self.rng.choice(self.servers).skew += self.rng.choice((5_000, 20_000, 100_000))
        else:
            self.database_skew += self.rng.choice((-3_600_000, 5_000, 3_600_000))

    def fail(self) -> None:
        """A server can't reach the database for a while, or its next writes go wrong."""
        store = self.rng.choice(self.servers).store
        kind = self.rng.choice(("away", "unanswered", "unanswered", "late", "late", "full"))
        self.met[kind] += 1
        if kind == "away":
            store.away = self.rng.randint(1, 8)
        else:
            store.fates = (kind, *self.rng.choice(((), (), ("full",))))

    def land(self) -> None:
        """A late write or a late wake-up arrives."""
        if self.late and self.rng.random() < 0.7:
            self.late.pop(self.rng.randrange(len(self.late)))()
        elif self.wakeups:
            self.wakeups.pop(self.rng.randrange(len(self.wakeups)))()

    def kill(self) -> None:
        """A server dies at any moment, and perhaps another one starts."""
        server = self.rng.choice(self.servers)
        for tab in self.connected():
            if self.homes.get(tab.connection) is server:
                self.drop(tab)
        del server.store.house.listeners[server.store]
        self.servers.remove(server)
        if len(self.servers) < 2 or self.rng.random() < 0.3:
            self.hire()
        self.use(self.rng.choice(self.servers))

    def save(self) -> None:
        if self.goes_back:
            self.saved = self.store.saved()

    def go_back(self, content: bytes) -> None:
        """The log is replaced by the backup: tables of which guests know more are closed."""
        self.is_back = True
        known = {
            server: {room.id: room.revision for room in server.hall.rooms.values()}
            for server in self.servers
        }
        self.store.load(content)
        self.store.house.restart()
        for _ in range(3):
            self.elapsed += 1_100
            for server in self.servers:
                self.advance(server)
        for server, tables in known.items():
            for table, revision in tables.items():
                if self.store.revision(table) < revision:
                    self.met["went back"] += 1
                    assert table not in server.hall.rooms, "an older log unnoticed"
                    assert table in server.hall.damaged
                    for connection in self.at(server, table):
                        assert connection.outbox.close_frame, "guests of an older log"

    def at(self, server: Server, table: str) -> list[Connection]:
        tabs = [tab for tab in self.connected() if tab.table == table]
        return [t.connection for t in tabs if t.connection and self.homes[t.connection] is server]

    # --- guests -----------------------------------------------------------------------------------

    def come_in(self) -> None:
        with self.calm():
            super().come_in()

    def open_table(self) -> None:
        with self.calm():
            super().open_table()

    @contextmanager
    def calm(self) -> Iterator[None]:
        """Let no server hang for a while."""
        before, self.is_calm = self.is_calm, True
        yield
        self.is_calm = before

    def close_table(self) -> None:
        if not (self.people and self.hall.rooms):
            return
        guest = self.rng.choice(self.people).guest
        room = self.rng.choice(list(self.hall.rooms.values()))
        answers: list[Room | Exception] = []
        self.hall.close_table(guest, room, answers.append)

    def sign_out(self) -> None:
        """A guest signs out on one server, and may still be connected to others."""
        if len(self.people) < 2:
            return
        person, answers = self.rng.choice(self.people), list[Guest | Exception]()
        self.server.store.away, self.server.store.fates = 0, ()
        with self.calm():
            self.hall.sign_out(person.token, person.guest, answers.append)
            self.turn()
        if answers and isinstance(answers[0], Guest):
            self.people.remove(person)
            self.gone.append(person)

    def connected(self) -> list[Tab]:
        tabs = [tab for person in self.gone for tab in person.tabs if tab.connection]
        return [*super().connected(), *tabs]

    def join(self, tab: Tab) -> None:
        """Connect through any server, which looks for the guest and the table first."""
        self.use(self.rng.choice(self.servers))
        answers: list[Exception | None] = []
        self.hall.arrive(tab.table, tab.person.token, answers.append)
        with self.calm():
            self.turn()
        if answers != [None] or not self.hall.guest(tab.person.token):
            assert answers != [None] or tab.person in self.gone, "a guest is gone"
            return
        assert tab.person not in self.gone, "let in after signing out"
        super().join(tab)
        if tab.connection:
            self.homes[tab.connection] = self.server

    def move(self) -> None:
        """A guest asks for something, connects through another server, and asks again."""
        if tab := self.any_of(self.connected()):
            frame = self.asked_for(tab, self.chosen)
            self.send(tab, frame)
            self.lose(tab, 0)
            self.join(tab)
            if tab.connection is not None:
                self.send(tab, frame)

    def leave(self, tab: Tab) -> None:
        if tab.connection:
            self.use(self.homes[tab.connection])
        super().leave(tab)

    def send(self, tab: Tab, frame: str) -> None:
        assert tab.connection
        server = self.homes[tab.connection]
        body = json.loads(frame)
        key = (tab.table, f"{tab.connection.guest.id}:{body['id']}")
        self.kinds[key] = body["command"]["kind"]
        self.asked_at.setdefault((server, key), self.store.revision(tab.table))
        self.copies[key] += 1
        self.denied.discard(key)
        server.hall.receive(tab.connection, frame)

    def see(self, tab: Tab, frame: dict[str, Any]) -> None:
        if frame["type"] != "refused":
            super().see(tab, frame)
        elif frame["code"] not in {"log", "unknown", "too_often"}:
            tab.person.pending.pop(frame["id"], None)

    def see_accepted(self, tab: Tab, frame: dict[str, Any], auditor: Auditor) -> None:
        """An accepted command is in the log, and every server returns the same answer."""
        person, request = tab.person, frame["id"]
        if request in person.pending or request in person.answered:
            person.refused.discard(request)
            super().see_accepted(tab, frame, auditor)

    # --- what must hold ---------------------------------------------------------------------------

    def watch(self, outbox: Outbox, tab: Tab) -> None:
        """Check every frame when it is sent."""
        put, server, table = outbox.put, self.server, tab.table
        head = self.store._read_head(table)
        arrived = (head.revision, head.version) if head else (0, 0)

        def watched(text: bytes) -> None:
            check_frame(text)
            self.sent.append((table, text.decode()))
            if not self.is_back:
                self.check_sent(server, tab, msgspec.json.decode(text), arrived)
            put(text)

        outbox.put = watched  # type: ignore[method-assign,assignment] # the test watches it

    def check_sent(
        self, server: Server, tab: Tab, frame: dict[str, Any], arrived: tuple[int, int]
    ) -> None:
        """Nothing is sent that the log doesn't have, or that was not confirmed after a request."""
        table, kind = tab.table, frame["type"]
        room, guest = server.hall.rooms.get(table), tab.person.guest
        key = (table, f"{guest.id}:{frame.get('id')}")
        if kind == "welcome":
            assert room
            assert (room.revision, frame["number"]) >= arrived, "a stale welcome"
            _, present = self.store.house._servers[server.hall._server]
            assert (table, guest.id) in present, "welcomed before it was announced"
        elif kind == "events":
            head = self.store._read_head(table)
            assert head
            assert frame["number"] <= head.version, "published before it was stored"
        elif kind == "accepted":
            assert not server.is_undecided, "answered before it was durable"
            assert self.store.receipts([key]), "accepted, and not in the log"
            self.asked_at.pop((server, key), None)
        elif kind == "refused" and frame["code"] not in AT_ONCE - {"log", "closing"}:
            store, revision = self.accepted_at.get(key, (server.store, 0))
            is_copy_later = room and store is not server.store and revision > room.revision
            if frame["code"] in {"log", "closing"} or not is_copy_later:
                assert not self.store.receipts([key]), "refused, and there after all"
            self.denied.add(key)
            if frame["code"] != "log":
                assert not server.is_undecided, "answered before it was durable"
                if room:
                    asked_at = self.asked_at.pop((server, key), 0)  # of the first copy
                    assert room.revision >= asked_at, "refused on a stale room"
        elif kind == "ceremony":
            stage = (frame["shoe"], frame["stage"])
            assert frame["stage"] is None or stage in self.stages[table], "a stage not stored"
        elif kind == "ready":
            assert tuple(frame["seats"]) in self.readies[table], "ready, and not stored"

    def written_at(
        self,
        won: Mapping[str, int],
        before: Mapping[str, str | None],
        batch: Writes,
        store: ServerStore,
    ) -> None:
        """Check what was written, and remember what guests may hear of."""
        pressed = {
            each.stream for each in batch.receipts if self.kinds.get(each[:2]) in {"deal", "leave"}
        }
        now = self.store.house.now
        closed = {each.stream for each in batch.facts if each.kind == "table_closed"}
        for fact in batch.facts:
            text = before.get(fact.stream)
            if fact.stream in won and text and fact.stream not in pressed | closed:
                self.check_deadline(fact, json.loads(text), now)
        for stream, request, _ in batch.receipts:
            if stream in won:
                self.accepted_at[stream, request] = (store, won[stream])
        for table in won:
            if text := self.store.value(table):
                value = json.loads(text)
                stage = value["stage"]
                self.readies[table].add(tuple(value["ready"]))
                if stage:
                    self.stages[table].add((stage["shoe"], stage["name"]))

    def check_deadline(self, fact: Fact, value: dict[str, Any], now: int) -> None:
        """Nothing happens before its deadline by the house clock."""
        if fact.kind == "coup_dealt" and value["dealing"] != "button":
            closes = value["closes"]
            assert closes is not None, "dealt without a clock"
            assert closes <= now, "dealt before the deadline"
        if fact.kind == "guest_left":
            since = value["away"].get(str(json.loads(fact.data)["seat"]), now)
            assert since + PACE.away <= now, "a seat was given up early"

    def auditor(self, table: str) -> Auditor:
        if table not in self.auditors:
            self.auditors[table] = Auditor(table)
        self.follow(self.auditors[table])
        return self.auditors[table]

    def check(self) -> None:
        """The log is sound, and every server that is up to date agrees with it."""
        for table in self.store.streams():
            revision = self.store.revision(table)
            if self.sound.get(table) != revision:
                self.sound[table] = revision
                seats = set(map(str, self.auditor(table).state.seats))
                value = self.store.value(table)
                assert value is None or json.loads(value)["seats"].keys() == seats
            for server in self.servers:
                room = server.hall.rooms.get(table)
                if room and room.revision == revision != self.checked.get(room):
                    self.checked[room] = revision
                    self.auditor(table).check_state(room.state)
        sent, self.sent = self.sent, []
        for table, frame in dict.fromkeys(sent):
            self.auditor(table).check_secrecy(frame, is_late=True)

    def check_end(self) -> None:
        """Every open question has been answered, and everyone has seen everything."""
        for server in self.servers:
            for damaged in server.hall.damaged.values():
                assert "down" not in damaged.reason, "closed because the database was away"
        assert not any(person.pending for person in self.people), "no answer"
        if not self.has_copies:
            self.check_stakes()
        self.check_causes()
        once = [key for key in self.denied if self.copies[key] == 1]
        assert not self.store.receipts(once), "refused, and there after all"
        for tab in self.connected():
            assert tab.person not in self.gone, "connected after signing out"
            assert tab.number is not None, "a guest without a welcome"
            assert tab.number >= self.last_events[tab.table], "a guest who has not seen everything"
        for table, auditor in self.auditors.items():
            if text := self.store.value(table):
                here = self.here(table)
                gone = {str(n) for n, seat in auditor.state.seats.items() if seat.name not in here}
                assert json.loads(text)["away"].keys() == gone, "waits for a guest who is gone"


def replayed(seed: int, steps: int = STEPS, kind: type[Hall] = Hall) -> ServersWorld:
    return run(ServersWorld(seed, kind), steps, "tests.web.servers_world")


if __name__ == "__main__":
    tell(replayed)
