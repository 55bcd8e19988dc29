"""`puntobanco round`: one round in class."""

from __future__ import annotations

import click

from puntobanco.cli.given import deal_given, given_or_shuffled
from puntobanco.cli.options.shared import seed_option
from puntobanco.croupier import seed_source
from puntobanco.house import CLASSROOM
from puntobanco.terminal.classroom import play_round
from puntobanco.terminal.console import Console, Look


@click.command()
@click.option("--cards", metavar="CARDS", help="Deal these cards, in dealing order.")
@seed_option
def command(cards: str | None, seed: str | None) -> None:
    """Choose the Player or the Banker hand and see one round of it.

    The cards come from a fresh shuffled deck, or are the ones that --cards names.

    Example: puntobanco round --cards "Jd Qh 5h Qd 9s 8h"
    """
    coup, _ = deal_given(given_or_shuffled(cards, CLASSROOM, seed_source(seed)(1)), "--cards")
    play_round(Console.here(Look.PLAIN), coup, CLASSROOM.naturals)
