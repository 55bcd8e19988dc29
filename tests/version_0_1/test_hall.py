"""The hall of version 0.1 opens again: every guest, seat, bet, answer and card is there."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.version_0_1.evening import evening
from tests.version_0_1.kept import HALL, as_then, copied, kept_json, records, undated

PARTS = ("guests", "clock", "button", "private", "ceremony", "sent again", "bankrolls")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A copy of the hall's file, and what the guests saw who came back to it."""
    database = copied(HALL, tmp_path_factory.mktemp("hall"))
    return database, asyncio.run(evening(database))


@pytest.mark.parametrize("part", PARTS)
def test_the_guests_see_what_they_saw(played: tuple[Path, dict[str, Any]], part: str) -> None:
    then = kept_json("later/hall.json")
    assert then.keys() == set(PARTS)
    now = json.loads(json.dumps(played[1][part]))
    assert as_then(now, then[part]) == then[part]


def test_what_0_1_could_not_replay_is_replayed(played: tuple[Path, dict[str, Any]]) -> None:
    """Ben comes back after a restart, from before the last shuffle."""
    ben = played[1]["private"]["Ben"]
    assert ben["resync"] is False
    numbers = [event["number"] for event in ben["missed"]]
    assert numbers[0] == 1
    assert numbers[-1] == ben["number"]
    assert numbers == sorted(numbers)


def test_the_records_are_those_that_were_given(played: tuple[Path, dict[str, Any]]) -> None:
    then = {shoe: undated(file.read_bytes()) for shoe, file in records("later/hall").items()}
    assert {shoe: undated(record) for shoe, record in played[1]["records"].items()} == then


def test_the_books_balance_afterwards(run: Run, played: tuple[Path, dict[str, Any]]) -> None:
    assert run("audit", "--db", str(played[0])).code == 0
