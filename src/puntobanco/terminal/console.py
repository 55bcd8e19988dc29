"""Print lines and read typed ones and single keys: on a terminal, or through a pipe.

Colour is for words that mean the same without it. Marks go into the templates of a catalogue, so a
guest may be called Banker. The console turns marks into escape codes.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from functools import partial
from io import TextIOWrapper
from select import select
from typing import TextIO

from puntobanco.announcer.lines import MARKS, broken, columns_of
from puntobanco.errors import shown
from puntobanco.words import Catalogue

GLUE = "\ue010"
"""A private-use letter that is printed as a space, and at which no line is broken."""

NARROWEST = 20
"""The fewest columns that lines are broken for."""

USUAL_WIDTH = 80
"""The columns of a pipe, and of a terminal that does not say how many it has."""

LONGEST_ANSWER = 4_096
"""The most letters of an answer that are read; the rest of its line is skipped."""


class Style(Enum):
    """Plain text and nothing else, or decorated with colour."""

    PLAIN = "plain"
    COLOUR = "colour"


def is_able(wanted: Style | None, environment: Mapping[str, str], *streams: TextIO) -> bool:
    """Return whether every stream is a terminal that supports escape codes and may get them."""
    asked = wanted is Style.PLAIN or environment.get("ACCESSIBLE")
    dumb = environment.get("TERM", "dumb") in ("", "dumb")
    return not asked and not dumb and all(each.isatty() for each in streams)


def style_for(wanted: Style | None, environment: Mapping[str, str], *streams: TextIO) -> Style:
    """Choose colour only if every stream is a real terminal and nobody asked for plain text."""
    is_coloured = is_able(wanted, environment, *streams) and not environment.get("NO_COLOR")
    return Style.COLOUR if is_coloured else Style.PLAIN


def screen_width(sink: TextIO) -> int | None:
    """Return the current width of a terminal, or None for a pipe."""
    if not sink.isatty():
        return None
    try:
        columns = os.get_terminal_size(sink.fileno()).columns
    except OSError:
        columns = 0
    return max(columns or USUAL_WIDTH, NARROWEST)


def screen_lines(lines: Iterable[str], sink: TextIO) -> list[str]:
    """Break lines at the width of a terminal. A pipe gets them unchanged."""
    width = screen_width(sink)
    if width is None:
        return list(lines)
    return [part for line in lines for part in broken(line, width)]


class Console:
    """The output of the game. Append-only: it never moves, frames or erases anything.

    On a terminal, lines break at its current width. Through a pipe, they are printed unchanged.
    """

    def __init__(
        self, source: TextIO, sink: TextIO, *, style: Style, edits_lines: bool = False
    ) -> None:
        self._source = source
        self._sink = sink
        self.style = style
        self._edits_lines = edits_lines
        for stream in (source, sink):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")

    @classmethod
    def here(cls, wanted: Style | None = None) -> Console:
        """Return the console that this process was started with."""
        streams = sys.stdin, sys.stdout
        if is_able(None, {**os.environ, "ACCESSIBLE": ""}, *streams):
            _restore_terminal()
        style = style_for(wanted, os.environ, *streams)
        return cls(*streams, style=style, edits_lines=is_able(wanted, os.environ, *streams))

    @property
    def is_terminal(self) -> bool:
        """Whether it is a terminal, with a person in front of it."""
        return self._source.isatty() and self._sink.isatty()

    @property
    def width(self) -> int:
        """How many columns a line may have."""
        return screen_width(self._sink) or USUAL_WIDTH

    @property
    def breaks_lines(self) -> bool:
        """Whether lines are broken here; who prints through a pipe breaks them before."""
        return self._sink.isatty()

    @property
    def draws(self) -> bool:
        """Whether it may show pictures of letters: on a terminal, unless plain text is wanted."""
        return self._edits_lines

    @property
    def asks_freely(self) -> bool:
        """Whether it may ask optional questions: about seeds and records."""
        return self.style is Style.COLOUR

    def ring(self) -> None:
        """Ring the bell of a terminal; a pipe has none."""
        if self._sink.isatty():
            self._sink.write("\a")
            self._sink.flush()

    def say(self, lines: Iterable[str]) -> None:
        """Print lines."""
        text = "".join(f"{line}\n" for line in screen_lines(lines, self._sink))
        text = text.replace(GLUE, " ")
        if self.style is Style.COLOUR:
            text = text.translate(ESCAPE_CODES)
        self._sink.write(text)
        self._sink.flush()

    def ask(self, prompt: str, *, seconds: float | None = None) -> str:
        """Print a prompt and read a line, without the space around it; `EOFError` at the end.

        An answer that comes through a pipe is printed, so that the output reads like a terminal's.
        After so many seconds without an answer, raise `TimeoutError`.
        """
        with _interrupted_after(seconds):
            return self._ask(prompt)

    def _ask(self, prompt: str) -> str:
        *before, prompt = screen_lines([prompt], self._sink)
        self.say(before)
        if self._edits_lines:
            try:
                return _read_edited_line(f"{prompt} ").strip()
            except EOFError:
                self.say([""])
                raise
        self._sink.write(f"{prompt} ")
        self._sink.flush()
        line = self._source.readline(LONGEST_ANSWER)
        if not self._source.isatty():
            self._sink.write(f"{shown(line, LONGEST_ANSWER)}\n")
        elif not line or not self._sink.isatty():
            self._sink.write("\n")
        if not line:
            self._sink.flush()
            raise EOFError
        rest = line
        while len(rest) == LONGEST_ANSWER and not rest.endswith("\n"):
            rest = self._source.readline(LONGEST_ANSWER)
        return line.strip()


# --- a time limit ---------------------------------------------------------------------------------

TICK = 0.1
"""Seconds between two alarms. An alarm just before a read begins would not interrupt it."""


@contextmanager
def _interrupted_after(seconds: float | None) -> Iterator[None]:
    """Raise `TimeoutError` after so many seconds. Windows has no alarms."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def interrupt(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, interrupt)
    stop = partial(signal.setitimer, signal.ITIMER_REAL, 0)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, max(seconds, TICK), TICK)
            yield
        finally:
            stop()
    finally:
        stop()  # An alarm may have come before the first stop. The next is a tick away.
        signal.signal(signal.SIGALRM, before)


