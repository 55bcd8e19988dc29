"""Recorded shoes from files, folders and logs, and shoes to export."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.analysis.shoe_files import (
    RecordedShoe,
    Rows,
    card_code,
    card_codes,
    read_shoes,
    write_shoes,
)
from puntobanco.errors import PuntoBancoError

if TYPE_CHECKING:
    from puntobanco.analysis.simulation.recorded import RecordedShoes
    from puntobanco.house import House
    from puntobanco.notation import Record

SUFFIXES = (".bgn", ".csv", ".txt")
"""The files of a folder that are read."""
MOST_EXPORTED = 100_000
_SQLITE = b"SQLite format 3\0"


def recorded_shoes(path: Path, house: House, *, has_ties: bool) -> RecordedShoes:
    """Read the shoes of a file, a folder or a log, or refuse them in one line."""
    from puntobanco.analysis.simulation.recorded import RecordedShoes

    with _named(path):
        found = [*_records_or_shoes(path)]
        shoes = [each for each in found if isinstance(each, RecordedShoe)]
        records = [each for each in found if not isinstance(each, RecordedShoe)]
        fitting = [each for each in records if each.decks == house.decks]
        notes = []
        if other := len(records) - len(fitting):
            decks = ", ".join(sorted({str(each.decks) for each in records} - {str(house.decks)}))
            if not (shoes or fitting):
                raise click.UsageError(
                    f"{path} has shoes of {decks} decks, not {house.decks}: add --decks"
                )
            notes.append(f"Left out: {other:,} with {decks} decks instead of {house.decks}.")
        shoes += [shoe for each in fitting if (shoe := _of_record(each)).coups]
        return RecordedShoes.of(shoes, house, has_ties=has_ties, notes=tuple(notes))


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Name the file in errors."""
    try:
        yield
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise click.UsageError(f"{path} cannot be read: it is not UTF-8 text") from None
    except PuntoBancoError as error:
        raise click.UsageError(f"{path}: {error}") from None


def _records_or_shoes(path: Path) -> Iterator[Record | RecordedShoe]:
    from puntobanco.notation import parse_record

    if path.is_dir():
        files = sorted(each for each in path.iterdir() if each.suffix.lower() in SUFFIXES)
        if not files:
            raise click.UsageError(f"{path} has no files that end in {', '.join(SUFFIXES)}")
        for file in files:
            with _named(file):
                yield from _records_or_shoes(file)
        return
    with path.open("rb") as stream:
        beginning = stream.read(len(_SQLITE))
    if beginning == _SQLITE:
        yield from _of_log(path)
    elif beginning.removeprefix(b"\xef\xbb\xbf").lstrip().upper().startswith(b"BGN:"):
        from puntobanco.notation import record_text

        with path.open("rb") as stream:
            yield parse_record(record_text(stream))
    else:
        with path.open(encoding="utf-8-sig", newline=None) as lines:
            yield from read_shoes(lines)


def _of_log(path: Path) -> Iterator[Record]:
    from puntobanco.history.shoes import Filter, Past
    from puntobanco.store import Store

    with Store.read(path) as store:
        past = Past(store)
        yield from past.records(Filter())
        for reason in past.unreadable.values():
            raise click.UsageError(f"{path}: {reason}")


def _of_record(record: Record) -> RecordedShoe:
    """Return the finished coups of a record. Cards are known if those of every coup are."""
    done = [coup for coup in record.coups if coup.outcome is not None and not coup.interrupted]
    coups = [coup.coup for coup in done]
    known = [coup for coup in coups if coup is not None]
    totals = [(coup.player_total, coup.banker_total) for coup in done]
    sums = [each for pair in totals for each in pair if each is not None]
    shown = record.burn[0] if record.burn else None
    return RecordedShoe(
        "".join(coup.outcome.letter for coup in done if coup.outcome),
        bytes(sums) if len(sums) == 2 * len(done) else b"",
        b"".join(map(card_codes, known)) if len(known) == len(done) else b"",
        card_code(shown),
        len(record.burn) - (shown is not None),
    )


def dealt_shoes(house: House, shoes: int, seed: str) -> RecordedShoes:
    """Deal shoes of whole cards, to be exported and played."""
    from puntobanco.analysis.simulation.specification import deal_to_record

    if shoes > MOST_EXPORTED:
        raise click.UsageError(f"--export-shoes writes up to {MOST_EXPORTED:,} shoes")
    return deal_to_record(house, shoes, seed)


def export_shoes(shoes: Iterable[RecordedShoe], path: Path, rows: Rows) -> None:
    """Write shoes to a CSV file, and say so."""
    try:
        with path.open("w", encoding="utf-8", newline="") as stream:
            write_shoes(shoes, stream, rows=rows)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None
    click.echo(f"The shoes are in {path}.", err=True)
