"""No guest takes what others need: the log, the hall, the memory."""

from __future__ import annotations

import gc
import json
import re
import resource
import socket
import time
import weakref
from base64 import urlsafe_b64decode
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from puntobanco.bets import CATALOGUE
from puntobanco.house import CLASSIC, parse_house
from puntobanco.settlement import Chips
from puntobanco.table.commands import PlaceBet
from puntobanco.web.hall.guests import seeds_of_text
from puntobanco.web.hall.sockets import Quotas
from puntobanco.web.http.guard import GuestCookie, RateLimits
from puntobanco.web.http.requests import Problem
from puntobanco.web.http.server import ServerAddress, _raise_file_limit, listen
from puntobanco.web.limits import NEVER, Caps, Rate
from puntobanco.web.room.audience import Connection, Outbox
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from puntobanco.wire.commands import SeatCommand, read_request
from tests.web.serving import GLANCE, PATIENCE, commanded, served
from tests.web.test_hall import Evening, seated
from tests.web.test_house_cost import own_bets
from tests.work import calls

DAY = 24 * 60 * 60


# --- the log --------------------------------------------------------------------------------------


def too_fast(answer: dict[str, Any], where: str = "") -> bool:
    reason = str(answer.get("reason"))
    return answer["type"] == "refused" and reason.startswith(f"Too many bets{where}.")


@pytest.mark.caps(written=Rate(500, 5_000))
def test_a_guest_who_fills_the_log_is_told_so_and_goes_on_later(evening: Evening) -> None:
    ada = seated(evening)
    answers = [evening.ask(ada, "place_bet", key="banker", stake=500) for _ in range(20)]
    kinds = [answer["type"] for answer in answers]
    taken = kinds.index("refused")
    assert 3 <= taken <= 12
    assert set(kinds[taken:]) == {"refused"}
    assert too_fast(answers[-1])
    assert answers[-1]["code"] == "too_often"
    evening.pass_time(2_000)
    assert evening.ask(ada, "place_bet", key="banker", stake=500)["type"] == "accepted"


MOST_CALLS_OF_A_TURN = 100_000
"""About twenty milliseconds, with one guest who asks for as much as can be."""


def expensive_table(evening: Evening) -> Connection:
    """A guest at a table with as many bets as a house can have, who has staked on all of them."""
    house = parse_house(own_bets("['tie: 8']"))
    guest = seated(evening, house)
    evening.ask(guest, "buy_in", chips=10**9)
    for bet in house.bets:
        evening.ask(guest, "place_bet", key=bet.key, stake=100)
    evening.ask(guest, "deal")
    evening.pass_time(60_000)
    assert evening.ask(guest, "repeat")["type"] == "accepted"
    evening.pass_time(600_000)
    guest.outbox.frames.clear()
    return guest


def accepted(guest: Connection) -> list[str]:
    frames = map(json.loads, guest.outbox.frames)
    return [frame["id"] for frame in frames if frame["type"] == "accepted"]


@pytest.mark.caps(commands=Rate(20, 1_000), waiting=100_000)
def test_a_guest_s_burst_of_expensive_commands_delays_nobody_else(evening: Evening) -> None:
    """A turn handles a limited number of commands per guest, and later turns the rest in order."""
    ada, grace = expensive_table(evening), seated(evening, name="Grace")
    ids = [f"burst{number}" for number in range(60)]
    for number, each in enumerate(ids):
        evening.send(ada, each, ("take_back", "repeat")[number % 2])
    evening.send(grace, "bet", "place_bet", key="banker", stake=500)
    assert calls(evening.hall.turn) < MOST_CALLS_OF_A_TURN
    assert accepted(grace)[-1] == "bet"
    assert 1 <= len(accepted(ada)) < 10
    turns = 1
    while evening.hall.has_requests:
        assert calls(evening.hall.turn) < MOST_CALLS_OF_A_TURN
        turns += 1
    assert turns > 10
    assert accepted(ada) == ids


