"""`puntobanco admin` against real servers, on a file and on PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import stat
import subprocess
import sys
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from pwd import getpwuid

import pytest

from puntobanco.cli.commands.admin import operator_name
from puntobanco.errors import StoreError
from puntobanco.store.house import file_desk, socket_path
from tests.postgres import new_database, running_cluster
from tests.web.serving import ROOT, Served, browser, served, start

NOBODY = 65534
PACE = {"stage": 30_000, "between": 10, "room": 50, "showing": 0}


async def puntobanco(*words: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "puntobanco", *words]

    def run() -> tuple[int, str]:
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        return done.returncode, (done.stdout + done.stderr).strip()

    return await asyncio.to_thread(run)


async def admin(db: Path | str, *words: str) -> tuple[int, str]:
    return await puntobanco("admin", *words, "--db", str(db))


async def care(db: Path | str) -> list[dict[str, str]]:
    _, printed = await puntobanco("audit", "--care", "--json", "--db", str(db))
    found: list[dict[str, str]] = json.loads(printed)
    return found


async def test_an_operator_looks_closes_announces_and_drains_by_the_command_line(
    tmp_path: Path,
) -> None:
    """In a folder whose path is too long for a socket's address, after a killed server."""
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    db = folder / "hall.db"
    start(db).kill()
    assert stat.S_ISSOCK(socket_path(db).stat().st_mode), "a killed server leaves its socket"
    nobody = f"puntobanco: {db}: no hall is running; start it with `puntobanco serve`"
    assert await admin(db, "tables") == (2, nobody)
    errors = tmp_path / "errors"
    with errors.open("wb") as file, served(db, pace=PACE, errors=file.fileno()) as server:
        assert stat.S_IMODE(socket_path(db).stat().st_mode) == 0o600
        assert await admin(db, "tables") == (0, "No table is open.")
        async with browser(server) as ada, browser(server, "Bob") as bob:
            table, other = await ada.open_table(), await ada.open_table()
            async with ada.at(table) as first, bob.at(other) as second:
                await first.sit_down()
                await second.sit_down()
                await first.ask("place_bet", key="banker", stake=500)
                assert f"{table}: " in (listed := (await admin(db, "tables"))[1])
                assert "1 guest seated, 1 connected" in listed
                assert "$5.00 on the felt" in listed or "$5 on the felt" in listed
                guests = json.loads((await admin(db, "guests", "--json"))[1])["guests"]
                assert [(each["name"], each["staked"]) for each in guests if each["staked"]] == [
                    ("Ada", 500)
                ]
                code, line = await admin(db, "close", "-x")
                assert (code, line.partition(";")[0]) == (2, "puntobanco: no table '-x'")
                assert await admin(db, "close", table) == (0, f"Table {table} is closed.")
                await first.until(lambda frame: frame["type"] == "closing")
                assert first.frames[-1]["reason"] == "the house has closed the table"
                await admin(db, "say", "Last coup.")
                await second.until(lambda frame: frame["type"] == "notice")
                await second.ask("place_bet", key="tie", stake=500)
                draining = asyncio.create_task(admin(db, "drain"))
                await second.until(lambda frame: frame["type"] == "notice")
                await second.ask("deal")
                await second.until(lambda frame: frame["type"] == "closing")
        assert await draining == (0, "Draining: 1 table with bets.\nThe hall has stopped.")
        assert server.process.wait() == 0
    assert " error " not in errors.read_text("utf-8")
    assert not socket_path(db).exists()
    me = getpwuid(os.getuid()).pw_name
    did = [(each["did"], each["by"], each["what"]) for each in await care(db)]
    assert did == [("close", me, table), ("say", me, "Last coup."), ("drain", me, "")]


def test_an_operator_who_reads_no_answer_does_not_keep_the_hall_from_stopping(
    tmp_path: Path,
) -> None:
    db = tmp_path / "hall.db"
    with served(db) as server, socket.socket(socket.AF_UNIX) as operator:
        operator.connect(str(socket_path(db)))
        operator.settimeout(1)
        with suppress(TimeoutError):  # until both buffers are full
            while True:
                operator.sendall(b'{"order":{"do":"dance"}}\n' * 1_000)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=60) == 0


def test_an_operator_without_a_name_is_known_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 123_456_789)
    assert operator_name() == "user 123456789"


def _asked_by_nobody(db: Path, answer: Connection) -> None:
    os.setuid(NOBODY)
    try:
        with file_desk(db):
            answer.send("let in")
    except StoreError as error:
        answer.send(str(error))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_user_may_not_give_orders(tmp_path: Path) -> None:
    for folder in (tmp_path, *tmp_path.parents):
        folder.chmod(folder.stat().st_mode | 0o055)
    db = tmp_path / "hall.db"
    forking = get_context("fork")
    with served(db):
        here, there = forking.Pipe()
        process = forking.Process(target=_asked_by_nobody, args=(db, there))
        process.start()
        process.join()
        assert here.recv() == f"{db}: only the owner of the file may give orders"


async def test_an_order_reaches_all_servers_of_a_database(tmp_path: Path) -> None:
    """A backup of these servers, too, audits clean and attested."""
    with (
        new_database(running_cluster().url) as url,
        served(url, pace=PACE) as one,
        served(url, pace=PACE) as two,
    ):
        await _order(url, [one, two], tmp_path / "copy.db")


async def _order(url: str, servers: list[Served], copy: Path) -> None:
    async with browser(servers[0]) as ada, browser(servers[1], "Bob") as bob:
        table = await ada.open_table()
        async with ada.at(table) as first, bob.at(table) as second:
            await first.sit_down()
            names = [
                (each["name"], each["seat"])
                for each in json.loads((await admin(url, "guests", "--json"))[1])["guests"]
            ]
            assert names == [("Ada", 1), ("Bob", None)]
            assert await admin(url, "say", "Hello.") == (
                0,
                "2 guests at the tables got the notice.",
            )
            for each in (first, second):
                await each.until(lambda frame: frame["type"] == "notice")
            reader = (
                f"{url}{'&' if '?' in url else '?'}options=-cdefault_transaction_read_only%3Don"
            )
            assert (await admin(reader, "close", table))[0] == 2
            await first.ask("place_bet", key="banker", stake=500)
            await puntobanco("backup", str(copy), "--db", url)
            books = json.loads((await puntobanco("audit", "--json", "--db", str(copy)))[1])
            assert (books["balanced"], books["attested"]) == (True, True)
            assert await admin(url, "close", table) == (0, f"Table {table} is closed.")
            for each in (first, second):
                await each.until(lambda frame: frame["type"] == "closing")
                assert each.frames[-1]["reason"] == "the house has closed the table"
    assert await admin(url, "drain") == (0, "Draining: 0 tables with bets.\nThe hall has stopped.")
    assert [each.process.wait() for each in servers] == [0, 0]
    assert "no hall is running" in (await admin(url, "tables"))[1]
    records = await care(url)
    assert [each["did"] for each in records] == ["say", "close", "drain"]
    assert all(", database role " in each["by"] for each in records)
