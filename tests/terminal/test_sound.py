"""Tones by whatever the system has: never required, and never waited for."""

from __future__ import annotations

import os
import sys
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puntobanco.terminal.sound import NOTE_SECONDS, RATE, Sound, Tone, write_tone

from .conftest import ASKS, AtTable, Typed

Install = Callable[[str, str], Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """A folder of programs, and nothing else on the path; each gets its arguments as a list."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def installed(name: str, script: str) -> Path:
        program = folder / name
        head = f"#!{sys.executable}\nimport os, signal, sys\n"
        program.write_text(f"{head}{script}\n", encoding="utf-8")
        program.chmod(0o755)
        return program

    return installed


class Bell:
    rung = 0

    def __call__(self) -> None:
        self.rung += 1


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def told(tmp_path: Path) -> Iterator[int]:
    """A pipe that a program may write to, so that a test can wait for it."""
    place = tmp_path / "told"
    os.mkfifo(place)
    end = os.open(place, os.O_RDWR)
    yield end
    os.close(end)


TELL = "open({place!r}, 'w').write(sys.argv[-1] + chr(10))"


def test_a_win_rises_and_a_loss_falls() -> None:
    assert [Tone.of(earned) for earned in (5, -5, 0)] == [Tone.WON, Tone.LOST, Tone.EVEN]
    assert Tone.WON.value == tuple(sorted(Tone.WON.value))
    assert Tone.LOST.value == tuple(sorted(Tone.LOST.value, reverse=True))


@pytest.mark.parametrize("tone", Tone)
def test_a_tone_is_a_short_wave_file(tone: Tone, tmp_path: Path) -> None:
    write_tone(tone, tmp_path / "tone.wav")
    with wave.open(str(tmp_path / "tone.wav")) as file:
        assert file.getframerate() == RATE
        assert file.getnframes() == 2 * int(RATE * NOTE_SECONDS)
        assert len(set(file.readframes(400))) > 10


@pytest.mark.parametrize("name", ["paplay", "pw-play", "aplay", "afplay", "play", "ffplay"])
def test_a_program_that_is_found_plays_the_tone(
    name: str, install: Install, bell: Bell, told: int, tmp_path: Path
) -> None:
    install(name, TELL.format(place=str(tmp_path / "told")))
    sound = Sound(bell)
    sound(25_00)
    file = Path(os.read(told, 1_000).decode().strip())
    assert file.name == "won.wav"
    sound.close()
    assert not file.parent.exists()
    assert bell.rung == 0


@pytest.mark.usefixtures("install")
def test_without_a_program_the_bell_is_rung(bell: Bell) -> None:
    sound = Sound(bell)
    sound(25_00)
    sound(-25_00)
    sound.close()
    assert bell.rung == 2


def test_a_program_that_fails_is_not_asked_again(install: Install, bell: Bell) -> None:
    install("paplay", "sys.exit(1)")
    sound = Sound(bell)
    sound(1)
    process = sound._process
    assert process
    process.wait()
    sound(1)
    sound.close()
    assert bell.rung == 1


def test_a_program_that_cannot_be_started_is_none(install: Install, bell: Bell) -> None:
    program = install("paplay", "")
    sound = Sound(bell)
    program.unlink()
    sound(1)
    sound.close()
    assert bell.rung == 1


def test_a_program_that_never_ends_is_not_waited_for(
    install: Install, bell: Bell, told: int, tmp_path: Path
) -> None:
    install("paplay", TELL.format(place=str(tmp_path / "told")) + "\nsignal.pause()")
    sound = Sound(bell)
    sound(1)
    assert os.read(told, 1_000).endswith(b"won.wav\n")
    first = sound._process
    sound(-1)
    assert first
    assert first.returncode == -9
    assert os.read(told, 1_000).endswith(b"lost.wav\n")
    sound.close()


@pytest.mark.usefixtures("install")
def test_through_a_pipe_tones_change_no_letter(play: Typed) -> None:
    game = ("--bank", "100", "--seed", "s")
    typed = "p 5\nx\nx\nb 5\nx\nq\n"
    plain = play(*game, typed=typed)
    loud = play(*game, "--sound", typed=typed)
    assert loud.printed.splitlines()[:-1] == plain.printed.splitlines()[:-1]
    assert loud.lines[-1] == f"{plain.lines[-1]} --sound"


def test_a_terminal_rings_when_bets_are_decided_and_only_then(
    at_table: AtTable, tmp_path: Path
) -> None:
    with at_table("--plain", "--sound", PATH=str(tmp_path)) as screen:
        screen.type("x", then=ASKS)
        assert "\a" not in screen.text
        screen.type("p 5", then=ASKS)
        screen.type("x", then=ASKS)
        assert screen.text.count("\a") == 1
        assert screen.end("q\n") == 0
