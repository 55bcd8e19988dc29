"""A row has one encoding, independent of the versions of Python and Unicode."""

from __future__ import annotations

from hashlib import blake2b
from itertools import combinations
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.store import Fact, Note, Receipt, Snapshot, Store
from puntobanco.store.rows import chained, fact_bytes, receipt_row, row_bytes, row_crc, with_crc


@pytest.mark.parametrize(
    "row, text",
    [
        ((), ""),
        (("",), "74 0000000000000000"),
        (("rosebud",), "74 0000000000000007 726f7365627564"),
        (("🫨",), "74 0000000000000004 f09faba8"),
        (("百家樂",), "74 0000000000000009 e799be e5aeb6 e6a882"),
        (("é'\n",), "74 0000000000000004 c3a9 27 0a"),
        ((0,), "69 0000000000000000"),
        ((-1,), "69 ffffffffffffffff"),
        ((0x0102030405060708,), "69 0102030405060708"),
        ((2**63 - 1,), "69 7fffffffffffffff"),
        ((-(2**63),), "69 8000000000000000"),
        ((b"",), "62 0000000000000000"),
        ((b"\x00\xff",), "62 0000000000000002 00ff"),
        (("é", 1), "74 0000000000000002 c3a9  69 0000000000000001"),
        (("a", 1, b"b"), "74 0000000000000001 61 69 0000000000000001 62 0000000000000001 62"),
        # only in a damaged row:
        ((None,), "6e"),
        ((1.5,), "66 3ff8000000000000"),
        (("\ud83e",), "74 0000000000000003 eda0be"),
        ((2**63,), "49 0000000000000009 008000000000000000"),
        ((-(2**63) - 1,), "49 0000000000000009 ff7fffffffffffffff"),
    ],
    ids=repr,
)
def test_the_bytes_of_known_rows(row: tuple[object, ...], text: str) -> None:
    assert row_bytes(row) == bytes.fromhex(text)


def test_the_checksums_and_the_chain_of_known_facts() -> None:
    first = ("table", 1, 1, 1, 1_790_000_000_000_000, "guest_sat", 1, 0, '{"name":"corner 🫨"}')
    second = ("table", 2, 1, 0, 1_790_000_000_000_000, "bet_placed", 1, 0, "{}")
    assert (row_crc(*first), row_crc(*second)) == (4_261_831_305, 2_311_496_820)
    chain = chained(chained(b"", row_bytes(first)), row_bytes(second))
    assert row_crc("é", 1) == 2_281_757_040
    assert chain.hex() == "6048667171ee6428db1f5b518a0157a5"


def plainly(row: tuple[object, ...]) -> bytes:
    """Return the encoding of an intact row, stated a second time."""
    out = bytearray()
    for value in row:
        if isinstance(value, int):
            out += b"i" + (value % 2**64).to_bytes(8, "big")
        elif isinstance(value, str):
            out += b"t" + len(value.encode()).to_bytes(8, "big") + value.encode()
        elif isinstance(value, bytes):
            out += b"b" + len(value).to_bytes(8, "big") + value
    return bytes(out)


def test_a_log_holds_the_checksums_and_chains_of_this_encoding() -> None:
    with Store.in_memory() as store:
        facts = [Fact("t", n, "kind 🫨", "{}" * n, private=n == 2, format=1) for n in (1, 2, 3)]
        note, receipt = Note("shelf", "k", "🫨"), Receipt("t", "id", "1")
        snapshot = Snapshot("t", 3, "{}")
        store.append(facts, at=5, notes=[note], receipts=[receipt], snapshots=[snapshot])
        chain = b""
        execute = store._connection.execute
        stored: list[tuple[Any, ...]] = execute("SELECT * FROM facts").fetchall()
        for number, *row, crc in stored:
            chain = blake2b(chain + plainly(tuple(row)), digest_size=16).digest()
            fact = facts[number - 1]
            text = (fact.kind, fact.format, int(fact.private), fact.data)
            assert row == ["t", number, 1, int(number < 3), 5, *text]
            assert crc == crc32(plainly(tuple(row)))
        for table, columns in {
            "notes": "shelf, key, data, at",
            "receipts": "stream, id, data, at",
            "snapshots": "label, stream, version, format, data, chain",
            "heads": "stream, first, version, at, chain, revision, due",
            "file_head": "id, commits, digest, heads, notes, receipts",
        }.items():
            (found,) = execute(f"SELECT {columns}, crc FROM {table}").fetchall()  # noqa: S608 - our own words
            assert found[-1] == crc32(plainly(found[:-1]))
        assert execute("SELECT chain FROM heads").get == chain


texts = st.text(st.characters(exclude_categories=[]), max_size=6)
values = st.one_of(
    texts,
    st.integers(),
    st.integers(-(2**65), 2**65),
    st.binary(max_size=6),
    st.none(),
    st.floats(allow_nan=False),
)
rows = st.lists(values, max_size=5)


@given(rows, rows)
def test_no_two_rows_have_the_same_bytes(one: list[object], other: list[object]) -> None:
    assert (row_bytes(one) == row_bytes(other)) == (list(map(repr, one)) == list(map(repr, other)))


def test_what_could_run_together_does_not() -> None:
    near = [
        ("ab", ""), ("a", "b"), ("", "ab"), ("ab",), (b"ab",), ("t\0", 1), ("t\0", "1"), (1, 1),
        (1,), (1.0,), ("1",), (b"1",), (None,), ("",), (b"",), (0,), (0, None), (None, 0), (),
        (2**64,), (b"\x01" + bytes(8),), ("\ud83e\udee8",), ("🫨",), (0.0,), (-0.0,),
    ]  # fmt: skip
    assert all(row_bytes(one) != row_bytes(other) for one, other in combinations(near, 2))


numbers = st.integers(-(2**63), 2**63 - 1)
lines = st.text(max_size=20)
written = st.tuples(lines, numbers, numbers, numbers, numbers, lines, numbers, numbers, lines)


@given(written)
def test_a_fact_is_written_with_the_bytes_that_it_is_read_with(
    row: tuple[str, int, int, int, int, str, int, int, str],
) -> None:
    assert fact_bytes(row) == row_bytes(row) == plainly(row)


@given(lines, lines, lines, numbers)
def test_a_receipt_is_written_with_the_checksum_that_it_is_read_with(
    stream: str, request: str, data: str, at: int
) -> None:
    assert receipt_row(Receipt(stream, request, data), at) == with_crc(stream, request, data, at)


def test_what_no_row_can_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="a row holds no list"):
        row_bytes([[]])
