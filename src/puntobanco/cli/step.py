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
from puntobanco.terminal.single_keys import single_keys


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
    next_coup = _after(first, coups)
    if sys.stdin.isatty() and sys.stdout.isatty():
        click.echo(Machine(first).line(READY))
        with single_keys(sys.stdin.fileno()) as read_key:
            run(next_coup, read_key, click.echo, naturals=house.naturals)
    else:
        run(next_coup, _line, click.echo, naturals=house.naturals)


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


def _line() -> str:
    """A key press through a pipe."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
