"""An evening at the hall that is a function of its seed: guests, tabs, time and accidents.

Everything but the clock, the sockets and the disk is real: the hall, the croupiers, and the store
on an SQLite database in memory. `World(seed).run()` plays one evening and checks all it can after
every step.
"""

from __future__ import annotations

import json
import random
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

import apsw
import msgspec

from puntobanco.croupier import croupier, seed_source
from puntobanco.errors import StoreError
from puntobanco.fairness import GuestSeed
from puntobanco.house import CLASSIC, CLASSROOM, EZ, Burning, FixedBurn, House, Ties
from puntobanco.store import Store
from puntobanco.table import Phase, State
from puntobanco.web.hall.admin import AnyOrder, Close, Drain, OrderReply
from puntobanco.web.hall.batch import Batch
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.requests import Acceptance
from puntobanco.web.http.app import CLOSING_REASON
from puntobanco.web.limits import Caps, Pace, Rate
from puntobanco.web.room.audience import SERVICE_RESTART, Connection, Outbox
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from puntobanco.wire.parts import Dealing
from tests.web.asking import Asking
from tests.web.auditor import Auditor, seat_of
from tests.web.screen import Screen
from tests.web.typed import check_frame
from tests.web.witness import Note, Witness, stored_note

SHORT = replace(CLASSIC, name="short", decks=1, cut_card=20)
LOCKED = replace(SHORT, name="locked", ties=Ties.LOCKED, burn=Burning.NONE)
SHORT_EZ = replace(EZ, name="short ez", decks=1, burn=FixedBurn(3))
HOUSES: tuple[House, ...] = (SHORT, SHORT, LOCKED, LOCKED, SHORT_EZ, CLASSROOM)

CAPS = Caps(
    waiting=12, replay=25, commands=Rate(50, 80), bad_frames=Rate(0.1, 20), sockets_per_guest=2
)
PACE = Pace(
    stage=300, between=200, ready=2_000, back=300, room=100, away=20_000,
    idle=60_000, cleanup=10_000,
)  # fmt: skip

AT_ONCE = {"malformed", "unknown_command", "too_often", "closing", "log", "unknown"}
"""The codes of refusals that do not depend on the table's state."""

LONG, SHORT_ONE = 60, 18
"""Steps of an evening: one in ten is long. Short ones find the planted faults in less time."""
DAY = 86_400 * 1_000_000

Written = tuple[apsw.Connection, int]
"""A connection, and how many rows were changed through it."""
ANYBODY = {f"Guest {number}" for number in range(6)}


class Crash(Exception):
    """The process is gone."""


@dataclass(eq=False)
class Tab:
    """A browser's tab: what it has seen of a table, and what it still waits for."""

    person: Person
    table: str
    connection: Connection | None = None
    number: int | None = None
    seat: int | None = None
    stage: str | None = None
    commitment: str = ""
    word: str = ""
    """The guest's last commitment."""
    has_chips: bool = False
    screen: Screen | None = None


@dataclass(eq=False)
class Person:
    """A guest with a token, in a few tabs."""

    token: str
    name: str
    guest: Guest
    tabs: list[Tab] = field(default_factory=list)
    pending: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Frames without an answer, and the table they are for."""
    asked: dict[str, int] = field(default_factory=dict)
    """The table's last event when each was first sent."""
    answered: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    """Frames that were accepted: the table, the frame, the number."""
    refused: set[str] = field(default_factory=set)
    """Frames that were refused for good, by this process of the server."""


class Drained(NamedTuple):
    """The state of a hall when an operator began to drain it."""

    since: int
    versions: dict[str, int]
    """The event up to which each table was checked."""
    coups: dict[str, int]
    """The coups dealt at each table with bets."""


