"""The WebSocket, against the real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from puntobanco.store import Store
from tests.web.auditor import Auditor
from tests.web.serving import Browser, Served, browser, by_hand, eventually, handshake, served

CAPS = {"new_guests": [1_000, 10_000], "commands": [1_000, 1_000]}
SERVER = {"caps": CAPS, "seed": "ws"}


@asynccontextmanager
async def at_a_table(server: Served, **table: object) -> AsyncIterator[tuple[Browser, str]]:
    async with browser(server) as guest:
        yield guest, await guest.open_table(**table)


async def has_sockets(guest: Browser, number: int) -> bool:
    """Whether so many sockets are open, at all tables together."""
    health = await guest.client.get("/healthz")
    return bool(health.json()["sockets"] == number)


async def status_of(url: str, **headers: str) -> int:
    origin: Any = headers.pop("Origin", None)
    try:
        async with connect(url, origin=origin, additional_headers=headers, compression=None):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


async def test_only_a_known_guest_from_our_own_page_gets_a_socket(server: Served) -> None:
    async with at_a_table(server) as (guest, table):
        own = {"Origin": server.address, "Cookie": guest.cookie}
        ws = server.address.replace("http", "ws")
        url = f"{ws}/ws?table={table}"
        assert await status_of(url, **own) == 101
        refused = [
            (url, {"Cookie": guest.cookie}),
            (url, {**own, "Origin": "http://evil.example"}),
            (url, {**own, "Origin": "http://["}),
            (url, {**own, "Origin": "null"}),
            (url, {**own, "Origin": server.address.replace("http", "https")}),
            (url, {"Origin": server.address}),
            (url, {**own, "Cookie": f"puntobanco_{server.port}=forged"}),
            (f"{ws}/ws?table=unknown", own),
            (f"{ws}/ws", own),
            (f"{ws}/socket?table={table}", own),
        ]
        for place, headers in refused:
            assert await status_of(place, **headers) == 403


async def test_sockets_are_opened_at_a_rate(tmp_path: Path) -> None:
    caps = {"requests": [0.001, 4]}
    with served(tmp_path / "hall.db", caps=caps) as server:
        async with at_a_table(server) as (guest, table):
            url = f"{guest.server.address.replace('http', 'ws')}/ws?table={table}"
            own = {"Origin": guest.server.address, "Cookie": guest.cookie}
            codes = [await status_of(url, **own) for _ in range(5)]
            assert codes == [101] * 3 + [429] * 2


async def test_a_foreign_host_gets_no_socket(server: Served) -> None:
    """As after DNS rebinding: the right address under a foreign name."""

    async with at_a_table(server) as (guest, table):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        own_host = f"Host: 127.0.0.1:{server.port}".encode()
        sent = handshake(server.address, table, guest.cookie)
        writer.write(sent.replace(own_host, b"Host: evil.example"))
        assert b" 403 " in await reader.readline()
        writer.close()


async def test_a_guest_has_only_so_many_sockets(server: Served) -> None:
    async with at_a_table(server) as (guest, table):
        url = f"{server.address.replace('http', 'ws')}/ws?table={table}"
        own: dict[str, Any] = {"Cookie": guest.cookie}
        origin: Any = server.address
        async with AsyncExitStack() as stack:
            lines = [
                connect(url, origin=origin, additional_headers=own, compression=None)
                for _ in range(8)
            ]
            sockets = [await stack.enter_async_context(line) for line in lines]
            assert await status_of(url, Origin=server.address, **own) == 403
            await sockets[-1].close()

            async def is_let_in() -> bool:
                return await status_of(url, Origin=server.address, **own) == 101

            await eventually(is_let_in)


BAD_FRAMES = [
    ("", None, "malformed"),
    ("{", None, "malformed"),
    ("[]", None, "malformed"),
    ("null", None, "malformed"),
    ('{"id":"a"}', "a", "malformed"),
    ('{"id":"a b","command":{"kind":"undo"}}', None, "malformed"),
    ('{"id":"a","command":{"kind":"undo"},"more":1}', "a", "malformed"),
    ('{"id":"a","command":{"kind":"undo","seat":2}}', "a", "malformed"),
    ('{"id":"a","command":{"kind":"reveal_shoe","secret":"00"}}', "a", "unknown_command"),
    ('{"id":"a","command":{"kind":"open_shoe"}}', "a", "unknown_command"),
    ('{"id":"a","command":{"kind":"place_bet","key":"banker","stake":0}}', "a", "malformed"),
    ('{"id":"a","command":{"kind":"place_bet","key":"banker","stake":-5}}', "a", "malformed"),
    ('{"id":"a","command":{"kind":"place_bet","key":"banker","stake":1.5}}', "a", "malformed"),
    ('{"id":"a","command":{"kind":"place_bet","key":"banker","stake":1e999}}', None, "malformed"),
    ('{"id":"a","command":{"kind":"buy_in","chips":99999999999999999999}}', "a", "malformed"),
    ('{"id":"a","command":{"kind":"sit","seat":15}}', "a", "malformed"),
    ('{"id":"a","command":{"kind":"commit_seed","commitment":"zz"}}', "a", "malformed"),
    ('{"id":"' + "a" * 65 + '","command":{"kind":"undo"}}', None, "malformed"),
    ("[" * 2_000, None, "malformed"),
]  # fmt: skip


async def test_a_frame_that_is_no_command_is_refused_and_the_table_unharmed(server: Served) -> None:
    async with at_a_table(server) as (guest, table), guest.at(table) as player:
        await player.sit_down()
        before = player.number
        for text, request, code in BAD_FRAMES:
            await player.socket.send(text)
            answer = await player.until(lambda frame: frame["type"] == "refused")
            assert (answer["id"], answer["code"]) == (request, code), text
            assert answer["reason"]
        assert player.number == before
        assert (await player.ask("place_bet", key="banker", stake=500))["type"] == "accepted"


@pytest.mark.parametrize("frame, code", [(b"\x00", 1003), ("x" * 5_000, 1009)])
async def test_a_binary_or_oversized_frame_ends_the_socket(
    server: Served, frame: str | bytes, code: int
) -> None:
    async with at_a_table(server) as (guest, table):
        async with guest.at(table) as player:
            await player.socket.send(frame)
            with pytest.raises(ConnectionClosed) as closed:
                await player.until(lambda _: False)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == code
        async with guest.at(table):
            pass


@pytest.mark.parametrize(
    "frame, code",
    [
        (b"\x81\x81\0\0\0\0\xff", 1007),
        (b"\xf1\x80\0\0\0\0", 1002),
        (b"\x81\x01x", 1002),
    ],
    ids=["not UTF-8", "reserved bits", "no mask"],
)
async def test_what_is_no_frame_ends_the_socket_and_leaves_no_trace(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], frame: bytes, code: int
) -> None:
    with served(tmp_path / "hall.db") as own:
        async with at_a_table(own) as (guest, table):
            with by_hand(guest, table) as odd:
                odd.sendall(frame)
                answer = b""
                while more := await asyncio.to_thread(odd.recv, 1 << 16):
                    answer += more
            at = answer.rindex(b"\x88")
            assert int.from_bytes(answer[at + 2 : at + 4]) == code
            async with guest.at(table):
                pass
            reader, writer = await asyncio.open_connection("127.0.0.1", guest.server.port)
            writer.write(b"\x16\x03\x01\0 no HTTP\r\n\r\n")
            assert (await reader.readline()).startswith(b"HTTP/1.1 400 ")
            writer.close()
    assert " error " not in capfd.readouterr().err


FIRST_PIECE, PIECE, LAST_PIECE = b"\x01\x81\0\0\0\0x", b"\x00\x80\0\0\0\0", b"\x80\x80\0\0\0\0"


async def test_a_message_in_too_many_pieces_ends_the_socket(tmp_path: Path) -> None:
    with served(tmp_path / "hall.db") as own:
        async with at_a_table(own) as (guest, table):
            with by_hand(guest, table) as odd:
                odd.sendall(FIRST_PIECE + PIECE * 60 + LAST_PIECE)
                heard = b""
                while b'"type":"refused"' not in heard:
                    more = await asyncio.to_thread(odd.recv, 1 << 16)
                    assert more
                    heard += more
                with suppress(ConnectionError):
                    odd.sendall(FIRST_PIECE + PIECE * 100)
                    while await asyncio.to_thread(odd.recv, 1 << 16):
                        pass
                async with guest.at(table):
                    await eventually(lambda: has_sockets(guest, 1))


async def test_bets_out_of_turn_are_refused_with_their_reason(server: Served) -> None:
    async with at_a_table(server) as (guest, table), guest.at(table) as player:
        answer = await player.ask("place_bet", key="banker", stake=500)
        assert answer["code"] == "not_seated"
        assert (await player.ask("deal"))["code"] == "not_seated"
        await player.sit_down(chips=10_000)
        assert (await player.ask("sit"))["code"] == "seated"
        cases = [
            ("banker", 50, "outside_limits"),
            ("banker", 10_100, "insufficient_funds"),
            ("dragon_7", 500, "not_offered"),
            ("nothing", 500, "not_offered"),
        ]
        for key, stake, code in cases:
            answer = await player.ask("place_bet", key=key, stake=stake)
            assert answer["code"] == code
            assert answer["reason"].endswith(".")
        assert (await player.ask("undo"))["code"] == "illegal"
        assert (await player.ask("commit_seed", commitment="0" * 64))["code"] == "not_now"
        assert (await player.ask("more_time"))["code"] == "not_now"


async def test_who_sends_too_much_is_slowed_down_and_then_sent_away(tmp_path: Path) -> None:
    caps = {"commands": [0.001, 10], "bad_frames": [0, 29]}

    with served(tmp_path / "hall.db", caps=caps) as server:
        async with at_a_table(server) as (guest, table), guest.at(table) as player:
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.gather(
                    *(player.send("undo") for _ in range(100)), player.until(lambda _: False)
                )
            codes = [frame.get("code") for frame in player.frames]
            assert codes.count("too_often") == 30
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1008


async def test_two_tabs_are_one_guest_in_one_seat(server: Served) -> None:
    async with at_a_table(server) as (guest, table), guest.at(table) as one:
        await one.sit_down()
        async with guest.at(table) as two:
            assert two.seat == one.seat
            assert (await two.ask("place_bet", key="tie", stake=100))["type"] == "accepted"
            seen = await one.until(lambda frame: frame["type"] == "events")
            assert seen["events"][0]["kind"] == "bet_placed"
            assert seen["events"][0]["data"] == {"seat": one.seat, "key": "tie", "stake": 100}
            assert seen["events"][0]["facts"]["total"] == 100
            assert (await two.ask("sit"))["code"] == "seated"
        assert (await one.ask("undo"))["type"] == "accepted"


async def test_who_returns_is_told_what_was_missed(server: Served) -> None:
    async with at_a_table(server) as (guest, table):
        async with guest.at(table) as player:
            await player.sit_down()
            seen = player.number
            await player.ask("place_bet", key="banker", stake=500)
            await player.ask("deal")
        async with guest.at(table, after=seen) as player:
            kinds = [event["kind"] for event in player.welcome["missed"]]
            assert kinds == ["bet_placed", "coup_dealt", "bet_settled"]
            assert not player.welcome["resync"]
            last = player.welcome["number"]
        for after, resync in ((last, False), (last + 1, True), (2**60, True), (0, False)):
            async with guest.at(table, after=after) as player:
                assert player.welcome["resync"] is resync


async def test_no_frame_of_a_whole_shoe_tells_of_a_card_before_it_is_dealt(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    frames: list[dict[str, Any]] = []

    with served(path, caps=CAPS) as server:
        async with (
            at_a_table(server, house="six_decks") as (guest, table),
            guest.at(table) as player,
        ):
            await player.sit_down()
            while player.phase == "betting":
                await player.ask("place_bet", key="banker", stake=100)
                await player.ask("deal")
            while not any(frame.get("stage") == "reveal" for frame in player.frames[-3:]):
                await player.next()
            frames.extend([player.welcome, *player.frames])
    with Store.read(path) as store:
        (table,) = store.streams()
        facts = list(store.facts(table))
    auditor, position = Auditor(table), 0
    for frame in frames:
        number = frame.get("number", auditor.version)
        while position < len(facts) and facts[position].fact.version <= number:
            auditor.take(facts[position].fact)
            position += 1
        auditor.check_secrecy(json.dumps(frame), is_late=False)
    assert auditor.state.shoe == 2
    assert auditor.secrets.keys() == {2}


async def test_a_guest_who_reads_nothing_is_cut_off_and_the_others_play_on(tmp_path: Path) -> None:
    with served(tmp_path / "hall.db", caps={**CAPS, "waiting": 30}) as server:
        async with (
            at_a_table(server) as (guest, table),
            browser(guest.server, "Stuck") as other,
            guest.at(table) as player,
        ):
            await player.sit_down()
            with by_hand(other, table, buffer=4_096):
                for _ in range(150):
                    await player.ask("deal")
                    while player.phase != "betting":
                        await player.next()
                    if await has_sockets(guest, 1):
                        break
                await eventually(lambda: has_sockets(guest, 1))
            async with other.at(table, after=1) as back:
                assert back.welcome["number"] == player.number