def test_a_turn_decides_a_batch_of_requests_and_the_next_one_the_rest(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puntobanco.web.hall.decisions.MAX_BATCH", 3)
    guests = [seated(evening, name=f"Guest {number}") for number in range(5)]
    for guest in guests:
        evening.send(guest, "more", "buy_in", chips=100)
    for answers in (3, 5):
        evening.hall.turn()
        assert sum("more" in accepted(guest) for guest in guests) == answers


@pytest.mark.parametrize(
    "shared, where", [("table", " at this table"), ("address", " from this address")]
)
@pytest.mark.caps(written=Rate(0.001, 8_000))
def test_a_table_and_an_address_have_the_quotas_of_five_guests(
    evening: Evening, shared: str, where: str
) -> None:
    room = evening.table(evening.guest("Ada"))
    refusals = []
    for number in range(14):
        guest = evening.guest(f"Guest {number}")
        place, host = (room, number) if shared == "table" else (evening.table(guest), 1)
        connection = evening.enter(guest, place, f"192.0.2.{host}")
        answer = evening.ask(connection, "sit")
        while answer["type"] == "accepted":
            answer = evening.ask(connection, "buy_in", chips=100)
            evening.pass_time(50)
        refusals.append(answer)
    first_shared = [too_fast(each, where) for each in refusals].index(True)
    assert first_shared >= 4
    assert all(too_fast(each) for each in refusals[:first_shared])
    assert all(too_fast(each, where) for each in refusals[first_shared:])


@pytest.mark.caps(written=Rate(0.001, 3_000), tables_per_guest=100)
def test_a_table_that_is_opened_is_charged_to_its_guest(evening: Evening) -> None:
    found = [opened(evening, "Ada", "192.0.2.1") for _ in range(10)]
    refused = found[-1]
    assert isinstance(found[0], Room)
    assert isinstance(refused, Refused)
    assert refused.reason.startswith("Too many bets.")
    assert isinstance(opened(evening, "Grace", "192.0.2.1"), Room)


@pytest.mark.caps(written=Rate(0.001, 1_000_000))
def test_commands_that_write_much_cost_more_than_those_that_write_little(evening: Evening) -> None:
    """Repeating ten bets is one command, and is charged as ten bets."""
    ada = seated(evening)
    for bet in CLASSIC.bets[:10]:
        evening.ask(ada, "place_bet", key=bet.key, stake=500)
    before = ada.quota._guest.level
    evening.ask(ada, "double")
    assert before - ada.quota._guest.level > 10 * 150


@pytest.mark.caps(events=3)
def test_commands_that_write_too_much_for_a_turn_wait_for_the_next(evening: Evening) -> None:
    ada, bob = seated(evening), seated(evening, name="Bob")
    for number in range(5):
        evening.send(ada, f"bet-{number}", "place_bet", key="tie", stake=500)
    evening.send(bob, "bet", "place_bet", key="tie", stake=500)
    evening.hall.turn()
    assert evening.room(ada).state.seats[1].stakes == {"tie": 3 * 500}
    assert evening.room(bob).state.seats[1].stakes == {"tie": 500}
    evening.hall.turn()
    assert evening.room(ada).state.seats[1].stakes == {"tie": 5 * 500}


def test_an_address_may_have_its_share_and_the_rates_of_a_crowd() -> None:
    caps = Caps(tables=100, sockets=1_000, requests_at_once=200, readers=30, shares=2, crowd=7)
    shares = (caps.tables_per_address, caps.sockets_per_address, caps.requests_per_address)
    assert shares == (50, 500, 100)
    assert (caps.connections_per_address, caps.readers_per_address) == (600, 15)
    quota = Quotas(caps).of("Ada", "table", "192.0.2.7", 0)
    assert quota._address.level == quota._table.level == 7 * quota._guest.level


def test_no_guest_writes_more_than_a_few_hundred_megabytes_a_day() -> None:
    guest = Caps().written
    assert guest.per_second * DAY < 400_000_000
    assert guest.times(Caps().crowd).per_second * DAY < 2_000_000_000


def test_an_honest_guest_meets_no_quota(evening: Evening) -> None:
    """Every bet of the house, doubled and undone, coup after coup as fast as they are shown."""
    ada = seated(evening)
    for _ in range(30):
        answers = [evening.ask(ada, "place_bet", key=bet.key, stake=500) for bet in CLASSIC.bets]
        answers += [evening.ask(ada, kind) for kind in ("double", "undo", "deal")]
        assert [each for each in answers if each.get("code") == "too_often"] == []
        ada.outbox.frames.clear()
        evening.ask(ada, "buy_in", chips=1_000_000)
        evening.pass_time(5_000)


@pytest.mark.caps(commands=Rate(1, 10))
def test_all_sockets_of_a_guest_share_one_rate(evening: Evening) -> None:
    ada = seated(evening)
    evening.pass_time(60_000)
    again = evening.enter(ada.guest, evening.room(ada))
    answers = [evening.ask(each, "undo") for _ in range(10) for each in (ada, again)]
    assert [each["code"] for each in answers].count("too_often") == 10


# --- the hall -------------------------------------------------------------------------------------


def opened(evening: Evening, name: str, address: str) -> Room | Exception:
    results: list[Room | Exception] = []
    evening.hall.open_table(
        evening.guest(name),
        CLASSIC,
        private=False,
        dealing="button",
        answer=results.append,
        address=address,
    )
    evening.hall.turn()
    return results[0]


@pytest.mark.caps(tables=15)
def test_one_address_cannot_fill_the_hall(evening: Evening) -> None:
    rooms = [opened(evening, f"Guest {number}", "192.0.2.1") for number in range(5)]
    assert [isinstance(room, Room) for room in rooms] == [True] * 3 + [False] * 2
    assert isinstance(rooms[-1], Refused)
    assert rooms[-1].reason == "At most 3 tables can be opened from one address."
    others = [opened(evening, f"Host {number}", f"192.0.2.{number}") for number in range(2, 20)]
    assert [isinstance(room, Room) for room in others] == [True] * 12 + [False] * 6
    assert isinstance(others[-1], Refused)
    assert others[-1].code == "full"


@pytest.mark.caps(new_tables=Rate(1, 2))
def test_an_address_opens_tables_five_times_as_often_as_a_guest(evening: Evening) -> None:
    limits = RateLimits(evening.hall, GuestCookie("guest"))

    def opened_by(name: str) -> int:
        evening.guest(name)
        headers = [(b"cookie", f"guest=token of {name}".encode())]
        scope = {"client": ("192.0.2.1", 1), "headers": headers}
        count = 0
        with suppress(Problem):
            while count < 100:
                limits.check_new_table(scope)
                count += 1
        return count

    first = [opened_by(f"Guest {number}") for number in range(7)]
    assert first == [2] * 5 + [0] * 2
    evening.now += 1_000
    assert sum(opened_by(f"Late {number}") for number in range(7)) == 5


@pytest.mark.caps(requests_at_once=10)
def test_a_forwarded_address_has_few_requests_at_once(evening: Evening) -> None:
    with ExitStack() as open_requests:
        limits = RateLimits(evening.hall, GuestCookie("guest"), ["10.0.0.1"])

        def begin(address: str) -> None:
            scope = {
                "client": ("10.0.0.1", 1),
                "headers": [(b"x-forwarded-for", address.encode())],
            }
            open_requests.enter_context(limits.one_of_few(scope))

        for _ in range(2):
            begin("192.0.2.1")
        with pytest.raises(Problem, match="Too many requests"):
            begin("192.0.2.1")
        begin("192.0.2.2")
        open_requests.close()
        begin("192.0.2.1")


@pytest.mark.caps(tables=15)
def test_a_table_s_address_outlives_the_server_and_is_shown_to_nobody(evening: Evening) -> None:
    for number in range(2):
        opened(evening, f"Guest {number}", "192.0.2.1")
    evening.hall = evening.opened()
    last = opened(evening, "Grace", "192.0.2.1")
    assert isinstance(last, Room)
    assert isinstance(opened(evening, "Ada", "192.0.2.1"), Refused)
    guest = evening.guest("Grace")
    for room in evening.hall.rooms.values():
        frames = evening.enter(guest, room).outbox.frames
        assert not any("192.0.2.1" in str(frame) for frame in frames)
    assert "192.0.2.1" not in str(list(evening.store.facts(last.id)))


@pytest.mark.caps(sockets=10)
def test_one_address_cannot_take_all_sockets(evening: Evening) -> None:
    hall, ada = evening.hall, evening.guest("Ada")
    room = evening.table(ada)
    connections = [
        hall.connect(ada, room, Outbox(9), after=None, address="192.0.2.1") for _ in range(2)
    ]
    assert not hall.can_connect(evening.guest("Grace"), "192.0.2.1")
    assert hall.can_connect(ada, "192.0.2.2")
    hall.disconnect(connections[0])
    assert hall.can_connect(ada, "192.0.2.1")
    for number in range(9):
        assert hall.can_connect(ada, f"198.51.100.{number}"), "one of ten is left"
        guest = evening.guest(f"Guest {number}")
        hall.connect(guest, room, Outbox(9), after=None, address=f"198.51.100.{number}")
    assert not hall.can_connect(ada, "192.0.2.1"), "all sockets are taken"


# --- memory ---------------------------------------------------------------------------------------


def test_a_closed_table_leaves_the_timers(evening: Evening) -> None:
    ada = evening.guest("Ada")
    rooms = [evening.table(ada) for _ in range(4)]
    results: list[Any] = []
    evening.hall.close_table(ada, rooms[0], results.append)
    evening.hall.turn()
    (closed, *_), freed = rooms, weakref.ref(rooms[0])
    assert closed.is_closed
    del closed, rooms, results
    gc.collect()
    assert freed() is None
    assert evening.hall.due() < NEVER


def test_a_refused_command_keeps_no_connection(evening: Evening) -> None:
    """The refusal kept for a retry holds no traceback, and so no stack frames."""
    guest = evening.guest("Ada")
    connection = evening.enter(guest, evening.table(guest))
    assert evening.ask(connection, "place_bet", key="banker", stake=500)["code"] == "not_seated"
    evening.hall.disconnect(connection)
    freed = weakref.ref(connection.outbox)
    evening.rooms.clear()
    gc.disable()
    try:
        del connection
        assert freed() is None
    finally:
        gc.enable()


# --- file descriptors -----------------------------------------------------------------------------


LINE = "out of system resource"


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs the limits of another process")
def test_a_server_without_file_descriptors_says_so_once_and_goes_on(tmp_path: Path) -> None:
    """The loop tries again every second; it wrote 2.5 MB each time."""
    errors = tmp_path / "errors"
    with errors.open("wb") as file, served(tmp_path / "hall.db", errors=file.fileno()) as server:
        guest = server.client()
        guest.post("/api/guest", json={"name": "Ada"})
        limit = psutil.Process(server.process.pid).num_fds()
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (limit, limit))
        lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
        latest = time.monotonic() + PATIENCE
        while (
            errors.read_text("utf-8").count(LINE) < Caps().log_lines and time.monotonic() < latest
        ):
            time.sleep(GLANCE)
        for line in lines:
            line.close()
        assert guest.get("/healthz").status_code == 200
        guest.close()
        assert server.stop() == 0
    written = errors.read_text("utf-8")
    assert written.count(LINE) == Caps().log_lines
    assert re.search(r" asyncio: [\d,]+ more in the last minute$", written, re.MULTILINE)