class World:
    """One evening."""

    def __init__(self, seed: int, kind: type[Hall] = Hall) -> None:
        self.seed = seed
        self.kind = kind
        self.rng = random.Random(seed)
        self.wall, self.elapsed = 1_790_000_000_000_000, 0
        self.store = self.opened_store()
        self.auditors: dict[str, Auditor] = {}
        self.witnesses: dict[str, Witness] = {}
        self.presses: dict[tuple[str, str], str] = {}
        """Whose presses of a button are not accepted yet, by the key of the receipt."""
        self.ways: Counter[str] = Counter()
        self.abandoned: Counter[int] = Counter()
        """How many batches of how many tables could not be written."""
        self.people: list[Person] = []
        self.gone: list[Person] = []
        """Those who have signed out. Their tabs stay until a server closes them."""
        self.ids = 0
        self.story: list[str] = []
        self.sent: list[tuple[str, str]] = []
        self.checked: dict[Room, int] = {}
        self.followed: dict[str, Written] = {}
        """How much was written when each auditor read the log."""
        self.noted: dict[str, tuple[Written, Note | None]] = {}
        """The note of each table, and how much was written when it was read."""
        self.crash_after: int | None = None
        self.asking: Asking | None = None
        self.is_undecided = False
        """Whether a batch is decided that is not durable yet."""
        self.snapshots = self.rng.choice((2, 15, croupier.SNAPSHOT_EVERY))
        """The most events between two snapshots, this evening."""
        self.is_calm = False
        self.drained: Drained | None = None
        """The state when an operator began to drain the hall, while it drains."""
        self.has_copies = self.rng.random() < 0.5
        """Whether guests repeat and double bets; equal stakes are no error then."""
        self.hall = self.started()

    def opened_store(self) -> Store:
        return Store.in_memory()

    def started(self) -> Hall:
        return self.new_hall(self.store, lambda: 0)

    def new_hall(self, store: Store, skew: Callable[[], int], reader: Store | None = None) -> Hall:
        """Return a hall whose clocks are ahead by `skew`."""
        return self.kind(
            store,
            reader=reader,
            wall=lambda: self.wall + 1_000 * skew(),
            elapsed=lambda: self.elapsed + skew(),
            seed_for=lambda _: seed_source(f"{self.seed}"),
            new_id=self.new_id,
            caps=CAPS,
            pace=PACE,
        )

    def new_id(self) -> str:
        self.ids += 1
        return f"id{self.ids}"

    # --- the evening ------------------------------------------------------------------------------

    def run(self, steps: int) -> None:
        with patch.object(croupier, "SNAPSHOT_EVERY", self.snapshots):
            for _ in range(3):
                self.come_in()
            self.open_table()
            if self.rng.random() < 0.5:
                self.open_table()
                self.gather()
                self.gather()
                self.add_seeds()
            for _ in range(steps):
                self.step()
            self.calm_down()

    @property
    def acts(self) -> dict[Callable[[], None], float]:
        """What may happen in a step, with its weight."""
        return {
            self.command: 60,
            self.reader: 12,
            self.pass_time: 10,
            self.connect: 5,
            self.retry: 5,
            self.disconnect: 3,
            self.press: 8,
            self.rush: 1,
            self.gather: 1,
            self.add_seeds: 2,
            self.ask: 2,
            self.walk_out: 4,
            self.crash: 2,
            self.restart: 1,
            self.full_disk: 2,
            self.rush_in_vain: 3,
            self.nonsense: 1,
            self.come_in: 1,
            self.open_table: 0.5,
            self.close_table: 0.3,
            self.jump: 1,
            **self.accidents,
        }

    @property
    def accidents(self) -> dict[Callable[[], None], float]:
        """Further acts, which depend on the world."""
        return {self.house_closes: 0.5, self.drain: 0.5}

    def next_act(self) -> Callable[[], None]:
        acts = self.acts
        (act,) = self.rng.choices(list(acts), list(acts.values()))
        self.story.append(act.__name__)
        return act

    def step(self) -> None:
        self.next_act()()
        if self.rng.random() < 0.7:
            self.turn()
        if self.rng.random() < 0.5:
            self.read_all()
        if self.hall.is_drained:
            self.check_drained()
            self.restart()

    def calm_down(self) -> None:
        """No more accidents: everyone comes back, and every open question is answered."""
        self.is_calm = True
        for person in self.people:
            for tab in person.tabs:
                self.lose(tab, 0)
            for tab in {tab.table: tab for tab in person.tabs}.values():
                self.join(tab)
        for tab in self.connected():
            self.resend(tab)
        for attempt in range(12):
            if attempt > 3 and not any(person.pending for person in self.people):
                break
            self.elapsed += 150
            self.turn()
            self.read_all()
            self.ask_again()
        if not self.has_copies:
            self.check_stakes()
        self.check_causes()
        assert not any(person.pending for person in self.people), "no answer"

    def ask_again(self) -> None:
        """Send again what was not answered; nobody can be asked at a table that is closed."""
        for person in self.people:
            for request, (table, frame) in list(person.pending.items()):
                tabs = [t for t in person.tabs if t.table == table and t.connection]
                if tabs:
                    self.send(tabs[0], frame)
                else:
                    del person.pending[request]

    # --- guests -----------------------------------------------------------------------------------

    def come_in(self) -> None:
        number = len(self.people) + len(self.gone)
        if number >= 6:
            return
        name, token = f"Guest {number}", f"token {number}"
        results: list[Guest | Exception] = []
        with suppress(Refused):  # the hall drains
            self.hall.name_guest(name, token, results.append)
        self.turn()
        if results and isinstance(results[0], Guest):
            self.people.append(Person(token, name, results[0]))

    def open_table(self) -> None:
        if not self.people:
            return
        guest = self.rng.choice(self.people).guest
        results: list[Room | Exception] = []
        house = self.rng.choice(HOUSES)
        dealing: Dealing = self.rng.choice(("button", "button", 15))
        with suppress(Refused):  # the hall drains
            self.hall.open_table(
                guest, house, private=False, dealing=dealing, answer=results.append
            )
        self.turn()
        assert not any(isinstance(each, Refused) for each in results) or len(self.hall.rooms) >= 5

    def close_table(self) -> None:
        self.turn()  # commands to leave are decided first
        if not (self.people and self.hall.rooms):
            return
        guest = self.rng.choice(self.people).guest
        room = self.rng.choice(list(self.hall.rooms.values()))
        strangers = [owner for owner in room.value.seats.values() if owner != guest.id]
        results: list[Room | Exception] = []
        self.hall.close_table(guest, room, results.append)
        self.turn()
        if room.value.owner != guest.id or strangers:
            assert isinstance(results[0], Refused)

    # --- what an operator orders ------------------------------------------------------------------

    def ordered(self, order: AnyOrder) -> bool:
        """Give an order, after everything that waits. Return whether it was carried out."""
        while self.hall.has_requests:
            self.turn()
        results: list[OrderReply | Exception] = []
        self.hall.obey(order, "pit boss", results.append)
        self.turn()
        return not isinstance(results[0], Exception)

    def house_closes(self) -> None:
        """Close a table for the house: everyone leaves with all chips, stakes included."""
        if not self.hall.rooms:
            return
        self.turn()
        auditor = self.auditor(self.rng.choice(list(self.hall.rooms)))
        before, since = auditor.state, auditor.version
        if not self.ordered(Close(auditor.table)):
            return
        self.follow(auditor)
        events = [e for number, e in auditor.public.items() if number > since]
        left = {e["seat"]: e["chips"] for e in events if e["kind"] == "guest_left"}
        assert left == {number: seat.bankroll for number, seat in before.seats.items()}
        assert not any(e["kind"] in {"coup_dealt", "bet_settled"} for e in events)
        assert auditor.state.phase is Phase.CLOSED
        assert auditor.table not in self.hall.rooms

    def drain(self) -> None:
        """Let coups with bets finish. From now on, the hall takes nothing new, and then stops."""
        for tab in self.connected():
            if tab.seat and tab.has_chips:
                self.order(tab, self.tie)
        if self.hall.draining or not self.ordered(Drain()):
            return
        states = {table: self.auditor(table) for table in self.hall.rooms}
        versions = {table: each.version for table, each in states.items()}
        coups = {t: each.state.coups_dealt for t, each in states.items() if _has_bets(each.state)}
        self.drained = Drained(self.elapsed, versions, coups)
        self.gather()
        self.rush()

    def tie(self, _: Tab) -> dict[str, Any]:
        return {"kind": "place_bet", "key": "tie", "stake": 100 * (1 + self.ids)}

    def check_draining(self, drained: Drained) -> None:
        """Nobody sits down or buys in, and bets are only for a coup that had some."""
        for table, since in drained.versions.items():
            auditor = self.auditor(table)
            for number in self.between(auditor, since, auditor.version):
                event, state = auditor.public[number], auditor.states[number - 1]
                kind = event["kind"]
                assert kind not in {"guest_sat", "bought_in"}, "taken by a hall that drains"
                is_for_it = state.coups_dealt == drained.coups.get(table)
                assert kind != "bet_placed" or is_for_it, "a bet for a later coup"
            drained.versions[table] = auditor.version

    def check_drained(self) -> None:
        """The hall waits for every coup with bets whose guests are there, unless time is up."""
        assert self.drained
        is_late = self.elapsed - self.drained.since >= PACE.drain
        for table, coup in self.drained.coups.items():
            state = self.auditor(table).state
            waiting = state.coups_dealt == coup and _has_bets(state)
            here = {seat.name for seat in state.seats.values()} & self.here(table)
            assert is_late or not (waiting and here), "a bet was left on the felt"

    def connect(self) -> None:
        if not (self.people and self.hall.rooms):
            return
        person = self.rng.choice(self.people)
        table = self.rng.choice(list(self.hall.rooms))
        free = [tab for tab in person.tabs if tab.table == table and not tab.connection]
        self.join(free[0] if free else new_tab(person, table))

    # --- what guests ask over HTTP ----------------------------------------------------------------

    def ask(self) -> None:
        """Send requests during a turn, which may see only durable state, and after it."""
        if not self.people:
            return
        if self.asking is None or self.asking.hall is not self.hall:
            self.asking = Asking(self.hall)
        person = self.rng.choice(self.people)
        self.is_undecided = True
        batch = self.hall.decide()
        self.check_lobby(*self.asking("GET /api/tables", person.token))
        self.check_path(person)
        self.hall.commit(batch)
        self.is_undecided = False
        self.hall.publish(batch)
        self.judge()
        self.check()
        self.check_me(person, *self.asking("GET /api/me", person.token))
        self.ask_in_vain(person)

    def check_lobby(self, status: int, answer: dict[str, Any]) -> None:
        """The lobby lists every table as the log has it."""
        assert status == 200
        assert [entry["table"] for entry in answer["tables"]] == list(self.hall.rooms)[::-1]
        for entry in answer["tables"]:
            state = self.auditor(entry["table"]).state
            assert entry["guests"] == [seat.name for seat in state.seats.values()]
            shown = (entry["phase"], entry["shoe"], entry["coups"], entry["left"])
            assert shown == (state.phase.value, state.shoe, len(state.coups), state.left)

    def check_path(self, person: Person) -> None:
        if not (self.asking and self.hall.rooms):
            return
        auditor = self.auditor(self.rng.choice(list(self.hall.rooms)))
        state, place = auditor.state, self.rng.randrange(60)
        status, answer = self.asking(f"GET /api/tables/{auditor.table}/path/{place}", person.token)
        if place not in state.seen_at:
            assert status == 404
        elif state.phase is Phase.BETTING:  # later it can be proved until the next shoe
            assert answer["card"] == str(state.seen[state.seen_at.index(place)])

    def check_me(self, person: Person, status: int, answer: dict[str, Any]) -> None:
        """Check that the answer lists all seats and tables of a guest."""
        assert (status, answer["name"]) == (200, person.name)
        seats = {
            table: seat_of(self.auditor(table).state, person.name) for table in self.hall.rooms
        }
        told = {each["table"]: each["seat"] for each in answer["tables"]}
        assert told == {table: seat for table, seat in seats.items() if seat}

    def ask_in_vain(self, person: Person) -> None:
        """What could not be written has not happened, and the answer says so."""
        assert self.asking
        path, body = "POST /api/guest", {"name": f"{person.name} again"}
        if self.hall.rooms and self.rng.random() < 0.5:
            path, body = f"DELETE /api/tables/{self.rng.choice(list(self.hall.rooms))}", {}
        rooms = self.hall.rooms.keys()
        status, answer = self.asking(path, person.token, body, turn=self.full_disk)
        assert (status, answer["error"]["code"]) == (503, "log")
        assert self.hall.rooms.keys() == rooms
        guest = self.hall.guest(person.token)
        assert guest
        assert guest.name == person.name

    def join(self, tab: Tab) -> None:
        guest, room = self.hall.guest(tab.person.token), self.hall.rooms.get(tab.table)
        assert guest
        if room is None or not self.hall.can_connect(guest):
            return
        outbox = Outbox(CAPS.waiting)
        self.watch(outbox, tab)
        token = tab.person.token
        tab.connection = self.hall.connect(guest, room, outbox, after=tab.number, token=token)
        self.look(tab.table)

    def watch(self, outbox: Outbox, tab: Tab) -> None:
        """Watch every frame, and let the process die between any two of them."""
        put = outbox.put

        def watched(frame: bytes) -> None:
            if self.crash_after is not None:
                if not self.crash_after:
                    raise Crash
                self.crash_after -= 1
            self.sent.append((tab.table, frame.decode()))
            check_frame(frame)
            is_answer = frame.startswith((b'{"type":"accepted"', b'{"type":"refused"'))
            assert not (self.is_undecided and is_answer), "answered before it was durable"
            if frame.startswith(b'{"type":"refused"'):
                self.check_refusal(tab, msgspec.json.decode(frame))
                self.refuse(tab, msgspec.json.decode(frame))
            if frame.startswith(b'{"type":"ceremony"'):
                self.check_stage(tab.table, msgspec.json.decode(frame))
            if frame.startswith(b'{"type":"ready"'):
                self.check_ready(tab.table, msgspec.json.decode(frame))
            put(frame)

        outbox.put = watched  # type: ignore[method-assign] # the test watches it

    def refuse(self, tab: Tab, frame: dict[str, Any]) -> None:
        """A command is refused, whether or not the guest hears of it."""

    def lose(self, tab: Tab, delivered: int) -> None:
        """Break a connection; so many of its frames still arrive."""
        if tab.connection is None:
            return
        for _ in range(delivered):
            self.read(tab)
        self.leave(tab)

    def leave(self, tab: Tab) -> None:
        if tab.connection:
            self.hall.disconnect(tab.connection)
        tab.connection = None
        if tab.person.name not in self.here(tab.table) and tab.table in self.witnesses:
            self.witnesses[tab.table].gone[tab.person.name] = self.elapsed
        self.look(tab.table)

    def disconnect(self) -> None:
        if tab := self.any_of(self.connected()):
            self.lose(tab, self.rng.choice((0, 1, 50)))

    def walk_out(self) -> None:
        """A guest whom the others wait for leaves or disconnects."""
        waiting = {t: w.ready for t, w in self.witnesses.items() if w.ready}
        tabs = [t for t in self.connected() if t.person.name not in waiting.get(t.table, ANYBODY)]
        if tab := self.any_of(tabs):
            if self.rng.random() < 0.3:
                self.order(tab, lambda _: {"kind": "leave"})
            else:
                self.lose(tab, 50)
            self.turn()
            self.elapsed += PACE.back

    def connected(self) -> list[Tab]:
        return [tab for person in self.people for tab in person.tabs if tab.connection]

    # --- what guests send -------------------------------------------------------------------------

    def any_of(self, tabs: list[Tab]) -> Tab | None:
        return self.rng.choice(tabs) if tabs else None

    def command(self) -> None:
        if tab := self.any_of(self.connected()):
            self.order(tab, self.chosen)
        else:
            self.connect()

    def press(self) -> None:
        tabs = [tab for tab in self.connected() if tab.seat and tab.has_chips]
        if tab := self.any_of(tabs):
            self.order(tab, lambda _: {"kind": "deal"})

    def chosen(self, tab: Tab) -> dict[str, Any]:
        """A command that a guest in this position may send."""
        if tab.seat is None and self.rng.random() < 0.8:
            return {"kind": "sit", **self.rng.choice(({}, {"seat": self.rng.randint(1, 14)}))}
        if tab.seat and not tab.has_chips and self.rng.random() < 0.9:
            return {"kind": "buy_in", "chips": self.rng.randint(1, 500_000)}
        if tab.stage == "commit" and tab.seat and self.rng.random() < 0.6:
            return self.seed_command(tab)
        if tab.stage == "reveal" and self.rng.random() < 0.9:
            return self.seed_command(tab)
        copies = ["repeat", "double"] if self.has_copies else []
        plain = ["undo", "take_back", "more_time", "deal", "deal", "deal", *copies]
        if self.rng.random() < 0.02:
            return {"kind": "leave"}
        kind = self.rng.choice(["place_bet"] * 8 + ["buy_in", *plain])
        if kind == "place_bet":
            keys = ("player", "player", "banker", "tie", "player_pair", "banker_ez", "dragon_7")
            stake = 100 * (1 + self.ids) if self.rng.random() < 0.95 else 10**11
            return {"kind": kind, "key": self.rng.choice(keys), "stake": stake}
        if kind == "buy_in":
            return {"kind": kind, "chips": self.rng.randint(1, 200_000)}
        return {"kind": kind}

    def rush(self) -> None:
        """Everyone sends something at once, at all tables, and means the coup that is to come."""
        tabs = self.connected()
        self.rng.shuffle(tabs)
        for tab in tabs:
            self.order(tab, self.chosen, timed=0.7)

    def gather(self) -> None:
        """Everyone comes to one table, and sits down."""
        if not self.hall.rooms:
            return
        table = self.rng.choice(list(self.hall.rooms))
        for person in self.people:
            known = [tab for tab in person.tabs if tab.table == table]
            tab = known[0] if known else new_tab(person, table)
            if tab.connection is None:
                self.join(tab)
            if tab.connection and tab.seat is None:
                self.order(tab, lambda _: {"kind": "sit"})
        self.turn()
        self.read_all()

    def add_seeds(self) -> None:
        """Every guest at a table takes part in the ceremony, perhaps to its end."""
        for _ in range(self.rng.choice((1, 3))):
            self.turn()
            self.read_all()
            for tab in self.connected():
                if tab.seat and tab.stage:
                    self.order(tab, self.seed_command)

    def seed_command(self, tab: Tab) -> dict[str, Any]:
        """A guest's part in the present stage of the ceremony."""
        if tab.stage == "reveal":
            return {"kind": "reveal_seed", "seed": tab.word or "nothing"}
        tab.word = f"word {tab.person.name} {self.rng.choice((1, 1, 2))}"
        seed = GuestSeed(tab.seat or 1, tab.word)
        digest = seed.commitment(bytes.fromhex(tab.commitment))
        return {"kind": "commit_seed", "commitment": digest.hex()}

    def order(
        self, tab: Tab, choose: Callable[[Tab], dict[str, Any]], *, timed: float = 0.2
    ) -> None:
        self.send(tab, self.asked_for(tab, choose, timed=timed))

    def asked_for(
        self, tab: Tab, choose: Callable[[Tab], dict[str, Any]], *, timed: float = 0.2
    ) -> str:
        """A new command of a guest, which waits for an answer."""
        request = self.new_id()
        body: dict[str, Any] = {"id": request, "command": choose(tab)}
        if self.rng.random() < timed:
            body["coups_dealt"] = self.auditor(tab.table).state.coups_dealt
        frame = json.dumps(body)
        tab.person.pending[request] = (tab.table, frame)
        tab.person.asked[request] = self.auditor(tab.table).version
        return frame

    def send(self, tab: Tab, frame: str) -> None:
        assert tab.connection
        body = msgspec.json.decode(frame)
        key = (tab.table, f"{tab.connection.guest.id}:{body['id']}")
        if body["command"]["kind"] == "deal" and not self.store.receipts([key]):
            self.presses[key] = tab.person.name
        self.hall.receive(tab.connection, frame)

    def retry(self) -> None:
        """Send a frame again, answered or not, from any tab at the table."""
        if tab := self.any_of(self.connected()):
            self.resend(tab)

    def resend(self, tab: Tab) -> None:
        person = tab.person
        known = {**person.pending, **{k: (t, f) for k, (t, f, _) in person.answered.items()}}
        frames = [frame for table, frame in known.values() if table == tab.table]
        if frames:
            self.send(tab, self.rng.choice(frames))

    def nonsense(self) -> None:
        if (tab := self.any_of(self.connected())) and tab.connection:
            text = ('{"id":"x","command":{"kind":"open_shoe"}}', "[]", "{", '{"id":7}', "\ud800")
            self.hall.receive(tab.connection, self.rng.choice(text))

    # --- what guests see --------------------------------------------------------------------------

    def reader(self) -> None:
        if tab := self.any_of(self.connected()):
            for _ in range(self.rng.choice((1, 3, 50))):
                self.read(tab)

    def read_all(self) -> None:
        for tab in self.connected():
            while tab.connection and (
                tab.connection.outbox.frames or tab.connection.outbox.close_frame
            ):
                self.read(tab)

    def read(self, tab: Tab) -> None:
        """Deliver one frame, or the end of the connection, to a tab."""
        if tab.connection is None:
            return
        outbox = tab.connection.outbox
        if outbox.frames:
            self.see(tab, msgspec.json.decode(outbox.frames.popleft()))
        elif outbox.close_frame:
            self.lose(tab, 0)

    def see(self, tab: Tab, frame: dict[str, Any]) -> None:
        auditor = self.auditor(tab.table)
        match frame["type"]:
            case "welcome":
                self.see_welcome(tab, frame, auditor)
            case "events":
                for event in frame["events"]:
                    self.see_event(tab, event, auditor)
                assert tab.number == frame["number"]
                assert tab.screen
                tab.screen.take(frame)
                auditor.check_screen(tab.screen, frame["number"])
            case "roads" | "roads_after_coup":
                assert tab.screen
                auditor.check_roads(frame["number"], tab.screen.take_roads(frame))
            case "accepted":
                self.see_accepted(tab, frame, auditor)
            case "refused":
                if frame["code"] not in {"log", "unknown", "too_often"}:
                    assert frame["id"] not in tab.person.answered
                    tab.person.refused.add(frame["id"])
                    tab.person.pending.pop(frame["id"], None)
            case "ceremony":
                tab.stage, tab.commitment = frame["stage"], frame["commitment"]
            case _:
                assert frame["type"] in {"clock", "ready", "room", "closing", "trouble", "notice"}

    def see_welcome(self, tab: Tab, frame: dict[str, Any], auditor: Auditor) -> None:
        auditor.check_welcome(frame)
        tab.screen = Screen(frame["state"], frame["roads"])
        if tab.number is not None and not frame["resync"]:
            for event in frame["missed"]:
                self.see_event(tab, event, auditor)
            assert not self.between(auditor, tab.number, frame["number"])
        else:
            assert not frame["missed"]
        tab.number, tab.seat = frame["number"], frame["seat"]
        tab.stage, tab.commitment = frame["ceremony"]["stage"], frame["ceremony"]["commitment"]

    def between(self, auditor: Auditor, after: int, upto: int) -> list[int]:
        order = auditor.order
        return order[bisect_right(order, after) : bisect_right(order, upto)]

    def see_event(self, tab: Tab, event: dict[str, Any], auditor: Auditor) -> None:
        """Each event is the next public one of the log, word for word."""
        number = event["number"]
        assert tab.number is not None
        assert self.between(auditor, tab.number, number) == [number], "a gap or a repetition"
        data = event["data"]
        assert {"kind": event["kind"], **data} == auditor.public[number]
        if event["kind"] == "guest_sat" and data["name"] == tab.person.name:
            tab.seat = data["seat"]
        if event["kind"] == "guest_left" and data["seat"] == tab.seat:
            tab.seat, tab.has_chips = None, False
        if event["kind"] == "bought_in" and data["seat"] == tab.seat:
            tab.has_chips = True
        tab.number = number

    def see_accepted(self, tab: Tab, frame: dict[str, Any], auditor: Auditor) -> None:
        """Check that an accepted command is in the log, and that a retry gets the same answer."""
        person, request, number = tab.person, frame["id"], frame["number"]
        assert number <= auditor.version, "acknowledged before it was logged"
        assert request not in person.refused
        if request in person.pending:
            table, text = person.pending.pop(request)
            person.answered[request] = (table, text, number)
            self.check_done(person, request, auditor)
        assert person.answered[request][2] == number

    def check_done(self, person: Person, request: str, auditor: Auditor) -> None:
        """The events are those that the command asked for."""
        table, text, number = person.answered[request]
        body, since = msgspec.json.decode(text), person.asked[request]
        command = body["command"]
        if command["kind"] == "deal":
            note = self.note(table)
            ready = note["ready"] if note else []
            auditor.check_press(person.name, ready, number=number, since=since)
        elif command["kind"] != "more_time":
            auditor.check_logged(request, body, person.name, number=number, since=since)

    # --- time and accidents -----------------------------------------------------------------------

    def pass_time(self) -> None:
        passed = self.rng.choice((10, 50, 400, 400, 5_000, 16_000))
        self.elapsed += passed
        self.wall += 1_000 * passed

    def jump(self) -> None:
        """Somebody sets the clock, or the machine sleeps."""
        self.wall += self.rng.choice((-DAY // 24, DAY // 24, -DAY, 100 * DAY))
        if self.rng.random() < 0.2:
            self.elapsed += 100_000

    def turn(self) -> None:
        batch = self.decided()
        self.hall.commit(batch)
        self.is_undecided = False
        self.hall.publish(batch)
        self.check()
        self.judge()
        for witness in () if self.hall.is_closing else self.witnesses.values():
            witness.check_time(self.elapsed)

    def decided(self) -> Batch:
        """Let the hall decide. Nobody may see the result before it is durable."""
        self.is_undecided = True
        return self.hall.decide()

    def rush_in_vain(self) -> None:
        """Nothing of what everyone sends can be written; then something else can."""
        self.rush()
        self.full_disk()
        self.rush()
        self.turn()

    def full_disk(self) -> None:
        batch = self.decided()
        self.is_undecided = False
        before = {room: room.state for room in batch.rooms}
        self.hall.abandon(batch, StoreError("the disk is full"))
        assert all(room.state is state for room, state in before.items())
        self.abandoned[len(before)] += 1
        self.judge()
        self.elapsed += 1_000

    def crash(self) -> None:
        """The process dies at one of the moments at which it can."""
        batch = self.decided()
        moment = self.rng.choice(("before", "after", "publishing"))
        self.story.append(moment)
        if moment != "before":
            self.hall.commit(batch)
        self.is_undecided = False
        if moment == "publishing":
            self.die_publishing(batch)
        self.judge()
        self.start_again()

    def start_again(self) -> None:
        """Another process takes over the log, perhaps days later."""
        self.wall += self.rng.choice((0, 0, 0, DAY, 100 * DAY, -DAY))
        dead, self.hall, self.drained = self.hall, self.started(), None
        self.cut_off()
        assert dead.rooms.keys() <= self.hall.rooms.keys() | self.closed()
        assert all(self.hall.guest(person.token) for person in self.people), "a guest is gone"
        self.check()

    def cut_off(self) -> None:
        for tab in self.connected():
            self.drop(tab)
        for person in self.people:
            person.refused.clear()
        for table, witness in self.witnesses.items():
            witness.gone.clear()
            self.look(table)

    def drop(self, tab: Tab) -> None:
        """The server is gone; some of its frames arrive."""
        for _ in range(self.rng.choice((0, 1, 50))):
            if tab.connection and tab.connection.outbox.frames:
                self.read(tab)
        tab.connection = None

    def restart(self) -> None:
        """The house closes in order, and opens again."""
        self.hall.is_closing = True
        if tab := self.any_of(self.connected()):
            self.order(tab, self.chosen)
        while self.hall.has_requests:
            self.turn()
        for room in self.hall.rooms.values():
            room.croupier.take_snapshot(after=self.rng.choice((1, 20, 100)))
            batch = self.hall.propose_snapshot(room)
            if self.rng.random() < 0.9:
                self.hall.commit(batch)
            room.audience.close(SERVICE_RESTART, CLOSING_REASON)
        dead = self.hall
        self.start_again()
        assert {table: room.state for table, room in dead.rooms.items()} == {
            table: room.state for table, room in self.hall.rooms.items()
        }

    def closed(self) -> set[str]:
        return {t for t in self.auditors if self.auditor(t).state.phase is Phase.CLOSED}

    def die_publishing(self, batch: Batch) -> None:
        self.crash_after = self.rng.randint(0, 6)
        with suppress(Crash):
            self.hall.publish(batch)
        self.crash_after = None

    # --- what must hold ---------------------------------------------------------------------------

    def auditor(self, table: str) -> Auditor:
        if table not in self.auditors:
            self.auditors[table] = Auditor(table)
        auditor, room = self.auditors[table], self.hall.rooms.get(table)
        if room is None or room.croupier.version != auditor.version:
            self.follow(auditor)
        return auditor

    def written(self) -> Written:
        """How much was ever written: as long as this stays, there is nothing new to read."""
        connection = self.store._connection
        return connection, connection.total_changes()

    def follow(self, auditor: Auditor) -> None:
        written = self.written()
        if self.followed.get(auditor.table) != written:
            auditor.follow(self.store)
            self.followed[auditor.table] = written

    def note(self, table: str) -> Note | None:
        written = self.written()
        if self.noted.get(table, (None, None))[0] != written:
            self.noted[table] = (written, stored_note(self.store, table))
        return self.noted[table][1]

    def check(self) -> None:
        for table, room in self.hall.rooms.items():
            auditor = self.auditor(table)
            if self.checked.get(room) != auditor.version:
                self.checked[room] = auditor.version
                auditor.check_state(room.state)
                assert room.board.state == room.state
                assert str(room.board.roads) == auditor.results
                assert room.value.seats.keys() == room.state.seats.keys()
                sql = "SELECT 1 FROM snapshots WHERE stream = ? AND version > ?"
                assert not self.store._rows(sql, (table, auditor.version)), "a snapshot of nothing"
        if self.drained:
            self.check_draining(self.drained)
        sent, self.sent = self.sent, []
        for table, frame in dict.fromkeys(sent):  # a broadcast is the same for everybody
            is_late = '"type":"welcome"' in frame
            self.auditor(table).check_secrecy(frame, is_late=is_late)

    # --- the button -------------------------------------------------------------------------------

    def here(self, table: str) -> set[str]:
        return {tab.person.name for tab in self.connected() if tab.table == table}

    def check_refusal(self, tab: Tab, frame: dict[str, Any]) -> None:
        """A refusal that depends on the table's state is sent only if that state is current."""
        room = self.hall.rooms.get(tab.table)
        if room and frame["code"] not in AT_ONCE:
            assert room.revision == self.store.revision(room.id), "refused on a stale room"

    def check_stage(self, table: str, frame: dict[str, Any]) -> None:
        """A stage of the ceremony is stored before anyone hears of it."""
        if text := self.store.value(table):
            stage = msgspec.json.decode(text)["stage"]
            assert frame["stage"] == (stage and stage["name"]), "a stage that is not stored"

    def check_ready(self, table: str, frame: dict[str, Any]) -> None:
        """A ready frame says only what is durable."""
        note = self.note(table)
        assert note is None or frame["seats"] == note["ready"]

    def look(self, table: str) -> None:
        note = self.note(table)
        if note and table in self.witnesses:
            auditor = self.auditor(table)
            self.witnesses[table].look(auditor, note, self.here(table), self.elapsed)

    def judge(self) -> None:
        """Check every coup of a turn, and the ready guests after it."""
        keys = self.store.receipts(list(self.presses)) if self.presses else {}
        for table in {**self.hall.rooms, **self.witnesses}:
            note = self.note(table)
            if note and table not in self.witnesses:
                self.witnesses[table] = Witness(table, PACE, ways=self.ways)
            if table in self.witnesses:
                pressed = {self.presses[key] for key in keys if key[0] == table}
                auditor = self.auditor(table)
                self.follow(auditor)
                witness = self.witnesses[table]
                witness.judge(auditor, note, self.here(table), pressed, self.elapsed)
                self.look(table)
            if not note:
                self.witnesses.pop(table, None)
        self.presses = {key: name for key, name in self.presses.items() if key not in keys}

    def check_stakes(self) -> None:
        """No bet was placed twice: every command had a stake of its own."""
        for auditor in self.auditors.values():
            stakes = [e["stake"] for e in auditor.public.values() if e["kind"] == "bet_placed"]
            assert len(set(stakes)) == len(stakes), "a bet was placed twice"

    def check_causes(self) -> None:
        """What guests did is what they asked for: each event is the last of one with a receipt."""
        kinds = {"guest_sat", "bought_in", "seed_committed", "seed_revealed"}
        kinds |= set() if self.has_copies else {"bet_placed"}
        rows = self.store._rows("SELECT stream, data FROM receipts", ())
        told = {(table, Acceptance.parse(data).number) for table, data in rows}
        for table in self.hall.rooms:
            events = self.auditor(table).public.items()
            done = {(table, number) for number, event in events if event["kind"] in kinds}
            assert done <= told, "something that nobody asked for"


def _has_bets(state: State) -> bool:
    """Whether a guest has put down a stake for the next coup."""
    return any(not wager.standing for seat in state.seats.values() for wager in seat.wagers)


def new_tab(person: Person, table: str) -> Tab:
    person.tabs.append(Tab(person, table))
    return person.tabs[-1]


AnyWorld = TypeVar("AnyWorld", bound=World)


def run(world: AnyWorld, steps: int, module: str) -> AnyWorld:
    """Play one evening. An error names the seed and the step that failed."""
    try:
        world.run(steps)
    except Exception as error:
        line = f"python -m {module} {world.seed} {steps}"
        error.add_note(f"after {' '.join(world.story[-12:])}; replay: {line}")
        raise
    return world


def replayed(seed: int, steps: int | None = None, kind: type[Hall] = Hall) -> World:
    return run(World(seed, kind), steps or (SHORT_ONE if seed % 10 else LONG), "tests.web.world")


def tell(replayed: Callable[[int, int], World]) -> None:
    """Print the story of the evening that the command line names by its seed and steps."""
    seed, steps = map(int, sys.argv[1:])
    sys.stdout.write(f"{' '.join(replayed(seed, steps).story)}\n")


if __name__ == "__main__":
    tell(replayed)
