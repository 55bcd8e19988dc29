"""At the terminal too, a failed synchronisation is not a refusal: the next start tells."""

from __future__ import annotations

import pytest

from tests.store.faulty_disk import FaultyDisk
from tests.terminal.conftest import Typed

BETS = "b 5\nx\n" * 20


@pytest.mark.parametrize("operation", ["sync", "write"])
def test_the_game_leaves_and_the_next_start_tells_what_was_kept(
    play: Typed, run: Typed, operation: str
) -> None:
    with FaultyDisk() as disk:
        disk.fail_once(operation, "-wal", after=20)
        ran = play("--bank", "1000", "--seed", "one", "--plain", typed=BETS)
        assert ran.code == 2
        (line,) = ran.err.splitlines()
        assert "tables.db: whether the last write was kept is unknown" in line
        again = play("--plain", typed="y\nm\nx\nq\n")
        assert (again.code, again.err) == (0, "")
    assert run("audit", "--db", "tables.db").code == 0
