"""The settings of a guest, shown and changed in the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from puntobanco.announcer import Level, Message
from puntobanco.announcer.names import house_fact
from puntobanco.errors import IllegalCommand, NotationError, shown
from puntobanco.house import HOUSES, House
from puntobanco.terminal.options import PlayOptions
from puntobanco.words import LANGUAGES, message

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
    if options.is_answer("answer.yes", value):
        return True
    if options.is_answer("answer.no", value):
        return False
    if value:
        raise NotationError(shown(value, 12), code="yes_or_no")
    return not now
