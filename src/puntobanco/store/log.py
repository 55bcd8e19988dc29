"""Store: appends facts, receipts, snapshots and notes to a log in an SQLite file or in memory.

The address of a log is the path of an SQLite file, or the URL of a PostgreSQL database.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

import apsw

from puntobanco.store.base import Log
from puntobanco.store.file import explained, reading, transaction
from puntobanco.store.heads import (
    StreamHead,
    chained_rows,
    read_head,
    snapshot_row,
    write_file_head,
    write_heads,
)
from puntobanco.store.log_file import Ends, LogFile
from puntobanco.store.rows import (
    VALUES,
    Changes,
    Key,
    Note,
    StreamRead,
    StreamValue,
    Writes,
    insert,
    receipt_row,
    row_crc,
    with_crc,
)

CACHED_HEADS = 5_000
"""How many streams have their heads cached."""


class Store(LogFile):
    """A file of facts, open for one writer or for reading; or a log in memory."""

    def _append(
        self, batch: Writes, expected: Mapping[str, int], *, at: int, kept: int
    ) -> tuple[Writes, dict[str, int]]:
        """Write a batch in one durable transaction."""
        with self._certain():
            self._check_in_place()
            won = self.confirmed(expected)
            batch = batch.without(expected.keys() - won.keys())
            try:
                heads = self._write(batch, at, kept)
            except apsw.ConstraintError:
                repeated = {
                    stream for stream, _ in self.receipts([each[:2] for each in batch.receipts])
                }
                won = {stream: won[stream] for stream in won.keys() - repeated}
                batch = batch.without(repeated)
                heads = self._write(batch, at, kept)
        return batch, won | {stream: each.revision for stream, each in heads.items()}

    def _write(self, batch: Writes, at: int, kept: int) -> dict[str, StreamHead]:
        """Write a batch in one transaction. Return the new heads of its streams."""
        if not any(batch):
            return {}
        chains = dict.fromkeys(((each.stream, each.version) for each in batch.snapshots), b"")
        with self._watched(), transaction(self._connection):
            commit = self._ends.log.commits + 1
            rows, heads = chained_rows(batch.facts, self._head_of, at, commit, chains)
            self._revise(heads, batch.streams, batch.values)
            execute = self._connection.cursor().executemany
            execute(insert("facts"), rows)
            given = [receipt_row(receipt, kept) for receipt in batch.receipts]
            execute(insert("receipts"), given)
            execute(
                insert("snapshots", verb="INSERT OR REPLACE"),
                (
                    snapshot_row(each, chains, self._head_of(each.stream))
                    for each in batch.snapshots
                ),
            )
            noted = sum(self._put(note, kept) for note in batch.all_notes)
            gone = execute(
                "DELETE FROM receipts WHERE stream = ? AND id = ? RETURNING crc", batch.forgotten
            )
            changed = sum(row[-1] for row in given) - sum(int(crc) for (crc,) in gone)
            after = self._write_heads(heads, notes=noted, receipts=changed)
        self._take_over(after)
        return heads

    def _take_over(self, after: Ends) -> None:
        """Attest and remember the ends that a transaction has written."""
        self._attest_end(after.log)
        if self._watch:
            self._watch.check()
        ends = self._ends
        ends.log = after.log
        ends.heads |= after.heads
        ends.crcs |= after.crcs
        self._seen |= after.heads
        if len(ends.heads) > CACHED_HEADS:
            ends.heads, ends.crcs = dict(after.heads), dict(after.crcs)

    def confirmed(self, expected: Mapping[str, int]) -> dict[str, int]:
        """Return those of these revisions that are still current."""
        with explained(self.path):
            return {
                stream: revision
                for stream, revision in expected.items()
                if self._is_at(self._head_of(stream), revision)
            }

    def settle(self, expected: Mapping[str, int], requests: Sequence[Key]) -> set[Key]:
        """Open the log again if necessary, and look for the receipts. See `Log.settle`."""
        if self.needs_reopen:
            self.reopen()
        stored = self.receipts(requests).keys()
        missing = {stream: expected[stream] for stream, _ in set(requests) - stored}
        with self._certain():
            if not self.confirmed(missing):
                return set(stored)
            with self._watched(), transaction(self._connection):
                heads: dict[str, StreamHead] = {}
                self._revise(heads, self.confirmed(missing), ())
                after = self._write_heads(heads, notes=0, receipts=0)
            self._take_over(after)
        return set(stored)

    def read_stream(
        self, stream: str, *, after: int = 0, requests: Sequence[Key] = ()
    ) -> StreamRead:
        """Read a stream in one transaction. See `Log.read_stream`."""
        with explained(self.path), reading(self._connection):
            head = read_head(self._connection, stream) or StreamHead(stream)
            facts = self._see(head, after, self._next_rows(stream, after, -1))
            return StreamRead(head.revision, self.value(stream), facts, self.receipts(requests))

    def changed(self, known: Mapping[str, int]) -> Changes:
        """Compare the open streams with what a server knows. See `Log.changed`."""
        rows = self._rows(
            "SELECT stream, revision, due FROM notes JOIN heads ON stream = key WHERE shelf = ?",
            (VALUES,),
        )
        now = self.house.now
        found = {stream: revision for stream, revision, _ in rows}
        return Changes(
            {each: found[each] for each in found if found[each] != known.get(each)},
            [each for each in known if each not in found],
            [stream for stream, _, due in rows if due <= now],
        )

    def _revise(
        self,
        heads: dict[str, StreamHead],
        streams: Iterable[str],
        values: Sequence[StreamValue],
    ) -> None:
        """Raise the revision of every stream that changes, and take over its deadline."""
        due = {each.stream: each.due for each in values}
        for stream in streams:
            heads.setdefault(stream, self._head_of(stream))
        for stream, head in heads.items():
            revision = head.revision + 1
            heads[stream] = head._replace(revision=revision, due=due.get(stream, head.due))

    def remove(self, streams: Sequence[str], record: Note) -> None:
        """Delete streams that are stored elsewhere, and note where, in one transaction."""
        with self._certain():
            self._check_in_place()
            kept = self.newest_kept_at() or 0
            with self._watched(), transaction(self._connection):
                crcs = {
                    table: self._delete(table, streams)
                    for table in ("heads", "receipts", "snapshots", "facts")
                }
                values = (Note(VALUES, stream, None) for stream in streams)
                noted = sum(self._put(note, kept) for note in (*values, record))
                head = self._ends.log.after(
                    (), changed=-crcs["heads"], notes=noted, receipts=-crcs["receipts"]
                )
                write_file_head(self._connection, head)
            self._take_over(Ends(head))
        self._ends.forget()

    def _delete(self, table: str, streams: Sequence[str]) -> int:
        """Delete the rows of streams. Return the sum of their checksums."""
        sql = f"DELETE FROM {table} WHERE stream = ? RETURNING crc"  # noqa: S608 - our own words
        rows = self._connection.executemany(sql, [(stream,) for stream in streams])
        return sum(int(crc) for (crc,) in rows)

    def time_in(self, stream: str, at: int) -> int:
        """Return the time of a fact written at `at`: a stream's time never goes back."""
        return max(at, self._head_of(stream).at)

    def _head_of(self, stream: str) -> StreamHead:
        heads, crcs = self._ends.heads, self._ends.crcs
        if stream not in heads:
            head = read_head(self._connection, stream)
            heads[stream] = head or StreamHead(stream)
            crcs[stream] = row_crc(*head) if head else 0
        return heads[stream]

    def _write_heads(self, heads: dict[str, StreamHead], *, notes: int, receipts: int) -> Ends:
        """Write the heads of the streams and of the file, and return them."""
        before = sum(self._ends.crcs[stream] for stream in heads)
        for stream, head in heads.items():
            if head.version and not head.first:
                heads[stream] = head._replace(first=self._first_number(stream))
        crcs = dict(zip(heads, write_heads(self._connection, heads.values()), strict=True))
        changed = sum(crcs.values()) - before
        log = self._ends.log.after(heads.values(), changed=changed, notes=notes, receipts=receipts)
        write_file_head(self._connection, log)
        return Ends(log, heads, crcs)

    def _first_number(self, stream: str) -> int:
        sql = "SELECT number FROM facts WHERE stream = ? AND version = 1"
        return int(self._connection.execute(sql, (stream,)).get)

    def _put(self, note: Note, at: int) -> int:
        """Write or delete a note. Return how much the sum of checksums changes."""
        sql = "DELETE FROM notes WHERE shelf = ? AND key = ? RETURNING crc"
        gone = self._connection.execute(sql, (note.shelf, note.key))
        before = sum(int(crc) for (crc,) in gone)
        if note.data is None:
            return -before
        row = with_crc(note.shelf, note.key, note.data, at)
        self._connection.execute(insert("notes"), row)
        return int(row[-1]) - before


