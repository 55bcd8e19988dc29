"""Save the intact part of a damaged log into a new file. Nothing is invented."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any

import apsw

from puntobanco.errors import StoreError
from puntobanco.store.care import Care
from puntobanco.store.checking import PARTS, Attested, attestation, damaged_rows
from puntobanco.store.file import (
    NUMBERS,
    NewLog,
    connect,
    creating,
    explained,
    new_log,
    refuse_foreign,
    refuse_unmigrated,
)
from puntobanco.store.heads import StreamHead, read_file_head, read_head
from puntobanco.store.log import Store
from puntobanco.store.rows import Damaged, chained, is_intact, row_bytes, select, with_crc

Row = tuple[Any, ...]
UNREADABLE = (apsw.Error, UnicodeDecodeError, Damaged)
"""What reading a damaged page or row raises."""

_STREAM, _VERSION, _COMMIT, _MORE, _AT = 1, 2, 3, 4, 5
"""The indexes of columns in a row of facts."""


@dataclass(frozen=True, slots=True)
class SavedStream:
    """How much of a stream was saved."""

    stream: str
    saved: int
    """How many of its events are in the new file."""
    written: int | None
    """How many events it had; None if its head is damaged too."""
    reason: str = ""
    """Why some were lost."""

    @property
    def is_whole(self) -> bool:
        """Whether every event was saved."""
        return self.saved == self.written


@dataclass(slots=True)
class Salvage:
    """The saved parts of a log, and the lost ones."""

    streams: list[SavedStream] = field(default_factory=list)
    receipts: int = 0
    notes: int = 0
    lost: list[str] = field(default_factory=list)
    """A line for everything lost besides events."""

    @property
    def is_whole(self) -> bool:
        """Whether everything was saved."""
        return not self.lost and all(stream.is_whole for stream in self.streams)


def repair(path: Path, new: Path) -> Salvage:
    """Save the intact part of a log into a new file. The damaged one isn't changed."""
    if not path.exists():
        raise StoreError(f"{path}: there is no such file")
    with explained(path), ExitStack() as opened:
        refuse_foreign(path)
        source = opened.enter_context(closing(connect(path, apsw.SQLITE_OPEN_READONLY)))
        refuse_unmigrated(source, path)
        salvage, facts = _salvaged_facts(source)
        salvage.lost += dict.fromkeys([*_lost_end(source, path), *_lost_rows(source)])
        with explained(new), creating(new):
            with new_log(new) as target:
                _write(target, path, source, facts, salvage)
            Store.open(new).close()
    return salvage


def _lost_end(source: apsw.Connection, path: Path) -> list[str]:
    attested = attestation(path, lambda: read_file_head(source))
    return [attested.reason] if attested.attested is Attested.LOST else []


def _lost_rows(source: apsw.Connection) -> Iterator[str]:
    """Yield a line for each table that lacks rows."""
    for part in PARTS:
        try:
            list(damaged_rows(source, [part]))
        except Damaged as error:
            yield str(error)
        except UNREADABLE:
            yield f"some {part} cannot be read"


def _salvaged_facts(source: apsw.Connection) -> tuple[Salvage, list[Row]]:
    """Return the intact facts of each stream up to the first damaged or missing one."""
    found: dict[str, dict[int, Row]] = defaultdict(dict)
    ((last,),) = _rows(source, "SELECT max(number) FROM facts") or [(0,)]
    for row in _readable(source, 1, last or 0):
        stream, version = row[_STREAM], row[_VERSION]
        if is_intact(row[1:]) and found[stream].setdefault(version, row) != row:
            found[stream][version] = ()  # two events in one place: either may be wrong
    salvage, saved = Salvage(), []
    known = (stream for (stream,) in _rows(source, "SELECT stream FROM heads"))
    for stream in sorted({*found, *known}):
        summary, rows = _prefix(found[stream], stream, source)
        salvage.streams.append(summary)
        saved += rows
    return salvage, sorted(saved)


