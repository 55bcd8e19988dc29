"""A file that starts the game by a double click, for each system."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from puntobanco.cli.launching import Launcher, launcher, write_launcher

from .conftest import Typed

PYTHON = "/opt/my python/bin/python3"
PLAY = (PYTHON, "-m", "puntobanco", "play", "--db", '/home/Anna\'s/100% "best" $tables`\\.db')
ECHO = (sys.executable, "-c", "import sys; print(sys.argv[1:])", *PLAY)
"""Says which words it was started with."""


def desktop_words(made: Launcher) -> list[str]:
    """The words of an Exec line, read by the rules of the Desktop Entry Specification."""
    (line,) = re.findall(r"^Exec=(.*)$", made.text, re.MULTILINE)
    value = line.replace("\\\\", "\\")
    quoted = re.findall(r'"((?:\\.|[^"\\])*)"', value)
    return [re.sub(r"\\(.)", r"\1", word).replace("%%", "%") for word in quoted]


def test_linux_gets_a_desktop_entry_that_runs_in_a_terminal() -> None:
    made = launcher("Linux", PLAY, closing="Done?")
    assert made.name == "puntobanco.desktop"
    head, *lines = made.text.splitlines()
    assert head == "[Desktop Entry]"
    assert {"Type=Application", "Name=Punto Banco", "Terminal=true"} <= set(lines)
    assert desktop_words(made)[-len(PLAY) :] == list(PLAY)


def test_a_desktop_entry_starts_the_game_and_waits_before_the_window_closes() -> None:
    words = desktop_words(launcher("Linux", ECHO, closing="It's over."))
    ran = subprocess.run(words, input="\n", stdout=subprocess.PIPE, text=True, check=True)
    assert ran.stdout == f"{list(PLAY)}\nIt's over. "


def test_macos_gets_a_script_that_may_be_run(tmp_path: Path) -> None:
    made = launcher("Darwin", ECHO, closing="")
    assert made.name == "Punto Banco.command"
    place = write_launcher(made, tmp_path)
    ran = subprocess.run([str(place)], stdout=subprocess.PIPE, text=True, check=True)
    assert ran.stdout == f"{list(PLAY)}\n"
    assert shlex.split(made.text.splitlines()[1])[1:] == list(ECHO)


def test_windows_gets_a_batch_file() -> None:
    made = launcher("Windows", ("C:\\my python\\python.exe", "-m", "50%"), closing="Enter & out")
    assert made == Launcher(
        "Punto Banco.bat",
        "@echo off\r\n"
        "chcp 65001 >nul\r\n"
        '"C:\\my python\\python.exe" "-m" "50%%"\r\n'
        "echo Enter ^& out\r\n"
        "pause >nul\r\n",
    )


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "Desktop"
    place.mkdir()
    return place


@pytest.fixture(params=["Linux", "Darwin", "Windows"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("puntobanco.cli.launching.system", lambda: request.param)
    return str(request.param)


def test_play_writes_the_launcher_of_the_system_and_plays_nothing(
    system: str, desktop: Path, run: Typed
) -> None:
    ran = run("play", "--make-launcher", "--house", "burt", "--level", "terse")
    (place,) = desktop.iterdir()
    assert (ran.code, ran.lines) == (0, [f"Launcher: {place}"])
    text = place.read_text(encoding="utf-8")
    assert sys.executable in text
    assert all(word in text for word in ("puntobanco", "play", "--house", "burt", "terse"))
    assert place.stat().st_mode & 0o111 or system == "Windows"


@pytest.mark.usefixtures("system")
def test_a_file_that_is_there_is_never_overwritten(desktop: Path, run: Typed) -> None:
    run("play", "--make-launcher")
    (place,) = desktop.iterdir()
    place.write_text("mine", encoding="utf-8")
    ran = run("play", "--make-launcher")
    assert (ran.code, ran.out) == (2, "")
    said = f"puntobanco: {str(place)!r} already exists: move or delete it first\n"
    assert ran.err == said
    assert place.read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("system")
def test_without_a_desktop_it_lies_in_the_present_folder(desktop: Path, run: Typed) -> None:
    desktop.rmdir()
    ran = run("play", "--make-launcher", "--language", "fr")
    assert ran.code == 0
    assert ran.out.startswith("Lanceur\u00a0: ")
    assert len(list(desktop.parent.iterdir())) == 1


def test_a_house_file_is_named_in_full(desktop: Path, run: Typed) -> None:
    own = desktop.parent / "own.toml"
    own.write_text("decks = 6\n", encoding="utf-8")
    (desktop.parent / "terse").touch()  # a file that is not meant
    options = ("--house", "own.toml", "--db", "new.db", "--level", "terse")
    assert run("play", "--make-launcher", *options).code == 0
    (place,) = desktop.iterdir()
    words = place.read_text(encoding="utf-8").split('"')
    assert {str(own), str(desktop.parent / "new.db"), "terse"} <= set(words)
    assert run("play", "--make-launcher", "--house", "nowhere").code == 2


@pytest.mark.usefixtures("system")
@pytest.mark.parametrize("name", ["a\nb.db", "\udcff.db", "\x1b[31m.db"], ids=repr)
def test_what_cannot_be_printed_is_not_written_into_a_launcher(
    name: str, desktop: Path, run: Typed
) -> None:
    ran = run("play", "--make-launcher", "--db", name)
    assert (ran.code, ran.out, list(desktop.iterdir())) == (2, "", [])
    (line,) = ran.err.splitlines()
    assert line.endswith(" is not printable text")
