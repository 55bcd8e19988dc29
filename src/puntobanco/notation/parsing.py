"""Text → record: lenient about spaces, case and the order of tags, strict about everything else."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import IO, Any

from msgspec.structs import replace

from puntobanco.errors import NotationError, RecordError
from puntobanco.notation.format import (
    STRICT,
    is_number,
    lenient_coup,
    parse_card,
    strict_coup,
    words_of,
)
from puntobanco.notation.record import (
    DIGITS_OF_COIN,
    End,
    Promises,
    Record,
    RecordedCoup,
    RecordedGuestSeed,
    RecordedPath,
    RecordedSeat,
    Total,
    parse_amount,
    parse_change,
)
from puntobanco.printable import is_line

LARGEST_FILE = 4 << 20
"""The most bytes of a record. The largest unfinished shoe needs about a tenth of them."""

LONGEST_LINE = 64 << 10
"""The most characters of a line."""


@dataclass(slots=True)
class Lines:
    """The line number of each part of a record, counted from 1."""

    tags: dict[str, int] = field(default_factory=dict)
    rules: list[int] = field(default_factory=list)
    guests: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    coups: list[int] = field(default_factory=list)
    paths: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    last: int = 0
    torn: bool = False
    """Whether the last line has no line feed and so may be incomplete."""
    ends_in_rules: bool = False
    """Whether the last part is a rule, so that rules may be missing if the record is truncated."""


def parse_record(text: str) -> Record:
    """Read the record in a text. `read_record` takes a file."""
    return locate_record(text)[0]


def read_record(source: str | Path | IO[bytes] | IO[str]) -> Record:
    """Read the record in a file: its path, or the file itself, open for bytes or text.

    `parse_record` takes a text.
    """
    if isinstance(source, Path) or (isinstance(source, str) and "\n" not in source):
        with Path(source).open("rb") as file:
            return parse_record(record_text(file))
    if isinstance(source, str) or not hasattr(source, "read"):
        raise TypeError("read_record takes a path or an open file; parse_record takes a text")
    return parse_record(record_text(source))


def record_text(file: IO[bytes] | IO[str]) -> str:
    """Return the text of a file, or refuse it if it isn't UTF-8 or has more than 4 MiB."""
    content = file.read(LARGEST_FILE + 1)
    data = content.encode(errors="surrogatepass") if isinstance(content, str) else content
    if len(data) > LARGEST_FILE:
        line = data.count(b"\n") + 1
        raise RecordError(
            "the file", expected=f"a record of at most {LARGEST_FILE:,} bytes", line=line
        )
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError("the file", expected="UTF-8 text", line=line) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise RecordError("the file", expected="text: it holds a zero byte", line=line)
    return text


def locate_record(text: str) -> tuple[Record, Lines]:
    """Read a record from a text, with its line numbers. `check` takes both."""
    *lines, rest = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    reader = _RecordReader()
    for number, line in enumerate(lines, 1):
        reader.read(number, line)
    if rest.strip(" \t"):
        reader.read_torn(len(lines) + 1, rest)
    return reader.finished()


# --- the reader -----------------------------------------------------------------------------------