@pytest.mark.parametrize(
    "soft, hard, wanted",
    [
        (100, 900, [(500, 900)]),
        (100, 300, [(300, 300)]),
        (100, -1, [(500, -1)]),
        (600, 900, []),
        (-1, -1, []),
    ],
)
def test_no_more_files_are_asked_for_than_may_be(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, wanted: list[tuple[int, int]]
) -> None:
    """500 are needed; -1 is no limit."""
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    _raise_file_limit(500)
    assert asked == wanted


def test_the_kernel_buffers_little_for_and_from_a_guest() -> None:
    with listen(ServerAddress(port=0)) as listener:
        sent, read = (
            listener.getsockopt(socket.SOL_SOCKET, each)
            for each in (socket.SO_SNDBUF, socket.SO_RCVBUF)
        )
    assert sent in {1 << 17, 1 << 18}  # Linux counts its own part as well
    assert read in {1 << 16, 1 << 17}


# --- ids, seeds, cookies, keys --------------------------------------------------------------------


def test_the_id_of_a_table_has_96_random_bits(evening: Evening) -> None:
    """Anyone with the link of a private table may enter, so the link must be unguessable."""
    ids = {evening.table(evening.guest(name)).id for name in ("Ada", "Grace")}
    assert [len(urlsafe_b64decode(each)) for each in ids] == [96 // 8] * 2


def first_cards(evening: Evening, name: str) -> str:
    """Return the root of a new table's first shoe, without a guest's seed."""
    guest = evening.guest(name)
    room = evening.table(guest)
    assert evening.ask(evening.enter(guest, room), "sit")["type"] == "accepted"
    evening.pass_time(10_000)
    return room.croupier._desk.secret


def test_no_two_tables_of_a_hall_share_a_seed(tmp_path: Path) -> None:
    """Even with --seed, the secret of a closed table reveals nothing about other tables."""
    found = []
    for name in ("first.db", "again.db"):
        evening = Evening(tmp_path / name, seed_for=seeds_of_text("repeatable"))
        ada, grace = first_cards(evening, "Ada"), first_cards(evening, "Grace")
        evening.hall = evening.opened()
        emmy = first_cards(evening, "Emmy")
        found.append([ada, grace, emmy])
        evening.store.close()
    assert found[0] == found[1]
    assert len(set(found[0])) == 3


def test_a_refused_or_closed_table_changes_no_other_table_s_seeds(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "hall.db", seed_for=seeds_of_text("repeatable"))
    ada = evening.guest("Ada")
    closed = evening.table(ada)
    evening.hall.close_table(ada, closed, lambda _: None)
    evening.hall.turn()
    second = first_cards(evening, "Grace")
    evening.hall = evening.opened()
    third = first_cards(evening, "Emmy")
    assert len({second, third, seeds_of_text("repeatable")(1)(1).secret.hex()}) == 3
    assert third == seeds_of_text("repeatable")(3)(1).secret.hex()
    evening.store.close()


def test_a_server_with_a_seed_says_that_it_is_for_tests(tmp_path: Path) -> None:
    with commanded(tmp_path / "x.db", "--seed", "x") as server:
        assert server.process.stdout
        said = server.process.stdout.readline()
    assert said == "Seed: every card is predictable; this is for tests only.\n"


def test_a_seat_is_there_again_under_another_port(tmp_path: Path) -> None:
    with served(tmp_path / "hall.db") as server:
        client = server.client()
        client.post("/api/guest", json={"name": "Ada"})
        cookies = dict(client.cookies)
        client.close()
        server.stop()
    with served(tmp_path / "hall.db") as server:
        assert server.get("/api/me", cookies=cookies).json()["name"] == "Ada"
    with served(tmp_path / "other.db") as server:
        assert server.get("/api/me", cookies=cookies).status_code == 401
        assert not server.post("/api/guest", json={"name": "Ada"}).cookies.keys() & cookies.keys()


def test_a_cookie_of_https_is_of_this_host_alone() -> None:
    secure = GuestCookie.of_hall(b"secret", is_secure=True)
    plain = GuestCookie.of_hall(b"secret", is_secure=False)
    assert plain.name.startswith("puntobanco_")
    assert secure.name == f"__Host-{plain.name}"
    assert secure.token(_scope(f"puntobanco_443=a; {plain.name}=b")) is None
    assert secure.token(_scope(f"__Host-{plain.name}=c")) == "c"
    assert plain.token(_scope("puntobanco_8000=a")) is None
    assert plain.token(_scope(f"puntobanco_8000=a; {plain.name}=b")) == "b"


def _scope(cookie: str) -> dict[str, Any]:
    return {"headers": [(b"cookie", cookie.encode())]}


def test_every_bet_of_the_catalogue_can_be_named_over_the_socket() -> None:
    for key in CATALOGUE:
        frame = {"id": "q", "command": {"kind": "place_bet", "key": key, "stake": 100}}
        command = read_request(json.dumps(frame)).command
        assert isinstance(command, SeatCommand)
        assert command.at(1) == PlaceBet(1, key, chips=Chips(100))
