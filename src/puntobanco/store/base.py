"""Log: what every store does, and the reading that all of them share. Each row is checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Self

from puntobanco.errors import LogWentBack, RowDamaged, StoreError
from puntobanco.store.checking import Attestation, Attested, DamagedRow
from puntobanco.store.file import damaged_file
from puntobanco.store.heads import StreamHead, checked_facts
from puntobanco.store.house import Beat, OrderAnswer, StoredOrder
from puntobanco.store.rows import (
    VALUES,
    Changes,
    Fact,
    Key,
    Logged,
    Note,
    Receipt,
    Snapshot,
    StreamRead,
    StreamValue,
    Writes,
    is_intact,
    select,
)

SLICE = 1_000
"""Facts that are read at a time."""


class Log(ABC):
    """A log of facts, open for writing or for reading. Placeholders in its SQL are `?`."""

    is_shared = False
    """Whether other servers may write to it."""

    def __init__(self, name: str) -> None:
        self.name = name
        """The log in errors: its file, or the address of its database without a password."""
        self.attestation = Attestation(Attested.ABSENT)
        """Whether the head file attested the end of the log when it was opened."""
        self.needs_reopen = False
        """Whether the outcome of a write is unknown. Call `settle` or `reopen` before the next."""
        self.damage: list[DamagedRow] = []
        """The heads, notes and receipts that were damaged when the log was opened."""
        self.pause: Callable[[], None] = lambda: None
        """Called after every slice of facts that is read; it may raise."""
        self._seen: dict[str, StreamHead] = {}
        """The newest heads of the streams that this server has read with `read_stream` or written.
        They may have been published, so the log must not go back behind them."""

    # --- what each store does its own way ---------------------------------------------------------

    @property
    @abstractmethod
    def id(self) -> str:
        """The random id of the log, which a copy of it has too."""

    @abstractmethod
    def _append(
        self, batch: Writes, expected: Mapping[str, int], *, at: int, kept: int
    ) -> tuple[Writes, dict[str, int]]:
        """Write a batch. Return the written part, and the new revisions of all streams that won."""

    @abstractmethod
    def settle(self, expected: Mapping[str, int], requests: Sequence[Key]) -> set[Key]:
        """Find out if an append with an unknown outcome was written. If not, prevent it for good.

        `expected` has the revisions that it was based on, `requests` the keys of its receipts.
        Return those that are stored. The others will never be: if a stream still has the expected
        revision, this raises it. Open the log again first if that is necessary.
        """

    @abstractmethod
    def confirmed(self, expected: Mapping[str, int]) -> dict[str, int]:
        """Return those of these revisions that are still current."""

    @abstractmethod
    def read_stream(
        self, stream: str, *, after: int = 0, requests: Sequence[Key] = ()
    ) -> StreamRead:
        """Read a stream at one moment: its facts after a version, its value and some receipts.

        Raise `LogWentBack` if this store has seen a later end of the stream.
        """

    @abstractmethod
    def changed(self, known: Mapping[str, int]) -> Changes:
        """Compare the open streams with the revisions that a server knows, in one query."""

    @abstractmethod
    def beat(self, server: str, present: Collection[tuple[str, str]]) -> Beat:
        """Advance the house clock, and store who is connected to a server: streams and guests.

        Each server calls this once a second. One that is silent for three seconds has no guests.
        """

    @abstractmethod
    def announce(self, server: str, present: Collection[tuple[str, str]]) -> None:
        """Store at once that these guests are connected to a server too."""

    @abstractmethod
    def notify(self, streams: Collection[str]) -> None:
        """Wake up the other servers, because these streams have changed. This may get lost."""

    @abstractmethod
    def listen(self, wake: Callable[[Collection[str]], None]) -> AbstractContextManager[None]:
        """Call `wake`, perhaps on another thread, when another server says what has changed.

        An empty collection means that anything may have changed.
        """

    @abstractmethod
    def reopen(self) -> None:
        """Open the log again after a write whose outcome is unknown. Its content is the truth."""

    @abstractmethod
    def check(self) -> None:
        """Check that the log holds everything that was written, or raise."""

    @abstractmethod
    def faults(self, *, deep: bool) -> list[str]:
        """Return a line for each fault that no stream shows. If `deep`, check every row too."""

    @abstractmethod
    def backup(self, path: Path) -> None:
        """Copy the log into a new SQLite file, even while it is being written to."""

    @abstractmethod
    def close(self) -> None:
        """Close the log."""

    @abstractmethod
    def _rows(self, sql: str, bindings: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Return the rows of a query. Raise `StoreError`."""

    @abstractmethod
    def _read_head(self, stream: str) -> StreamHead | None:
        """Return a stream's head. Read it before the facts: a writer may append in between."""

    @abstractmethod
    def _note_rows(self, shelf: str, keys: Sequence[str]) -> list[tuple[Any, ...]]:
        """Return the rows of these notes, as far as they exist."""

    @abstractmethod
    def _receipt_rows(self, requests: Sequence[Key]) -> list[tuple[Any, ...]]:
        """Return the rows of these receipts, as far as they exist."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- an operator's orders, which reach the server of a file through a socket ------------------

    def new_orders(self) -> list[StoredOrder]:
        """Return the orders since the last call, or since this server started."""
        return []

    def answer_orders(self, server: str, answers: Sequence[OrderAnswer]) -> None:  # noqa: B027 - a file has none
        """Answer orders. If that fails, the operator learns that the outcome is unknown."""

    # --- writing ----------------------------------------------------------------------------------

    def append(
        self,
        facts: Sequence[Fact],
        *,
        at: int,
        expected: Mapping[str, int] | None = None,
        receipts: Sequence[Receipt] = (),
        values: Sequence[StreamValue] = (),
        snapshots: Sequence[Snapshot] = (),
        notes: Iterable[Note] = (),
        forgotten: Iterable[Key] = (),
        kept_at: int | None = None,
    ) -> dict[str, int]:
        """Write everything durably, stream by stream. Return the new revisions of those that won.

        `expected` has the revisions that the writer has seen. A stream with another revision loses,
        and so does one with a receipt that exists: nothing is written for it. A stream that is
        expected, and for which there is nothing to write, wins if its revision is the expected one.

        Facts get the time `at`, or that of the previous fact if the clock went back. Receipts,
        values and notes get the time `kept_at`, which decides when they expire, or else `at`.
        `forgotten` are receipts to delete, by stream and id.

        Raise `OutcomeUnknown` if it may or may not have been written; then `settle`.
        """
        batch = Writes(facts, receipts, values, snapshots, list(notes), list(forgotten))
        kept = at if kept_at is None else kept_at
        written, won = self._append(batch, expected or {}, at=at, kept=kept)
        for stream in written.closed:
            self._seen.pop(stream, None)
        return won

    # --- files, which only some stores have -------------------------------------------------------

    @property
    def notices(self) -> list[str]:
        """What an operator should know when a server starts."""
        return []

    @property
    def warnings(self) -> list[str]:
        """What an operator should change."""
        return []

    @property
    def trouble(self) -> object:
        """What happened to the log's files since the last write."""
        return None

    @property
    def is_in_place(self) -> bool:
        """Whether the files of the log are as the last write left them."""
        return self.trouble is None

    def look_for_file(self) -> None:
        """Stop writing if somebody deleted, replaced, truncated or overwrote a file of the log."""
        self.needs_reopen = self.needs_reopen or not self.is_in_place

    # --- reading ----------------------------------------------------------------------------------

    def time_in(self, stream: str, at: int) -> int:
        """Return the time of a fact written at `at`: a stream's time never goes back."""
        head = self._read_head(stream)
        return max(at, head.at if head else 0)

    def facts(self, stream: str, *, after: int = 0, chain: bytes = b"") -> Iterator[Logged]:
        """Yield the facts of a stream after version `after`, oldest first.

        Raise at the first fact that is missing, damaged or not the one that was written there.
        `chain` is the stream's chain at `after`, if known.
        """
        head, rows = self._read_head(stream), self._fact_rows(stream, after)
        yield from checked_facts(stream, after, chain, head, rows, damaged=self._damaged)

    def _fact_rows(self, stream: str, after: int) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a stream after a version, a slice at a time."""
        while rows := self._next_rows(stream, after, SLICE):
            yield from rows
            after += len(rows)
            if len(rows) < SLICE:
                return
            self.pause()

    def _next_rows(self, stream: str, after: int, most: int) -> list[tuple[Any, ...]]:
        """Return the rows of a stream after a version, at most `most`."""
        return self._rows(
            f"{select('facts')} WHERE stream = ? AND version > ? ORDER BY version LIMIT ?",
            (stream, after, most),
        )

    def _damaged(self, stream: str, version: int, reason: str = "") -> StoreError:
        what = f"damaged at event {version} of {stream}{reason and f': {reason}'}"
        return damaged_file(self.name, f"{what}; nothing was changed")

    def _is_at(self, head: StreamHead, revision: int) -> bool:
        """Return whether a head is unchanged since this revision was seen."""
        seen = self._seen.get(head.stream)
        is_same = seen is None or seen.revision != revision or seen.chain == head.chain
        return head.revision == revision and is_same

    def _see(self, head: StreamHead, after: int, rows: Iterable[tuple[Any, ...]]) -> list[Logged]:
        """Return the facts of rows. Refuse a log that went back behind what was seen."""
        seen = self._seen.get(head.stream)
        is_behind = seen is not None and head.revision < seen.revision
        if is_behind or not self._is_at(head, head.revision):
            raise LogWentBack(head.stream)
        is_known = seen is not None and seen.version == after
        chain = seen.chain if seen and is_known else b""
        try:
            facts = list(
                checked_facts(head.stream, after, chain, head, rows, damaged=self._damaged)
            )
        except StoreError:
            if is_known and all(is_intact(row) for row in rows):
                raise LogWentBack(head.stream) from None
            raise
        self._seen[head.stream] = head
        return facts

    def streams(self) -> list[str]:
        """Return every stream, the newest first."""
        return list(self.first_numbers())

    def first_numbers(self) -> dict[str, int]:
        """Return the number of each stream's first fact, the newest stream first."""
        sql = "SELECT stream, first FROM heads WHERE version > 0 ORDER BY first DESC"
        return dict(self._rows(sql, ()))

    def last(self, stream: str) -> Logged | None:
        """Return the newest fact of a stream."""
        head = self._read_head(stream)
        newest = list(self.facts(stream, after=head.version - 1)) if head and head.version else []
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
            f"{select('snapshots')} WHERE stream = ? ORDER BY version DESC, label", (stream,)
        )

    def receipt(self, stream: str, request: str) -> Receipt | None:
        """Return the answer to an earlier request with this id."""
        return self.receipts([(stream, request)]).get((stream, request))

    def receipts(self, requests: Sequence[Key]) -> dict[Key, Receipt]:
        """Return the answers to those of these requests that were made before."""
        return self._receipts(self._receipt_rows(requests)) if requests else {}

    def _receipts(self, rows: list[tuple[Any, ...]]) -> dict[Key, Receipt]:
        self._check(rows, "a receipt")
        return {
            (stream, request): Receipt(stream, request, data) for stream, request, data, *_ in rows
        }

    def receipts_after(self, last: Key, most: int) -> list[tuple[str, str, int]]:
        """Return the stream, id and time of up to `most` receipts after `last`, in order."""
        return self._rows(
            "SELECT stream, id, at FROM receipts WHERE (stream, id) > (?, ?)"
            " ORDER BY stream, id LIMIT ?",
            (*last, most),
        )

    def newest_kept_at(self) -> int | None:
        """Return the latest time of any receipt or note."""
        sql = "SELECT max(at) FROM (SELECT at FROM receipts UNION ALL SELECT at FROM notes) AS kept"
        ((at,),) = self._rows(sql, ())
        return None if at is None else int(at)

    def note(self, shelf: str, key: str) -> str | None:
        """Return the data of a note."""
        rows = self._note_rows(shelf, [key])
        self._check(rows, "a note")
        return next((data for _, _, data, *_ in rows), None)

    def noted(self, shelf: str, keys: Sequence[str]) -> dict[str, tuple[str | None, int]]:
        """Return the data and time of these notes, if they exist. A damaged note has no data."""
        rows = self._note_rows(shelf, keys) if keys else []
        return {row[1]: (row[2] if is_intact(row) else None, row[3]) for row in rows}

    def notes_after(self, shelf: str, last: str, most: int) -> list[tuple[str, str, int]]:
        """Return the key, data and time of up to `most` notes after `last`, in order."""
        return self._rows(
            "SELECT key, data, at FROM notes WHERE shelf = ? AND key > ? ORDER BY key LIMIT ?",
            (shelf, last, most),
        )

    def notes(self, shelf: str) -> dict[str, str]:
        """Return the data of all intact notes of a shelf, by key. `damage` lists the others."""
        rows = self._rows(f"{select('notes')} WHERE shelf = ?", (shelf,))
        return {row[1]: row[2] for row in rows if is_intact(row)}

    def _check(self, rows: Iterable[Sequence[Any]], what: str) -> None:
        if not all(map(is_intact, rows)):
            raise RowDamaged(f"{self.name}: damaged in {what}; nothing was changed")