class _RecordReader:
    def __init__(self) -> None:
        self.lines = Lines()
        self.tags: dict[str, Any] = {}
        self.promises: dict[str, Any] = {}
        self.rules: list[str] = []
        self.comment: list[str] = []
        self.below: list[str] = []
        self.guests: list[RecordedGuestSeed] = []
        self.seats: list[RecordedSeat] = []
        self.coups: list[RecordedCoup] = []
        self.paths: list[RecordedPath] = []
        self.totals: list[Total] = []
        self.digits = 2

    def read(self, number: int, line: str) -> None:
        self.lines.last = number
        line = line.replace("\t", " ")
        if "BGN" not in self.lines.tags:
            self._begin(number, line)
            return
        if "End" in self.lines.tags:
            if line.strip(" "):
                raise RecordError(line, expected="part of the record, which has ended", line=number)
            return
        if len(line) > LONGEST_LINE:
            expected = f"a line of at most {LONGEST_LINE} characters"
            raise RecordError(line, expected=expected, line=number)
        found = STRICT.match(line)
        try:
            if found is None:
                self._other(number, line)
            else:
                self._coup(number, strict_coup(found, self.digits))
        except (KeyError, ValueError, NotationError) as error:
            expected = error.expected if isinstance(error, NotationError) else "a line of a record"
            shown = error.text if isinstance(error, NotationError) else line.strip(" ")
            raise RecordError(shown, expected=expected, line=number) from None

    def read_torn(self, number: int, line: str) -> None:
        """Read a last line without a line feed. Ignore it if it is incomplete."""
        inside = "BGN" in self.lines.tags and "End" not in self.lines.tags
        try:
            self.read(number, line)
        except RecordError:
            if not inside or len(line) > LONGEST_LINE:
                raise
        self.lines.torn = True

    def finished(self) -> tuple[Record, Lines]:
        if "BGN" not in self.lines.tags:
            raise RecordError("the file", expected="a record: it is empty", line=1)
        self._close_coup()
        promises = None
        if self.promises or self.guests:
            known = {"scheme": "", **self.promises}
            promises = Promises(guests=tuple(self.guests), **known)
        rules = "".join(f"{rule}\n" for rule in self.rules)
        record = Record(
            rules=rules,
            promises=promises,
            seats=tuple(self.seats),
            comment="\n".join(self.comment),
            coups=tuple(self.coups),
            paths=tuple(self.paths),
            totals=tuple(self.totals),
            **self.tags,
        )
        return record, self.lines

    def _begin(self, number: int, line: str) -> None:
        """Read the first line that is not empty: the notation and its version."""
        if not line.strip(" "):
            return
        name, _, value = line.partition(":")
        version = value.strip(" ")
        if name.strip(" ").upper() != "BGN" or not is_number(version):
            expected = "a record: one begins with BGN: 1"
            raise RecordError(line, expected=expected, line=number)
        if version != "1":
            expected = "version 1, the only one that this program reads"
            raise RecordError(f"BGN: {version}", expected=expected, line=number)
        self.lines.tags["BGN"] = number

    def _other(self, number: int, line: str) -> None:
        line = line.strip(" ")
        if not line:
            return
        if not is_line(line):
            raise NotationError(line, expected="a line without control characters")
        if line[0] == ";":
            # It belongs to the coup above it or, before the first coup, to the record.
            (self.below if self.coups else self.comment).append(line[1:].strip(" "))
        elif line[0].isascii() and line[0].isdigit():
            self._coup(number, lenient_coup(line, self.digits))
        else:
            self._tag(number, line)

    def _coup(self, number: int, coup: RecordedCoup) -> None:
        self._close_coup()
        self.lines.ends_in_rules = False
        self.coups.append(coup)
        self.lines.coups.append(number)

    def _close_coup(self) -> None:
        if self.below:
            coup = self.coups[-1]
            self.coups[-1] = replace(coup, comment="\n".join((coup.comment, *self.below)))
            self.below = []

    def _tag(self, number: int, line: str) -> None:
        name, colon, value = line.partition(":")
        name, value = name.strip(" ").capitalize(), value.strip(" ")
        if not colon or name not in _TAGS:
            raise NotationError(line, expected=f"a coup, a comment or a tag of {', '.join(_TAGS)}")
        if self.coups and name not in _CLOSING:
            raise NotationError(line, expected="a line that may follow a coup")
        if name in self.lines.tags:
            raise NotationError(line, expected=f"a tag that stands once: {name} was given before")
        _TAGS[name](self, value)
        self.lines.ends_in_rules = name == "Rule"
        if name in _REPEATED:
            getattr(self.lines, _REPEATED[name]).append(number)
        else:
            self.lines.tags[name] = number


# --- tags -----------------------------------------------------------------------------------------


def _number(text: str) -> int:
    if not is_number(text):
        raise NotationError(text, expected="a whole number")
    return int(text)


def _hex(digits: int, text: str) -> str:
    folded = text.lower()
    if len(folded) != digits or not set(folded) <= set("0123456789abcdef"):
        raise NotationError(text, expected=f"{digits} hexadecimal digits")
    return folded


