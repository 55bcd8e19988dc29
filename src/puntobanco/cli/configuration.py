"""The configuration of a server: flags, then the environment, then one TOML file, then defaults.

An option of the command has the same key in the file: ``port = 8000``. Limits and durations are in
the tables ``[limits]`` and ``[pace]``. The environment variable of ``limits.tables`` is
``PUNTOBANCO_LIMITS_TABLES``.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import time
import tomllib
import traceback
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any, TextIO

import click
from click.core import ParameterSource

from puntobanco.errors import shown
from puntobanco.printable import printable
from puntobanco.web.limits import Caps, Pace, Rate

PREFIX = "PUNTOBANCO_"
DEFAULT = "default"
SECRETS = {"seed"}
"""Settings that are never shown. The text of a database's address leaves out its password."""
TABLES = {"limits": Caps, "pace": Pace}
MOST = 10**9
"""The largest limit."""
SHORTEST = 0.001
"""The shortest duration, in seconds."""
SLOWEST = 1e-9
"""The lowest rate."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A value and its source: ``default``, a flag, a variable or a file."""

    value: Any
    source: str = DEFAULT


@dataclass(frozen=True, slots=True)
class Configuration:
    """Every setting by its key, such as ``port`` or ``limits.tables``."""

    settings: Mapping[str, Setting]

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 - an option may have any type
        """Return the value of a setting."""
        return self.settings[key].value

    @property
    def caps(self) -> Caps:
        """The limits."""
        return Caps(**self._table("limits"))

    @property
    def pace(self) -> Pace:
        """The durations."""
        return Pace(**self._table("pace"))

    def _table(self, name: str) -> dict[str, Any]:
        return {
            key.removeprefix(f"{name}."): setting.value
            for key, setting in self.settings.items()
            if key.startswith(f"{name}.")
        }

    def lines(self, fallbacks: Mapping[str, str]) -> Iterator[str]:
        """Yield the configuration as TOML, with the source of each value. Secrets are masked.

        `fallbacks` are used in place of settings without a value. They are comments, because they
        depend on other settings and on the machine.
        """
        table = ""
        for key, setting in self.settings.items():
            name = key.rpartition(".")[0]
            if name != table:
                table = name
                yield f"\n[{table}]"
            own = key.removeprefix(f"{table}.")
            if setting.value is None and key in fallbacks:
                yield f"# {own} = {_toml(key, fallbacks[key])}  # {DEFAULT}"
            elif setting.value is None:
                yield f"# {own} is not set"
            elif key in SECRETS:
                yield f"# {own} is set and not shown  # {setting.source}"
            else:
                yield f"{own} = {_toml(key, setting.value)}  # {setting.source}"


def _toml(key: str, value: object) -> str:
    match value:
        case Rate(per_second, at_once):
            return f"{{ per_second = {_digits(per_second)}, at_once = {_digits(at_once)} }}"
        case bool():
            return json.dumps(value)
        case int() | float():
            return _digits(value if _is_plain(key) else value / 1_000)
        case tuple():
            return json.dumps([str(each) for each in value])
        case _:
            return json.dumps(str(value), ensure_ascii=False)


def _digits(number: float) -> str:
    return str(int(number) if number == int(number) else number)


def _is_plain(key: str) -> bool:
    """Return whether to write a number unchanged. Durations are written in seconds."""
    return not key.startswith("pace.") or key == "pace.showing"


# --- reading --------------------------------------------------------------------------------------


def read_configuration(
    context: click.Context, file: Path | None, environment: Mapping[str, str]
) -> Configuration:
    """Return every setting of a command, or refuse a wrong one with its place."""
    table = _read(file) if file else {}
    found = _Sources(environment, str(file), table)
    settings = {
        key: found.option(context, option, key) for key, option in _options(context).items()
    }
    for name, kind in TABLES.items():
        for field in fields(kind):
            key = f"{name}.{field.name}"
            default: Any = field.default
            settings[key] = found.limit(key, default)
    found.refuse_rest(list(settings))
    return Configuration(settings)


def _options(context: click.Context) -> dict[str, click.Option]:
    options = [each for each in context.command.params if isinstance(each, click.Option)]
    flags = {each.opts[0].removeprefix("--").replace("-", "_"): each for each in options}
    return {key: each for key, each in flags.items() if key not in ("config", "show_config")}


