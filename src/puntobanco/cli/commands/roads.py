"""`puntobanco roads`: the scoreboards of a string of results."""

from __future__ import annotations

import json
import os
import shutil
import sys
from typing import TYPE_CHECKING, TextIO

import click

from puntobanco.announcer.lines import all_fitted
from puntobanco.bets import is_pair
from puntobanco.cards import Hand
from puntobanco.cli.options import echo_json, json_option
from puntobanco.coup import Outcome
from puntobanco.roads import Roads, drawing, layout, speech
from puntobanco.roads.board import Bead
from puntobanco.tableau import Side
from puntobanco.terminal.console import Style, screen_lines, style_for

if TYPE_CHECKING:
    from puntobanco.notation import RecordedCoup

LARGEST_INPUT = 4 << 20
"""The most bytes of standard input: the size of the largest record."""


@click.command()
@click.argument("results", nargs=-1)
@click.option("--say", is_flag=True, help="Describe the roads in words.")
@click.option(
    "--svg",
    "picture",
    type=click.File("w", encoding="utf-8", lazy=True),
    metavar="FILE",
    help="Write the roads to a file as a picture.",
)
@click.option("--plain", is_flag=True, help="Plain text: no colour.")
@json_option
def roads_command(
    results: tuple[str, ...], *, say: bool, picture: TextIO | None, plain: bool, as_json: bool
) -> None:
    """Draw the roads of RESULTS: letters P, B and T in either case, oldest first.

    Write ' before a letter for a Banker pair, and . after it for a Player pair. Spaces and line
    breaks are ignored. Without RESULTS, the command reads standard input, which may also be a
    record or the output of `puntobanco shoe --json`.

    Example: puntobanco roads BBPTPB
    """
    roads = _read(_standard_input() if results in ((), ("-",)) else " ".join(results))
    if picture:
        from puntobanco.roads.svg import svg

        picture.write(svg(roads))
    if as_json:
        echo_json(layout.data(roads))
    elif say:
        lines = speech.lines(roads)
        fitted = screen_lines(lines, sys.stdout) if sys.stdout.isatty() else all_fitted(lines)
        click.echo("\n".join(fitted))
    elif not picture:
        click.echo(_drawn(roads, Style.PLAIN if plain else None))


def _standard_input() -> str:
    if sys.stdin.isatty():
        raise click.UsageError("no RESULTS: give letters such as BBPTPB, or pipe them in")
    data = sys.stdin.buffer.read(LARGEST_INPUT + 1)
    if len(data) > LARGEST_INPUT:
        raise click.UsageError(f"standard input has more than {LARGEST_INPUT:,} bytes")
    return data.decode("utf-8-sig", errors="replace")


def _read(text: str) -> Roads:
    """Return the roads of a text: JSON of a shoe, a record, or letters."""
    if text.lstrip().startswith("{"):
        return _of_json(text)
    if text.partition(":")[0].strip().upper() == "BGN":
        return _of_record(text)
    return Roads.parse(text)


def _of_json(text: str) -> Roads:
    try:
        return Roads.of([_bead(coup) for coup in json.loads(text)["coups"]])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        expected = "`coups`, each with an `outcome` of player, banker or tie"
        raise click.UsageError(f"this JSON is not a shoe: it needs {expected}") from None


def _bead(coup: dict[str, object]) -> Bead:
    pairs = [side for side in Side if coup.get(f"{side.value}_pair")]
    return Bead.of(Outcome(coup["outcome"]), pairs)


def _of_record(text: str) -> Roads:
    from puntobanco.notation import parse_record

    coups = [coup for coup in parse_record(text).coups if not coup.interrupted]
    return Roads.of([_recorded_bead(coup) for coup in coups])


def _recorded_bead(coup: RecordedCoup) -> Bead:
    if coup.outcome is None:
        raise click.UsageError(f"coup {coup.number} of this record has no outcome")
    opening = {Side.PLAYER: coup.cards[0:4:2], Side.BANKER: coup.cards[1:4:2]}
    known = {side: tuple(filter(None, cards)) for side, cards in opening.items()}
    pairs = [side for side, cards in known.items() if len(cards) == 2 and is_pair(Hand(cards))]
    return Bead.of(coup.outcome, pairs)


def _drawn(roads: Roads, wanted: Style | None) -> str:
    if not sys.stdout.isatty():
        return drawing.text(roads)
    width = min(drawing.WIDTH, shutil.get_terminal_size().columns)
    is_plain = style_for(wanted, os.environ, sys.stdout) is Style.PLAIN
    paint = drawing.plain if is_plain else lambda text, ink: click.style(text, fg=ink.value)
    return drawing.text(roads, width=width, paint=paint)
