"""Checksums of rows, and the hash that chains the facts of a stream."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, TypeAlias
from zlib import crc32

CHAIN_BYTES = 16

Value: TypeAlias = str | int | bytes
"""What a column holds."""


class Damaged(Exception):
    """What is wrong with a log, in words; `file.explained` adds the name of its file."""


def row_text(row: tuple[Any, ...]) -> bytes:
    """A row as the bytes that its checksum and the chain are made of."""
    return repr(row).encode()


def row_crc(*values: Any) -> int:  # noqa: ANN401 - whatever a damaged row holds
    """The checksum of a row."""
    return crc32(row_text(values))


def with_crc(*values: Value) -> tuple[Value, ...]:
    """A row with its checksum at the end."""
    return (*values, crc32(repr(values).encode()))


def is_intact(row: Sequence[Any]) -> bool:
    """Whether the checksum at the end of a row is right."""
    *values, written = row
    return bool(row_crc(*values) == written)


def chained(chain: bytes, text: bytes) -> bytes:
    """The chain after one more row.

    >>> chained(b"", b"first") == chained(b"", b"first") != chained(b"before", b"first")
    True
    """
    return blake2b(chain + text, digest_size=CHAIN_BYTES).digest()
