"""`puntobanco roads`: the scoreboards of a string of results."""

from __future__ import annotations

import json
import os
import shutil
import sys
from typing import TextIO

import click

from puntobanco.cli._json import echo_json, json_option
from puntobanco.coup import Outcome
from puntobanco.roads import Roads, drawing, layout, speech
from puntobanco.roads.bead import Bead
from puntobanco.tableau import Side


@click.command()
@click.argument("results", nargs=-1)
@click.option("--say", is_flag=True, help="Tell the roads in words.")
@click.option(
    "--svg",
    "picture",
    type=click.File("w", encoding="utf-8", lazy=True),
    metavar="FILE",
    help="Draw the roads as a picture into a file.",
)
@json_option
def command(results: tuple[str, ...], *, say: bool, picture: TextIO | None, as_json: bool) -> None:
    """Draw the roads of RESULTS: letters P, B and T in either case, oldest first.

    A ' before a letter is a Banker pair, a . after it a Player pair. Spaces and line breaks are
    free. Without RESULTS, standard input is read; it may also be what puntobanco shoe --json
    prints.

    Example: puntobanco roads BBPTPB
    """
    roads = _read(_standard_input() if results in ((), ("-",)) else " ".join(results))
    if picture:
        from puntobanco.roads.svg import svg

        picture.write(svg(roads))
    if as_json:
        echo_json(layout.data(roads))
    elif say:
        click.echo("\n".join(speech.lines(roads)))
    elif not picture:
        click.echo(_drawn(roads))


def _standard_input() -> str:
    if sys.stdin.isatty():
        raise click.UsageError("no RESULTS: give letters such as BBPTPB, or pipe them in")
    return sys.stdin.buffer.read().decode("utf-8-sig", errors="replace")


def _read(text: str) -> Roads:
    """The board of a text in any of the forms that a shoe is written in."""
    return _of_json(text) if text.lstrip().startswith("{") else Roads.of(text)


def _of_json(text: str) -> Roads:
    try:
        return Roads.of([_bead(coup) for coup in json.loads(text)["coups"]])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        expected = "`coups`, each with an `outcome` of player, banker or tie"
        raise click.UsageError(f"this JSON is not a shoe: it needs {expected}") from None


def _bead(coup: dict[str, object]) -> Bead:
    pairs = [side for side in Side if coup.get(f"{side.value}_pair")]
    return Bead.of(Outcome(coup["outcome"]), pairs)


def _drawn(roads: Roads) -> str:
    if not sys.stdout.isatty():
        return drawing.text(roads)
    width = min(drawing.WIDTH, shutil.get_terminal_size().columns)
    return drawing.text(roads, width=width, paint=_coloured if _has_colour() else drawing.plain)


def _has_colour() -> bool:
    unwanted = os.environ.get("NO_COLOR") or os.environ.get("ACCESSIBLE")
    return not unwanted and os.environ.get("TERM") != "dumb"


def _coloured(text: str, ink: drawing.Ink) -> str:
    return click.style(text, fg=ink.value)
