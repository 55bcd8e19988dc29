"""The log of a server as lines: plain ones for people, or JSON."""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import time
import tomllib
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TextIO

import click

from puntobanco.printable import printable

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
