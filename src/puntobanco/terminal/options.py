"""PlayOptions: what one run of the game was started with, and questions to the guest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from puntobanco.announcer import Level, Message, refusal
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.lines import WIDTH, columns_of, fitted
from puntobanco.cards import Card
from puntobanco.errors import StoreError
from puntobanco.house import House, named_house
from puntobanco.settlement import DOLLARS, Chips, Currency
from puntobanco.store import Store
from puntobanco.terminal.amounts import half_width, parse_money
from puntobanco.terminal.console import GLUE, Console, Look
from puntobanco.terminal.keys import Key, Pressed, help_messages, read
from puntobanco.terminal.settings import NOTHING_CHOSEN, Settings, write_settings
from puntobanco.words import Catalogue


@dataclass(slots=True)
class PlayOptions:
    """What one run of the game was started with; the guest may change settings and word."""

    store: Store
    console: Console
    house: House
    level: Level = Level.NORMAL
    seed: str | None = None
    records: Path = Path()
    word: str | None = None
    """The guest's word for the next shuffle, if one was given."""
    cards: tuple[Card, ...] = ()
    """The cards that the next shoe begins with, if some were given."""
    sound: Callable[[int], None] | None = None
    """Called with what the guest's bets on a coup earned, if tones are wanted."""
    start_sound: Callable[[], Callable[[int], None]] | None = None
    """Gives what plays tones, where they can be played."""
    again: Callable[[], str] = lambda: "puntobanco play."
    """How to come back: a command, and a full stop unless it ends with a file name."""
    words: Catalogue = field(default_factory=catalogue)
    currency: Currency = DOLLARS
    """The currency of printed and typed amounts."""
    settings: Settings = NOTHING_CHOSEN
    settings_file: Path | None = None
    """Where settings are remembered, if they are."""
    read_house: Callable[[str], House] = named_house
    """A house by what is typed for it."""
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

    def remember(self, **chosen: str | bool) -> None:
        """Keep what the guest has chosen, also for the next evening where there is a file."""
        before = self.settings
        self.settings = replace(before, **chosen)  # type: ignore[arg-type]  # by name
        if self.settings_file and self.settings != before:
            try:
                write_settings(self.settings, self.settings_file)
            except StoreError as error:
                self.say_line(refusal(error, words=self.words))

    def speak(self, language: str) -> None:
        """Go on in another language."""
        self.words, self._coloured = catalogue(language, self.currency), None

    def count_in(self, currency: Currency) -> None:
        """Word and read money in a currency from now on: a resumed table may have another."""
        if currency != self.currency:
            self.currency = currency
            self.speak(self.words.language)

    def say(self, *messages: Message) -> None:
        """Print messages, in lines that fit the screen."""
        self.console.say(line for each in messages for line in self._lines(each))

    def _lines(self, each: Message) -> list[str]:
        """A message in lines that fit a pipe; a terminal breaks them itself."""
        line = self.printed.render(each)
        if self.console.breaks_lines or columns_of(line) <= WIDTH:
            return [line]
        return fitted(self.words.render(each))

    def say_line(self, line: str) -> None:
        """Print a line that is worded already, in lines that fit the screen."""
        self.console.say([line] if self.console.breaks_lines else fitted(line))

    def say_whole(self, *messages: Message) -> None:
        """Print messages with something to copy: a command or a path, which is never broken."""
        self.console.say(self.printed.render(_with_glue(each)) for each in messages)

    def ask(self, question: Message) -> str:
        """Ask a question, and give the answer."""
        return self.console.ask(self.words.render(question))

    def is_answer(self, id_: str, typed: str) -> bool:
        """Whether an answer is one of the words of an id, such as ``answer.yes``."""
        return half_width(typed).lower() in self.words.choices(id_)

    def chips(self, typed: str) -> Chips:
        """An amount as the guest's language writes it."""
        return parse_money(typed, self.currency, decimal=self.words.texts["number.decimal"])

    def pressed(self, line: str) -> Pressed | None:
        """The key that a line starts with, or a word of the guest's language for it."""
        return read(line, self.words)


def _with_glue(each: Message) -> Message:
    """A message whose command or path is not broken at its spaces."""
    copied = {
        name: str(each.facts[name]).replace(" ", GLUE)
        for name in ("again", "path")
        if name in each.facts
    }
    return Message(each.id, {**each.facts, **copied}, each.audience)


class Leaving(Exception):
    """The guest asked to leave."""


def ask(
    options: PlayOptions, question: Message, house: House, *, take_back: Callable[[], None]
) -> str:
    """Return the answer to a question. Ask again after ? and z."""
    while True:
        answer = options.ask(question)
        pressed = options.pressed(answer)
        match pressed.key if pressed and not pressed.rest else None:
            case Key.LEAVE:
                raise Leaving
            case Key.HELP:
                options.say(*help_messages(house))
            case Key.TAKE_BACK:
                take_back()
            case _:
                return answer
