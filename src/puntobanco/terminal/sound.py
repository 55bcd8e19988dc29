"""Tones for what a coup earned, by whatever the system has: a program, or the terminal's bell.

A tone never says what the lines do not, and the game never waits for one: it is played by another
process, of which there is at most one.
"""

from __future__ import annotations

import math
import shutil
import struct
import subprocess
import wave
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory

PROGRAMS = (
    ("paplay",),
    ("pw-play",),
    ("aplay", "-q"),
    ("afplay",),
    ("play", "-q"),
    ("ffplay", "-nodisp", "-autoexit", "-loglevel", "quiet"),
)
"""Programs that play a file, of Linux, macOS and elsewhere; the first that is found is used."""

RATE = 22_050
NOTE_SECONDS = 0.12


class Tone(Enum):
    """Up for a win, down for a loss, level where stakes came back: notes in hertz."""

    WON = (523, 784)
    LOST = (392, 262)
    EVEN = (440, 440)

    @classmethod
    def of(cls, earned: int) -> Tone:
        """Return the tone of a net change."""
        return cls.WON if earned > 0 else cls.LOST if earned < 0 else cls.EVEN


def write_tone(tone: Tone, place: Path) -> None:
    """Write a tone as a WAV file."""
    count = int(RATE * NOTE_SECONDS)
    samples = [
        int(9_000 * math.sin(2 * math.pi * note * at / RATE) * min(1, (count - at) / 800, at / 200))
        for note in tone.value
        for at in range(count)
    ]
    with wave.open(str(place), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))


class Sound:
    """A player of tones. It rings `bell` if no program can play."""

    def __init__(self, bell: Callable[[], None]) -> None:
        self._bell = bell
        found = ((shutil.which(name), options) for name, *options in PROGRAMS)
        self._program = next(([path, *options] for path, options in found if path), None)
        self._folder: TemporaryDirectory[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def __call__(self, earned: int) -> None:
        """Play the tone of what a coup earned, at once; it cuts off one that still sounds."""
        self._stop()
        try:
            self._process = self._started(Tone.of(earned)) if self._program else None
        except OSError:
            self._program = None
        if self._program is None:
            self._bell()

    def _started(self, tone: Tone) -> subprocess.Popen[bytes]:
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="puntobanco-tones-")
        place = Path(self._folder.name, f"{tone.name.lower()}.wav")
        if not place.exists():
            write_tone(tone, place)
        nowhere = subprocess.DEVNULL
        return subprocess.Popen(  # noqa: S603 - one of our programs, and a file of ours
            [*(self._program or ()), str(place)],
            stdin=nowhere,
            stdout=nowhere,
            stderr=nowhere,
            start_new_session=True,
        )

    def _stop(self) -> None:
        """End what still sounds; a program that has failed is not asked again."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.poll():
            self._program = None
        process.kill()
        process.wait()

    def close(self) -> None:
        """Leave no process and no file."""
        self._stop()
        if self._folder:
            self._folder.cleanup()