def _rows(source: apsw.Connection, sql: str) -> list[Row]:
    """Return the rows of a query, or none if some can't be read."""
    try:
        return source.execute(sql).fetchall()
    except UNREADABLE:
        return []


def _readable(source: apsw.Connection, first: int, last: int) -> Iterator[Row]:
    """Yield every fact in this range of numbers that can be read."""
    if first > last:
        return
    facts = select("facts", first=NUMBERS["facts"])
    sql = f"{facts} NOT INDEXED WHERE number BETWEEN ? AND ?"
    try:
        yield from source.execute(sql, (first, last)).fetchall()
    except UNREADABLE:
        if first < last:
            middle = (first + last) // 2
            yield from _readable(source, first, middle)
            yield from _readable(source, middle + 1, last)


def _prefix(
    rows: dict[int, Row], stream: str, source: apsw.Connection
) -> tuple[SavedStream, list[Row]]:
    """Return the events of a stream in the commits before its first missing event."""
    head = _head(source, stream)
    kept: list[Row] = []
    while row := rows.get(len(kept) + 1):
        kept.append(row)
    if head and len(kept) == head.version:
        if _chain(kept) == head.chain:
            return SavedStream(stream, head.version, head.version), kept
        return SavedStream(stream, 0, head.version, "its events are not those of its head"), []
    reason = f"event {len(kept) + 1} is damaged or missing" if head else "its head is damaged"
    while kept and kept[-1][_MORE]:
        kept.pop()
    return SavedStream(stream, len(kept), head.version if head else None, reason), kept


def _chain(rows: Iterable[Row]) -> bytes:
    chain = b""
    for row in rows:
        chain = chained(chain, row_bytes(row[1:-1]))
    return chain


def _head(source: apsw.Connection, stream: str) -> StreamHead | None:
    try:
        return read_head(source, stream)
    except UNREADABLE:
        return None


def _write(
    target: NewLog, path: Path, source: apsw.Connection, facts: list[Row], salvage: Salvage
) -> None:
    """Write a log of these facts, and everything else of the streams that are complete."""
    whole = {each.stream for each in salvage.streams if each.is_whole}
    cut = {each.stream for each in salvage.streams} - whole
    receipts = [row for row in _intact(source, "receipts", salvage) if row[0] in whole]
    notes = [row for row in _intact(source, "notes", salvage) if row[1] not in cut]
    snapshots = [row for row in _intact(source, "snapshots", salvage) if row[1] in whole]
    salvage.receipts, salvage.notes = len(receipts), len(notes)
    lost = [f"{each.stream}: {each.reason}" for each in salvage.streams if not each.is_whole]
    record = Care.now("repair", str(path.absolute()), lost=[*lost, *salvage.lost])
    # A later time would make the other rows look older.
    notes.append(record.row(max((row[-2] for row in (*receipts, *notes)), default=0)))
    target.add("facts", facts)
    target.add("receipts", receipts)
    target.add("snapshots", snapshots)
    target.add("notes", notes)
    target.add("heads", _heads(facts))
    target.commits = max((row[_COMMIT] for row in facts), default=0)


def _heads(facts: list[Row]) -> Iterator[Row]:
    streams: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(facts, key=itemgetter(_VERSION)):
        streams[row[_STREAM]].append(row)
    for stream, rows in streams.items():
        head = StreamHead(stream, rows[0][0], len(rows), rows[-1][_AT], _chain(rows), revision=1)
        yield with_crc(*head)


def _intact(source: apsw.Connection, table: str, salvage: Salvage) -> list[Row]:
    """Return the intact rows of a table, and add to `salvage` what was lost."""
    rows: list[Row] = []
    try:
        rows.extend(source.execute(select(table)))
    except UNREADABLE:
        salvage.lost.append(f"{table} after the first {len(rows)} could not be read")
    intact = list({row[:2]: row for row in rows if is_intact(row)}.values())
    if damaged := len(rows) - len(intact):
        salvage.lost.append(f"{damaged} damaged {table} were left out")
    return intact