SCHEMES = ("postgresql://", "postgres://")
"""How the URL of a database begins."""


def is_url(address: str) -> bool:
    """Return whether an address is the URL of a database."""
    return address.startswith(SCHEMES)


_LIKE_URL = re.compile(r"\s*\w[\w+.-]+:/|(?:.*\s)?(?:host|user|password|dbname)\s*=")


def resembles_url(address: str) -> bool:
    """Return whether an address may be meant as a database, with a password, and not as a file.

    >>> resembles_url("postgresql+psycopg://ann:secret@db/hall"), resembles_url("C:/hall.db")
    (True, False)
    """
    return _LIKE_URL.match(address) is not None


_PLACE = r"(?:\[[^]@]*]|[^][:@,]*)(?::[0-9]*)?"
_PLACES = re.compile(rf"{_PLACE}(?:,{_PLACE})*")
"""Hosts with their ports."""


def shows_password(url: str) -> bool:
    """Return whether part of a password reads like a host, port, database or parameter.

    >>> shows_password("postgresql://ann:se@cret@db/hall"), shows_password("postgresql://ann@db/x")
    (True, False)
    """
    parts = urlsplit(url)
    user, _, place = parts.netloc.rpartition("@")
    rest = url.partition(parts.netloc)[2] if ":" in place and not user else ""
    return "@" in f"{user}{rest}" or not _PLACES.fullmatch(place)


