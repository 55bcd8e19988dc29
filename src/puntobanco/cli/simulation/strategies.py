"""The strategies that the options of `puntobanco simulate` name."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import click

from puntobanco.cli.simulation.options import GuestOptions
from puntobanco.errors import PuntoBancoError

if TYPE_CHECKING:
    from puntobanco.analysis.strategies.staking import Staking
    from puntobanco.analysis.strategies.strategy import Strategy

_KEYS = (
    "name",
    "placement",
    "staking",
    "max_steps",
    "at_cap",
    "virtual",
    "reset",
    "count",
    "stake",
)

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
    """Read the strategies of a TOML file: tables `[[strategy]]`."""
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
    for key in ("max_steps", "at_cap", "virtual", "reset"):
        if key in table:
            yield f"{key}={table[key]}"
