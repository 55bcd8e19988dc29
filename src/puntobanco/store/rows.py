"""The values of the log, their rows as bytes, checksums, and the chain of a stream.

Every checksum and hash covers the bytes that `row_bytes` returns, so it is the same in every
version of Python.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

CHAIN_BYTES = 16

Value: TypeAlias = str | int | bytes
"""The value of a column."""


class Damaged(Exception):
    """Damage to a log, in words. `file.explained` adds the name of the file."""


# --- values ---------------------------------------------------------------------------------------


class Fact(NamedTuple):
    """One event as the log keeps it: its place in a stream, its kind, and a JSON text."""

    stream: str
    version: int
    kind: str
    data: str
    private: bool = False
    format: int = 1
    """The version of the text's format, for the layer that reads it."""

    def __repr__(self) -> str:
        """Leave out the text, which may hold a secret."""
        return f"Fact({self.stream!r}, {self.version}, {self.kind!r})"


@dataclass(frozen=True, slots=True)
class Logged:
    """A fact with its commit and its time, in microseconds since 1970 UTC."""

    commit: int
    at: int
    fact: Fact


class Receipt(NamedTuple):
    """The answer to a request, by its id: a resent request gets the same answer."""

    stream: str
    id: str
    data: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a stream at a version. It replaces the snapshot with the same label."""

    stream: str
    version: int
    data: str
    format: int = 1
    label: str = ""
    chain: bytes = b""
    """The chain of the stream at this version. The store fills it in."""


@dataclass(frozen=True, slots=True)
class Note:
    """A value that may change, by shelf and key. If `data` is None, the note is deleted."""

    shelf: str
    key: str
    data: str | None


VALUES = "table"
"""The note shelf of the values of streams."""


class StreamValue(NamedTuple):
    """A value that belongs to a stream and changes with it. If `data` is None, it is deleted."""

    stream: str
    data: str | None
    due: int
    """The next deadline that the value names."""


# --- tables ---------------------------------------------------------------------------------------

COLUMNS = {
    "facts": "stream, version, commit_number, more, at, kind, format, private, data, crc",
    "receipts": "stream, id, data, at, crc",
    "snapshots": "label, stream, version, format, data, chain, crc",
    "notes": "shelf, key, data, at, crc",
    "heads": "stream, first, version, at, chain, revision, due, crc",
}
"""The columns of each table. The last one is the checksum of the others."""


def select(table: str, *, first: str = "") -> str:
    """Return a query for all rows of a table. `first` names columns to put before the others."""
    return f"SELECT {first}{COLUMNS[table]} FROM {table}"  # noqa: S608 - our own words


@cache
def insert(table: str, *, first: str = "", verb: str = "INSERT") -> str:
    """Return a statement that inserts a row."""
    columns = f"{first}{COLUMNS[table]}"
    places = ", ".join("?" * (columns.count(",") + 1))
    return f"{verb} INTO {table} ({columns}) VALUES ({places})"


# --- rows as bytes --------------------------------------------------------------------------------

_tagged = struct.Struct(">cq").pack
_before_kind = struct.Struct(">cqcqcqcqcq").pack
_before_data = struct.Struct(">cqcqcq").pack


def row_bytes(row: Iterable[object]) -> bytes:
    r"""Return the bytes that a row's checksum and chain cover. No two rows have the same bytes.

    Each value is a tag of one byte, 8 bytes, and perhaps more:

    - ``i`` and a whole number as 64 bits with a sign, big-endian;
    - ``t`` and a length, as 64 bits too, then a text in UTF-8;
    - ``b`` and a length, then bytes.

    Only a damaged row holds anything else: ``n`` is NULL, ``f`` a 64-bit float (IEEE 754), and
    ``I`` a length and a larger number. A lone surrogate is encoded as if UTF-8 allowed it.

    >>> row_bytes(["\u00e9", 1])
    b't\x00\x00\x00\x00\x00\x00\x00\x02\xc3\xa9i\x00\x00\x00\x00\x00\x00\x00\x01'
    """
    out = b""
    for value in row:
        kind = type(value)
        if kind is int:
            try:
                out += _tagged(b"i", value)
            except struct.error:
                out += _large(value)  # type: ignore[arg-type] # which is an int
        elif kind is str:
            data = value.encode("utf-8", "surrogatepass")  # type: ignore[attr-defined] # a text
            out += _tagged(b"t", len(data)) + data
        else:
            out += _other(value)
    return out


def _large(number: int) -> bytes:
    data = number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)
    return _tagged(b"I", len(data)) + data


def _other(value: object) -> bytes:
    match value:
        case bytes():
            return _tagged(b"b", len(value)) + value
        case None:
            return b"n"
        case float():
            return struct.pack(">cd", b"f", value)
    raise TypeError(f"a row holds no {type(value).__name__}")


def fact_bytes(row: tuple[str, int, int, int, int, str, int, int, str]) -> bytes:
    """Return `row_bytes` of a new fact in half the time: bets come by the thousand."""
    stream, version, commit, more, at, kind, form, private, data = row
    first, name, text = stream.encode(), kind.encode(), data.encode()
    return b"%b%b%b%b%b%b" % (
        _tagged(b"t", len(first)),
        first,
        _before_kind(b"i", version, b"i", commit, b"i", more, b"i", at, b"t", len(name)),
        name,
        _before_data(b"i", form, b"i", private, b"t", len(text)),
        text,
    )


def receipt_row(receipt: Receipt, at: int) -> tuple[str, str, str, int, int]:
    """Return `with_crc` of a new receipt in half the time: each bet has one."""
    stream, request, data = receipt
    first, name, text = stream.encode(), request.encode(), data.encode()
    row = b"%b%b%b%b%b%b%b" % (
        _tagged(b"t", len(first)),
        first,
        _tagged(b"t", len(name)),
        name,
        _tagged(b"t", len(text)),
        text,
        _tagged(b"i", at),
    )
    return (stream, request, data, at, crc32(row))


def row_crc(*values: object) -> int:
    """Return the checksum of a row."""
    return crc32(row_bytes(values))


def with_crc(*values: Value) -> tuple[Value, ...]:
    """Return a row with its checksum at the end."""
    return (*values, crc32(row_bytes(values)))


def is_intact(row: Sequence[Any]) -> bool:
    """Return whether the checksum at the end of a row is right."""
    return bool(crc32(row_bytes(row[:-1])) == row[-1])


def chained(chain: bytes, data: bytes) -> bytes:
    """Return the chain after one more row.

    >>> chained(b"", b"first") == chained(b"", b"first") != chained(b"before", b"first")
    True
    """
    return blake2b(chain + data, digest_size=CHAIN_BYTES).digest()


Key = tuple[str, str]
"""A receipt's stream and id."""


