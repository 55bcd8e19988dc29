"""`puntobanco step`: the game as a machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain, count

import click

from puntobanco.announcer.catalogues import catalogue
from puntobanco.cli.options.cards import deal_given, given_or_shuffled
from puntobanco.cli.options.common import language_option, seed_option
from puntobanco.cli.options.house import house_option
from puntobanco.coup import Coup
from puntobanco.croupier import seed_source
from puntobanco.house import House
from puntobanco.terminal.console import screen_lines, single_keys
from puntobanco.terminal.machine import READY, Machine, run
from puntobanco.words import Catalogue


@click.command()
@click.option("--cards", metavar="CARDS", help="Deal these cards in every coup, in dealing order.")
@house_option
@seed_option
@language_option
def command(cards: str | None, house: House, seed: str | None, language: str) -> None:
    """Deal one card per key press; r resets, q leaves.

    Each step is one line: three card slots, the score and the win light of Player, then those of
    Banker, then the rule that decided, and the result at the end. Shoes follow the rules of the
    house. If input is piped, every line is a key press.

    Example: yes | head -6 | puntobanco step --cards "Jd Qh 5h Qd 9s 8h"
    """
    coups = endless_coups(cards, house, seed)
    first = next(coups)
    machines = (Machine(coup, naturals=house.naturals) for coup in chain([first], coups))
    run_on_keys(machines, first=Machine(first), words=catalogue(language))


def run_on_keys(
    machines: Iterator[Machine], *, first: Machine, words: Catalogue | None = None
) -> None:
    """Step through machines: by single keys on a terminal, else by lines of input."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with single_keys(sys.stdin.fileno()) as read_key:
            _echo(first.line(READY, words))
            run(machines.__next__, read_key, _echo, words)
    else:
        run(machines.__next__, _line, click.echo, words)


def _echo(line: str) -> None:
    click.echo("\n".join(screen_lines([line], sys.stdout)))


def endless_coups(cards: str | None, house: House, seed: str | None) -> Iterator[Coup]:
    """Yield endless coups: the given cards again and again, or shoe after shoe of the house."""
    for secret in map(seed_source(seed), count(1)):
        before = given_or_shuffled(cards, house, secret)
        is_last = False
        while not is_last:
            coup, after = deal_given(before, "--cards")
            yield coup
            is_last = cards is not None or house.is_last_coup(before, after)
            before = after


def _line() -> str:
    """Return a line of input, which counts as a key press. Raise `EOFError` at the end."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
