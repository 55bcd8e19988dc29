"""Names, hosts, origins, the command line, and a socket that does not read."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.web.hall.names import MAX_NAME_LENGTH, cleaned
from puntobanco.web.http.guard import AllowedOrigins, cookie, origin_of
from puntobanco.web.http.socket import FlushQueue, Sender
from puntobanco.web.rates import Bucket
from puntobanco.web.room.audience import TOO_SLOW, Outbox
from tests.web.serving import commanded, eventually


@given(st.text(max_size=60))
def test_a_cleaned_name_can_be_seen_and_stays_clean(text: str) -> None:
    name = cleaned(text)
    assert len(name) <= MAX_NAME_LENGTH
    assert name == name.strip()
    assert name.isprintable()
    assert cleaned(name) == name or not cleaned(name)
    assert unicodedata.is_normalized("NFC", name)


@pytest.mark.parametrize(
    "text, name",
    [
        ("Ada", "Ada"),
        ("\u202eadA\u202c", "adA"),
        ("A\u00add\u200da", "Ada"),
        ("\uff21\uff44\uff41", "Ada"),
        ("Zoe\u0308", "Zoë"),
        ("a\u0301\u0302\u0303\u0304\u0305", "á\u0302\u0303"),
        ("Ada\x00\x1b[31m", "Ada[31m"),
        ("\ue000\U000f0000", ""),
        ("李 小 龍", "李 小 龍"),
        ("A\ufe0fd\U000e0100a\u180b\u180f", "Ada"),
        ("\ufe0f\U000e01ef", ""),
        ("x" * 100, "x" * 24),
        *((f"Jose{between}\u0301", "José") for between in "\u200d\u200c\u00ad\u034f\ufe0f\u200b"),
    ],
)
def test_names_are_cleaned_of_what_cannot_be_seen(text: str, name: str) -> None:
    assert cleaned(text) == name


def scope(kind: str = "http", **headers: str) -> dict[str, Any]:
    return {"type": kind, "headers": [(k.encode(), v.encode()) for k, v in headers.items()]}


def test_the_gate_knows_its_own_hosts_and_origins() -> None:
    origins = AllowedOrigins.at(8000, ["https://Cards.example.org", "http://lan.example:8000"])
    assert origins.allow(scope(host="127.0.0.1:8000"))
    assert origins.allow(scope(host="[::1]:8000", origin="http://[::1]:8000"))
    assert origins.allow(scope(host="LOCALHOST:8000", origin="http://localhost:8000"))
    assert origins.allow(scope(host="cards.example.org", origin="https://cards.example.org"))
    assert origins.allow(
        scope("websocket", host="lan.example:8000", origin="http://lan.example:8000")
    )
    for wrong in (
        scope(host="127.0.0.1"),
        scope(host="127.0.0.1:80001"),
        scope(host="cards.example.org.evil.example"),
        scope(host="cards.example.org", origin="http://cards.example.org"),
        scope(host="127.0.0.1:8000", origin="null"),
        scope(host="127.0.0.1:8000", origin=""),
        scope("websocket", host="127.0.0.1:8000"),
        scope(host="[::1"),
        scope(host="evil@127.0.0.1:8000"),
        scope(host="127.0.0.1:8000/x"),
        scope(host="127.0.0.1:8000", origin="http://["),
        scope("websocket", host="127.0.0.1:8000", origin="http://[::1]:x"),
        scope(),
    ):
        assert not origins.allow(wrong)
    twice = scope(host="127.0.0.1:8000")
    twice["headers"] *= 2
    assert not origins.allow(twice)


def test_a_cookie_is_found_among_others() -> None:
    assert cookie(scope(cookie="a=1; token=abc-_; b=2"), "token") == "abc-_"
    assert cookie(scope(cookie='odd={"a":"b"}; token=abc'), "token") == "abc"
    assert cookie(scope(cookie="my token=1; =2;; a=token=3; token=abc"), "token") == "abc"
    assert cookie(scope(cookie="token"), "token") is None
    assert cookie(scope(), "token") is None


# --- a socket that does not read ----------------------------------------------------------------


class Pipe:
    """The server's end of a socket that may be full."""

    def __init__(self) -> None:
        self.can_send = True
        self.sent: list[str] = []
        self.drops = 0
        self.on_drained: Callable[[], None]

    def listen(
        self, _take_text: Callable[[str], None], _allowance: Bucket, on_drained: Callable[[], None]
    ) -> None:
        self.on_drained = on_drained

    def send(self, text: bytes, *, to_many: bool) -> None:
        assert self.can_send
        assert to_many == (not text.startswith(b"["))
        self.sent.append(text.decode())

    def close(self, code: int, reason: str) -> None:
        assert self.can_send
        self.sent.append(f"closed {code}: {reason}")

    def drop_soon(self) -> None:
        self.drops += 1


