"""A fault in the writer ends the server: it says so, leaves with 2, and what was accepted stays."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import httpx

from puntobanco.store import Store
from puntobanco.web.room.value import GUESTS, Guest
from tests.web.serving import PATIENCE

ROOT = Path(__file__).parents[2]


def test_a_server_whose_writer_fails_leaves_with_2_and_keeps_what_was_accepted(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hall.db"
    run = [sys.executable, "-m", "tests.web.failing", "serve", "--port", "0", "--db", str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(run, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout
        address = process.stdout.readline().rsplit(" ", 1)[1].strip()
        with httpx.Client(base_url=address, timeout=PATIENCE) as guest:
            assert guest.post("/api/guest", json={"name": "Ada"}).status_code == 200
            with suppress(httpx.RemoteProtocolError):  # or the connection is cut
                assert guest.post("/api/guest", json={"name": "Fault"}).status_code == 500
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    last = errors.splitlines()[-1]
    assert last.endswith(f"{path}: the writer has failed; whatever was accepted is kept")
    with Store.read(path) as store:
        assert [Guest.parse(text).name for text in store.notes(GUESTS).values()] == ["Ada"]
