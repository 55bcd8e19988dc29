"""The configuration of `puntobanco serve`, and what it refuses before it listens anywhere."""

from __future__ import annotations

import json
import socket
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from puntobanco.store import Store
from puntobanco.web.limits import Caps, Pace
from tests.cli.conftest import Run, start

FILE = """
port = 9001
metrics = "[::1]:9100"
log = "json"
origin = ["https://a.example", "https://b.example"]
[limits]
tables = 3
commands = { per_second = 1.5, at_once = 2 }
[pace]
away = 20
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hall.toml"
    path.write_text(FILE)
    return path


def shown(run: Run, *arguments: object) -> str:
    ran = run("serve", *arguments, "--show-config")
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def test_each_source_wins_over_the_next(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tomllib.loads(shown(run))["port"] == 8000
    assert '# host = "127.0.0.1"  # default' in shown(run)
    assert 'hall.db"  # default' in shown(run)
    assert f"port = 9001  # {file}" in shown(run, "--config", file)
    monkeypatch.setenv("PUNTOBANCO_PORT", "9002")
    assert "port = 9002  # PUNTOBANCO_PORT" in shown(run, "--config", file)
    assert "port = 9003  # --port" in shown(run, "--config", file, "--port", "9003")
    monkeypatch.setenv("PUNTOBANCO_LIMITS_TABLES", "12")
    monkeypatch.setenv("PUNTOBANCO_CONFIG", str(file))
    assert tomllib.loads(shown(run))["limits"]["tables"] == 12


def test_limits_and_durations_can_be_set(run: Run, file: Path) -> None:
    found = tomllib.loads(shown(run, "--config", file))
    assert (found["metrics"], found["log"]) == ("[::1]:9100", "json")
    assert found["origin"] == ["https://a.example", "https://b.example"]
    assert found["limits"]["commands"] == {"per_second": 1.5, "at_once": 2}
    assert found["pace"]["away"] == 20
    assert found["limits"].keys() == {each.name for each in fields(Caps)}
    assert found["pace"].keys() == {each.name for each in fields(Pace)}


def test_what_is_shown_can_be_used_as_a_file(run: Run, file: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.toml"
    again.write_text(shown(run, "--config", file))
    assert tomllib.loads(shown(run, "--config", again)) == tomllib.loads(again.read_text())


def test_secrets_are_masked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUNTOBANCO_DB", "postgresql://hall:swordfish@db.example/cards")
    monkeypatch.setenv("PUNTOBANCO_SEED", "swordfish")
    text = shown(run)
    assert "swordfish" not in text
    assert "hall@db.example" in text
    assert "seed" not in tomllib.loads(text), "a masked seed in a file would be known to all"
    monkeypatch.setenv("PUNTOBANCO_DB", "postgresql://hall:swordfish@[::1/cards")
    refusal = run("serve", "--show-config").refusal
    assert ": this is not an address such as postgresql://user@host:5432/database;" in refusal
    assert "swordfish" not in refusal


@pytest.mark.parametrize(
    "address",
    [
        *(
            f"postgresql://ann:{password}@db/hall"
            for password in ("hu@sh", "hu/sh", "hu?sh", "hu#sh", "12/sh", "12?sh", "[hu")
        ),
        "postgresql://ann:hush",
        "POSTGRESQL://ann:hush@db/hall",
        " postgresql://ann:hush@db/hall",
        "postgresql:/ann:hush@db/hall",
        "postgresql+psycopg://ann:hush@db/hall",
        "user=ann password=hush",
    ],
)
def test_an_address_that_may_show_a_password_is_refused_unseen(run: Run, address: str) -> None:
    ran = run("serve", "--show-config", "--db", address)
    assert (ran.code, ran.out) == (2, "")
    assert "in a password, write @ / ? # : % as %40" in ran.refusal
    assert not any(part in ran.err for part in ("hu", "sh@", "12"))


@pytest.mark.parametrize(
    "place, shown",
    [
        ("ann:h%40:u'sh@db:5433/hall?sslmode=require", "ann@db:5433/hall"),
        ("ann:hush@[::1]:5433,db:1/hall", "ann@[::1]:5433,db:1/hall"),
        ("/hall?user=ann@cloud&password=hush", "/hall"),
    ],
)
def test_an_address_is_shown_without_its_password(run: Run, place: str, shown: str) -> None:
    ran = run("serve", "--show-config", "--db", f"postgresql://{place}")
    assert f'db = "postgresql://{shown}"' in ran.out
    assert "sh@" not in ran.out + ran.err


@pytest.mark.parametrize(
    "text, refusal",
    [
        ("port = 99999", "port: '99999' is not a whole number from 0 to 65535"),
        ("port = true", "port: 'true' is not a whole number from 0 to 65535"),
        ("port = inf", "port: 'inf' is not a whole number from 0 to 65535"),
        ("host = 127", "host: use a text in quotes"),
        ("db = 5", "db: use a text in quotes"),
        ('db = "a\\u0000b"', "db: use a text without null characters"),
        ("lan = 5", "lan: '5' is not a valid boolean"),
        ("log = 'xml'", "log: 'xml' is not one of 'plain', 'json'"),
        ("metrics = 9100", "metrics: '9100' is not an address and a port such as 127.0.0.1:9100"),
        ("metrics = '::1:9100'", "metrics: '::1:9100' is not an address and a port"),
        ("metrics = '127.0.0.1:70000'", "metrics: '127.0.0.1:70000' is not an address and"),
        ("ports = 1", "there is no setting 'ports'; did you mean port?"),
        ("[limits]\ntables = 0", "limits.tables: '0' is not a whole number from 1 to"),
        ("[limits]\ntable = 5", "there is no setting 'limits.table'; did you mean limits.tables?"),
        ("[limits]\ncommands = 3", "limits.commands: '3' is not a rate such as { per_second"),
        ("[pace]\naway = 'long'", "pace.away: 'long' is not a number of seconds, at least 0.001"),
        ("[pace]\ncleanup = 0.0001", "pace.cleanup: '0.0001' is not a number of seconds, at least"),
        ("[pace]\naway = inf", "pace.away: 'inf' is not a number of seconds"),
        (
            "[limits]\nreads = { per_second = 5, at_once = 0.5 }",
            "limits.reads: ",
        ),
        ("limits = 3", "limits: use a table, [limits]"),
        ("origin = 'https://a.example'", "origin: use a list of texts"),
        ("origin = ['ftp://a']", "origin: "),
        ("port =", "not TOML: "),
        (f"port = {'[' * 5_000}", "not TOML: "),
        (f"port = {'9' * 5_000}", "not TOML: "),
        (f"port = 0x{'f' * 5_000}", "port: 'a very long number' is not a whole"),
        (f"[limits]\ntables = [0x{'f' * 5_000}]", "limits.tables: 'a very long number' is not"),
    ],
)
def test_a_wrong_value_is_refused_with_file_key_and_what_is_allowed(
    run: Run, file: Path, text: str, refusal: str
) -> None:
    file.write_text(text)
    assert run("serve", "--config", file).refusal.startswith(f"{file}: {refusal}")


@pytest.mark.parametrize("how", ["flag", "variable", "file"])
def test_an_error_at_the_start_is_json_if_the_log_is(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    file.write_text("prot = 1\n" + ("log = 'json'\n" if how == "file" else ""))
    if how == "variable":
        monkeypatch.setenv("PUNTOBANCO_LOG", "json")
    ran = run("serve", "--config", file, *(["--log=json"] if how == "flag" else []))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    line = json.loads(ran.err)
    assert (line["level"], line["event"]) == ("error", "failed")
    assert line["message"] == f"{file}: there is no setting 'prot'; did you mean port?"
    misused = run("serve", "--nonsense", "--log", "json")
    assert "--nonsense" in json.loads(misused.err)["message"]


def test_the_lowest_limits_still_let_one_guest_play() -> None:
    caps = Caps(tables=1, sockets=1, requests_at_once=1)
    lowest = (caps.tables_per_address, caps.sockets_per_address, caps.requests_per_address)
    assert (*lowest, caps.connections_per_address) == (1, 1, 1, 1)


def test_a_wrong_variable_is_refused_by_its_name(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUNTOBANCO_PACE_AWAY", "-1")
    assert run("serve").refusal.startswith("PUNTOBANCO_PACE_AWAY: '-1' is not a number of seconds")
    for text in ("[" * 5_000, "9" * 5_000):
        monkeypatch.setenv("PUNTOBANCO_PACE_AWAY", text)
        assert run("serve").refusal.startswith(f"PUNTOBANCO_PACE_AWAY: '{text[:24]}…' is not a")
    monkeypatch.delenv("PUNTOBANCO_PACE_AWAY")
    monkeypatch.setenv("PUNTOBANCO_LIMITS_TABELS", "1")
    assert "did you mean PUNTOBANCO_LIMITS_TABLES?" in run("serve").refusal


def test_a_missing_file_is_named(run: Run) -> None:
    assert run("serve", "--config", "nosuch.toml").refusal == (
        "nosuch.toml: cannot be read: No such file or directory"
    )


def test_an_endless_file_is_not_read_to_its_end(run: Run) -> None:
    assert run("serve", "--config", "/dev/zero").refusal == "/dev/zero: longer than 65,536 bytes"


@pytest.mark.parametrize(
    "options, said",
    [
        (("--host", "0.0.0.0"), "--host 0.0.0.0 lets others in, so --origin must say"),  # noqa: S104 - refused
        (("--lan", "--host", "0.0.0.0"), "--lan needs one address such as 192.168.1.5, not '0.0"),  # noqa: S104 - refused
        (("--lan", "--host", "cards.example.org"), "--lan needs one address such as 192.168.1.5"),
        (("--host", ""), "--host lets others in, so --origin must say"),
        (("--lan", "--host", ""), "--lan needs one address such as 192.168.1.5, not ''"),
        (("--lan", "--host", "a\nb"), "--lan needs one address such as 192.168.1.5"),
        (("--lan", "--origin", "http://cards.example.org"), "--lan is for one's own network"),
        (
            ("--host", "::", "--origin", "cards.example"),
            "Invalid value for '--origin': 'cards.exam",
        ),
        *(
            (("--proxy", text), f"Invalid value for '--proxy': {text!r} is not an address such as")
            for text in ("", "localhost", "127.0.0.1:80", "10.0.0.0/8", "*", "::1]")
        ),
    ],
)
def test_an_address_that_no_guest_could_come_by_is_refused(
    run: Run, options: tuple[str, ...], said: str
) -> None:
    assert run("serve", *options).refusal.startswith(said)


def test_a_port_or_a_file_that_another_server_has_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        with start("serve", "--port", port, "--db", str(path)) as process:
            _, said = process.communicate()
        assert (process.returncode, said.count("\n"), port in said) == (2, 1, True)
    with Store.open(path):
        assert "another puntobanco" in run("serve", "--port", "0", "--db", path).refusal


def test_without_a_network_one_is_told_how_to_name_an_address(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puntobanco.cli.commands.serve.own_address", lambda: None)
    assert run("serve", "--lan").refusal == (
        "no address of this machine in a network was found; --lan --host ADDRESS names one"
    )
