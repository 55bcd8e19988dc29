"""PostgresStore: a log in a PostgreSQL database, which several servers share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import psycopg

from puntobanco.errors import StoreError
from puntobanco.store.checking import PARTS, Attestation, Attested, DamagedRow
from puntobanco.store.file import CommitUncertain
from puntobanco.store.heads import StreamHead, intact_head
from puntobanco.store.postgres.connection import (
    Address,
    Findings,
    is_broken,
    migrate,
    refuse_unmigrated,
)
from puntobanco.store.postgres.house import DatabaseLog
from puntobanco.store.postgres.turn import Turn
from puntobanco.store.rows import (
    Changes,
    Key,
    StreamRead,
    Writes,
    is_intact,
    row_crc,
    select,
)

COMMITS = 1_000
"""Numbers of commits that a server takes at a time."""

HEADS = f"{select('heads')} WHERE stream = ANY (?::text[]) ORDER BY stream"


class PostgresStore(DatabaseLog):
    """A log in a PostgreSQL database. It is not safe to use it in two threads at once."""

    def __init__(self, address: Address) -> None:
        super().__init__(address)
        with address.explained():
            self.findings = Findings.of(self._connection)
            """The version and settings of a database."""
        self.attestation = Attestation(Attested.ABSENT, "a database has no head file")
        self._commits = iter(range(0))

    @classmethod
    def open(cls, url: str) -> Self:
        """Open a database for writing. Migrate it if it is empty or old."""
        return cls._opened(url, migrate)

    @classmethod
    def read(cls, url: str) -> Self:
        """Open a database for reading."""
        return cls._opened(url, refuse_unmigrated)

    @classmethod
    def _opened(cls, url: str, prepare: Callable[[Any], None]) -> Self:
        store = cls(Address(url))
        try:
            with store.address.explained():
                prepare(store._connection)
        except BaseException as error:
            store.close()
            if isinstance(error, StoreError) and store.name not in str(error):
                raise StoreError(f"{store.name}: {error}") from None
            raise
        return store

    # --- writing ----------------------------------------------------------------------------------

    def _append(
        self, batch: Writes, expected: Mapping[str, int], *, at: int, kept: int
    ) -> tuple[Writes, dict[str, int]]:
        """Write a batch in one durable statement."""
        with self._certain():
            streams = batch.streams
            rest = {each: expected[each] for each in expected if each not in streams}
            won = self.confirmed(rest)
            before = self._heads_before(streams, expected)
            batch = batch.without(streams.keys() - before.keys())
            before = self._numbered(batch, before)
            heads = self._write(batch, before, at=at, kept=kept)
        self._seen |= heads
        return batch, won | {stream: head.revision for stream, head in heads.items()}

    @contextmanager
    def _certain(self) -> Iterator[None]:
        """Refuse to write while the outcome of an earlier write is unknown."""
        with self.address.explained(writes=True):
            if self.needs_reopen:
                raise CommitUncertain("the database must be connected again")
            try:
                yield
            except psycopg.Error as error:
                self.needs_reopen = is_broken(error)
                raise

    def _heads_before(
        self, streams: Mapping[str, None], expected: Mapping[str, int]
    ) -> dict[str, StreamHead]:
        """Return the heads of streams, without those that have lost already. Begin new ones."""
        heads = {
            stream: head
            for stream in streams
            if (head := self._seen.get(stream)) and head.revision == expected.get(stream)
        }
        unknown = [stream for stream in streams if stream not in heads]
        if unknown:
            found = self._read_heads(unknown)
            if missing := [each for each in unknown if each not in found]:
                found |= self._begin(missing)
            for stream in unknown:
                if self._is_at(found[stream], expected.get(stream, found[stream].revision)):
                    heads[stream] = found[stream]
        return heads

    def _begin(self, streams: list[str]) -> dict[str, StreamHead]:
        """Store empty heads for new streams: only a row that exists can be locked."""
        self._execute(
            "INSERT INTO heads (stream, first, version, at, chain, revision, due, crc, is_open)"
            " SELECT stream, 0, 0, 0, '', 0, 0, crc, false"
            " FROM unnest(?::text[], ?::bigint[]) AS new(stream, crc) ON CONFLICT DO NOTHING",
            (streams, [row_crc(*StreamHead(stream)) for stream in streams]),
        )
        return self._read_heads(streams)

    def _numbered(self, batch: Writes, heads: dict[str, StreamHead]) -> dict[str, StreamHead]:
        """Return heads in which each stream that begins has its place in the order of streams."""
        growing = dict.fromkeys(each.stream for each in batch.facts)
        new = [stream for stream in growing if not heads[stream].first]
        sql = "SELECT nextval('firsts') FROM generate_series(1, ?::bigint)"
        numbers = self._execute(sql, (len(new),)) if new else []
        begun = {
            stream: heads[stream]._replace(first=first)
            for stream, (first,) in zip(new, numbers, strict=True)
        }
        return heads | begun

    def _write(
        self, batch: Writes, before: Mapping[str, StreamHead], *, at: int, kept: int
    ) -> dict[str, StreamHead]:
        """Write a batch. Return the heads of the streams that won."""
        if not any(batch):
            return {}
        turn = Turn.of(batch, before, at=at, kept=kept, commit=self._next_commit())
        try:
            won = self._run(turn)
        except psycopg.errors.UniqueViolation:
            if len(batch.streams) < 2:
                return {}
            heads: dict[str, StreamHead] = {}
            for part in batch.apart():
                heads |= self._write(part, before, at=at, kept=kept)
            return heads
        return {stream: turn.heads[stream] for stream in won}

    def _run(self, turn: Turn) -> list[str]:
        """Write a turn. If a head stays locked for long, only that stream is not written."""
        try:
            rows = self._execute(turn.sql(skips_locked=False), turn.arguments)
        except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
            rows = self._execute(turn.sql(skips_locked=True), turn.arguments)
        return [stream for (stream,) in rows]

    def _next_commit(self) -> int:
        number = next(self._commits, None)
        if number is None:
            ((first,),) = self._execute("SELECT nextval('commits')")
            self._commits = iter(range(first, first + COMMITS))
            number = next(self._commits)
        return number

    def settle(self, expected: Mapping[str, int], requests: Sequence[Key]) -> set[Key]:
        """Lock the heads, then look for the receipts in a second statement. See `Log.settle`."""
        self.reopen()
        with self._certain(), self._connection.transaction():
            streams = sorted({stream for stream, _ in requests})
            rows = self._execute(f"{HEADS} FOR UPDATE", (streams,))
            heads = {row[0]: intact_head(row) for row in rows}
            stored = {(row[0], row[1]) for row in self._fetch_receipts(requests)}
            missing = {stream for stream, _ in set(requests) - stored}
            for stream in sorted(missing & heads.keys()):
                head = heads[stream]
                if head.revision == expected.get(stream):
                    head = head._replace(revision=head.revision + 1)
                    values = (head.revision, row_crc(*head), stream)
                    sql = "UPDATE heads SET revision = ?, crc = ? WHERE stream = ?"
                    self._execute(sql, values)
        return stored

    # --- reading ----------------------------------------------------------------------------------

    def confirmed(self, expected: Mapping[str, int]) -> dict[str, int]:
        """Return those of these revisions that are still current."""
        if not expected:
            return {}
        with self._reading():
            heads = self._read_heads(list(expected))
        return {
            stream: revision
            for stream, revision in expected.items()
            if self._is_at(heads.get(stream, StreamHead(stream)), revision)
        }

    def read_stream(
        self, stream: str, *, after: int = 0, requests: Sequence[Key] = ()
    ) -> StreamRead:
        """Read a stream in one snapshot. See `Log.read_stream`."""
        with self._reading(), self._connection.transaction():
            self._connection.execute(b"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            head = self._read_heads([stream]).get(stream, StreamHead(stream))
            rows = self._next_rows(stream, after, 1 << 60)
            value = self.value(stream)
            receipts = self._fetch_receipts(requests)
        facts = self._see(head, after, rows)
        return StreamRead(head.revision, value, facts, self._receipts(receipts))

    def changed(self, known: Mapping[str, int]) -> Changes:
        """Compare the open streams with what a server knows. See `Log.changed`."""
        rows = self._rows(
            "WITH known AS ("
            "  SELECT * FROM unnest(?::text[], ?::bigint[]) AS k(stream, revision)"
            " ), now_open AS ("
            "  SELECT stream, revision, due <= (SELECT now / 1000 FROM house) AS due"
            "  FROM heads WHERE is_open"
            " )"
            " SELECT stream, now_open.revision, known.revision, due"
            " FROM now_open FULL JOIN known USING (stream)"
            " WHERE due OR now_open.revision IS DISTINCT FROM known.revision",
            (list(known), list(known.values())),
        )
        return Changes(
            {stream: found for stream, found, old, _ in rows if found not in (None, old)},
            [stream for stream, found, _, _ in rows if found is None],
            [stream for stream, *_, due in rows if due],
        )

    def _read_heads(self, streams: list[str]) -> dict[str, StreamHead]:
        rows = self._execute(HEADS, (streams,))
        return {row[0]: intact_head(row) for row in rows}

    def _read_head(self, stream: str) -> StreamHead | None:
        with self._reading():
            return self._read_heads([stream]).get(stream)

    def _fetch_receipts(self, requests: Sequence[Key]) -> list[tuple[Any, ...]]:
        return self._execute(
            "SELECT found.* FROM unnest(?::text[], ?::text[]) AS asked(stream, id)"
            " CROSS JOIN LATERAL (SELECT stream, id, data, at, crc FROM receipts"
            "  WHERE stream = asked.stream AND id = asked.id LIMIT 1) AS found",
            ([stream for stream, _ in requests], [each for _, each in requests]),
        )

    def _note_rows(self, shelf: str, keys: Sequence[str]) -> list[tuple[Any, ...]]:
        sql = f"{select('notes')} WHERE shelf = ? AND key = ANY (?::text[])"
        return self._rows(sql, (shelf, list(keys)))

    def _receipt_rows(self, requests: Sequence[Key]) -> list[tuple[Any, ...]]:
        with self._reading():
            return self._fetch_receipts(requests)

    # --- care -------------------------------------------------------------------------------------

    def reopen(self) -> None:
        """Reconnect. Call `settle` to learn the outcome of the last write."""
        with self.address.explained():
            self._reconnect()
        self.needs_reopen = False

    def check(self) -> None:
        """Check that the database answers."""
        self._rows("SELECT 1", ())

    @property
    def notices(self) -> list[str]:
        """The database's settings."""
        return [f"{self.name}: {self.findings}."]

    @property
    def warnings(self) -> list[str]:
        """What an operator should change."""
        return self.findings.warnings

    @property
    def id(self) -> str:
        """The id of the log, which a copy of it has too."""
        return str(self._rows("SELECT id FROM log", ())[0][0])

    def faults(self, *, deep: bool) -> list[str]:
        """Return a line for each damaged head, and if `deep` for each damaged note and receipt."""
        parts = PARTS if deep else PARTS[:1]
        return [
            str(DamagedRow(part, row[:2]))
            for part in parts
            for row in self._rows(select(part), ())
            if not is_intact(row)
        ]

    def backup(self, path: Path) -> None:
        """Copy the log into a new SQLite file, even while it is being written to."""
        from puntobanco.store.postgres.copying import backup  # noqa: PLC0415 - it needs a store

        backup(self, path)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
