"""A fuzzer of the command line: ``python -m tests.cli.fuzz SEED RUNS FOLDER``.

It runs as an ordinary user, in its own folder, and prints a JSON line for each finding. Everything
follows from the seed.
"""

from __future__ import annotations

import json
import os
import pkgutil
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType

import click

import puntobanco
from puntobanco.cli.entry import COMMANDS, group
from tests.running import ran

NOBODY = 65_534
LIMIT = 30
"""The most seconds of one run."""
CODES = {0, 1, 2, 130}
MOST_OUTPUT = 4_000_000

SLOW = {
    "vectors": ("--help",),
    "serve": ("--port", "-1"),
    "simulate": ("--shoes", "0"),
    "hardware": ("--help",),
    "removal": ("--bet", "none"),
}
"""Commands that take long or serve until Ctrl-C, with arguments that end them at once."""

VALUES = (
    "", " ", "-", "--", "-1", "0", "1", "2", "7", "8", "13", "1e3", "1e999", "9" * 400, "0x10", "½",
    "nan", "inf", "1,000", "1_000", "١٢", "classic", " EZ ", "banker", "tie", "none", "Ah Kd 9s 9c",
    "AhKd", "PBT", "PPPPBBBBTTT", "\udcff", "\udcff.db", "a\nb", "\x1b[31m", "\u202ex", "x" * 5_000,
    ".",    "missing", "missing/missing", "good.bgn", "cut.bgn", "empty", "house.toml", "bad.toml",
    "table.db", "broken.db", "link", "loop", "folder", "last", "/dev/null", "/dev/zero",
    "/dev/full", "/proc/self/mem", "/", "en", "zz", "full", "terse",
)  # fmt: skip

LATE = ("_strptime", "encodings.utf_8_sig", "encodings.utf_16", "encodings.idna")
"""Modules that Python itself imports late, and that an ordinary user may not be able to read."""

TYPED = (
    b"", b"\n", b"q\n", b"y\n" * 40, b"n\n", b"1000\nb 25\nx\np 1\nz\nm\nr\n?\nq\n", b"1\n2\n3\n",
    b"\xff\xfe\n" * 5, b"x" * 100_000, b"\0\x01\x02\n", b"1e9\n" * 9, b"\x1b[A\n" * 9,
    "½\n١\n".encode(),
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """One run: its arguments, and what is typed. None is a closed standard input."""

    arguments: tuple[str, ...]
    typed: bytes | None


class Hang(BaseException):
    """A run took too long."""


def cases(seed: int, runs: int) -> Iterator[Case]:
    """Yield this many runs, by a seed."""
    rng = random.Random(seed)
    for _ in range(runs):
        typed = None if rng.random() < 0.1 else rng.choice(TYPED)
        yield Case(tuple(_arguments(rng)), typed)


def _arguments(rng: random.Random) -> Iterator[str]:
    if rng.random() < 0.05:
        yield from (rng.choice(VALUES) for _ in range(rng.randrange(3)))
        return
    name = rng.choice(list(COMMANDS))
    yield name
    command = _command(name)
    if isinstance(command, click.Group):
        chosen = rng.choice([*command.commands, "none"])
        yield chosen
        command = command.commands.get(chosen, command)
    for parameter in command.params:
        yield from _given(rng, parameter)
    yield from SLOW.get(name, ())


def _given(rng: random.Random, parameter: click.Parameter) -> Iterator[str]:
    if isinstance(parameter, click.Argument):
        yield from (rng.choice(VALUES) for _ in range(rng.choice((0, 1, 1, 1, 2))))
    elif rng.random() < 0.25:
        yield rng.choice(parameter.opts)
        if not getattr(parameter, "is_flag", False):
            yield rng.choice(VALUES)


def _command(name: str) -> click.Command:
    found = group.get_command(click.Context(group), name)
    assert found
    return found


def finding(case: Case) -> str | None:
    """Return what is wrong with a run, or None."""
    try:
        with _time_limit():
            run = ran(*case.arguments, typed=case.typed)
    except Hang:
        return "takes too long"
    except BaseException as error:  # noqa: BLE001 - that is what is looked for
        return f"raises {type(error).__name__}: {error}"
    if run.code not in CODES:
        return f"leaves with {run.code!r}"
    if "Traceback" in run.out + run.err:
        return "prints a traceback"
    if len(run.out) + len(run.err) > MOST_OUTPUT:
        return "prints without end"
    lines = [line for line in run.err.splitlines() if "warning:" not in line]
    if run.code == 2 and not (len(lines) == 1 and lines[0].startswith("puntobanco: ")):
        return f"does not refuse in one line: {run.err[:300]!r}"
    return None


@contextmanager
def _time_limit() -> Iterator[None]:
    def hang(_signal: int, _frame: FrameType | None) -> None:
        raise Hang

    signal.signal(signal.SIGALRM, hang)
    signal.alarm(LIMIT)
    try:
        yield
    finally:
        signal.alarm(0)


# --- the folder, and the user ---------------------------------------------------------------------


def prepare(folder: Path) -> None:
    """Create files to read and overwrite, and import every module while it can be read."""
    os.chdir(folder)
    play = Case(("play", "--bank", "1000", "--seed", "x", "--db", "table.db"), b"b 25\nx\nx\nq\n")
    for case in (
        play,
        Case(play.arguments[:-2], play.typed),  # the default table
        Case(("history", "export", "last", "good.bgn", "--db", "table.db"), b""),
        Case(("verify", "good.bgn", "--json"), b""),
        Case(("odds", "--decks", "1"), b""),
        Case(("shoe", "--seed", "x", "--roads"), b""),
    ):
        finding(case)
    good = Path("good.bgn").read_bytes()
    Path("cut.bgn").write_bytes(good[:700])
    Path("house.toml").write_text('name = "own"\ndecks = 6\n', "utf-8")
    Path("bad.toml").write_bytes(b"\xff = [")
    Path("broken.db").write_bytes(Path("table.db").read_bytes()[:5_000])
    Path("empty").touch()
    Path("folder").mkdir()
    Path("link").symlink_to("missing")
    Path("loop").symlink_to("loop")
    for name in LATE:
        import_module(name)
    for module in pkgutil.walk_packages(puntobanco.__path__, "puntobanco."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):
                import_module(module.name)


def become_ordinary(folder: Path) -> None:
    """Give the folder to an ordinary user, and become that user."""
    if os.geteuid():
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def fuzz(seed: int, runs: int, folder: Path) -> Iterator[dict[str, object]]:
    """Yield every finding."""
    prepare(folder)
    become_ordinary(folder)
    for case in cases(seed, runs):
        if wrong := finding(case):
            typed = None if case.typed is None else repr(case.typed[:60])
            yield {
                "wrong": wrong,
                "arguments": [ascii(each) for each in case.arguments],
                "typed": typed,
            }


if __name__ == "__main__":
    seed_text, runs_text, folder_text = sys.argv[1:]
    for found in fuzz(int(seed_text), int(runs_text), Path(folder_text)):
        sys.stdout.write(f"{json.dumps(found)}\n")
    sys.stdout.write("done\n")
