"""The units of a file: modules, packages and the like, found without parsing what is in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from puntobanco.hardware.tokens import Scanned, Token, closing

_ENDS = {
    **{kind: f"end{kind}" for kind in ("module", "package", "interface", "primitive")},
    **{kind: f"end{kind}" for kind in ("program", "class", "checker", "config")},
    "macromodule": "endmodule",
}
"""The keywords that begin a unit of a file, and those that end it."""

NO_CIRCUIT = {"program", "class", "checker", "config", "bind", "dpi"}
"""Units that only simulators know."""

BEFORE_DELAY = {"begin", "initial", "always", "forever", "else", "end", "do", "final"}

MESSAGE = re.compile(
    r"\$(?:stop|finish|fatal|error|warning|info|dump(?:file|vars|on|off)"
    r"|(?:display|write|monitor|strobe)[bho]?)"
)
"""Calls for a simulator, without a meaning in a circuit."""

_TRIES = {"$readmemh", "$readmemb", "$random", "$urandom", "$urandom_range"}


@dataclass(frozen=True, eq=False)
class Unit:
    """A module, or another unit of a file."""

    kind: str
    name: str
    file: str
    span: tuple[int, int]
    tokens: tuple[Token, ...]
    """From its first word to its last."""

    @cached_property
    def head(self) -> tuple[Token, ...]:
        """Up to its first semicolon, except those of imports."""
        is_import = False
        for number, token in enumerate(self.tokens):
            if token.text == ";" and not is_import:
                return self.tokens[:number]
            is_import = token.text == "import" or (is_import and token.text != ";")
        return self.tokens

    @cached_property
    def ports(self) -> frozenset[str]:
        """The names in its list of ports, and some words beside them."""
        place = 2
        while place < len(self.head) and self.head[place].text != "(":
            is_parameters = self.head[place].text == "#"
            place = closing(self.head, place + 1) if is_parameters else place + 1
        listed = self.head[place : closing(self.head, place)] if place < len(self.head) else ()
        return frozenset(token.text for token in listed if token.kind == "name")

    @property
    def body(self) -> tuple[Token, ...]:
        """The tokens after its head."""
        return self.tokens[len(self.head) + 1 : -1]

    @cached_property
    def used(self) -> frozenset[str]:
        """The names that may be those of modules and packages in it."""
        names = set[str]()
        for token, after in pairwise(self.tokens[2:]):
            if token.kind == "name" and (
                after.kind == "name" or after.text in {"#", "::", "(", "."}
            ):
                names.add(token.text)
        return frozenset(names)

    @cached_property
    def simulates(self) -> bool:
        """Whether it waits, or makes calls for a simulator."""
        return any(
            MESSAGE.fullmatch(token.text)
            or token.text in _TRIES
            or (token.text == "#" and (before.kind != "name" or before.text in BEFORE_DELAY))
            for before, token in pairwise(self.body)
        )


def units_of(name: str, scanned: Scanned) -> Iterator[Unit]:
    """Find the units of a file."""
    tokens, place = scanned.tokens, 0
    while place < len(tokens):
        kind, end = tokens[place].text, place + 1
        after = tokens[end].text if end < len(tokens) else ""
        if kind in _ENDS and tokens[place].kind == "name":
            end = _end_of(tokens, place, _ENDS[kind])
        elif kind == "bind" or (kind in {"import", "export"} and after.startswith('"')):
            kind = "bind" if kind == "bind" else "dpi"
            while end < len(tokens) and tokens[end - 1].text != ";":
                end += 1
        else:
            place += 1
            continue
        unit = tokens[place:end]
        names = (each.text for each in unit[1:] if each.text not in {"automatic", "static"})
        yield Unit(kind, next(names, ""), name, (unit[0].start, unit[-1].end), unit)
        place = end


def _end_of(tokens: Sequence[Token], place: int, word: str) -> int:
    """Return the position after a unit's last keyword and its label."""
    depth, kind = 0, tokens[place].text
    for number in range(place, len(tokens)):
        is_nested = tokens[number].text == kind and tokens[number].kind == "name"
        depth += is_nested - (tokens[number].text == word)
        if depth == 0:
            is_labelled = number + 1 < len(tokens) and tokens[number + 1].text == ":"
            return number + 1 + 2 * is_labelled
    return len(tokens)
