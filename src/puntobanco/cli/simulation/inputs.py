"""Recorded shoes from files, folders and logs, shoes to export, and the named strategies."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import click

from puntobanco.analysis.shoe_files import (
    RecordedShoe,
    Rows,
    card_code,
    card_codes,
    read_shoes,
    write_shoes,
)
from puntobanco.cli.simulation.options import GuestOptions
from puntobanco.errors import PuntoBancoError

if TYPE_CHECKING:
    from puntobanco.analysis.simulation.recorded import RecordedShoes
    from puntobanco.analysis.strategies.staking import Staking
    from puntobanco.analysis.strategies.strategy import Strategy
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


_STAKING_OPTIONS = ("max_steps", "at_cap", "virtual", "reset")
_KEYS = ("name", "placement", "staking", *_STAKING_OPTIONS, "count", "stake")

Found = TypeVar("Found")


def strategies_of(guests: GuestOptions) -> tuple[Strategy, ...]:
    """Return the strategies of the command line, then those of the file."""
    stakings = guests.stakings or ("flat",)
    stakings *= len(guests.strategies) if len(stakings) == 1 else 1
    pairs = zip(guests.strategies, stakings, strict=True)
    found = [_strategy(text, _staking(staking)) for text, staking in pairs]
    if guests.strategies_file is not None:
        found += _of_file(guests.strategies_file)
    return tuple(found)


def _strategy(
    text: str, staking: Staking, *, name: str = "", option: str = "--strategy"
) -> Strategy:
    from puntobanco.analysis.strategies.strategy import Strategy

    if own := _own_function(text, option):
        function, source = own
        with_name = name or text
        return _refused(
            option, lambda: Strategy.own(function, staking, name=with_name, source=source)
        )
    return _refused(option, lambda: Strategy.parse(text, staking, name=name))


def _staking(text: str, *, option: str = "--staking") -> Staking:
    from puntobanco.analysis.strategies.staking import Staking
    from puntobanco.analysis.strategies.strategy import own_staking

    if own := _own_function(text, option):
        function, source = own
        return _refused(option, lambda: own_staking(function, text, source=source))
    return _refused(option, lambda: Staking.parse(text))


def _refused(option: str, make: Callable[[], Found]) -> Found:
    """Make a value; a mistake names the option."""
    try:
        return make()
    except PuntoBancoError as error:
        raise click.UsageError(f"{option}: {error}") from None


def _own_function(text: str, option: str) -> tuple[Callable[..., Any], bytes] | None:
    """Return the function that FILE.py:FUNCTION names and the file's content, or None."""
    path, _, function = text.rpartition(":")
    if not path.endswith(".py"):
        return None
    try:
        source = Path(path).read_bytes()
        module = ModuleType("own_strategy")
        module.__file__ = path
        # No bytecode is cached, since it could be older than the source.
        exec(compile(source, path, "exec"), vars(module))  # noqa: S102 - the guest asked to run it
        return getattr(module, function), source
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a guest's own file may fail in any way
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise click.UsageError(f"{option}: {text} can't be used: {reason}") from None


def _of_file(path: Path) -> list[Strategy]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise click.UsageError(f"--strategies {path}: {error}") from None
    tables = content.get("strategy")
    if not isinstance(tables, list) or not tables or set(content) != {"strategy"}:
        raise click.UsageError(
            f"--strategies {path}: it needs tables [[strategy]] and nothing else"
        )
    return [_of_table(path, number, table) for number, table in enumerate(tables, 1)]


def _of_table(path: Path, number: int, table: object) -> Strategy:
    where = f"--strategies {path}, strategy {number}"
    if not isinstance(table, dict) or not isinstance(table.get("placement"), str):
        raise click.UsageError(f"{where}: placement is missing: a text in quotes")
    for key in table:
        if key not in _KEYS:
            raise click.UsageError(f"{where}: {key} is not one of {', '.join(_KEYS)}")
    staking = ", ".join(_staking_parts(where, table))
    name = table.get("name", "")
    if not isinstance(name, str):
        raise click.UsageError(f"{where}: name must be a text in quotes")
    return _strategy(table["placement"], _staking(staking, option=where), name=name, option=where)


def _staking_parts(where: str, table: Mapping[str, object]) -> Iterator[str]:
    """Yield the staking of a table as `Staking.parse` reads it."""
    if "stake" in table:
        ramp = table["stake"]
        if "staking" in table or not isinstance(ramp, dict) or "count" not in table:
            raise click.UsageError(
                f"{where}: stake is a table such as {{ 0 = 1, 2 = 5 }}, with a count and no staking"
            )
        yield f"ramp {table['count']} " + " ".join(f"{at}:{units}" for at, units in ramp.items())
    else:
        yield str(table.get("staking", "flat"))
    for key in _STAKING_OPTIONS:
        if key in table:
            yield f"{key}={table[key]}"
