"""The statement that writes one turn.

It locks the heads of all streams in order, so that no two turns wait for each other. A head wins if
it has the expected revision and chain, both in the locked row and in the statement's snapshot: the
snapshot is older than a lock that the statement waited for. It loses if one of its receipts exists.
Everything of a stream is joined to the heads that won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from puntobanco.store.base import FACT_COLUMNS
from puntobanco.store.heads import StreamHead, chained_rows, snapshot_row
from puntobanco.store.rows import VALUES, Writes, receipt_row, row_crc, with_crc

_WANT = {
    "stream": "text",
    "revision": "bigint",
    "before": "bytea",
    "first": "bigint",
    "version": "bigint",
    "at": "bigint",
    "chain": "bytea",
    "due": "bigint",
    "crc": "bigint",
    "is_open": "bigint",
}
_TEXTS = ("stream", "kind", "data")
_FACTS = {name: "text" if name in _TEXTS else "bigint" for name in FACT_COLUMNS.split(", ")}
_RECEIPTS = {"stream": "text", "id": "text", "data": "text", "at": "bigint", "crc": "bigint"}
_SNAPSHOTS = {
    "label": "text",
    "stream": "text",
    "version": "bigint",
    "format": "bigint",
    "data": "text",
    "chain": "bytea",
    "crc": "bigint",
}
_NOTES = {"shelf": "text", "key": "text", "data": "text", "at": "bigint", "crc": "bigint"}
_VALUES = {"stream": "text", **_NOTES}
_GONE = {"shelf": "text", "key": "text"}
_FORGOTTEN = {"stream": "text", "id": "text"}

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

_PARTS = {
    "facts": """, new_facts AS (
    INSERT INTO facts ({columns}) SELECT {columns} FROM ({rows}) AS x JOIN won USING (stream)
)""",
    "receipts": """, new_receipts AS (
    INSERT INTO receipts (stream, id, data, at, crc)
    SELECT stream, id, data, at, crc FROM asked JOIN won USING (stream)
)""",
    "values": """, new_values AS (
    INSERT INTO notes (shelf, key, data, at, crc)
    SELECT shelf, key, data, at, crc FROM ({rows}) AS x JOIN won USING (stream)
    ON CONFLICT (shelf, key) DO UPDATE
        SET (data, at, crc) = (excluded.data, excluded.at, excluded.crc)
)""",
    "closed": """, old_values AS (
    DELETE FROM notes USING ({rows}) AS x JOIN won ON won.stream = x.key
    WHERE notes.shelf = x.shelf AND notes.key = x.key
)""",
    "snapshots": """, new_snapshots AS (
    INSERT INTO snapshots ({columns}) SELECT {columns} FROM ({rows}) AS x JOIN won USING (stream)
    ON CONFLICT (stream, label) DO UPDATE SET (version, format, data, chain, crc)
        = (excluded.version, excluded.format, excluded.data, excluded.chain, excluded.crc)
)""",
    "notes": """, new_notes AS (
    INSERT INTO notes (shelf, key, data, at, crc)
    SELECT shelf, key, data, at, crc FROM ({rows}) AS x
    ON CONFLICT (shelf, key) DO UPDATE
        SET (data, at, crc) = (excluded.data, excluded.at, excluded.crc)
)""",
    "gone": """, old_notes AS (
    DELETE FROM notes USING ({rows}) AS x WHERE notes.shelf = x.shelf AND notes.key = x.key
)""",
    "forgotten": """, old_receipts AS (
    DELETE FROM receipts USING ({rows}) AS x
    WHERE receipts.stream = x.stream AND receipts.id = x.id
)""",
}
_COLUMNS = {
    "facts": _FACTS,
    "receipts": {},
    "values": _VALUES,
    "closed": _GONE,
    "snapshots": _SNAPSHOTS,
    "notes": _NOTES,
    "gone": _GONE,
    "forgotten": _FORGOTTEN,
}


UNCHANGED = -1
"""A stream without a new value stays open or closed, as it was."""


def _unnest(columns: Mapping[str, str]) -> str:
    """Return a query of rows that come as one array a column."""
    arrays = ", ".join(f"?::{kind}[]" for kind in columns.values())
    return f"SELECT * FROM unnest({arrays}) AS x({', '.join(columns)})"  # noqa: S608 - our own words


@cache
def statement(parts: tuple[str, ...], *, skips_locked: bool) -> str:
    """Return the statement that writes these parts. It returns the streams that won."""
    skip = "SKIP LOCKED" if skips_locked else ""
    sql = _HEADS.format(want=_unnest(_WANT), receipts=_unnest(_RECEIPTS), skip=skip)
    for part in parts:
        columns = _COLUMNS[part]
        sql += _PARTS[part].format(columns=", ".join(columns), rows=_unnest(columns))
    return f"{sql} SELECT stream FROM won"  # noqa: S608 - our own words


def _arrays(rows: Sequence[Sequence[Any]], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * width


class Turn(NamedTuple):
    """A batch as rows, and the heads of its streams after it."""

    heads: dict[str, StreamHead]
    want: list[tuple[Any, ...]]
    receipts: list[tuple[Any, ...]]
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
            (each.stream, *with_crc(VALUES, each.stream, each.data, kept))
            for each in batch.values
            if each.data is not None
        ]
        notes = {(each.shelf, each.key): each.data for each in batch.notes}
        snapshots = {(each.stream, each.label): each for each in batch.snapshots}
        receipts: list[tuple[Any, ...]] = [receipt_row(each, kept) for each in batch.receipts]
        parts: dict[str, list[tuple[Any, ...]]] = {
            "facts": facts,
            "receipts": receipts,
            "values": values,
            "closed": [(VALUES, stream) for stream in batch.closed],
            "snapshots": [
                snapshot_row(each, chains, before[each.stream]) for each in snapshots.values()
            ],
            "notes": [
                with_crc(*key, data, kept)
                for key, data in sorted(notes.items(), key=_key)
                if data is not None
            ],
            "gone": sorted(key for key, data in notes.items() if data is None),
            "forgotten": sorted(set(batch.forgotten)),
        }
        return cls(heads, want, receipts, {name: rows for name, rows in parts.items() if rows})

    def sql(self, *, skips_locked: bool) -> str:
        """Return the statement."""
        return statement(tuple(self.parts), skips_locked=skips_locked)

    @property
    def arguments(self) -> list[list[Any]]:
        """The arrays for the statement."""
        arrays = _arrays(self.want, len(_WANT)) + _arrays(self.receipts, len(_RECEIPTS))
        arrays.append(list(self.heads))
        for part, rows in self.parts.items():
            if _COLUMNS[part]:
                arrays += _arrays(rows, len(_COLUMNS[part]))
        return arrays


def _key(item: tuple[tuple[str, str], object]) -> tuple[str, str]:
    return item[0]