class Changes(NamedTuple):
    """How the open streams differ from those that a server knows."""

    revised: dict[str, int]
    """The revisions of open streams that differ, and of open streams that it didn't know."""
    closed: list[str]
    """The streams that it knew as open and that have no value any more."""
    due: list[str]
    """The open streams whose deadline has passed by the house clock."""


class StreamRead(NamedTuple):
    """The content of a stream at one moment."""

    revision: int
    value: str | None
    facts: list[Logged]
    receipts: dict[Key, Receipt]


class Writes(NamedTuple):
    """What one append writes."""

    facts: Sequence[Fact]
    receipts: Sequence[Receipt]
    values: Sequence[StreamValue]
    snapshots: Sequence[Snapshot]
    notes: Sequence[Note]
    forgotten: Sequence[Key]

    def without(self, lost: Collection[str]) -> Writes:
        """Return the batch without the streams that lost a race, and each receipt once."""
        keys = {each[:2]: each for each in reversed(self.receipts)}
        if not lost and len(keys) == len(self.receipts):
            return self
        return Writes(
            [each for each in self.facts if each.stream not in lost],
            [each for each in reversed(keys.values()) if each.stream not in lost],
            [each for each in self.values if each.stream not in lost],
            [each for each in self.snapshots if each.stream not in lost],
            self.notes,
            self.forgotten,
        )

    @property
    def streams(self) -> dict[str, None]:
        """The streams that change, in order."""
        parts = (self.facts, self.receipts, self.values, self.snapshots)
        return dict.fromkeys(each.stream for part in parts for each in part)

    def apart(self) -> list[Writes]:
        """Return one batch for each stream, and one for what belongs to none."""
        streams = self.streams
        alone = [self.without(streams.keys() - {each}) for each in streams]
        rest = self.without(streams.keys())
        return [each._replace(notes=(), forgotten=()) for each in alone] + [rest]

    @property
    def closed(self) -> list[str]:
        """The streams whose values are deleted."""
        return [each.stream for each in self.values if each.data is None]

    @property
    def all_notes(self) -> list[Note]:
        """The notes to write: the values of streams, and others."""
        return [*(Note(VALUES, each.stream, each.data) for each in self.values), *self.notes]
