"""The settings of a guest, shown and changed in the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from puntobanco.announcer import Level, Message
from puntobanco.announcer.message import message
from puntobanco.announcer.names import house_fact
from puntobanco.announcer.words import LANGUAGES
from puntobanco.errors import IllegalCommand, NotationError, shown
from puntobanco.house import HOUSES, House
from puntobanco.terminal.options import PlayOptions

NAMES = ("house", "level", "language", "felt", "sound")
"""The settings by what is typed for them."""


def settings_messages(options: PlayOptions) -> list[Message]:
    """Every setting with its value, and how it is changed."""
    is_kept = options.settings_file is not None
    return [
        message("play.settings", is_kept=is_kept),
        message("play.settings.house", house=house_fact(options.house)),
        message("play.settings.level", level=options.level, levels=list(Level)),
        message("play.settings.language", text=options.words.language, typed=", ".join(LANGUAGES)),
        message("play.settings.felt", is_told=options.settings.felt),
        message("play.settings.sound", is_told=options.sound is not None),
    ]


def change(options: PlayOptions, typed: str) -> House | None:
    """Change a setting, and print and remember it; gives the house, if it is another house."""
    name, _, value = typed.partition(" ")
    changes: dict[str, Callable[[PlayOptions, str], None]] = {
        "level": change_level,
        "language": _change_language,
        "felt": _change_felt,
        "sound": _change_sound,
    }
    if name.lower() == "house":
        return _change_house(options, value.strip())
    if name.lower() not in changes:
        expected = f"a setting: {', '.join(NAMES)}"
        raise NotationError(shown(name, 12), expected=expected, code="setting")
    changes[name.lower()](options, value.strip())
    return None


def _change_house(options: PlayOptions, value: str) -> House:
    """The house of the next table."""
    try:
        options.house = options.read_house(value)
    except NotationError as error:
        typed, text = repr(shown(value, 8)), ", ".join(HOUSES)
        raise IllegalCommand(str(error), code="house_typed", typed=typed, text=text) from None
    options.remember(house=house_setting(options.house, value))
    return options.house


def house_setting(house: House, typed: str) -> str:
    """How a house is remembered: by its name, or a file by its whole path."""
    is_named = HOUSES.get(house.name) == house
    return house.name if is_named else str(Path(typed).absolute())


def change_level(options: PlayOptions, value: str) -> None:
    """The level that is named, or the one after the present."""
    levels = {options.words.level(level): level for level in Level}
    levels |= {level.value: level for level in Level}
    if value and value.lower() not in levels:
        expected = f"a level: {', '.join(level.value for level in Level)}"
        raise NotationError(shown(value), expected=expected, code="level", levels=list(Level))
    options.level = levels[value.lower()] if value else options.level.next
    options.say(message("play.level", level=options.level))
    options.remember(level=options.level.value)


def _change_language(options: PlayOptions, value: str) -> None:
    languages = {language.lower(): language for language in LANGUAGES}
    if value.lower() not in languages:
        typed, text = repr(shown(value, 12)), ", ".join(LANGUAGES)
        reason = f"{typed} is not a language: {text}"
        raise IllegalCommand(reason, code="language", typed=typed, text=text)
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
    if value.lower() in options.words.choices("answer.yes"):
        return True
    if value.lower() in options.words.choices("answer.no"):
        return False
    if value:
        raise NotationError(shown(value, 12), expected="an answer: y or n", code="yes_or_no")
    return not now