@dataclass(frozen=True, slots=True)
class _Sources:
    environment: Mapping[str, str]
    file: str
    table: Mapping[str, Any]

    def option(self, context: click.Context, option: click.Option, key: str) -> Setting:
        """Return an option. Click checks values of the environment and the file like a flag."""
        name = str(option.name)
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            return Setting(context.params[name], option.opts[0])
        variable = _variable(key)
        if (text := self.environment.get(variable, "")) != "":
            value = text.split() if option.multiple else text
            return Setting(_checked(context, option, value, variable), variable)
        if key in self.table:
            value = self.table[key]
            return Setting(_checked(context, option, value, f"{self.file}: {key}"), self.file)
        return Setting(context.params[name])

    def limit(self, key: str, default: Any) -> Setting:  # noqa: ANN401 - numbers and rates
        """Return a limit or a duration."""
        table, _, name = key.partition(".")
        variable = _variable(key)
        if text := self.environment.get(variable, ""):
            return Setting(_number(key, default, _typed(text), variable), variable)
        inside = self.table.get(table, {})
        if not isinstance(inside, dict):
            raise click.UsageError(f"{self.file}: {table}: use a table, [{table}]")
        if name in inside:
            return Setting(_number(key, default, inside[name], f"{self.file}: {key}"), self.file)
        return Setting(default)

    def refuse_rest(self, known: Collection[str]) -> None:
        """Refuse keys of the file, and variables of limits, that mean nothing."""
        keys = [
            f"{key}.{each}" if isinstance(value, dict) else key
            for key, value in self.table.items()
            for each in (value if isinstance(value, dict) else [""])
        ]
        for key in keys:
            _refuse_unknown(key, known, f"{self.file}: there is no setting")
        tables = tuple(_variable(f"{table}.") for table in TABLES)
        variables = [_variable(key) for key in known]
        for name in self.environment:
            if name.startswith(tables):
                _refuse_unknown(name, variables, "there is no variable")


