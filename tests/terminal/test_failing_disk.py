"""At the terminal too, a failed synchronisation is not a refusal: the file, opened again, tells."""

from __future__ import annotations

import pytest

from tests.store.faulty_disk import FaultyDisk
from tests.terminal.conftest import Typed

BETS = "b 5\nx\n" * 20


@pytest.mark.parametrize("operation", ["sync", "write"])
def test_what_became_of_it_is_told_at_once(play: Typed, run: Typed, operation: str) -> None:
    with FaultyDisk() as disk:
        disk.fail_once(operation, "-wal", after=20 if operation == "sync" else 300)
        ran = play("--bank", "1000", "--seed", "one", "--plain", typed=f"{BETS}q\n")
        assert (ran.code, ran.err) == (0, "")
    is_kept = operation == "sync"
    assert ("nothing was changed. Try again" in ran.out) != is_kept
    assert run("audit", "--db", "tables.db").code == 0


def test_a_disk_that_goes_on_failing_ends_the_game_and_the_next_start_tells(
    play: Typed, run: Typed
) -> None:
    with FaultyDisk() as disk:
        disk.die_after(150)
        ran = play("--bank", "1000", "--seed", "one", "--plain", typed=BETS)
        assert ran.code == 2
        (line,) = ran.err.splitlines()
        assert "tables.db: whether the last write was kept is unknown" in line
        disk.restore_power()
        again = play("--plain", typed="y\nm\nx\nq\n")
        assert (again.code, again.err) == (0, "")
    assert run("audit", "--db", "tables.db").code == 0
