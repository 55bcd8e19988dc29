"""Queries of a log. They check each row that they read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import apsw

from puntobanco.errors import RowDamaged, StoreError
from puntobanco.store.checking import (
    PARTS,
    Attestation,
    Attested,
    check_deeply,
    damaged_rows,
)
from puntobanco.store.file import damaged_file, explained
from puntobanco.store.heads import StreamHead, read_head
from puntobanco.store.rows import (
    VALUES,
    Fact,
    Logged,
    Receipt,
    Snapshot,
    chained,
    is_intact,
    row_bytes,
)

FACT_COLUMNS = "stream, version, commit_number, more, at, kind, format, private, data, crc"


class LogReader:
    """A log to read."""

    def __init__(self, connection: apsw.Connection, path: Path) -> None:
        self._connection, self._path = connection, path
        self.attestation = Attestation(Attested.ABSENT)
        """Whether the head file attested the end of the log when it was opened."""

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def facts(self, stream: str, *, after: int = 0, chain: bytes = b"") -> Iterator[Logged]:
        """Yield the facts of a stream after version `after`, oldest first.

        Raise at the first fact that is missing, damaged or not the one that was written there.
        `chain` is the stream's chain at `after`, if known.
        """
        head = self._read_head(stream)
        is_chained = bool(chain) or not after
        version = after
        for version, (number, *row) in enumerate(self._fact_rows(stream, after), after + 1):
            *values, crc = row
            data = row_bytes(values)
            if row[1] != version or crc32(data) != crc:
                raise self._damaged(stream, version)
            if is_chained:
                chain = chained(chain, data)
                if head and version == head.version and chain != head.chain:
                    raise self._damaged(stream, version, "the events are not those of its head")
            name, _, commit, _, at, kind, form, private, text = values
            yield Logged(number, commit, at, Fact(name, version, kind, text, bool(private), form))
        if version < (head.version if head else 0) or (version > after and not head):
            raise self._damaged(stream, version + 1)

    def _fact_rows(self, stream: str, after: int) -> Iterable[tuple[Any, ...]]:
        return self._next_rows(stream, after)

    def _next_rows(self, stream: str, after: int, most: int = -1) -> list[tuple[Any, ...]]:
        """Return the rows of a stream after a version, at most `most`."""
        return self._rows(
            f"SELECT number, {FACT_COLUMNS} FROM facts"  # noqa: S608 - our own words
            " WHERE stream = ? AND version > ? ORDER BY version LIMIT ?",
            (stream, after, most),
        )

    def _read_head(self, stream: str) -> StreamHead | None:
        """Return a stream's head. Read it before the facts: a writer may append in between."""
        with explained(self._path):
            return read_head(self._connection, stream)

    def _damaged(self, stream: str, version: int, reason: str = "") -> StoreError:
        what = f"damaged at event {version} of {stream}{reason and f': {reason}'}"
        return damaged_file(self._path, f"{what}; nothing was changed")

    def streams(self) -> list[str]:
        """Return every stream, the newest first."""
        rows = self._rows("SELECT stream FROM heads ORDER BY first DESC", ())
        return [stream for (stream,) in rows]

    def first_numbers(self) -> dict[str, int]:
        """Return the number of each stream's first fact."""
        return dict(self._rows("SELECT stream, first FROM heads", ()))

    def last(self, stream: str) -> Logged | None:
        """Return the newest fact of a stream."""
        head = self._read_head(stream)
        newest = list(self.facts(stream, after=head.version - 1)) if head else []
        return newest[-1] if newest else None

    def revision(self, stream: str) -> int:
        """Return how often a stream, its receipts or its value have changed."""
        head = self._read_head(stream)
        return head.revision if head else 0

    def value(self, stream: str) -> str | None:
        """Return the value of a stream."""
        return self.note(VALUES, stream)

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the newest intact snapshot of a stream."""
        return next(iter(self.snapshots(stream)), None)

    def snapshots(self, stream: str) -> list[Snapshot]:
        """Return every intact snapshot of a stream, the newest first."""
        intact = [row for row in self._snapshot_rows(stream) if is_intact(row)]
        return [
            Snapshot(name, version, data, form, label, chain)
            for label, name, version, form, data, chain, _ in intact
        ]

    def has_damaged_snapshot(self, stream: str) -> bool:
        """Return whether a snapshot of the stream is damaged."""
        return not all(map(is_intact, self._snapshot_rows(stream)))

    def _snapshot_rows(self, stream: str) -> list[tuple[Any, ...]]:
        return self._rows(
            "SELECT label, stream, version, format, data, chain, crc FROM snapshots"
            " WHERE stream = ? ORDER BY version DESC",
            (stream,),
        )

    def receipt(self, stream: str, request: str) -> Receipt | None:
        """Return the answer to an earlier request with this id."""
        return self.receipts([(stream, request)]).get((stream, request))

    def receipts(self, requests: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Receipt]:
        """Return the answers to those of these requests that were made before."""
        rows = self._rows(
            "SELECT receipts.stream, receipts.id, receipts.data, receipts.at, receipts.crc"
            " FROM json_each(?) AS asked"
            " JOIN receipts ON stream = asked.value ->> 0 AND receipts.id = asked.value ->> 1",
            (json.dumps(requests),),
        )
        self._check(rows, "a receipt")
        return {
            (stream, request): Receipt(stream, request, data) for stream, request, data, *_ in rows
        }

    def receipts_after(self, last: tuple[str, str], most: int) -> list[tuple[str, str, int]]:
        """Return the stream, id and time of up to `most` receipts after `last`, in order."""
        return self._rows(
            "SELECT stream, id, at FROM receipts WHERE (stream, id) > (?, ?)"
            " ORDER BY stream, id LIMIT ?",
            (*last, most),
        )

    def newest_kept_at(self) -> int | None:
        """Return the latest time of any receipt or note."""
        sql = "SELECT max(at) FROM (SELECT at FROM receipts UNION ALL SELECT at FROM notes)"
        ((at,),) = self._rows(sql, ())
        return None if at is None else int(at)

    def note(self, shelf: str, key: str) -> str | None:
        """Return the data of a note."""
        rows = self._notes("shelf = ? AND key = ?", (shelf, key))
        return next((data for _, _, data, *_ in rows), None)

    def noted_at(self, shelf: str, key: str) -> int | None:
        """Return when a note was last written."""
        rows = self._notes("shelf = ? AND key = ?", (shelf, key))
        return next((at for *_, at, _ in rows), None)

    def _notes(self, where: str, values: tuple[str | int, ...]) -> list[tuple[Any, ...]]:
        rows = self._rows(f"SELECT shelf, key, data, at, crc FROM notes WHERE {where}", values)  # noqa: S608 - our own words
        self._check(rows, "a note")
        return rows

    def notes_after(self, shelf: str, last: str, most: int) -> list[tuple[str, str, int]]:
        """Return the key, data and time of up to `most` notes after `last`, in order."""
        return self._rows(
            "SELECT key, data, at FROM notes WHERE shelf = ? AND key > ? ORDER BY key LIMIT ?",
            (shelf, last, most),
        )

    def notes(self, shelf: str) -> dict[str, str]:
        """Return the data of all intact notes of a shelf, by key. `damage` lists the others."""
        rows = self._rows("SELECT shelf, key, data, at, crc FROM notes WHERE shelf = ?", (shelf,))
        return {row[1]: row[2] for row in rows if is_intact(row)}

    def _check(self, rows: Iterable[Sequence[Any]], what: str) -> None:
        if not all(map(is_intact, rows)):
            raise RowDamaged(f"{self._path}: damaged in {what}; nothing was changed")

    def faults(self, *, deep: bool) -> list[str]:
        """Return a line for each fault that no stream shows: lost streams, a lost end.

        If `deep`, check every page, index and row too.
        """
        faults = [self.attestation.reason] if self.attestation.attested is Attested.LOST else []
        try:
            with explained(self._path):
                if deep:
                    check_deeply(self._connection)
                parts = PARTS if deep else ("heads",)
                faults += map(str, damaged_rows(self._connection, parts))
        except StoreError as error:
            faults.append(str(error))
        return faults

    def _rows(self, sql: str, bindings: tuple[str | int, ...]) -> list[tuple[Any, ...]]:
        with explained(self._path):
            return list(self._connection.cursor().execute(sql, bindings))