class DatabaseUrl(str):
    """The URL of a database. Printing it never shows the password.

    >>> print(DatabaseUrl("postgresql://ann:secret@db:5433/hall?password=secret"))
    postgresql://ann@db:5433/hall
    """

    __slots__ = ()

    def __str__(self) -> str:
        parts = urlsplit(self[:])
        user, at, place = parts.netloc.rpartition("@")
        shown = f"{user.partition(':')[0]}{at}{place}"
        return f"{parts.scheme}://{shown}{parts.path}"

    def __repr__(self) -> str:
        return repr(str(self))

    def __format__(self, form: str) -> str:
        return format(str(self), form)


LogAddress: TypeAlias = Path | DatabaseUrl


def open_log(address: Path | str) -> Log:
    """Open a file, or a database by its URL, for writing. Create what is missing."""
    if isinstance(address, Path):
        return Store.open(address)
    from puntobanco.store.postgres import PostgresStore  # noqa: PLC0415 - psycopg is optional

    return PostgresStore.open(address)


def read_log(address: Path | str) -> Log:
    """Open a file, or a database by its URL, for reading."""
    if isinstance(address, Path):
        return Store.read(address)
    from puntobanco.store.postgres import PostgresStore  # noqa: PLC0415 - psycopg is optional

    return PostgresStore.read(address)
