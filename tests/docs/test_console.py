"""The documents run: every `console` block is typed into a shell and its answer compared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from typing import NamedTuple

import pytest
from platformdirs import user_cache_dir

ROOT = Path(__file__).parents[2]
PREPARED = os.environ.get("YOWASP_CACHE_DIR", user_cache_dir("YoWASP", appauthor=False))
"""Where yosys lies that was prepared for this machine: a new HOME would prepare it again."""

DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


class Example(NamedTuple):
    """A command of a document, and what it should print; `...` stands for anything."""

    document: Path
    line: int
    command: str
    answer: str


def examples() -> list[Example]:
    found = []
    for document in sorted(DOCUMENTS):
        text = document.read_text(encoding="utf-8")
        for block in re.finditer(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            line = text[: block.start()].count("\n") + 2
            for command, answer in re.findall(
                r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block[1], re.MULTILINE
            ):
                found.append(Example(document, line, command, answer))
    return found


EXAMPLES = examples()


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=lambda example: f"{example.document.name}:{example.line}"
)
def test_a_command_of_the_documents_answers_as_it_is_written(
    example: Example, tmp_path: Path
) -> None:
    ran = subprocess.run(
        ["sh", "-c", example.command],
        cwd=tmp_path,
        env={
            "HOME": str(tmp_path),
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
    checker = OutputChecker()
    assert checker.check_output(example.answer, ran.stdout, ELLIPSIS), ran.stdout
