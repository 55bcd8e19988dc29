"""Questions of the game: inside each of them q leaves, ? lists the keys and z takes back bets."""

from __future__ import annotations

from collections.abc import Callable

from puntobanco.house import House
from puntobanco.terminal.keys import Key, help_messages
from puntobanco.terminal.options import PlayOptions
from puntobanco.words import Message


class Leaving(Exception):
    """The guest asked to leave."""


def ask(
    options: PlayOptions, question: Message, house: House, *, take_back: Callable[[], None]
) -> str:
    """The answer to a question, which is asked again after ? and z."""
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
