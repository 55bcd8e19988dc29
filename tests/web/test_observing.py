"""What an operator sees of a real server: every line of its log, its metrics, and its health."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, MutableMapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample
from websockets.exceptions import ConnectionClosed, InvalidStatus

from puntobanco.cli.configuration import PlainLines, json_line
from puntobanco.printable import is_printable
from puntobanco.store import Store
from puntobanco.web.hall.sockets import POLICY_VIOLATION
from puntobanco.web.http.guard import AllowedOrigins, GuestCookie
from puntobanco.web.http.server import MOST_SCRAPES
from puntobanco.web.http.socket import CHANNEL, Admission, FlushQueue, serve_socket
from puntobanco.web.observing import EVENTS, SERVER_LOG, WINDOW, Observer, limited_log, take_pulse
from puntobanco.web.room.audience import TOO_SLOW
from puntobanco.wire.frames import Trouble
from tests.running import Run
from tests.web.serving import (
    PATIENCE,
    ROOT,
    Browser,
    Player,
    Served,
    browser,
    commanded,
    eventually,
)
from tests.web.test_guard import Pipe
from tests.web.test_hall import Evening, seated
from tests.web.test_socket import status_of

BADLY = 200
"""Frames that are no commands."""

MOST_LINES = 7
"""Log lines of one kind in a minute."""

HALL = f"""
log = "json"
[limits]
log_lines = {MOST_LINES}
body = 2_000
tables_per_guest = 2
sockets_per_guest = 2
bad_frames = {{ per_second = 0.001, at_once = 210 }}
commands = {{ per_second = 50, at_once = 1_000 }}
[pace]
slow = 0.001
stage = 30
between = 0.01
"""

SEED = "swordfish"


@dataclass
class Observed(Served):
    """A server with a JSON log, and the address of its metrics."""

    metrics: str = ""

    def samples(self) -> list[Sample]:
        text = httpx.get(self.metrics, timeout=PATIENCE).text
        families = text_string_to_metric_families(text)
        return [sample for family in families for sample in family.samples]

    def figures(self) -> dict[str, float]:
        return {
            f"{sample.name} {sample.labels['code']}" if sample.labels else sample.name: sample.value
            for sample in self.samples()
            if sample.labels.keys() <= {"code"}
        }


@contextmanager
def observed(folder: Path) -> Iterator[Observed]:
    """`puntobanco serve` itself, configured by a file."""
    file = folder / "hall.toml"
    file.write_text(HALL)
    options = ("--config", str(file), "--seed", SEED, "--metrics", "127.0.0.1:0")
    with commanded(folder / "hall.db", *options, last="metrics at") as server:
        lines = [json.loads(line) for line in server.greeting]
        address = {each["event"]: each.get("address", "").rstrip("/") for each in lines}
        yield Observed(server.process, address["started"], server.greeting, address["metrics"])


@dataclass
class Seen:
    """What happened, as the guests have seen it."""

    kinds: Counter[str]
    refusals: Counter[str]
    secrets: list[str]


async def play(server: Observed) -> Seen:
    """Two coups at a private table, with refusals of many kinds, and a flood."""
    async with browser(server) as guest:
        table = await guest.open_table(private=True)
        closed = await guest.open_table()
        assert (await guest.client.delete(f"/api/tables/{closed}")).status_code == 204
        async with guest.at(table) as player:
            await player.sit_down()
            for _ in range(2):
                for answer in (
                    await player.ask("place_bet", key="banker", stake=500),
                    await player.ask("deal"),
                ):
                    assert answer["type"] == "accepted"
            refused = await player.ask("place_bet", key="banker", stake=1)
            assert refused["code"] == "outside_limits"
            await flood(player)
            async with guest.at(table) as second:
                with pytest.raises(InvalidStatus):
                    await guest.at(table).__aenter__()
                closed_after = await send_until_closed(second)
            foreign = await guest.client.get("/api/me", headers={"Host": "elsewhere.example"})
            assert foreign.status_code == 403
            refusals = Counter(
                full=await open_too_many(guest),
                malformed=BADLY + closed_after,
                outside_limits=1,
                sockets=1,
                bad_frames=1,
                foreign=1,
            )
            refusals += await come_in_vain(guest, table)
            await check_gauges(server)
        kinds = Counter(
            event["kind"] for frame in player.frames for event in frame.get("events", ())
        )
        return Seen(kinds, refusals, [table, SEED, *guest.client.cookies.values()])


async def come_in_vain(guest: Browser, table: str) -> Counter[str]:
    """Try sockets and requests that are refused at the door. Return how many, by code."""
    client, address = guest.client, guest.server.address
    own, ws = {"Origin": address, "Cookie": guest.cookie}, address.replace("http", "ws")
    for place, headers in (
        (f"/ws?table={table}", {**own, "Origin": "http://evil.example"}),
        (f"/ws?table={table}", {"Origin": address}),
        ("/ws?table=unknown", own),
        (f"/elsewhere?table={table}", own),
    ):
        assert await status_of(f"{ws}{place}", **headers) == 403
    for method, path, status in (
        ("GET", "/nowhere", 404),
        ("GET", "/static/nothing.js", 404),
        ("GET", "/t/unknown", 404),
        ("PATCH", "/api/tables", 405),
    ):
        browsing = {"Accept": "text/html"}
        assert (await client.request(method, path, headers=browsing)).status_code == status
    large = await client.post("/api/guest", json={"name": " " * 2_000})
    assert large.json()["error"]["reason"] == "The body must not exceed 2,000 bytes."
    reader, writer = await asyncio.open_connection("127.0.0.1", guest.server.port)
    writer.write(b"no HTTP\r\n\r\n")
    assert b" 400 " in await reader.read()
    writer.close()
    codes = Counter(["foreign", "no_guest", "wrong_method", "too_large", "not_http"])
    return codes + Counter(unknown_table=2, unknown_path=3)


async def flood(player: Player) -> None:
    for _ in range(BADLY):
        await player.socket.send("{")
    for _ in range(BADLY):
        await player.until(lambda frame: frame["type"] == "refused")


async def send_until_closed(player: Player) -> int:
    """Send frames that are no commands, one by one, until the server closes the socket."""
    sent = 0
    with suppress(ConnectionClosed):
        while True:
            await player.socket.send("{")
            await player.until(lambda frame: frame["type"] == "refused")
            sent += 1
    assert player.socket.close_code == POLICY_VIOLATION
    return sent


async def open_too_many(guest: Browser) -> int:
    """Open tables until the guest has the most, and then one more after another."""
    await guest.open_table()
    answers = [await guest.client.post("/api/tables", json={}) for _ in range(MOST_LINES + 5)]
    assert {answer.status_code for answer in answers} == {409}
    return len(answers)


async def check_gauges(server: Observed) -> None:
    async def is_one() -> bool:
        figures = await asyncio.to_thread(server.figures)
        has_pulse = figures["puntobanco_event_loop_delay_seconds_count"] > 0
        return has_pulse and figures["puntobanco_sockets"] == 1

    await eventually(is_one)
    figures = await asyncio.to_thread(server.figures)
    names = ("tables", "sockets", "guests", "damaged_tables", "ready")
    assert [figures[f"puntobanco_{name}"] for name in names] == [2, 1, 1, 0, 1]


async def test_a_hall_can_be_watched_through_an_evening_with_a_flood(tmp_path: Path) -> None:
    with observed(tmp_path) as server:
        evening = await play(server)
        check_metrics(server, evening, tmp_path / "hall.db")
        check_dashboard(server.samples())
        check_ports(server)
        server.process.send_signal(signal.SIGTERM)
        out, err = server.process.communicate(timeout=PATIENCE)
        assert server.process.returncode == 0
    check_log([*server.greeting, *out.splitlines(), *err.splitlines()], evening)


def check_metrics(server: Observed, evening: Seen, path: Path) -> None:
    figures = server.figures()
    assert figures["puntobanco_bets_total"] == evening.kinds["bet_placed"] == 2
    assert figures["puntobanco_coups_total"] == evening.kinds["coup_dealt"] == 2
    refused = {
        name.removeprefix("puntobanco_refusals_total "): number
        for name, number in figures.items()
        if name.startswith("puntobanco_refusals_total ")
    }
    assert refused == evening.refusals, "every refusal, and no code from a client"
    assert figures["puntobanco_conflicts_total"] == figures["puntobanco_retries_total"] == 0
    assert figures["puntobanco_commit_failures_total"] == 0
    assert figures["puntobanco_process_resident_memory_bytes"] > 1 << 20
    with Store.read(path) as store:
        tables = store.streams()
        commits = {logged.commit for table in tables for logged in store.facts(table)}
    counts = [figures[f"puntobanco_commit_{name}_count"] for name in ("seconds", "batch_size")]
    assert counts[0] == counts[1] >= len(commits) > 0, "some write only guests or receipts"
    for sample in server.samples():
        assert sample.name.startswith("puntobanco_")
        assert sample.labels.keys() <= {"code", "le", "version"}


def check_dashboard(samples: list[Sample]) -> None:
    """Each name and label in a query of the dashboard is served."""
    labels: dict[str, set[str]] = {}
    for sample in samples:
        labels.setdefault(sample.name, {"instance"}).update(sample.labels)
    dashboard = json.loads((ROOT / "deploy" / "grafana.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            query, legend = target["expr"], target["legendFormat"]
            names = re.findall(r"\bpuntobanco\w+", query)
            assert names
            by = [name for part in re.findall(r"by \((.*?)\)", query) for name in part.split(",")]
            asked = {*by, *re.findall(r"[{,](\w+)[=!]", query), *re.findall(r"{{(\w+)}}", legend)}
            for name in names:
                assert asked <= labels[name], (panel["title"], query)


def check_ports(server: Observed) -> None:
    assert server.get("/metrics").status_code == 404
    elsewhere = server.metrics.removesuffix("/metrics")
    assert httpx.get(f"{elsewhere}/api/tables").status_code == 404
    host, port = httpx.URL(elsewhere).host, httpx.URL(elsewhere).port
    with ExitStack() as opened:
        *_, last = [
            opened.enter_context(socket.create_connection((host, port or 0), PATIENCE))
            for _ in range(MOST_SCRAPES + 2 * MOST_LINES)
        ]
        with suppress(ConnectionError):
            assert last.recv(1) == b"", "the last one is dropped, and the log stays short"
    assert server.get("/healthz").json()["status"] == "ok"
    assert server.get("/readyz").json()["status"] == "ok"


def check_log(lines: list[str], evening: Seen) -> None:
    text = "\n".join(lines)
    events = [json.loads(line) for line in lines if line.strip()]
    for event in events:
        assert {"time", "level", "event", "message"} <= event.keys()
        assert event["event"] in EVENTS
        assert event["level"] == logging.getLevelName(EVENTS[event["event"]].level).lower()
    names = Counter((event["event"], event.get("code")) for event in events if "more" not in event)
    assert {"started", "table_opened", "table_closed", "stopping", "stopped"} <= {
        name for name, _ in names
    }
    assert names["refused", "full"] == MOST_LINES
    assert max(number for (name, _), number in names.items() if name == "refused") == MOST_LINES
    more = {(each["event"], each["code"]): each["more"] for each in events if "more" in each}
    assert more["refused", "full"] == evening.refusals["full"] - MOST_LINES
    assert ("slow_turn", None) in names, "every turn takes longer than a millisecond once"
    for secret in evening.secrets:
        assert secret not in text


def test_a_port_for_metrics_that_is_taken_is_refused_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        options = ["--db", str(tmp_path / "hall.db"), "--port", "0", "--log", "json"]
        options += ["--metrics", f"127.0.0.1:{port}"]
        ran = subprocess.run(
            [sys.executable, "-m", "puntobanco", "serve", *options],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert (ran.returncode, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    assert json.loads(line)["message"] == f"127.0.0.1:{port}: Address already in use"


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(PlainLines().format(record)[20:])


@pytest.fixture
def lines() -> Iterator[list[str]]:
    handler = Lines()
    SERVER_LOG.addHandler(handler)
    try:
        yield handler.lines
    finally:
        SERVER_LOG.removeHandler(handler)


def test_lines_of_one_kind_are_counted_after_the_first_of_a_minute(lines: list[str]) -> None:
    now, observer = 0, Observer()

    def refuse(code: str, times: int) -> list[str]:
        lines.clear()
        for number in range(times):
            observer.refused(code, f"192.0.2.{number}", "Wait.")
        return list(lines)

    with limited_log(observer, lambda: now, MOST_LINES):
        limit = observer.line_limit
        assert limit
        found = refuse("too_often", MOST_LINES + 1_234)
        assert len(found) == MOST_LINES
        assert found[0] == "warning refused too_often from 192.0.2.0: Wait."
        assert refuse("illegal", 5) == [], "only limits are logged; the guest gets the rest"
        assert len(refuse("full", 1)) == 1, "another kind has lines of its own"
        limit.summarise()
        assert lines[1:] == [], "the minute is not over"
        now += WINDOW
        limit.summarise()
        assert lines[1:] == ["warning refused too_often: 1,234 more in the last minute"]
        assert len(refuse("too_often", MOST_LINES + 3)) == MOST_LINES
        lines.clear()
    assert lines == ["warning refused too_often: 3 more in the last minute"], "at the end"
    assert observer.refusals["too_often"] == 2 * MOST_LINES + 1_237


async def test_a_late_event_loop_is_measured_and_logged(lines: list[str]) -> None:
    now, delays, observer = 0.0, iter((0.0, 0.2, 1.5, 0.0)), Observer()

    async def sleep(seconds: float) -> None:
        nonlocal now
        try:
            now += seconds + next(delays)
        except StopIteration:
            raise asyncio.CancelledError from None

    with pytest.raises(asyncio.CancelledError):
        await take_pulse(observer, 1_000, lambda: now, sleep)
    assert lines == ["warning the event loop was late by 1.5 s"]
    assert sum(observer.loop_delays.counts) == 4
    assert observer.loop_delays.total == pytest.approx(1.7)


@pytest.mark.caps(waiting=3)
async def test_a_socket_that_does_not_read_is_closed_counted_and_logged(
    evening: Evening, lines: list[str]
) -> None:
    guest = evening.guest("Ada")
    room = evening.table(guest)
    ended = asyncio.Event()
    received = iter(("websocket.connect", "websocket.disconnect"))

    async def receive() -> dict[str, Any]:
        kind = next(received)
        if kind == "websocket.disconnect":
            await ended.wait()
        return {"type": kind}

    async def send(message: MutableMapping[str, Any]) -> None:
        assert message["type"] == "websocket.accept"

    cookie, origins = GuestCookie("guest"), AllowedOrigins.at(8000)
    door = Admission(evening.hall, origins, cookie, lambda _: "", FlushQueue())
    held = [(b"cookie", b"guest=token of Ada")]
    channel = Pipe()
    channel.can_send = False
    scope = {"type": "websocket", "headers": held, "extensions": {CHANNEL: channel}}
    admitted = (guest, room, dict[str, list[str]](), "192.0.2.7")
    served = asyncio.create_task(serve_socket(door, admitted, scope, receive, send))
    while not channel.drops:
        evening.hall.turn()
        room.audience.broadcast(Trouble(None, None))
        await asyncio.sleep(0)
    channel.can_send = True
    channel.on_drained()
    ended.set()
    await served
    closed = f"closed {TOO_SLOW}: this socket could not keep up; connect again"
    assert channel.sent == [closed]
    assert evening.hall.observer.refusals == {"slow_reader": 1}
    refused = [line for line in lines if "refused" in line]
    assert refused == [
        "warning refused slow_reader from 192.0.2.7: this socket could not keep up; connect again"
    ]


def test_lines_of_a_library_are_one_kind_whatever_they_say(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with limited_log(Observer(), lambda: 0, MOST_LINES):
        for number in range(MOST_LINES + 7):
            logging.getLogger("asyncio").error("trouble %s", number)
    assert len(caplog.records) == MOST_LINES + 1
    assert caplog.records[-1].getMessage() == "asyncio: 7 more in the last minute"


def test_a_line_has_no_character_that_a_terminal_obeys_or_a_file_refuses() -> None:
    evil = "a\x1b[2J\x9b1m\u2028\udcff\nb\x7f"
    error = (ValueError, ValueError(evil), None)
    # Not logged: pytest would capture it, and its workers can't report lone surrogates.
    record = SERVER_LOG.makeRecord("server", logging.ERROR, "", 0, "%s", (evil,), error)
    lines = PlainLines().format(record)[20:].splitlines()
    assert lines[0] == "error   a?[2J?1m ? b?"
    assert len(lines) > 1
    assert all(map(is_printable, lines))
    line = json_line(0, "error", "log_failed", evil, reason=evil)
    assert line.encode().isascii()
    assert json.loads(line)["reason"] == evil


def test_a_trace_is_indented_below_its_line(lines: list[str]) -> None:
    try:
        int("two\nlines")
    except ValueError as error:
        Observer().report("request_failed", error)
    first, *trace = lines[0].splitlines()
    assert first == "error   a request or a socket failed"
    assert all(line.startswith("    ") for line in trace)


def test_conflicts_and_retries_are_counted_and_bets_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = seated(evening)
    evening.send(guest, "bet", "place_bet", key="banker", stake=500)
    with monkeypatch.context() as patched:
        patched.setattr(evening.store, "append", lambda *_, **__: {})
        evening.hall.turn()
    seen = evening.hall.observer
    assert (seen.conflicts, seen.retries, seen.bets) == (1, 1, 0)
    evening.hall.turn()
    assert evening.answer(guest, "bet")["type"] == "accepted"
    assert (seen.conflicts, seen.retries, seen.bets) == (1, 1, 1)


def test_a_bug_is_json_too_if_the_log_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise LookupError("nobody thought of this")

    monkeypatch.setattr("puntobanco.cli.commands.serve._serve", fail)
    ran = run("serve", "--log", "json")
    line = json.loads(ran.err)
    assert (ran.code, line["message"]) == (1, "nobody thought of this")
    assert "LookupError" in line["trace"]
