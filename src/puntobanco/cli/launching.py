"""Writes the launcher of a game: on the desktop, or else into the present folder."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from platform import system

import click

from puntobanco.announcer.catalogues import catalogue
from puntobanco.errors import shown
from puntobanco.house import HOUSES
from puntobanco.printable import is_printable
from puntobanco.terminal.console import GLUE, Console
from puntobanco.terminal.launcher import launcher, write_launcher
from puntobanco.words import message


def with_whole_paths(options: Mapping[str, object]) -> dict[str, object]:
    """Options with files named so that they are found from any folder."""
    whole = dict(options)
    for name in ("--db", "--house", "--settings"):
        value = options[name]
        if value is not None and str(value).strip().lower() not in HOUSES:
            whole[name] = Path(str(value)).absolute()
    return whole


def make_launcher(options: list[str], language: str, console: Console) -> None:
    """Write a launcher of `puntobanco play` with these options, and say where it is."""
    render = catalogue(language).render
    for word in options:
        if not is_printable(word):
            raise click.UsageError(f"--make-launcher: {shown(word)!r} is not printable text")
    command = [sys.executable, "-m", "puntobanco", "play", *options]
    made = launcher(system(), command, closing=render(message("play.launcher.close")))
    desktop = Path.home() / "Desktop"
    folder = desktop if desktop.is_dir() else Path.cwd()
    try:
        place = write_launcher(made, folder)
    except FileExistsError:
        there = str(folder / made.name)
        raise click.UsageError(f"{there!r} is there already: move or delete it first") from None
    console.say([render(message("play.launcher", path=str(place).replace(" ", GLUE)))])