# --- line editing and single keys -----------------------------------------------------------------

CTRL_C = "\x03"
TERMINAL = 0


def _read_edited_line(prompt: str) -> str:
    """Read a line after a prompt; `EOFError` at Ctrl-D and `KeyboardInterrupt` at Ctrl-C.

    Ctrl-C is read as a key, like Ctrl-D. As a signal it would be lost between the printing of the
    prompt and the moment when `readline` waits for a key.
    """
    try:
        import readline  # noqa: PLC0415 - slow to load, and importing it lets the line be edited
        import termios  # noqa: PLC0415 - there is none on Windows, whatever readline it has
    except ImportError:  # a Python may be built without them; the terminal's own editing is left
        return input(prompt)
    if "libedit" in (readline.__doc__ or ""):  # its key bindings have another syntax
        return input(prompt)

    def bind_nul() -> None:
        """Read a waiting NUL as Ctrl-D, and a later one as Ctrl-Space.

        The terminal turns a Ctrl-D into NUL if it was pressed before `readline` took over.
        """
        early, _, _ = select([TERMINAL], [], [], 0)
        readline.parse_and_bind(r'"\C-@": "\C-d"' if early else r'"\C-@": set-mark')

    readline.set_startup_hook(bind_nul)
    readline.parse_and_bind(r'"\C-c": "\C-v\C-c\C-m"')
    before = termios.tcgetattr(TERMINAL)
    try:
        *modes, keys = before
        keys = keys.copy()
        keys[termios.VINTR] = bytes([os.fpathconf(TERMINAL, "PC_VDISABLE")])
        termios.tcsetattr(TERMINAL, termios.TCSANOW, [*modes, keys])
        line = input(prompt)
    finally:
        termios.tcsetattr(TERMINAL, termios.TCSANOW, before)
    if CTRL_C in line:
        raise KeyboardInterrupt
    return line


