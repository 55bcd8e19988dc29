"""What one run of the game was started with; the settings that a guest changes, and their file."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path

from puntobanco.announcer import Level, Message, refusal
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.lines import WIDTH, broken
from puntobanco.announcer.names import house_fact
from puntobanco.cards import Card
from puntobanco.errors import IllegalCommand, NotationError, StoreError, shown
from puntobanco.house import HOUSES, House, named_house
from puntobanco.settlement import DOLLARS, Chips, Currency
from puntobanco.store import Log
from puntobanco.terminal.amounts import half_width, parse_money
from puntobanco.terminal.console import GLUE, Console, Style, coloured
from puntobanco.terminal.guide import Guide
from puntobanco.words import LANGUAGES, Catalogue, message

LARGEST_FILE = 1 << 16

RECORDS = ("always", "ask", "never")
"""Whether the record of a shoe is kept. The first is the default."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A guest's choices. An empty or false value means no choice.

    >>> Settings.parse(Settings(house="ez", felt=True).text) == Settings(house="ez", felt=True)
    True
    """

    house: str = ""
    """The name of a house, or the path of a TOML file."""
    level: str = ""
    language: str = ""
    records: str = ""
    """Whether the record of a shoe is kept: one of `RECORDS`."""
    felt: bool = False
    sound: bool = False
    good_roads: bool = False
    """Whether good roads are named."""
    guide: bool = False
    """Whether the guest gets tips for the first coups. Off after three."""

    @classmethod
    def parse(cls, text: str) -> Settings:
        """Read a TOML text. Ignore unknown names; raise ValueError for a wrong value."""
        import tomllib  # noqa: PLC0415 - needed only with a settings file

        found = tomllib.loads(text)
        chosen = {each.name: found[each.name] for each in fields(cls) if each.name in found}
        for name, value in chosen.items():
            if type(value) is not type(getattr(cls(), name)):
                raise ValueError(f"{name} cannot be {value!r}")
        return cls(**chosen)

    @property
    def text(self) -> str:
        """The settings that were chosen, as TOML."""
        chosen = {name: value for name, value in asdict(self).items() if value}
        return "".join(
            f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in chosen.items()
        )


NOTHING_CHOSEN = Settings()


def read_settings(file: Path) -> Settings:
    """Read the settings in a file. Without a file, nothing was chosen."""
    try:
        with file.open("rb") as stream:
            found = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise StoreError(error.strerror or str(error)) from error
    if len(found) > LARGEST_FILE:
        raise StoreError("too long")
    try:
        return Settings.parse(found.decode("utf-8"))
    except UnicodeDecodeError:
        raise StoreError("not UTF-8 text") from None
    except ValueError as error:
        raise StoreError(str(error)) from None


def write_private(data: bytes, file: Path) -> None:
    """Write a guest's file. If its folder is missing, create a private one."""
    from puntobanco.store import replacing  # noqa: PLC0415 - only when something was chosen

    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacing(file) as stream:
            stream.write(data)
    except OSError as error:
        why = str(error.strerror)
        raise StoreError(code="unwritten", path=str(file), text=why) from error