_digest = partial(_hex, 64)


_DATE = re.compile(r"(....)-(..)-(..)[T ](..):(..):(..)Z".replace(".", "[0-9]"))


def _date(text: str) -> datetime:
    found = _DATE.fullmatch(text)
    if found:
        with suppress(ValueError):
            year, month, day, hour, minute, second = map(int, found.groups())
            return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    raise NotationError(text, expected="a time such as 2026-01-31T20:15:00Z")


def _order(reader: _RecordReader, value: str) -> None:
    if value.lower() != "given":
        raise NotationError(value, expected="an order such as: given")
    reader.tags["order"] = "given"


def _coin(reader: _RecordReader, value: str) -> None:
    if value not in DIGITS_OF_COIN:
        coins = " or ".join(DIGITS_OF_COIN)
        raise NotationError(value, expected=f"{coins}, the smallest coins that a record counts in")
    if reader.seats and DIGITS_OF_COIN[value] != reader.digits:
        raise NotationError(value, expected="the coin of the amounts above it")
    reader.tags["coin"] = value
    reader.digits = DIGITS_OF_COIN[value]


def _guest(reader: _RecordReader, value: str) -> None:
    seat, _, rest = value.partition(" ")
    commitment, _, seed = rest.strip(" ").partition(" ")
    guest = RecordedGuestSeed(_number(seat), _digest(commitment), seed.strip(" ") or None)
    reader.guests.append(guest)


def _seat(reader: _RecordReader, value: str) -> None:
    seat, _, rest = value.partition(" ")
    amount, _, name = rest.strip(" ").partition(" ")
    brought = None if amount in {"-", ""} else parse_amount(amount, reader.digits)
    reader.seats.append(RecordedSeat(_number(seat), name.strip(" "), brought))


def _burn(reader: _RecordReader, value: str) -> None:
    reader.tags["burn"] = tuple(map(parse_card, words_of(value.replace(",", " "))))


def _path(reader: _RecordReader, value: str) -> None:
    position, salt, *beside = words_of(value) if " " in value else ("", "")
    path = RecordedPath(_number(position), _hex(32, salt), tuple(map(_digest, beside)))
    reader.paths.append(path)


def _total(reader: _RecordReader, value: str) -> None:
    seat, _, earned = value.partition(" ")
    reader.totals.append(Total(_number(seat), parse_change(earned.strip(" "), reader.digits)))


def _end(reader: _RecordReader, value: str) -> None:
    found = re.fullmatch(r"(un)?finished[ ,]+([0-9]{1,9})(?: +coups?)?", value.lower())
    if not found:
        raise NotationError(value, expected="an end such as: finished, 78 coups")
    reader.tags["end"] = End(finished=not found[1], coups=int(found[2]))


Tag = Callable[[_RecordReader, str], None]


def _plain(name: str, read: Callable[[str], object]) -> Tag:
    return lambda reader, value: reader.tags.update({name: read(value)})


def _promised(name: str, read: Callable[[str], object]) -> Tag:
    return lambda reader, value: reader.promises.update({name: read(value)})


_TAGS: dict[str, Tag] = {
    "Table": _plain("table", str),
    "Shoe": _plain("shoe", _number),
    "Date": _plain("date", _date),
    "Currency": _plain("currency", str),
    "Coin": _coin,
    "House": _plain("house", str),
    "Decks": _plain("decks", _number),
    "Rule": lambda reader, value: reader.rules.append(value),
    "Order": _order,
    "Scheme": _promised("scheme", str),
    "Commitment": _promised("commitment", _digest),
    "Guest": _guest,
    "Withheld": _promised("withheld", _number),
    "Root": _promised("root", _digest),
    "Reveal": _promised("seed", _digest),
    "Seat": _seat,
    "Burn": _burn,
    "Path": _path,
    "Total": _total,
    "End": _end,
}
_REPEATED = {
    "Rule": "rules",
    "Guest": "guests",
    "Seat": "seats",
    "Path": "paths",
    "Total": "totals",
}
_CLOSING = {"Path", "Total", "End"}
