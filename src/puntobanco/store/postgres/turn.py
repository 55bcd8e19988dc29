"""The statement that writes one turn.

It locks the heads of all streams in order, so that no two turns wait for each other. A head wins if
it has the expected revision and chain, both in the locked row and in the statement's snapshot: the
snapshot is older than a lock that the statement waited for. It loses if one of its receipts exists.
Everything of a stream is joined to the heads that won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from puntobanco.store.heads import StreamHead, chained_rows, snapshot_row
from puntobanco.store.rows import COLUMNS, VALUES, Writes, receipt_row, row_crc, with_crc

_WANT = "stream, revision, before, first, version, at, chain, due, crc, is_open"
_TYPES = dict.fromkeys(("stream", "kind", "data", "id", "label", "shelf", "key"), "text")
_TYPES |= dict.fromkeys(("before", "chain"), "bytea")
"""The types of columns that aren't numbers."""

_HEADS = """
WITH want AS MATERIALIZED ({want}), asked AS MATERIALIZED ({receipts}),
locked AS MATERIALIZED (
    SELECT stream, revision, chain FROM heads
    WHERE stream = ANY (?::text[]) ORDER BY stream FOR UPDATE {skip}
), seen AS MATERIALIZED (
    SELECT DISTINCT asked.stream FROM asked CROSS JOIN LATERAL (
        SELECT FROM receipts WHERE stream = asked.stream AND id = asked.id LIMIT 1
    ) AS found
), won AS (
    UPDATE heads SET first = want.first, version = want.version, at = want.at, chain = want.chain,
        revision = heads.revision + 1, due = want.due, crc = want.crc,
        is_open = CASE want.is_open WHEN 1 THEN true WHEN 0 THEN false ELSE heads.is_open END
    FROM want JOIN locked USING (stream)
    WHERE heads.stream = want.stream
        AND locked.revision = want.revision AND locked.chain = want.before
        AND heads.revision = want.revision AND heads.chain = want.before
        AND NOT EXISTS (SELECT FROM seen WHERE seen.stream = want.stream)
    RETURNING heads.stream
)"""


def _unnest(columns: str) -> str:
    """Return a query of rows that come as one array a column."""
    arrays = ", ".join(f"?::{_TYPES.get(each, 'bigint')}[]" for each in columns.split(", "))
    return f"SELECT * FROM unnest({arrays}) AS x({columns})"  # noqa: S608 - our own words


_STREAM_WON = "JOIN won USING (stream)"
_VALUE_WON = "JOIN won ON won.stream = x.key"
_UNIQUE = {"notes": "shelf, key", "snapshots": "stream, label"}
"""The keys of rows that are replaced."""


def _insert(table: str, won: str = _STREAM_WON, rows: str = "") -> str:
    columns = COLUMNS[table]
    sql = f"INSERT INTO {table} ({columns}) SELECT {columns} FROM ({rows or _unnest(columns)}) AS x"  # noqa: S608 - our own words
    if (unique := _UNIQUE.get(table)) is None:
        return f"{sql} {won}"
    rest = [each for each in columns.split(", ") if each not in unique.split(", ")]
    new = ", ".join(f"{each} = excluded.{each}" for each in rest)
    return f"{sql} {won} ON CONFLICT ({unique}) DO UPDATE SET {new}"


def _delete(table: str, key: str, won: str = "") -> str:
    matches = " AND ".join(f"{table}.{each} = x.{each}" for each in key.split(", "))
    return f"DELETE FROM {table} USING ({_unnest(key)}) AS x {won} WHERE {matches}"  # noqa: S608 - our own words


_PARTS = {
    "facts": _insert("facts"),
    "receipts": _insert("receipts", rows="SELECT * FROM asked"),
    "values": _insert("notes", _VALUE_WON),
    "closed": _delete("notes", "shelf, key", _VALUE_WON),
    "snapshots": _insert("snapshots"),
    "notes": _insert("notes", won=""),
    "gone": _delete("notes", "shelf, key"),
    "forgotten": _delete("receipts", "stream, id"),
}


UNCHANGED = -1
"""A stream without a new value stays open or closed, as it was."""


@cache
def statement(parts: tuple[str, ...], *, skips_locked: bool) -> str:
    """Return the statement that writes these parts. It returns the streams that won."""
    skip, receipts = "SKIP LOCKED" if skips_locked else "", _unnest(COLUMNS["receipts"])
    sql = _HEADS.format(want=_unnest(_WANT), receipts=receipts, skip=skip)
    for part in parts:
        sql += f", new_{part} AS ({_PARTS[part]})"
    return f"{sql} SELECT stream FROM won"  # noqa: S608 - our own words


def _arrays(rows: Sequence[Sequence[Any]], columns: str = "") -> list[list[Any]]:
    """Return the columns of rows. `columns` names them in case there are no rows."""
    if not rows:
        return [[] for _ in columns.split(", ")]
    return [list(column) for column in zip(*rows, strict=True)]


class Turn(NamedTuple):
    """A batch as rows, and the heads of its streams after it."""

    heads: dict[str, StreamHead]
    want: list[tuple[Any, ...]]
    parts: dict[str, list[tuple[Any, ...]]]

    @classmethod
    def of(
        cls, batch: Writes, before: Mapping[str, StreamHead], *, at: int, kept: int, commit: int
    ) -> Turn:
        """Return the turn that writes a batch after these heads."""
        chains = dict.fromkeys(((each.stream, each.version) for each in batch.snapshots), b"")
        facts, heads = chained_rows(batch.facts, before.__getitem__, at, commit, chains)
        due = {each.stream: (each.due, int(each.data is not None)) for each in batch.values}
        want: list[tuple[Any, ...]] = []
        for stream in batch.streams:
            old, head = before[stream], heads.get(stream, before[stream])
            at_due, is_open = due.get(stream, (head.due, UNCHANGED))
            heads[stream] = head = head._replace(revision=head.revision + 1, due=at_due)
            _, first, version, at, chain, _, _ = head
            end = (first, version, at, chain, at_due, row_crc(*head), is_open)
            want.append((stream, old.revision, old.chain, *end))
        values = [
            with_crc(VALUES, each.stream, each.data, kept)
            for each in batch.values
            if each.data is not None
        ]
        notes = {(each.shelf, each.key): each.data for each in batch.notes}
        snapshots = {(each.stream, each.label): each for each in batch.snapshots}
        parts: dict[str, list[tuple[Any, ...]]] = {
            "facts": facts,
            "receipts": [receipt_row(each, kept) for each in batch.receipts],
            "values": values,
            "closed": [(VALUES, stream) for stream in batch.closed],
            "snapshots": [
                snapshot_row(each, chains, before[each.stream]) for each in snapshots.values()
            ],
            "notes": [
                with_crc(*key, data, kept)
                for key, data in sorted(notes.items(), key=itemgetter(0))
                if data is not None
            ],
            "gone": sorted(key for key, data in notes.items() if data is None),
            "forgotten": sorted(set(batch.forgotten)),
        }
        return cls(heads, want, {name: rows for name, rows in parts.items() if rows})

    def sql(self, *, skips_locked: bool) -> str:
        """Return the statement."""
        return statement(tuple(self.parts), skips_locked=skips_locked)

    @property
    def arguments(self) -> list[list[Any]]:
        """The arrays for the statement."""
        receipts = self.parts.get("receipts", [])
        arrays = _arrays(self.want, _WANT) + _arrays(receipts, COLUMNS["receipts"])
        arrays.append(list(self.heads))
        for part, rows in self.parts.items():
            if part != "receipts":
                arrays += _arrays(rows)
        return arrays