@dataclass(slots=True)
class PlayOptions:
    """What one run of the game was started with; the guest may change settings and word."""

    store: Log
    console: Console
    house: House
    level: Level = Level.NORMAL
    seed: str | None = None
    records_folder: Path = Path()
    word: str | None = None
    """The guest's word for the next shuffle, if one was given."""
    cards: tuple[Card, ...] = ()
    """The cards that the next shoe begins with, if some were given."""
    sound: Callable[[int], None] | None = None
    """Called with what the guest's bets on a coup earned, if tones are wanted."""
    start_sound: Callable[[], Callable[[int], None]] | None = None
    """Starts the sound and returns a function that plays tones, if tones are available."""
    again: Callable[[], str] = lambda: "puntobanco play."
    """How to come back: a command, and a full stop unless it ends with a file name."""
    replay: str = "puntobanco history replay last"
    """How to see the last shoe again: a command."""
    words: Catalogue = field(default_factory=catalogue)
    currency: Currency = DOLLARS
    """The currency of printed and typed amounts."""
    settings: Settings = NOTHING_CHOSEN
    settings_file: Path | None = None
    """Where settings are remembered, if they are."""
    is_first_start: bool = False
    """Whether nothing was remembered or played before. The guest is offered tips."""
    guide: Guide | None = None
    """The tips of the first coups, if they are wanted."""
    read_house: Callable[[str], House] = named_house
    """A house by what is typed for it."""
    _coloured: Catalogue | None = None

    @property
    def is_newcomer(self) -> bool:
        """Whether the guest plays for the first time, or wants tips."""
        return self.is_first_start or self.guide is not None

    @property
    def printed(self) -> Catalogue:
        """The words as they are printed: with marks for colour, if the console shows it."""
        if self.console.style is Style.PLAIN:
            return self.words
        if self._coloured is None:
            self._coloured = coloured(self.words)
        return self._coloured

    def remember(self, **chosen: str | bool) -> None:
        """Apply the guest's choices, and save them for the next evening if there is a file."""
        before = self.settings
        self.settings = replace(before, **chosen)  # type: ignore[arg-type]  # by name
        if self.settings_file and self.settings != before:
            try:
                write_private(self.settings.text.encode(), self.settings_file)
            except StoreError as error:
                self.say(refusal(error, words=self.words))

    def give_tips(self, *, is_wanted: bool) -> None:
        """Begin with the tips for three coups, or stop them."""
        self.guide = Guide() if is_wanted else None
        self.remember(guide=is_wanted)

    def say_tips(self, tips: list[Message]) -> None:
        """Print tips, and note that they were given."""
        if self.guide and tips:
            self.say(*tips)
            self.guide = self.guide.having_told(tips)

    def speak(self, language: str) -> None:
        """Go on in another language."""
        self.words, self._coloured = catalogue(language, self.currency), None

    def count_in(self, currency: Currency) -> None:
        """Word and read money in a currency from now on: a resumed table may have another."""
        if currency != self.currency:
            self.currency = currency
            self.speak(self.words.language)

    def say(self, *said: Message | str) -> None:
        """Print messages and rendered lines, broken to fit the screen."""
        lines = [each if isinstance(each, str) else self.printed.render(each) for each in said]
        if not self.console.breaks_lines:
            lines = [part for line in lines for part in broken(line, WIDTH)]
        self.console.say(lines)

    def say_whole(self, *messages: Message) -> None:
        """Print messages with something to copy: a command or a path, which is never broken."""
        self.console.say(self.printed.render(_with_glue(each)) for each in messages)

    def ask(self, question: Message) -> str:
        """Ask a question, and give the answer."""
        return self.console.ask(self.words.render(question))

    def is_answer(self, id_: str, typed: str) -> bool:
        """Return whether an answer is one of the words of an id, such as ``answer.yes``."""
        return half_width(typed).lower() in self.words.choices(id_)

    def yes_or_no(self, typed: str) -> bool:
        """Read an answer to a question; raise `NotationError` if it is neither."""
        if self.is_answer("answer.yes", typed):
            return True
        if self.is_answer("answer.no", typed):
            return False
        raise NotationError(shown(typed, 12), code="yes_or_no")

    def chips(self, typed: str) -> Chips:
        """Return an amount as the guest's language writes it."""
        return parse_money(typed, self.currency, decimal=self.words.texts["number.decimal"])


def _with_glue(each: Message) -> Message:
    """Return a message whose command or path is not broken at its spaces."""
    copied = {
        name: str(each.facts[name]).replace(" ", GLUE)
        for name in ("again", "path")
        if name in each.facts
    }
    return Message(each.id, {**each.facts, **copied}, each.audience)


# --- settings -------------------------------------------------------------------------------------

NAMES = tuple(each.name for each in fields(Settings))
"""The settings by what is typed for them in English, and in a file."""


def settings_messages(options: PlayOptions) -> list[Message]:
    """Return every setting with its value, and how to change it."""
    is_kept = options.settings_file is not None
    return [
        message("play.settings", is_kept=is_kept),
        message("play.settings.house", setting="house", house=house_fact(options.house)),
        message("play.settings.level", setting="level", level=options.level, levels=list(Level)),
        message(
            "play.settings.language",
            setting="language",
            text=options.words.language,
            typed=", ".join(LANGUAGES),
        ),
        message("play.settings.records", setting="records", keeps=options.settings.records),
        message("play.settings.felt", setting="felt", is_told=options.settings.felt),
        message("play.settings.sound", setting="sound", is_told=options.sound is not None),
        message(
            "play.settings.good_roads",
            setting="good_roads",
            is_told=options.settings.good_roads,
        ),
        message("play.settings.guide", setting="guide", is_told=options.guide is not None),
    ]


