"""The settings of the game: their file, and how the game shows and changes them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from puntobanco.announcer import Level, Message
from puntobanco.announcer.names import house_fact
from puntobanco.errors import IllegalCommand, NotationError, StoreError, shown
from puntobanco.house import HOUSES, House
from puntobanco.terminal.options import PlayOptions
from puntobanco.words import LANGUAGES, message

LARGEST_FILE = 1 << 16


@dataclass(frozen=True, slots=True)
class Settings:
    """What a guest has chosen; what is empty or false was not.

    >>> Settings.parse(Settings(house="ez", felt=True).text)
    Settings(house='ez', level='', language='', felt=True, sound=False)
    """

    house: str = ""
    """The name of a house, or the path of a TOML file."""
    level: str = ""
    language: str = ""
    felt: bool = False
    """Whether bets on the felt are told before each prompt."""
    sound: bool = False
    """Whether tones are played."""

    @classmethod
    def parse(cls, text: str) -> Settings:
        """Read a TOML text. Ignore unknown names; raise ValueError for a wrong value."""
        import tomllib  # noqa: PLC0415 - only where there is a file

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
    """The settings in a file; where there is none, nothing was chosen."""
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


def write_settings(settings: Settings, file: Path) -> None:
    """Replace the file by these settings; makes its folder, private, if it is missing."""
    from puntobanco.store import replacing  # noqa: PLC0415 - only when something was chosen

    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacing(file) as stream:
            stream.write(settings.text.encode())
    except OSError as error:
        why = str(error.strerror)
        raise StoreError(code="unwritten", path=str(file), text=why) from error


NAMES = ("house", "level", "language", "felt", "sound")
"""The settings by what is typed for them in English, and in a file."""


def settings_messages(options: PlayOptions) -> list[Message]:
    """Every setting with its value, and how it is changed."""
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
        message("play.settings.felt", setting="felt", is_told=options.settings.felt),
        message("play.settings.sound", setting="sound", is_told=options.sound is not None),
    ]


def change(options: PlayOptions, typed: str) -> House | None:
    """Change a setting, and print and remember it; gives the house, if it is another house."""
    word, value = (*typed.split(maxsplit=1), "")[:2]
    changes: dict[str, Callable[[PlayOptions, str], House | None]] = {
        "house": _change_house,
        "level": change_level,
        "language": _change_language,
        "felt": _change_felt,
        "sound": _change_sound,
    }
    names = {options.words.setting(name).casefold(): name for name in NAMES}
    name = names.get(word.casefold(), word.lower())
    if name not in changes:
        raise NotationError(shown(word, 12), code="setting", settings=list(NAMES))
    return changes[name](options, value)


def _change_house(options: PlayOptions, value: str) -> House:
    """The house of the next table, by its name in the language, by its key or by a file."""
    houses = [house_fact(house) for house in HOUSES.values()]
    keys = {options.words.house(house).casefold(): house.key for house in houses}
    named = keys.get(value.casefold(), value)
    try:
        options.house = options.read_house(named)
    except NotationError:
        typed = repr(shown(value, 8))
        raise IllegalCommand(code="house_typed", typed=typed, houses=houses) from None
    options.remember(house=house_setting(options.house, named))
    return options.house


def house_setting(house: House, typed: str) -> str:
    """How a house is remembered: by its name, or a file by its whole path."""
    is_named = HOUSES.get(house.name) == house
    return house.name if is_named else str(Path(typed).absolute())


def change_level(options: PlayOptions, value: str) -> None:
    """The level that is named, or the one after the present."""
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


def _change_felt(options: PlayOptions, value: str) -> None:
    is_told = _yes_or_no(options, value, now=options.settings.felt)
    options.remember(felt=is_told)
    options.say(message("play.felt", is_told=is_told))


def _change_sound(options: PlayOptions, value: str) -> None:
    is_told = _yes_or_no(options, value, now=options.sound is not None)
    options.sound = options.start_sound() if is_told and options.start_sound else None
    options.remember(sound=is_told)
    options.say(message("play.sound", is_told=options.sound is not None))


def _yes_or_no(options: PlayOptions, value: str, *, now: bool) -> bool:
    """The answer; without one, the other way round."""
    if options.is_answer("answer.yes", value):
        return True
    if options.is_answer("answer.no", value):
        return False
    if value:
        raise NotationError(shown(value, 12), code="yes_or_no")
    return not now
