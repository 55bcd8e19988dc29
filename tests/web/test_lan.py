"""`serve --lan`: guests of the network come by this machine's own address, and by no other."""

from __future__ import annotations

import io
import socket
import sys
from ipaddress import ip_address
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest

from puntobanco.cli.commands.serve import own_address, print_code, qr_lines
from puntobanco.web.http.app import App
from puntobanco.web.http.guard import AllowedOrigins, GuestCookie
from puntobanco.web.http.routes import Routes
from puntobanco.web.http.server import ServerAddress, _all_secure
from puntobanco.web.http.tables import Entrance, invitation
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from puntobanco.wire.answers import Invitation
from tests.web.asking import client_of, no_log
from tests.web.codes import QUIET, read_code
from tests.web.serving import PATIENCE, commanded
from tests.web.test_hall import Evening

HERE = "127.0.0.2"
"""An address of this machine alone, which is none of the names that are always allowed."""

MODULES = {"█": "00", "▀": "01", "▄": "10", " ": "11"}


def _read_lines(lines: list[str]) -> str:
    rows = [[MODULES[sign][half] == "1" for sign in line] for line in lines for half in (0, 1)]
    size = len(lines[0])
    assert not any(any(row) for row in rows[:QUIET] + rows[size - QUIET :])
    inner = (row[QUIET : size - QUIET] for row in rows[QUIET : size - QUIET])
    return read_code(list(inner))


@pytest.mark.parametrize("text", ["http://10.0.0.2:8000/", "http://192.168.178.123:8000/" * 3])
def test_a_code_in_the_terminal_is_read_as_it_was_written(text: str) -> None:
    assert _read_lines(qr_lines(text)) == text


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_a_terminal_without_the_signs_gets_no_code(
    monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    printed = io.BytesIO()
    with io.TextIOWrapper(printed, encoding, write_through=True) as terminal:
        monkeypatch.setattr(sys, "stdout", terminal)
        print_code("http://10.0.0.2:8000/")
        text = printed.getvalue().decode(encoding)
    assert ("█" in text, "\x1b" in text) == (encoding == "utf-8", False)


def test_the_network_is_let_in_by_the_address_that_is_printed_as_a_code(tmp_path: Path) -> None:
    with commanded(tmp_path / "hall.db", "--lan", "--host", HERE) as server:
        address, lines = f"{server.address}/", server.greeting
        assert address.startswith(f"http://{HERE}:")
        code = [line for line in lines if line and set(line) <= set(MODULES)]
        assert _read_lines(code) == address
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            own = {"origin": address.rstrip("/")}
            assert client.post("/api/guest", json={"name": "Ada"}, headers=own).status_code == 200
            table = client.post("/api/tables", json={}).json()["table"]
            found = client.get(f"/api/tables/{table}/invitation").json()
            link = found["link"]
            assert link.startswith(f"{address}t/{table}?from=")
            assert found["reach"] == "network"
            assert read_code([[m == "1" for m in row] for row in found["qr"]]) == link
            page = client.get("/").headers
            assert "default-src 'none'" in page["content-security-policy"]
            assert "cross-origin-opener-policy" not in page  # a browser would complain of it
            for foreign in ({"host": "evil.example"}, {"origin": "http://evil.example"}):
                assert client.get("/healthz", headers=foreign).status_code == 403
        with pytest.raises(ConnectionRefusedError), socket.socket() as other:
            other.connect(("127.0.0.1", int(address.rsplit(":", 1)[1].rstrip("/"))))


def test_the_address_that_is_found_is_one_of_this_machine() -> None:
    """Every machine on a network has such an address. Finding it sends nothing."""
    found = own_address()
    if found is not None:
        assert not ip_address(found).is_loopback
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as bound:
            bound.bind((found, 0))


def test_where_there_is_no_network_no_address_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    unreachable = Mock(side_effect=OSError(101, "Network is unreachable"))
    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert own_address() is None


KEY = b"secret"


def test_an_entrance_says_how_far_it_reaches() -> None:
    assert ServerAddress().entrance(8000, KEY) == Entrance("http://127.0.0.1:8000", "machine", KEY)
    lan = ServerAddress(host="fd00::5", is_lan=True)
    assert lan.entrance(80, KEY) == Entrance("http://[fd00::5]:80", "network", KEY)
    named = ServerAddress(host="0.0.0.0", origins=("https://cards.example.org",))  # noqa: S104 - not listened on
    assert named.entrance(8000, KEY) == Entrance("https://cards.example.org", "named", KEY)
    assert "192.168.1.5:8000" in AllowedOrigins.at(8000, ["http://192.168.1.5:8000"]).hosts


@pytest.mark.parametrize(
    "origins, is_strict",
    [
        (("https://cards.example.org",), True),
        (("https://cards.example.org", "https://b.example.org"), True),
        (("https://cards.example.org", "http://b.example.org"), False),
        ((), False),
    ],
)
async def test_browsers_are_told_to_stay_with_https_if_every_origin_uses_it(
    evening: Evening, origins: tuple[str, ...], is_strict: bool
) -> None:
    cookie = GuestCookie.of_hall(KEY, is_secure=_all_secure(origins))
    entrance = ServerAddress(origins=origins).entrance(8000, KEY)
    routes = Routes(evening.hall, open_log=no_log, cookie=cookie, entrance=entrance)
    app = App(evening.hall, AllowedOrigins.at(8000, origins), routes)
    async with client_of(app) as one:
        found = (await one.get("/api/houses")).headers.get("strict-transport-security")
    assert found == ("max-age=31536000" if is_strict else None)


# --- a link names the guest who hands it on, and nobody else --------------------------------------

LAN = Entrance("http://10.0.0.2:8000", "network", KEY)


def _handed_on(room: Room, guest: Guest) -> Invitation:
    """Return the invitation shown to someone who opens a guest's shared link."""
    link = invitation(room, LAN, inviter=guest, mark=None).link
    address, _, mark = link.partition("?from=")
    assert address == f"http://10.0.0.2:8000/t/{room.id}"
    return invitation(room, LAN, inviter=None, mark=mark)


def test_the_opener_and_whoever_sits_there_are_named(evening: Evening) -> None:
    ada, grace, bob = (evening.guest(name) for name in ("Ada", "Grace", "Bob"))
    room = evening.table(ada)
    evening.ask(evening.enter(grace, room), "sit")
    assert [_handed_on(room, guest).by for guest in (ada, grace, bob)] == ["Ada", "Grace", None]
    assert _handed_on(room, bob).host == "Ada"
    renamed = Guest(grace.id, "Countess")
    assert _handed_on(room, renamed).by == "Grace"  # as the others at the table know her


def test_nobody_is_named_by_a_mark_of_another_table_or_a_made_up_one(evening: Evening) -> None:
    ada = evening.guest("Ada")
    one, other = evening.table(ada), evening.table(ada)
    mark = invitation(one, LAN, inviter=ada, mark=None).link.partition("?from=")[2]
    assert invitation(one, LAN, inviter=None, mark=mark).by == "Ada"
    for made_up in (None, "", "Ada", "00000000", mark[:-1]):
        assert invitation(one, LAN, inviter=None, mark=made_up).by is None
    assert invitation(other, LAN, inviter=None, mark=mark).by is None
    stranger = LAN._replace(secret=b"another hall's").mark_of(one.id, "Ada")
    assert invitation(one, LAN, inviter=None, mark=stranger).by is None
    plain = invitation(one, LAN, inviter=None, mark=None)
    assert plain.link == f"http://10.0.0.2:8000/t/{one.id}"