def _refuse_unknown(name: str, known: Collection[str], what: str) -> None:
    if name not in known:
        from difflib import get_close_matches

        near = get_close_matches(name, known, n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise click.UsageError(f"{what} {shown(name, 48)!r}{meant}")


def _variable(key: str) -> str:
    return PREFIX + key.replace(".", "_").upper()


def _checked(context: click.Context, option: click.Option, value: object, place: str) -> object:
    """Convert and check a value as if it were typed after the flag."""
    if isinstance(value, dict) or isinstance(value, list) != option.multiple:
        wanted = "a list of texts" if option.multiple else "one value"
        raise click.UsageError(f"{place}: use {wanted}")
    text = [*map(_text, value)] if isinstance(value, list) else _text(value)
    if "\0" in "".join(text):
        raise click.UsageError(f"{place}: use a text without null characters")
    try:
        checked = option.process_value(context, text)
    except click.BadParameter as error:
        raise click.UsageError(f"{place}: {error.message}") from None
    is_number = isinstance(value, int) and isinstance(option.type, click.IntRange)
    if not (isinstance(value, str | list) or is_number or option.is_flag):
        raise click.UsageError(f"{place}: use a text in quotes")
    return checked


def _text(value: object) -> str:
    """Return a value of TOML as if it were typed."""
    try:
        return json.dumps(value) if isinstance(value, bool) else str(value)
    except ValueError:
        return "a very long number"  # Python refuses to print it


def _typed(text: str) -> object:
    """Read a variable as TOML, so that a rate is ``{ per_second = 20, at_once = 60 }``."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text


def _number(key: str, default: object, value: object, place: str) -> object:
    """Read a limit: a whole number, a rate, or a duration in seconds."""
    if isinstance(default, Rate):
        return _rate(value, place)
    if key == "pace.showing":
        return float(_number_from(SHORTEST, value, place, "a number, at least 0.001"))
    if key.startswith("pace."):
        return round(
            1_000 * _number_from(SHORTEST, value, place, "a number of seconds, at least 0.001")
        )
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST:
        raise _wrong(value, place, f"a whole number from 1 to {MOST:,}")
    return value


def _rate(value: object, place: str) -> Rate:
    allowed = "a rate such as { per_second = 20, at_once = 60 }, with at_once at least 1"
    if not isinstance(value, dict) or value.keys() != {"per_second", "at_once"}:
        raise _wrong(value, place, allowed)
    per_second = _number_from(SLOWEST, value["per_second"], place, allowed)
    return Rate(per_second, _number_from(1, value["at_once"], place, allowed))


def _number_from(least: float, value: object, place: str, allowed: str) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= MOST:
        return value
    raise _wrong(value, place, allowed)


def _wrong(value: object, place: str, allowed: str) -> click.UsageError:
    return click.UsageError(f"{place}: {shown(_text(value))!r} is not {allowed}")


def _read(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise click.UsageError(f"{file}: longer than {LARGEST_FILE:,} bytes")
        return tomllib.loads(data.decode("utf-8"))
    except OSError as error:
        raise click.UsageError(f"{file}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        reason = "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
        raise click.UsageError(f"{file}: not TOML: {reason}") from None


LOG_FORMS = ("plain", "json")


def asked_log_form(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the form of the log that a command line asks for, even if the rest of it is wrong."""
    if form := _last_value("--log", arguments) or environment.get("PUNTOBANCO_LOG"):
        return form
    file = _last_value("--config", arguments) or environment.get("PUNTOBANCO_CONFIG")
    return _form_in(Path(file)) if file else "plain"


LARGEST_FILE = 1 << 16
"""Bytes of a configuration file."""


def _form_in(file: Path) -> str:
    """Return the form that a file asks for. Don't touch a pipe or a device."""
    with suppress(OSError, ValueError, RecursionError):
        if file.is_file():
            with file.open("rb") as stream:
                text = stream.read(LARGEST_FILE).decode()
            return str(tomllib.loads(text).get("log", "plain"))
    return "plain"


def _last_value(option: str, arguments: Sequence[str]) -> str | None:
    pairs = pairwise([*arguments, ""])
    found = [
        text if name == option else name.partition("=")[2]
        for name, text in pairs
        if name == option or name.startswith(f"{option}=")
    ]
    return found[-1] if found else None


def print_failure(line: str, bug: Exception | None = None) -> None:
    """Print why a server can't start or go on, as JSON."""
    facts = {"trace": "".join(traceback.format_exception(bug))} if bug else {}
    click.echo(json_line(time.time(), "error", "failed", line, **facts), err=True)


def write_log(form: str) -> None:
    """Write the log from now on: plain lines to standard error, or JSON to standard output."""
    is_json = form == "json"
    handler = _LineHandler(sys.stdout if is_json else sys.stderr)
    handler.setFormatter(JsonLines() if is_json else PlainLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("puntobanco").setLevel(logging.INFO)
    logging.captureWarnings(capture=True)
    threading.excepthook = lambda error: _log_failure(error.exc_value)
    sys.unraisablehook = lambda error: _log_failure(error.exc_value)


def _log_failure(error: BaseException | None) -> None:
    logging.getLogger("puntobanco.server").error("a thread failed", exc_info=error)


class _LineHandler(logging.StreamHandler[TextIO]):
    """Writes lines. The terminal, or the program that reads them, may be gone."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Do nothing."""


class PlainLines(logging.Formatter):
    """A time, a level and a text. The lines of a trace are indented."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line, and the lines of its trace."""
        moment = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        line = f"{moment} {record.levelname.lower():7} {_one_line(record)}"
        trace = self.formatException(record.exc_info).splitlines() if record.exc_info else []
        return "\n    ".join([line, *(printable(each, "?") for each in trace)])


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, event and message, then the facts of the event."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line."""
        trace = self.formatException(record.exc_info) if record.exc_info else None
        event = getattr(record, "event", record.name)
        facts = {**getattr(record, "facts", {}), **({"trace": trace} if trace else {})}
        return json_line(
            record.created, record.levelname.lower(), event, _one_line(record), **facts
        )


def json_line(moment: float, level: str, event: str, text: str, **facts: object) -> str:
    """Return one line of a JSON log."""
    seconds, thousandths = divmod(round(1_000 * moment), 1_000)
    shown = f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{thousandths:03}Z"
    line = {"time": shown, "level": level, "event": event, "message": text, **facts}
    text = json.dumps(line, ensure_ascii=False, default=str)
    return _RAW.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


_RAW = re.compile(r"[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What JSON leaves as it is, although a terminal obeys it or no file can hold it."""


def _one_line(record: logging.LogRecord) -> str:
    return printable(" ".join(record.getMessage().split()), "?")
