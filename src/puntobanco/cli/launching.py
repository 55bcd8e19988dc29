"""A launcher: a file that starts the game when it is double-clicked."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from platform import system
from typing import NamedTuple

import click

from puntobanco.announcer.catalogues import catalogue
from puntobanco.errors import shown
from puntobanco.house import HOUSES
from puntobanco.printable import is_printable
from puntobanco.store.log import is_url
from puntobanco.terminal.console import GLUE, Console
from puntobanco.words import message

NAME = "Punto Banco"


class Launcher(NamedTuple):
    """The name of a launcher's file, and its text."""

    name: str
    text: str


def launcher(system: str, command: Sequence[str], *, closing: str) -> Launcher:
    """Return the launcher of a command for a system as `platform.system` names it.

    If the window would close with the game, print `closing` and wait for Enter, so that a screen
    reader can finish the last lines.
    """
    match system:
        case "Windows":
            return Launcher(f"{NAME}.bat", _batch_file(command, closing))
        case "Darwin":
            return Launcher(f"{NAME}.command", _shell_script(command))
        case _:
            return Launcher("puntobanco.desktop", _desktop_entry(command, closing))


def _batch_file(command: Sequence[str], closing: str) -> str:
    line = " ".join('"' + each.replace("%", "%%") + '"' for each in command)
    lines = ("@echo off", "chcp 65001 >nul", line, f"echo {_escaped(closing)}", "pause >nul", "")
    return "\r\n".join(lines)


def _escaped(text: str) -> str:
    return "".join(f"^{each}" if each in "&<>|^()" else each for each in text).replace("%", "%%")


def _shell_script(command: Sequence[str]) -> str:
    """Return a script for macOS, whose terminal keeps the window of an ended program."""
    return f"#!/bin/sh\nexec {shlex.join(command)}\n"


def _desktop_entry(command: Sequence[str], closing: str) -> str:
    """Return a file for Linux, by the Desktop Entry Specification."""
    then_wait = f'"$@"; printf "%s " {shlex.quote(closing)}; read -r _'
    words = ("/bin/sh", "-c", then_wait, "puntobanco", *command)
    line = " ".join(map(_desktop_word, words))
    return (
        "[Desktop Entry]\n"
        "Type=Application\n"
        f"Name={NAME}\n"
        f"Exec={line}\n"
        "Terminal=true\n"
        "Categories=Game;CardGame;\n"
    )


def _desktop_word(word: str) -> str:
    """Quote a word of an Exec line, then escape it like every value. % starts a field code."""
    quoted = "".join(f"\\{each}" if each in '"`$\\' else each for each in word)
    return f'"{quoted}"'.replace("\\", "\\\\").replace("%", "%%")


def write_launcher(made: Launcher, folder: Path) -> Path:
    """Write an executable launcher. Raise `FileExistsError` if there is one already."""
    place = folder / made.name
    with place.open("x", encoding="utf-8", newline="") as file:
        file.write(made.text)
    place.chmod(0o755)
    return place


def with_whole_paths(options: Mapping[str, object]) -> dict[str, object]:
    """Return the options with absolute paths."""
    whole = dict(options)
    for name in ("--db", "--house", "--settings"):
        value = options[name]
        is_name = str(value).strip().lower() in HOUSES or is_url(str(value))
        if value is not None and not is_name:
            whole[name] = Path(str(value)).absolute()
    return whole


def make_launcher(options: list[str], language: str, console: Console) -> None:
    """Write a launcher for `puntobanco play` with these options, and print its path."""
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
        raise click.UsageError(f"{there!r} already exists: move or delete it first") from None
    console.say([render(message("play.launcher", path=str(place).replace(" ", GLUE)))])
