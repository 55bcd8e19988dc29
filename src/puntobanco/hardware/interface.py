"""The interface file of `check`: the meaning of a circuit's pins, and its displays."""

from __future__ import annotations

import re
import tomllib
from dataclasses import MISSING, dataclass, fields
from typing import Any

from puntobanco.cards import Rank
from puntobanco.errors import NotationError

BLANK = 0x7F
"""No segment is lit. Displays are active low: a 0 lights its segment, bit 0 being the top one."""

CODES = dict(
    zip(
        Rank,
        (0x08, 0x24, 0x30, 0x19, 0x12, 0x02, 0x78, 0x00, 0x10, 0x40, 0x61, 0x18, 0x09),
        strict=True,
    )
)
"""The segments of each rank, ace to king."""

NUMBERS = {rank: number for number, rank in enumerate(Rank, start=1)}
"""Ranks on wires: ace 1 to king 13; 0 is no card."""

MOST_LATE = 4
"""How many presses after the last card the lights of a coup may come, at most."""

_A_PORT = "a port such as HEX0, KEY[0] or LEDR[7:4]"
_PIN = re.compile(r"([A-Za-z_][A-Za-z0-9_$]*)(?:\[(\d{1,4})(?::(\d{1,4}))?\])?")


@dataclass(frozen=True, slots=True)
class Pins:
    """A port or a part of one. `low` and `high` are None for the whole port.

    >>> Pins.parse("LEDR[7:4]")
    Pins(port='LEDR', high=7, low=4)
    >>> print(Pins.parse("KEY[0]"), Pins.parse("HEX0"))
    KEY[0] HEX0
    """

    port: str
    high: int | None = None
    low: int | None = None

    @classmethod
    def parse(cls, text: str) -> Pins:
        """Read ``HEX0``, ``KEY[0]`` or ``LEDR[7:4]``."""
        found = _PIN.fullmatch(text)
        if not found:
            raise NotationError(text, expected=_A_PORT)
        port, high, low = found.groups()
        if high is None:
            return cls(port)
        return cls(port, int(high), int(high if low is None else low))

    def __str__(self) -> str:
        if self.high is None:
            return self.port
        part = self.high if self.high == self.low else f"{self.high}:{self.low}"
        return f"{self.port}[{part}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interface:
    """The pins of a board, the codes of its displays, and how late a light may come."""

    top: str = ""
    """The module to judge; if empty, the one that no other module uses."""
    clock: Pins
    """The clock of the card counter."""
    deal: Pins
    """The key that deals a card. A press is low, then high again."""
    reset: Pins
    """The key that resets at the next press; active low."""
    player_cards: tuple[Pins, ...]
    banker_cards: tuple[Pins, ...]
    player_score: Pins
    banker_score: Pins
    player_light: Pins
    banker_light: Pins
    codes: tuple[int, ...] = tuple(CODES.values())
    """The segments of ace to king, seven bits each."""
    blank: int = BLANK
    """The segments of no card."""
    presses_late: int | None = None
    """How many presses after the last card the lights may come. None means `MOST_LATE`."""

    @classmethod
    def parse(cls, text: str) -> Interface:
        """Read an interface file, in TOML."""
        try:
            given = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise NotationError(text, expected=f"an interface file in TOML: {error}") from None
        names = [field.name for field in fields(cls)]
        needed = [field.name for field in fields(cls) if field.default is MISSING]
        for name in given:
            if name not in names:
                expected = f"a field of an interface; these are {', '.join(names)}"
                raise NotationError(name, expected=expected)
        for name in needed:
            if name not in given:
                raise NotationError(text, expected=f"an interface: {name} is missing")
        fields_read: dict[str, Any] = {name: _read(name, value) for name, value in given.items()}
        interface = cls(**fields_read)
        if len({interface.blank, *interface.codes}) <= len(CODES):
            raise NotationError(text, expected="an interface: two of its codes are the same")
        return interface

    @property
    def most_late(self) -> int:
        """How many presses late a light may be, by the file or by default."""
        return MOST_LATE if self.presses_late is None else self.presses_late

    @property
    def places(self) -> tuple[Pins, ...]:
        """The six displays in dealing order."""
        pairs = zip(self.player_cards, self.banker_cards, strict=True)
        return tuple(display for pair in pairs for display in pair)

    @property
    def scores(self) -> tuple[Pins, Pins]:
        """Player's score and Banker's."""
        return self.player_score, self.banker_score

    @property
    def lights(self) -> tuple[Pins, Pins]:
        """Player's win light and Banker's."""
        return self.player_light, self.banker_light

    @property
    def watched(self) -> tuple[Pins, ...]:
        """Everything that a guest sees: displays, scores, lights."""
        return *self.places, *self.scores, *self.lights

    def __str__(self) -> str:
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return "\n".join(
            f"{name} = {_written(name, value)}" for name, value in values if value is not None
        )


_EXPECTED = {
    "top": "the name of a module",
    "presses_late": f"a whole number, 0 to {MOST_LATE}",
    "codes": f"a list of {len(CODES)} codes, ace to king",
    "player_cards": "a list of three ports",
    "banker_cards": "a list of three ports",
}
"""The fields that are neither a port nor a code."""


def _read(name: str, value: object) -> object:
    match name, value:
        case "top", str(text):
            return text
        case "presses_late", bool():
            pass
        case "presses_late", int(number) if 0 <= number <= MOST_LATE:
            return number
        case "codes", [*texts] if len(texts) == len(CODES):
            return tuple(map(_code, texts))
        case (("player_cards" | "banker_cards"), [*texts]) if len(texts) == 3:
            return tuple(map(_pins, texts))
        case "blank", _:
            return _code(value)
    if name in _EXPECTED:
        raise NotationError(str(value), expected=f"{_EXPECTED[name]}, as {name} must be")
    return _pins(value)


def _pins(value: object) -> Pins:
    if not isinstance(value, str):
        raise NotationError(str(value), expected=_A_PORT)
    return Pins.parse(value)


def _code(value: object) -> int:
    if not isinstance(value, str) or not re.fullmatch("[0-7]?[0-9a-fA-F]", value):
        raise NotationError(str(value), expected='a code of seven segments, "00" to "7f"')
    return int(value, 16)


def _written(name: str, value: object) -> str:
    match value:
        case tuple():
            return f"[{', '.join(_written(name, each) for each in value)}]"
        case int() if name in ("codes", "blank"):
            return f'"{value:02x}"'
        case int():
            return str(value)
        case _:
            return f'"{value}"'


KEYS_AND_HEX = Interface(
    clock=Pins("CLOCK_50"),
    deal=Pins("KEY", 0, 0),
    reset=Pins("KEY", 3, 3),
    player_cards=(Pins("HEX0"), Pins("HEX1"), Pins("HEX2")),
    banker_cards=(Pins("HEX3"), Pins("HEX4"), Pins("HEX5")),
    player_score=Pins("LEDR", 3, 0),
    banker_score=Pins("LEDR", 7, 4),
    player_light=Pins("LEDR", 8, 8),
    banker_light=Pins("LEDR", 9, 9),
)
"""The usual teaching board: four keys, ten red lights, six displays and a clock of 50 MHz."""