def change(options: PlayOptions, typed: str) -> House | None:
    """Change a setting, then print and remember it. Return the house, if it is another one."""
    word, value = (*typed.split(maxsplit=1), "")[:2]
    changes: dict[str, Callable[[PlayOptions, str], House | None]] = {
        "house": _change_house,
        "level": change_level,
        "language": _change_language,
        "records": _change_records,
        "felt": _change_felt,
        "sound": _change_sound,
        "good_roads": _change_good_roads,
        "guide": _change_guide,
    }
    names = {options.words.setting(name).casefold(): name for name in NAMES}
    name = names.get(word.casefold(), word.lower())
    if name not in changes:
        raise NotationError(shown(word, 8), code="setting", settings=list(NAMES))
    return changes[name](options, value)


def _change_house(options: PlayOptions, value: str) -> House | None:
    """Choose the house of the next table, by its name, its key or a file. Else list them."""
    houses = [house_fact(house) for house in HOUSES.values()]
    keys = {options.words.house(house).casefold(): house.key for house in houses}
    if not value:
        options.say(message("play.houses", houses=houses))
        return None
    named = keys.get(value.casefold(), value)
    try:
        options.house = options.read_house(named)
    except NotationError:
        typed = repr(shown(value, 12))
        raise IllegalCommand(code="house_typed", typed=typed) from None
    options.remember(house=house_setting(options.house, named))
    return options.house


def house_setting(house: House, typed: str) -> str:
    """Return how a house is remembered: by its name, or a file by its whole path."""
    is_named = HOUSES.get(house.name) == house
    return house.name if is_named else str(Path(typed).absolute())


def change_level(options: PlayOptions, value: str) -> None:
    """Return the named level, or the one after the current level."""
    levels = {options.words.level(level).lower(): level for level in Level}
    levels |= {level.value: level for level in Level}
    if value and value.lower() not in levels:
        raise NotationError(shown(value), code="level", levels=list(Level))
    options.level = levels[value.lower()] if value else options.level.next
    options.say(message("play.level", level=options.level))
    options.remember(level=options.level.value)


def _change_language(options: PlayOptions, value: str) -> None:
    languages = {language.lower(): language for language in LANGUAGES}
    if value.lower() not in languages:
        typed, text = repr(shown(value, 12)), ", ".join(LANGUAGES)
        raise IllegalCommand(code="language", typed=typed, text=text)
    options.speak(languages[value.lower()])
    options.say(message("play.language", text=options.words.language))
    options.remember(language=options.words.language)


def _change_records(options: PlayOptions, value: str) -> None:
    def is_meant(each: str) -> bool:
        return value.lower() == each or options.is_answer(f"typed.records.{each}", value)

    chosen = next(filter(is_meant, RECORDS), None)
    if chosen is None:
        raise NotationError(shown(value, 12), code="records")
    options.remember(records=chosen)
    options.say(message("play.records", keeps=chosen))


def _change_felt(options: PlayOptions, value: str) -> None:
    is_told = options.yes_or_no(value) if value else not options.settings.felt
    options.remember(felt=is_told)
    options.say(message("play.felt", is_told=is_told))


def _change_good_roads(options: PlayOptions, value: str) -> None:
    is_told = options.yes_or_no(value) if value else not options.settings.good_roads
    options.remember(good_roads=is_told)
    options.say(message("play.good_roads", is_told=is_told))


def _change_guide(options: PlayOptions, value: str) -> None:
    is_told = options.yes_or_no(value) if value else options.guide is None
    options.give_tips(is_wanted=is_told)
    options.say(message("play.guide", is_told=is_told))


def _change_sound(options: PlayOptions, value: str) -> None:
    is_told = options.yes_or_no(value) if value else options.sound is None
    options.sound = options.start_sound() if is_told and options.start_sound else None
    options.remember(sound=is_told)
    options.say(message("play.sound", is_told=options.sound is not None))
