"""The documents run: every `console` block is typed into a shell and its output compared."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tools.console import BLOCK, EXAMPLE, is_current, printed, written

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


class Example(NamedTuple):
    document: Path
    line: int
    command: str
    shown: str


def examples() -> list[Example]:
    found = []
    for document in sorted(DOCUMENTS):
        text = document.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            line = text[: block.start()].count("\n") + 1
            found += [Example(document, line, *example) for example in EXAMPLE.findall(block[1])]
    return found


EXAMPLES = examples()


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=lambda example: f"{example.document.name}:{example.line}"
)
def test_a_command_of_the_documents_prints_what_is_shown(example: Example, tmp_path: Path) -> None:
    output = printed(example.command, tmp_path)
    assert is_current(example.shown, output), f"make docs writes it again:\n{output}"


def test_only_an_output_that_has_changed_is_written_again() -> None:
    text = "```console\n$ echo one; echo two\none\n...\n$ echo new\nold\n```\n"
    assert written(text) == text.replace("old", "new")
