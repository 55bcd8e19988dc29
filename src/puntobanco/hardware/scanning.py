"""Verilog as tokens, and the units of a file: modules, packages and the like.

Comments, strings and `ifdef` are resolved. Every text is accepted: an unknown character becomes a
token, so that even files which no compiler accepts can be searched for their modules.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?(?:\*/|\Z) )
  | (?P<string> "(?:\\.|[^"\\\n])*"? )
  | (?P<define> `define\b (?: \\\n | [^\n] )* )
  | (?P<directive> `[A-Za-z_]\w* )
  | (?P<number> \d[\d_]*\.\d+ | (?:\d[\d_]*)?\s*'[sS]?[bodhBODH]\s*[0-9a-fA-FxXzZ?_]+ | \d[\d_]* )
  | (?P<name> [A-Za-z_$][\w$]* | \\[^\s]+ )
  | (?P<sign> <<<=|>>>=|===|!==|<<=|>>=|==\?|!=\?|->>|<=|>=|==|!=|\+\+|--|&&|\|\||<<|>>|::|->
      | [-+*/%&|^]= | [^\s] )
    """,
    re.VERBOSE | re.DOTALL,
)

_PRAGMA = re.compile(r"(?:synthesis|synopsys|pragma|altera)\s+(?:translate|synthesis)_(on|off)\b")

_TAKES_NAME = {"`ifdef", "`ifndef", "`elsif", "`undef"}

SYNTHESIS = frozenset({"SYNTHESIS", "YOSYS"})
"""The macros that yosys defines."""


class Token(NamedTuple):
    """A piece of a text, and its position."""

    text: str
    start: int
    end: int
    kind: str = "sign"


@dataclass(frozen=True, slots=True)
class Scanned:
    """The tokens of a file that are compiled, and what its directives say."""

    text: str
    tokens: tuple[Token, ...]
    directives: tuple[Token, ...]
    """Conditions and macros, which must survive when text around them is erased."""
    includes: tuple[tuple[str, Token], ...]
    """The names of included files, and each directive up to the end of the name."""

    def line(self, place: int) -> int:
        """Return the number of the line at a place."""
        return self.text.count("\n", 0, place) + 1


def decoded_text(content: bytes) -> str:
    """Return a file as text for any tool: plain ASCII, with one kind of line end.

    A character beyond ASCII, allowed only in comments and strings, becomes ``?``.
    """
    is_utf16 = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    text = content.decode("utf-16" if is_utf16 else "utf-8-sig", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")
    return text.encode("ascii", "replace").decode("ascii")


def scan(text: str, macros: set[str] | None = None) -> Scanned:
    """Find the tokens of a text. Add its macros to `macros`, those defined so far."""
    reader = _Scanner(text, set(SYNTHESIS) if macros is None else macros)
    reader.read()
    return Scanned(text, tuple(reader.tokens), tuple(reader.directives), tuple(reader.includes))


class _Scanner:
    def __init__(self, text: str, macros: set[str]) -> None:
        self.tokens = list[Token]()
        self.directives = list[Token]()
        self.includes = list[tuple[str, Token]]()
        self._macros = macros
        self._open: list[tuple[bool, bool]] = []
        """For each open condition: whether this branch is read, and whether any was."""
        self._is_off = False
        self._found = [
            Token(each[0], each.start(), each.end(), each.lastgroup or "sign")
            for each in _TOKEN.finditer(text)
        ]

    def read(self) -> None:
        found = iter(self._found)
        for token in found:
            if token.kind == "comment":
                pragma = _PRAGMA.search(token.text)
                self._is_off = pragma[1] == "off" if pragma else self._is_off
            elif token.kind == "define":
                self.directives.append(token)
                name = re.match(r"`define\s+([A-Za-z_]\w*)", token.text)
                if name and self._is_read:
                    self._macros.add(name[1])
            elif token.kind == "directive":
                self._directive(token, found)
            elif self._is_read:
                self.tokens.append(token)

    @property
    def _is_read(self) -> bool:
        return not self._is_off and all(is_read for is_read, _ in self._open)

    def _directive(self, token: Token, rest: Iterator[Token]) -> None:
        name = next(rest, token) if token.text in _TAKES_NAME | {"`include"} else token
        whole = Token(token.text, token.start, name.end, "directive")
        match token.text:
            case "`ifdef" | "`ifndef":
                holds = (name.text in self._macros) is (token.text == "`ifdef")
                self._open.append((holds, holds))
            case "`elsif" | "`else" if self._open:
                _, was_read = self._open.pop()
                holds = token.text == "`else" or name.text in self._macros
                self._open.append((holds and not was_read, holds or was_read))
            case "`endif" if self._open:
                self._open.pop()
            case "`undef" if self._is_read:
                self._macros.discard(name.text)
            case "`include" if self._is_read:
                self.includes.append((name.text.strip('"'), whole))
                return
            case _:
                if self._is_read:
                    self.tokens.append(token)
                return
        self.directives.append(whole)


def erased(scanned: Scanned, spans: Iterable[tuple[int, int]]) -> str:
    """Erase parts of a text. Lines keep their numbers, and directives stay."""
    kept = [(token.start, token.end) for token in scanned.directives]
    letters = list(scanned.text)
    for start, end in spans:
        inside = [span for span in kept if start <= span[0] < end]
        places = [start, *(place for span in inside for place in span), end]
        for place, stop in zip(places[::2], places[1::2], strict=True):
            letters[place:stop] = [each if each == "\n" else " " for each in letters[place:stop]]
    return "".join(letters)


def edited(text: str, edits: Mapping[tuple[int, int], str]) -> str:
    """Replace some spans of a text, which must not overlap."""
    for (start, end), new in sorted(edits.items(), reverse=True):
        text = f"{text[:start]}{new}{text[end:]}"
    return text


def closing(tokens: Sequence[Token], place: int, opens: str = "([{", closes: str = ")]}") -> int:
    """Return the position after the bracket that closes the one at `place`, or the end."""
    depth = 0
    for number in range(place, len(tokens)):
        depth += (tokens[number].text in opens) - (tokens[number].text in closes)
        if depth == 0:
            return number + 1
    return len(tokens)


def find(tokens: Sequence[Token], place: int, words: Collection[str]) -> int:
    """Return the position of the first of these words outside brackets, or the end."""
    while place < len(tokens) and tokens[place].text not in words:
        is_open = tokens[place].text in {"(", "[", "{"}
        place = closing(tokens, place) if is_open else place + 1
    return place


_ENDS = {
    **{kind: f"end{kind}" for kind in ("module", "package", "interface", "primitive")},
    **{kind: f"end{kind}" for kind in ("program", "class", "checker", "config")},
    "macromodule": "endmodule",
}
"""The keywords that begin a unit of a file, and those that end it."""

NO_CIRCUIT = {"program", "class", "checker", "config", "bind", "dpi"}
"""Units that only simulators use."""

BEFORE_DELAY = {"begin", "initial", "always", "forever", "else", "end", "do", "final"}

MESSAGE = re.compile(
    r"\$(?:stop|finish|fatal|error|warning|info|dump(?:file|vars|on|off)"
    r"|(?:display|write|monitor|strobe)[bho]?)"
)
"""Calls for a simulator, without meaning in a circuit."""

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