def _restore_terminal() -> None:
    """Let the terminal echo and edit lines again, if a game that was killed has left it raw."""
    try:
        import termios  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return
    modes = termios.tcgetattr(TERMINAL)
    if modes[3] & termios.ECHO and modes[3] & termios.ICANON:
        return
    modes[0] |= termios.ICRNL
    modes[1] |= termios.OPOST | termios.ONLCR
    modes[3] |= termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN
    modes[6][termios.VINTR] = CTRL_C.encode()
    modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
    termios.tcsetattr(TERMINAL, termios.TCSANOW, modes)


END = "\x04"
EARLY_END = "\0"
"""A Ctrl-D that was pressed before the terminal was switched from lines to keys."""
ESCAPE = "\x1b"


@contextmanager
def single_keys(terminal: int) -> Iterator[Callable[[], str]]:
    """Switch a terminal to single keys without echo, and restore it afterwards.

    Keys that were pressed earlier are read too. An arrow key counts as one press.
    """
    try:
        import termios  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        from click import getchar  # noqa: PLC0415 - only if needed

        yield getchar
        return
    before = termios.tcgetattr(terminal)
    without = termios.tcgetattr(terminal)
    without[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(terminal, termios.TCSANOW, without)
    try:
        yield _reader(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _reader(terminal: int) -> Callable[[], str]:
    early, _, _ = select([terminal], [], [], 0)
    waiting: list[str] = []

    def read() -> str:
        while not waiting:
            pressed = os.read(terminal, 1_024).decode(errors="replace")
            if not pressed:
                raise EOFError
            if early:
                early.clear()
                pressed = pressed.replace(EARLY_END, END)
            waiting.extend([pressed] if pressed.startswith(ESCAPE) else pressed)
        key = waiting.pop(0)
        if key == END:
            raise EOFError
        return key

    return read


_NAMES = {
    "1;94": ("side.player",),
    "1;91": ("side.banker",),
    "1;92": ("bet.tie", "coup.result.tie"),
}
"""Names that are coloured wherever they stand, by the code of their colour: bold and bright."""

_KEY_WORDS = {
    "1;32": ("settled.won",),
    "1;31": ("settled.lost",),
    "1;33": ("coup.cut_card", "coup.last", "shuffle", "burned", "burned.hidden"),
}
"""Messages whose key word is coloured."""

_BOLD, _OFF = "1", "0"
_CODES = (_OFF, _BOLD, *_NAMES, *_KEY_WORDS)
_MARKS = dict(zip(_CODES, MARKS, strict=False))

ESCAPE_CODES = str.maketrans({mark: f"\x1b[{code}m" for code, mark in _MARKS.items()})
"""What marks become on a terminal, for `str.translate`."""

_KEY_WORD = re.compile(r"[^:：,，{]*[^:：,，{\s]")
"""The beginning of a template up to the first sign or fact."""


def coloured(words: Catalogue) -> Catalogue:
    """Return a catalogue with marks for colour."""
    return Catalogue(words.language, _marked_texts(words.texts), words.currency)


def _marked_texts(texts: Mapping[str, str]) -> dict[str, str]:
    codes = {_key_word(texts[id_]): code for code, ids in _NAMES.items() for id_ in ids}
    names = re.compile("|".join(map(_whole_word, sorted(codes, key=len, reverse=True))))

    def with_names(text: str) -> str:
        return names.sub(lambda found: _marked(found[0], codes[found[0]]), text)

    marked = {id_: with_names(text) for id_, text in texts.items()}
    for code, ids in _KEY_WORDS.items():
        for id_ in ids:
            word = _key_word(texts[id_])
            marked[id_] = _marked(word, code) + with_names(texts[id_].removeprefix(word))
    before, coup, after = texts["coup.number"].partition("{coup}")
    marked["coup.number"] = _marked(before + coup, _BOLD) + after
    marked["bankroll"] = texts["bankroll"].replace("{bankroll}", _marked("{bankroll}", _BOLD))
    return marked


def _key_word(text: str) -> str:
    found = _KEY_WORD.match(text)
    return found[0] if found else ""


def _whole_word(name: str) -> str:
    """Return a regular expression for a name: a whole word, if the language separates words."""
    is_wide = columns_of(name) > len(name)
    return re.escape(name) if is_wide else rf"(?<!\w){re.escape(name)}(?!\w)"


def _marked(text: str, code: str) -> str:
    return f"{_MARKS[code]}{text}{_MARKS[_OFF]}"