async def test_frames_wait_in_order_for_a_slow_socket_until_there_are_too_many() -> None:
    pipe, outbox = Pipe(), Outbox(5)
    sender = Sender(outbox, pipe, FlushQueue(), joins=False)
    outbox.put(b"1")
    outbox.put(b"2")
    await asyncio.sleep(0)
    assert pipe.sent == ["1", "2"]
    pipe.can_send = False
    for frame in b"34567":
        outbox.put(bytes([frame]))
        await asyncio.sleep(0)
    assert not outbox.close_frame
    pipe.can_send = True
    sender.flush()
    assert pipe.sent == list("1234567")
    pipe.can_send = False
    for number in range(20):
        outbox.put(b"%d" % number)
        await asyncio.sleep(0)
    assert pipe.drops == 1
    pipe.can_send = True
    sender.flush()
    closed = f"closed {TOO_SLOW}: this socket could not keep up; connect again"
    assert pipe.sent[7:] == [closed]
    outbox.put(b"never")
    await asyncio.sleep(0)
    sender.flush()
    assert pipe.sent[7:] == [closed]
    sender.stop()


async def test_frames_that_leave_together_are_joined_for_those_who_ask() -> None:
    pipe, outbox = Pipe(), Outbox(5)
    Sender(outbox, pipe, FlushQueue(), joins=True)
    outbox.put(b"1")
    outbox.put(b"2")
    await asyncio.sleep(0)
    outbox.put(b"3")
    await asyncio.sleep(0)
    assert pipe.sent == ["[1,2]", "3"]


# --- the command line ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*",
        "https://*",
        "https://*.example.org",
        "ftp://example.org",
        "http://",
        "http://[",
        "http://[::1",
        "http://[:::]",
        "http://[1.2.3.4]",
        "http://example.org/path",
        "http://example.org?query",
        "http://example.org#part",
        "http://guest@example.org",
        "http://example.org:0",
        "http://example.org:65536",
        "http://example.org:99999999",
        "http://example.org:",
        "http://example.org\n",
        "http://exämple.org",
        "https://one.example https://two.example",
    ],
)
def test_an_origin_is_a_scheme_a_host_and_a_port_and_nothing_else(text: str) -> None:
    with pytest.raises(ValueError, match="not an origin"):
        origin_of(text)


@pytest.mark.parametrize(
    "scheme, port, shown",
    [("http", 1, ":1"), ("http", 65_535, ":65535"), ("http", 80, ""), ("https", 443, "")],
)
def test_an_origin_has_any_port_and_leaves_out_the_default(
    scheme: str, port: int, shown: str
) -> None:
    assert origin_of(f"{scheme}://example.org:{port}") == f"{scheme}://example.org{shown}"


@given(st.text(max_size=40))
def test_no_host_or_origin_is_too_strange_to_be_refused(text: str) -> None:
    origins = AllowedOrigins.at(8000)
    odd = {"host": text, "origin": f"http://{text}"}
    shown = [(key.encode(), value.encode("utf-8", "replace")) for key, value in odd.items()]
    assert not origins.allow({"type": "http", "headers": shown[:1]})
    own = (b"host", b"localhost:8000")
    assert not origins.allow({"type": "websocket", "headers": [own, shown[1]]})


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a browser is opened differently")
@pytest.mark.parametrize("opener", ["xdg-open", "a-browser"])
async def test_the_page_is_opened_in_a_browser(tmp_path: Path, opener: str) -> None:
    """The desktop's own opener is used, or the named browser if there is no opener."""
    opened, script = tmp_path / "opened", tmp_path / opener
    script.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.part && mv {opened}.part {opened}\n')
    script.chmod(0o755)
    (tmp_path / "sh").symlink_to("/bin/sh")
    for tool in ("mv", "printf"):
        (tmp_path / tool).symlink_to(str(shutil.which(tool)))
    env = {"PATH": str(tmp_path), "BROWSER": f"{tmp_path / 'a-browser'} %s", "HOME": str(tmp_path)}
    with commanded(tmp_path / "hall.db", "--open", env=env) as server:
        await eventually(opened.exists)
        assert opened.read_text(encoding="utf-8") == f"{server.address}/"
        assert server.greeting[0] == f"The table is open at {server.address}/"
        assert server.get("/").status_code == 200


def test_no_browser_is_opened_unless_it_is_asked_for(tmp_path: Path) -> None:
    opened, script = tmp_path / "opened", tmp_path / "xdg-open"
    script.write_text(f"#!/bin/sh\n: > {opened}\n")
    script.chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "BROWSER": str(script)}
    with commanded(tmp_path / "hall.db", env=env) as server:
        assert server.get("/").status_code == 200
        assert server.stop() == 0
    assert not opened.exists()
