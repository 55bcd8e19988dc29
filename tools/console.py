"""The `console` blocks of the documents: commands, and what they print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_cache_dir

BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
PREPARED = os.environ.get("YOWASP_CACHE_DIR", user_cache_dir("YoWASP", appauthor=False))
"""The cache of yosys. A new HOME would take a minute to prepare it again."""


def printed(command: str, folder: Path) -> str:
    """Run a command in a shell, with a new home and no input, and return what it prints."""
    ran = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={
            "HOME": str(folder),
            "LC_ALL": "C.UTF-8",
            "YOWASP_CACHE_DIR": PREPARED,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return ran.stdout


def is_current(shown: str, output: str) -> bool:
    """Compare a shown output, in which `...` matches anything, with the real one."""
    return OutputChecker().check_output(shown, output, ELLIPSIS)


def written(text: str) -> str:
    """Return a document with current outputs. Only a person can shorten one with `...` again."""
    return BLOCK.sub(lambda block: EXAMPLE.sub(_example, block[1]), text)


def _example(example: re.Match[str]) -> str:
    command, shown = example.groups()
    with TemporaryDirectory() as folder:
        output = printed(command, Path(folder))
    return f"$ {command}\n{shown if is_current(shown, output) else output}"
