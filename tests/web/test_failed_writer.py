"""A fault in the writer ends the server: it says so, leaves with 2, and what was accepted stays."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import httpx

from puntobanco.store import Store
from puntobanco.web.room.value import GUESTS, Guest
from tests.web.serving import PATIENCE, commanded


def test_a_server_whose_writer_fails_leaves_with_2_and_keeps_what_was_accepted(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hall.db"
    with commanded(path, module="tests.web.failing") as server:
        with server.client() as guest:
            assert guest.post("/api/guest", json={"name": "Ada"}).status_code == 200
            with suppress(httpx.RemoteProtocolError):  # or the connection is cut
                assert guest.post("/api/guest", json={"name": "Fault"}).status_code == 500
        _, errors = server.process.communicate(timeout=PATIENCE)
    assert server.process.returncode == 2
    last = errors.splitlines()[-1]
    assert last.endswith(f"{path}: the writer has failed; whatever was accepted is kept")
    with Store.read(path) as store:
        assert [Guest.parse(text).name for text in store.notes(GUESTS).values()] == ["Ada"]
