"""The end of an evening: tables are closed in order, and everything is there again afterwards."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from puntobanco.announcer.catalogues import catalogue
from puntobanco.cli import main
from puntobanco.store import Store
from puntobanco.web.hall.hall import SNAPSHOT_WHEN_CLOSING
from puntobanco.web.http import app, server, socket_protocol
from puntobanco.web.http.app import CLOSING_REASON, closing_line
from puntobanco.web.room.audience import SERVICE_RESTART, Connection
from puntobanco.web.room.room import Room
from tests.web.auditor import Auditor
from tests.web.serving import PATIENCE, Browser, Player, Served, browser, by_hand, commanded, served
from tests.web.test_hall import Evening, full, seated

PATIENT = "tests.web.test_closing"
"""The command, with a server that waits for a deaf guest until the test lets it go."""

HOUR = 3_600

MORE_THAN_FITS = 200_000
"""Letters that the buffers between the patient server and a deaf guest do not hold together:
64 KiB of asyncio, one segment of 64 KiB, and a few KiB of the kernel on either side."""

CAPS = {"commands": [100_000, 100_000], "waiting": 5_000}


# --- the hall -------------------------------------------------------------------------------------


def test_no_clock_deals_and_nobody_comes_in_while_the_house_closes(evening: Evening) -> None:
    connection = seated(evening, dealing=15)
    evening.hall.is_closing = True
    assert not evening.hall.can_connect(connection.guest)
    evening.now += 120_000
    evening.hall.turn()
    assert not evening.room(connection).state.coups
    assert evening.hall.due() > evening.now


def rest(evening: Evening, connection: Connection) -> None:
    evening.hall.commit(evening.hall.propose_snapshot(evening.room(connection)))
    evening.room(connection).croupier.confirm()


def busy(evening: Evening) -> Connection:
    """A guest who has bet a good deal on one shoe."""
    connection = seated(evening)
    for _ in range(SNAPSHOT_WHEN_CLOSING):
        evening.now += 100
        assert evening.ask(connection, "place_bet", key="banker", stake=100)["type"] == "accepted"
        connection.outbox.frames.clear()
    evening.ask(connection, "deal")
    evening.ask(connection, "place_bet", key="tie", stake=700)
    return connection


def test_a_start_after_an_orderly_end_reads_nothing_of_the_log_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = busy(evening)
    rest(evening, connection)
    read = evening.facts_read(monkeypatch)
    again = evening.opened().rooms[evening.room(connection).id]
    assert not read
    assert again.state == evening.room(connection).state
    assert again.croupier._desk == evening.room(connection).croupier._desk
    assert again.state.seats[1].stakes == {"tie": 700}


def test_a_table_at_which_little_happened_is_not_noted(evening: Evening) -> None:
    connection = seated(evening)
    evening.ask(connection, "place_bet", key="banker", stake=100)
    (room,) = evening.hall.propose_snapshot(evening.room(connection)).rooms
    assert not room.croupier.snapshots


def test_who_returns_after_an_orderly_end_is_told_what_was_missed(evening: Evening) -> None:
    connection = busy(evening)
    rest(evening, connection)
    expected = told_after(evening.room(connection), 3)
    evening.hall = evening.opened()
    room = evening.hall.rooms[evening.room(connection).id]
    back = evening.enter(connection.guest, room)
    evening.ask(back, "place_bet", key="tie", stake=100)
    *before, new = told_after(room, 3)
    assert before == expected
    assert len(before) > SNAPSHOT_WHEN_CLOSING
    assert new["number"] == evening.room(connection).croupier.version + 1
    assert told_after(room, new["number"] - 1) == [new]


def told_after(room: Room, number: int) -> list[dict[str, Any]]:
    room.replay.load(number)
    raws = room.replay.after(number)
    assert raws
    return [msgspec.json.decode(raw) for raw in raws]


def test_a_disk_that_is_full_at_the_end_loses_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = busy(evening)
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "append", full)
        batch = evening.hall.propose_snapshot(evening.room(connection))
        assert not batch.is_empty
        with pytest.raises(Exception, match="full"):
            evening.hall.commit(batch)
        evening.room(connection).croupier.abandon()
    assert (
        evening.opened().rooms[evening.room(connection).id].state == evening.room(connection).state
    )


def test_tables_are_numbered_in_the_order_of_their_opening_also_after_a_restart(
    evening: Evening,
) -> None:
    guest = evening.guest("Ann")
    opened = []
    for _ in range(5):
        opened.append(evening.table(guest).id)
        evening.now += 1
    assert list(evening.hall.rooms) == opened
    assert list(evening.opened().rooms) == opened


def test_a_table_is_told_of_with_its_guests_and_bets(evening: Evening) -> None:
    connection = seated(evening)
    empty = evening.table(connection.guest)
    assert closing_line(1, evening.room(connection)) == "Table 1 of Ada: 1 guest; all is kept."
    evening.ask(connection, "place_bet", key="banker", stake=100)
    evening.ask(connection, "place_bet", key="banker", stake=200)
    evening.ask(connection, "place_bet", key="tie", stake=150_00)
    evening.enter(evening.guest("Grace"), evening.room(connection))
    told = "Table 1 of Ada: 1 guest, 1 watching, $153 staked on 2 bets; all is kept."
    assert closing_line(1, evening.room(connection)) == told
    assert closing_line(2, empty) is None


# --- the real server ------------------------------------------------------------------------------


async def goodbye(player: Player) -> tuple[str, int]:
    """Return the last message to a guest and the close code of the socket."""
    with pytest.raises(ConnectionClosed) as closed:
        await player.until(lambda _: False)
    assert closed.value.rcvd
    return player.frames[-1]["reason"], closed.value.rcvd.code


async def test_ctrl_c_closes_the_tables_in_order_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    with served(path) as server:
        async with browser(server, "Ann") as ann, browser(server, "Bob") as bob:
            first, second = await ann.open_table(), await bob.open_table()
            await bob.open_table()
            async with ann.at(first) as one, bob.at(second) as two, ann.at(second) as three:
                await asyncio.gather(one.sit_down(), two.sit_down(), three.sit_down())
                await one.ask("place_bet", key="banker", stake=150_00)
                await two.ask("place_bet", key="player", stake=100)
                await three.ask("place_bet", key="tie", stake=50_00)
                server.process.send_signal(signal.SIGTERM)
                told = await asyncio.gather(goodbye(one), goodbye(two), goodbye(three))
                assert {*told} == {(catalogue("en").render(CLOSING_REASON), SERVICE_RESTART)}
        assert server.process.wait(PATIENCE) == 0
        assert server.lines() == [
            "Closing the tables in order; Ctrl-C again stops at once.",
            "Table 1 of Ann: 1 guest, $150 staked on 1 bet; all is kept.",
            "Table 2 of Bob: 2 guests, $51 staked on 2 bets; all is kept.",
            f"Closed 3 tables; all is kept in {path}.",
        ]


def is_closing(frame: dict[str, Any]) -> bool:
    return bool(frame["type"] == "closing")


async def _bets(player: Player, guest: Browser, many: int) -> dict[str, int]:
    """Send many bets, ask the server to close, and bet on until it does: what was accepted."""
    sent = [await player.send("place_bet", key="banker", stake=100) for _ in range(many)]
    guest.server.process.send_signal(signal.SIGINT)
    with suppress(ConnectionClosed):
        while not is_closing(player.frames[-1]):
            sent.append(await player.send("place_bet", key="tie", stake=100))
            await player.until(lambda frame: frame.get("id") == sent[-1] or is_closing(frame))
    with suppress(ConnectionClosed):
        await player.until(lambda _: False)
    assert is_closing(player.frames[-1])
    answers = [frame for frame in player.frames if frame.get("id") in sent]
    assert {frame["code"] for frame in answers if frame["type"] == "refused"} <= {"closing"}
    return {frame["id"]: frame["number"] for frame in answers if frame["type"] == "accepted"}


async def test_what_was_sent_before_ctrl_c_is_answered_and_what_is_answered_is_kept(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hall.db"
    many = 240
    with served(path, caps=CAPS) as server:
        async with browser(server) as guest:
            table = await guest.open_table()
            async with guest.at(table) as player:
                await player.sit_down(chips=10**9)
                accepted = await _bets(player, guest, many)
        assert server.process.wait(PATIENCE) == 0
    with Store.read(path) as store:
        auditor = Auditor(table)
        auditor.follow(store)
        note = store.snapshot(table)
    placed = {n for n, event in auditor.public.items() if event["kind"] == "bet_placed"}
    assert len(accepted) >= many
    assert set(accepted.values()) == placed
    assert note
    assert note.version == auditor.version


@asynccontextmanager
async def before_someone_deaf(server: Served) -> AsyncIterator[tuple[Browser, Player]]:
    """A guest who plays, at a table with a socket that more was sent to than is ever read."""
    async with browser(server) as guest, browser(server, "Stuck") as other:
        table = await guest.open_table()
        async with guest.at(table) as player, guest.at(table) as second_tab:
            await player.sit_down()
            with by_hand(other, table, buffer=4_096):
                before = player.heard
                for spot in player.welcome["house"]["felt"]:
                    await second_tab.ask("place_bet", key=spot["key"], stake=spot["minimum"])
                while player.heard < before + MORE_THAN_FITS:
                    answer = await player.ask("deal")
                    assert answer["type"] == "accepted", answer
                    await second_tab.ask("repeat")
                yield guest, player


async def test_a_second_ctrl_c_stops_at_once_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    with commanded(path, module=PATIENT) as server:
        async with before_someone_deaf(server) as (_, player):
            server.process.send_signal(signal.SIGINT)
            await goodbye(player)
            server.process.send_signal(signal.SIGINT)
            code = await asyncio.to_thread(server.process.wait, PATIENCE)
            assert code == 130, server.lines()
        assert server.lines()[-1] == f"Stopped at once; the next start checks {path}."
        assert server.process.stderr
        assert "Traceback" not in server.process.stderr.read()
    with Store.read(path) as store:
        auditor = Auditor(player.welcome["table"])
        auditor.follow(store)
    assert auditor.version >= player.number
    with served(path):
        pass


async def test_nobody_new_is_served_while_the_house_closes(tmp_path: Path) -> None:
    """A guest who hears nothing keeps the house waiting for a while."""
    with commanded(tmp_path / "hall.db", module=PATIENT) as server:
        async with before_someone_deaf(server) as (guest, player):
            await guest.client.get("/healthz")
            server.process.send_signal(signal.SIGINT)
            await goodbye(player)
            late = await guest.client.get("/api/tables")
            assert (late.status_code, late.json()["error"]["code"]) == (503, "closing")
            assert late.headers["retry-after"]
            assert (await guest.client.get("/healthz")).status_code == 200
            ready = await guest.client.get("/readyz")
            assert (ready.status_code, ready.json()["status"]) == (503, "the server is stopping")
            async with server.stranger() as stranger:
                with pytest.raises(httpx.ConnectError):
                    await stranger.get("/healthz")
        assert server.process.wait(PATIENCE) == 0


if __name__ == "__main__":
    server.SEND_BUFFER = 4_096  # the kernel buffers next to nothing for a client that doesn't read
    socket_protocol.CLOSE_GRACE = HOUR
    app.CLOSE_TIMEOUT = HOUR * 1_000
    # The test deals until the deaf guest's buffers are full.
    os.environ["PUNTOBANCO_LIMITS_COMMANDS"] = "{ per_second = 20, at_once = 1_000 }"
    main()
