"""Where streams and the whole file end: values that are written with every commit."""

from __future__ import annotations

from collections.abc import Iterable
from secrets import token_hex
from typing import Any, NamedTuple

import apsw

from puntobanco.store.rows import Damaged, chained, is_intact, row_text, with_crc

MIGRATED_AT_ONCE = 50_000
"""The most facts, or little more, whose heads one step of the migration computes."""


class StreamHead(NamedTuple):
    """Where a stream ends."""

    stream: str
    first: int = 0
    """The number of its first fact."""
    version: int = 0
    at: int = 0
    """The time of its last fact."""
    chain: bytes = b""


class FileHead(NamedTuple):
    """Where the file ends: how many commits it has had, and sums that a lost row would change."""

    id: str
    commits: int = 0
    digest: str = ""
    heads: int = 0
    notes: int = 0
    receipts: int = 0

    def after(
        self, heads: Iterable[StreamHead], *, changed: int, notes: int, receipts: int
    ) -> FileHead:
        """The head after a commit that wrote these heads and changed the sums by so much."""
        sums = (self.heads + changed, self.notes + notes, self.receipts + receipts)
        text = b"".join(head.chain for head in heads) + row_text(sums)
        digest = chained(bytes.fromhex(self.digest), text).hex()
        return FileHead(self.id, self.commits + 1, digest, *sums)


class Growth:
    """A stream in the midst of a commit: its time, and the end that moves with each fact."""

    __slots__ = ("at", "chain", "first", "version")

    def __init__(self, head: StreamHead, at: int) -> None:
        self.first, self.version, self.chain = head.first, head.version, head.chain
        self.at = max(at, head.at)
        """Times do not go back within a stream, whatever the clock does."""

    def head(self, stream: str) -> StreamHead:
        """Where the stream ends after the commit."""
        return StreamHead(stream, self.first, self.version, self.at, self.chain)


def write_heads(connection: apsw.Connection, heads: Iterable[StreamHead]) -> list[int]:
    """Write where streams end now; gives the checksums of their rows."""
    rows: list[tuple[Any, ...]] = [with_crc(*head) for head in heads]
    connection.executemany(
        "INSERT OR REPLACE INTO heads (stream, first, version, at, chain, crc)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        rows,
    )
    return [row[-1] for row in rows]


def write_file_head(connection: apsw.Connection, head: FileHead) -> None:
    """Write where the file ends now."""
    connection.execute(
        "INSERT OR REPLACE INTO file_head (one, id, commits, digest, heads, notes, receipts, crc)"
        " VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
        with_crc(*head),
    )


def read_file_head(connection: apsw.Connection) -> FileHead | None:
    """Where the file ends; None if its migration is not complete."""
    rows = connection.execute(
        "SELECT id, commits, digest, heads, notes, receipts, crc FROM file_head"
    ).fetchall()
    if not rows:
        return None
    row: tuple[Any, ...] = rows[0]
    if not is_intact(row):
        raise Damaged("damaged in its head; nothing was changed")
    return FileHead(*row[:-1])


def read_head(connection: apsw.Connection, stream: str) -> StreamHead | None:
    """Where a stream ends; None if there is no such stream."""
    rows = connection.execute(
        "SELECT stream, first, version, at, chain, crc FROM heads WHERE stream = ?", (stream,)
    ).fetchall()
    if not rows:
        return None
    row: tuple[Any, ...] = rows[0]
    if not is_intact(row):
        raise Damaged(f"damaged in the head of {stream}; nothing was changed")
    return StreamHead(*row[:-1])


def streams_without_head(connection: apsw.Connection) -> list[str]:
    """The streams of a file of an earlier format whose heads are not computed yet."""
    rows = connection.execute(
        "WITH RECURSIVE each(stream) AS (SELECT min(stream) FROM facts UNION ALL"
        " SELECT (SELECT min(stream) FROM facts WHERE facts.stream > each.stream) FROM each"
        " WHERE stream IS NOT NULL)"
        " SELECT stream FROM each WHERE stream IS NOT NULL"
        " AND stream NOT IN (SELECT stream FROM heads)"
    )
    return [stream for (stream,) in rows]


def computed_head(connection: apsw.Connection, stream: str) -> StreamHead:
    """Where the facts of a stream end, as they are: whether each is intact shows in reading it."""
    rows = connection.execute(
        "SELECT number, stream, version, at, kind, format, private, data FROM facts"
        " WHERE stream = ? ORDER BY version",
        (stream,),
    )
    head = StreamHead(stream)
    try:
        for number, *row in rows:
            chain = chained(head.chain, row_text(tuple(row)))
            latest = max(row[2], head.at)
            head = StreamHead(stream, head.first or number, row[1], latest, chain)
    except (UnicodeDecodeError, TypeError):
        ((last,),) = connection.execute(
            "SELECT max(version) FROM facts WHERE stream = ?", (stream,)
        )
        return StreamHead(stream, head.first, last)
    return head


def compute_heads(connection: apsw.Connection) -> bool:
    """One step of the migration: compute the heads of some streams; gives whether any was left."""
    written = 0
    for stream in streams_without_head(connection):
        head = computed_head(connection, stream)
        write_heads(connection, [head])
        written += head.version
        if written > MIGRATED_AT_ONCE:
            return True
    sums = [_sum(connection, table) for table in ("heads", "notes", "receipts")]
    write_file_head(connection, FileHead(token_hex(16), 0, "", *sums))
    return False


def _sum(connection: apsw.Connection, table: str) -> int:
    """The sum of the checksums of a table."""
    total = connection.execute(f"SELECT coalesce(sum(crc), 0) FROM {table}").get  # noqa: S608 - our own names
    return int(total)
