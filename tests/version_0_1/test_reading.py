"""What version 0.1 kept is read, balances and verifies, and reading it changes nothing."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from puntobanco.notation import check, format_record, locate_record, record_from_json, record_text
from tests.cli.conftest import Run
from tests.version_0_1.kept import DATABASES, as_then, contents, copied, kept_json, records

every_database = pytest.mark.parametrize("name", DATABASES)

COMMANDS = {
    "history": ("history",),
    "evenings": ("history", "evenings"),
    "stats": ("history", "stats"),
    "audit": ("audit",),
}


def said(run: Run, *arguments: str) -> Any:  # noqa: ANN401 - any JSON
    ran = run(*arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


@every_database
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_what_it_said(run: Run, name: str, command: str, tmp_path: Path) -> None:
    database = copied(name, tmp_path)
    before = contents(database)
    then = kept_json(f"answers/{name}.json")[command]
    now = said(run, *COMMANDS[command], "--db", str(database))
    assert as_then(now, then) == then
    assert contents(database) == before


@every_database
def test_every_shoe_is_exported_byte_for_byte(run: Run, name: str, tmp_path: Path) -> None:
    database, file = copied(name, tmp_path), tmp_path / "shoe.bgn"
    before = contents(database)
    shoes = {shoe["shoe"] for shoe in kept_json(f"answers/{name}.json")["history"]}
    assert records(f"records/{name}").keys() == shoes
    for shoe, record in records(f"records/{name}").items():
        assert run("history", "export", shoe, str(file), "--db", str(database)).code == 0
        assert file.read_bytes() == record.read_bytes()
    assert contents(database) == before


@every_database
def test_every_shoe_is_shown(run: Run, name: str, tmp_path: Path) -> None:
    database = str(copied(name, tmp_path))
    for shoe, record in records(f"records/{name}").items():
        shown = run("history", "show", shoe, "--db", database, "--json")
        text = format_record(record_from_json(shown.out.encode()))
        assert (shown.code, text.encode()) == (0, record.read_bytes())
        assert run("history", "show", shoe, "--db", database).code == 0


@every_database
def test_every_record_verifies(run: Run, name: str) -> None:
    then = kept_json(f"answers/{name}.json")["verify"]
    found = {}
    for file in records(f"records/{name}").values():
        found[file.stem] = as_then(said(run, "verify", str(file)), then[file.stem])
    assert found == then


@every_database
def test_every_record_is_read_and_written_byte_for_byte(name: str) -> None:
    for file in records(f"records/{name}").values():
        record, lines = locate_record(record_text(BytesIO(file.read_bytes())))
        assert check(record, lines).holds
        assert format_record(record).encode() == file.read_bytes()
