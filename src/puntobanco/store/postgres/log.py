"""PostgresStore: a log in a PostgreSQL database, which several servers share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import psycopg

from puntobanco.errors import StoreError
from puntobanco.store.base import Log
from puntobanco.store.checking import PARTS, Attestation, Attested, DamagedRow
from puntobanco.store.file import CommitUncertain
from puntobanco.store.heads import StreamHead, intact_head
from puntobanco.store.house import Beat, OrderAnswer, StoredOrder
from puntobanco.store.postgres.connection import (
    Address,
    Findings,
    execute,
    is_broken,
    migrate,
    refuse_unmigrated,
)
from puntobanco.store.postgres.house import Orders, Presence, WakeUps
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


class PostgresStore(Log):
    """A log in a PostgreSQL database. It is not safe to use it in two threads at once."""

    is_shared = True

    def __init__(self, address: Address) -> None:
        super().__init__(str(address))
        self.address = address
        with address.explained():
            self._connection = address.connect()
            self.findings = Findings.of(self._connection)
            """The version and settings of a database."""
        self.attestation = Attestation(Attested.ABSENT, "a database has no head file")
        self._presence = Presence()
        self._orders = Orders()
        self._wake_ups = WakeUps(address)
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
        execute(
            self._connection,
            "INSERT INTO heads (stream, first, version, at, chain, revision, due, crc, is_open)"
            " SELECT stream, 0, 0, 0, '', 0, 0, crc, false"
            " FROM unnest(?::text[], ?::bigint[]) AS new(stream, crc) ON CONFLICT DO NOTHING",
            (streams, [row_crc(*StreamHead(stream)) for stream in streams]),
        )
        return self._read_heads(streams)

    def _numbered(self, batch: Writes, heads: dict[str, StreamHead]) -> dict[str, StreamHead]:
        """Return heads in which each stream that begins has its place in the order of streams."""
        new = [each for each in batch.streams if not heads[each].first and each in batch.growing]
        sql = "SELECT nextval('firsts') FROM generate_series(1, ?::bigint)"
        numbers = execute(self._connection, sql, (len(new),)) if new else []
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
            rows = execute(self._connection, turn.sql(skips_locked=False), turn.arguments)
        except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
            rows = execute(self._connection, turn.sql(skips_locked=True), turn.arguments)
        return [stream for (stream,) in rows]

    def _next_commit(self) -> int:
        number = next(self._commits, None)
        if number is None:
            ((first,),) = execute(self._connection, "SELECT nextval('commits')")
            self._commits = iter(range(first, first + COMMITS))
            number = next(self._commits)
        return number

    def settle(self, expected: Mapping[str, int], requests: Sequence[Key]) -> set[Key]:
        """Lock the heads, then look for the receipts in a second statement. See `Log.settle`."""
        self._reconnect()
        with self._certain(), self._connection.transaction():
            streams = sorted({stream for stream, _ in requests})
            rows = execute(self._connection, f"{HEADS} FOR UPDATE", (streams,))
            heads = {row[0]: intact_head(row) for row in rows}
            stored = {(row[0], row[1]) for row in self._fetch_receipts(requests)}
            missing = {stream for stream, _ in set(requests) - stored}
            for stream in sorted(missing & heads.keys()):
                head = heads[stream]
                if head.revision == expected.get(stream):
                    head = head._replace(revision=head.revision + 1)
                    values = (head.revision, row_crc(*head), stream)
                    sql = "UPDATE heads SET revision = ?, crc = ? WHERE stream = ?"
                    execute(self._connection, sql, values)
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
        with self._reading():
            rows = execute(
                self._connection,
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
        rows = execute(self._connection, HEADS, (streams,))
        return {row[0]: intact_head(row) for row in rows}

    def _read_head(self, stream: str) -> StreamHead | None:
        with self._reading():
            return self._read_heads([stream]).get(stream)

    def _fetch_receipts(self, requests: Sequence[Key]) -> list[tuple[Any, ...]]:
        return execute(
            self._connection,
            "SELECT found.* FROM unnest(?::text[], ?::text[]) AS asked(stream, id)"
            " CROSS JOIN LATERAL (SELECT stream, id, data, at, crc FROM receipts"
            "  WHERE stream = asked.stream AND id = asked.id LIMIT 1) AS found",
            ([stream for stream, _ in requests], [each for _, each in requests]),
        )

    def _note_rows(self, shelf: str, keys: Sequence[str]) -> list[tuple[Any, ...]]:
        with self._reading():
            return execute(
                self._connection,
                "SELECT shelf, key, data, at, crc FROM notes"
                " WHERE shelf = ? AND key = ANY (?::text[])",
                (shelf, list(keys)),
            )

    def _receipt_rows(self, requests: Sequence[Key]) -> list[tuple[Any, ...]]:
        with self._reading():
            return self._fetch_receipts(requests)

    def _rows(self, sql: str, bindings: tuple[str | int, ...]) -> list[tuple[Any, ...]]:
        with self._reading():
            return execute(self._connection, sql, bindings)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Connect again first if the connection is lost."""
        with self.address.explained():
            if self._connection.closed:
                self._connect()
            yield

    # --- the house --------------------------------------------------------------------------------

    def beat(self, server: str, present: Collection[tuple[str, str]]) -> Beat:
        """Advance the house clock. See `Log.beat`."""
        with self._reading():
            return self._presence.beat(self._connection, server, present)

    def announce(self, server: str, present: Collection[tuple[str, str]]) -> None:
        """Store that these guests are connected to a server too."""
        with self._reading():
            self._presence.announce(self._connection, server, present)

    def withdraw(self, server: str) -> None:
        """Store that nobody is connected to a server any more."""
        with self._reading():
            self._presence.withdraw(self._connection, server)

    def notify(self, streams: Collection[str]) -> None:
        """Wake up the other servers."""
        with suppress(psycopg.Error):
            self._wake_ups.notify(self._connection, streams)

    def listen(self, wake: Callable[[Collection[str]], None]) -> AbstractContextManager[None]:
        """Call `wake` on another thread when another server says what has changed."""
        return self._wake_ups.listen(wake)

    def new_orders(self) -> list[StoredOrder]:
        """Return the orders of operators since the last call."""
        with self._reading():
            return self._orders.new(self._connection)

    def answer_orders(self, server: str, answers: Sequence[OrderAnswer]) -> None:
        """Answer the orders of operators."""
        with self._reading():
            self._orders.answer(self._connection, server, answers)

    # --- care -------------------------------------------------------------------------------------

    def reopen(self) -> None:
        """Reconnect. Call `settle` to learn the outcome of the last write."""
        self._reconnect()

    def _reconnect(self) -> None:
        with self.address.explained():
            self._connect()
        self.needs_reopen = False

    def _connect(self) -> None:
        with suppress(psycopg.Error):
            self._connection.close()
        self._presence.forget()
        self._connection = self.address.connect()

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
