"""Writes the launcher of a game: on the desktop, or else into the present folder."""

from __future__ import annotations

import sys
from pathlib import Path
from platform import system

import click

from puntobanco.announcer.message import message
from puntobanco.announcer.words import catalogue
from puntobanco.errors import shown
from puntobanco.terminal.launcher import launcher, write_launcher


def make_launcher(options: list[str], language: str) -> None:
    """Write a launcher of `puntobanco play` with these options, and say where it is."""
    words = catalogue(language).words
    whole = [str(Path(each).resolve()) if Path(each).exists() else each for each in options]
    for word in whole:
        if not word.isprintable():
            raise click.UsageError(f"--make-launcher: {shown(word)!r} is not printable text")
    command = [sys.executable, "-m", "puntobanco", "play", *whole]
    made = launcher(system(), command, closing=words(message("play.launcher.close")))
    desktop = Path.home() / "Desktop"
    folder = desktop if desktop.is_dir() else Path.cwd()
    try:
        place = write_launcher(made, folder)
    except FileExistsError:
        there = str(folder / made.name)
        raise click.UsageError(f"{there!r} is there already: move or delete it first") from None
    click.echo(words(message("play.launcher", path=str(place))))
