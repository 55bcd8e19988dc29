"""PlayOptions: what one run of the game was started with."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from puntobanco.announcer import Level, Message
from puntobanco.announcer.lines import WIDTH, columns_of, fitted
from puntobanco.announcer.words import Catalogue, catalogue
from puntobanco.house import House
from puntobanco.settlement import Chips
from puntobanco.store import Store
from puntobanco.terminal.amounts import parse_dollars
from puntobanco.terminal.console import Console, Look
from puntobanco.terminal.keys import Pressed, read


@dataclass(slots=True)
class PlayOptions:
    """What one run of the game was started with; the guest may change level and word."""

    store: Store
    console: Console
    house: House
    level: Level = Level.NORMAL
    seed: str | None = None
    records: Path = Path()
    word: str | None = None
    """The guest's word for the next shuffle, if one was given."""
    again: str = "puntobanco play."
    """How to come back: a command, and a full stop unless it ends with a file name."""
    words: Catalogue = field(default_factory=catalogue)
    """The language of the guest."""
    _coloured: Catalogue | None = None

    @property
    def printed(self) -> Catalogue:
        """The words as they are printed: with marks for colour, if the console shows it."""
        if self.console.look is Look.PLAIN:
            return self.words
        if self._coloured is None:
            from puntobanco.terminal.colour import coloured  # noqa: PLC0415 - few need colour

            self._coloured = coloured(self.words)
        return self._coloured

    def say(self, *messages: Message) -> None:
        """Print messages, in lines that fit the screen."""
        self.console.say(line for each in messages for line in self._lines(each))

    def _lines(self, each: Message) -> list[str]:
        """A message in lines that fit the screen; one that has to be broken has no colour."""
        line = self.printed.words(each)
        return [line] if columns_of(line) <= WIDTH else fitted(self.words.words(each))

    def say_whole(self, *messages: Message) -> None:
        """Print messages that may be copied, and so are not broken into lines."""
        self.console.say(map(self.printed.words, messages))

    def ask(self, question: Message) -> str:
        """Ask a question, and give the answer."""
        return self.console.ask(self.words.words(question))

    def dollars(self, typed: str) -> Chips:
        """An amount as the guest's language writes it."""
        return parse_dollars(typed, decimal=self.words.texts["number.decimal"])

    def pressed(self, line: str) -> Pressed | None:
        """The key that a line starts with, or a word of the guest's language for it."""
        return read(line, self.words)

    def is_yes(self, question: Message, otherwise: Message) -> bool:
        """Ask until the answer is yes or no."""
        while True:
            answer = self.ask(question).lower()
            if answer in self.words.choices("answer.yes"):
                return True
            if answer in self.words.choices("answer.no"):
                return False
            self.say_whole(otherwise)
