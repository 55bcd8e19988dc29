"""The benchmark's client of the web table waits for every answer, whichever it is."""

from __future__ import annotations

import asyncio

import pytest

from bench.bench_web import Client


@pytest.mark.parametrize("kind", ["accepted", "refused"])
def test_an_answer_ends_the_waiting(kind: str) -> None:
    async def ask() -> None:
        client = Client(b"")
        waiting = asyncio.create_task(client.answered(1))
        await asyncio.sleep(0)
        client.data_received(b'{"type":"%s","id":"1"}' % kind.encode())
        await asyncio.wait_for(waiting, 10)

    asyncio.run(ask())


def test_an_answer_in_two_pieces_counts_once() -> None:
    async def ask() -> tuple[int, int]:
        client = Client(b"")
        for piece in (b'{"type":"refu', b'sed","id":"1"}{"type":"acc', b'epted","id":"2"}', b" "):
            client.data_received(piece)
        return client.accepted, client.refused

    assert asyncio.run(ask()) == (1, 1)
