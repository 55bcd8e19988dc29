"""A table whose process was killed goes on with the bets and the cards that version 0.1 knew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.version_0_1.kept import KILLED, copied, records, seed, undated

TYPED = ("y", "x", "p 5", "b 7.25", "x", "=", "x", "t 2", "x", "x", "x", "x", "x", "b 9", "x", "q")
"""What was typed when 0.1 went on: resume, deal with the bets on the felt, bet again, and so on."""


@pytest.mark.parametrize("name", KILLED)
def test_the_next_coups_are_those_that_were_dealt(run: Run, name: str, tmp_path: Path) -> None:
    database = str(copied(name, tmp_path))
    typed = "".join(f"{line}\n" for line in TYPED)
    played = run("play", "--db", database, "--seed", seed(name), "--plain", typed=typed)
    assert (played.code, played.err) == (0, "")
    for shoe, record in records(f"later/{name}").items():
        now = run("history", "export", shoe, "-", "--db", database)
        assert undated(now.out.encode()) == undated(record.read_bytes())
    assert run("audit", "--db", database).code == 0


@pytest.mark.parametrize("name", KILLED)
def test_the_secret_shoe_was_in_the_file(run: Run, name: str, tmp_path: Path) -> None:
    """Without the seed of the evening, the shoe on the table is dealt all the same."""
    database = str(copied(name, tmp_path))
    assert run("play", "--db", database, "--plain", typed="y\nx\nq\n").code == 0
    shoe, last = list(records(f"records/{name}").items())[-1]
    coups = coup_lines(run("history", "export", shoe, "-", "--db", database).out)
    then = coup_lines(records(f"later/{name}")[shoe].read_text("utf-8"))
    assert len(coups) == len(coup_lines(last.read_text("utf-8"))) + 1
    assert coups == then[: len(coups)]


def coup_lines(record: str) -> list[str]:
    """The lines of the coups: number, cards, totals, outcome, bets."""
    return [line for line in record.splitlines() if line.partition(".")[0].strip().isdigit()]
