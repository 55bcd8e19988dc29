"""Start the command `puntobanco` in a process of its own."""

from __future__ import annotations

import subprocess
import sys

from tests.running import Ran, Run

__all__ = ["Ran", "Run", "start"]


def start(*arguments: object) -> subprocess.Popen[str]:
    """Start the command in its own process."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "puntobanco", *map(str, arguments)]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8")
