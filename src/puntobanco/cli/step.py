"""`puntobanco step`: the game as a machine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import click

from puntobanco.cli._options import house_option, seed_option, seeds
from puntobanco.cli._shoes import coup_of, given_or_shuffled
from puntobanco.coup import Coup, deal
from puntobanco.house import LARGEST_COUP, House
from puntobanco.terminal.machine import READY, Machine, run


@click.command()
@click.option("--cards", metavar="CARDS", help="Deal these cards in every coup, in dealing order.")
@house_option
@seed_option
def command(cards: str | None, house: House, seed: str | None) -> None:
    """Deal one card a key press; r resets, q leaves.

    Each step is one line: three card slots, the score and the win light of Player, then those of
    Banker, then the rule that decided. Through a pipe, every line of input is a key press.

    Example: yes | head -6 | puntobanco step --cards "Jd Qh 5h Qd 9s 8h"
    """
    coups = _coups(cards, house, seed)
    first = next(coups)
    if _is_terminal():
        click.echo(Machine(first).line(READY))
    run(_after(first, coups), _key_reader(), click.echo, naturals=house.naturals)


def _coups(cards: str | None, house: House, seed: str | None) -> Iterator[Coup]:
    """Coups without end: the given cards again and again, or shoe after shoe."""
    for secret in seeds(seed):
        shoe = given_or_shuffled(cards, house, secret)
        coup, shoe = coup_of(shoe)
        yield coup
        while cards is None and shoe.left >= LARGEST_COUP:
            coup, shoe = deal(shoe)
            yield coup


def _after(first: Coup, coups: Iterator[Coup]) -> Callable[[], Coup]:
    waiting = [first]
    return lambda: waiting.pop() if waiting else next(coups)


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _key_reader() -> Callable[[], str]:
    """A single key on a terminal, a line through a pipe."""
    return click.getchar if _is_terminal() else _line


def _line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
