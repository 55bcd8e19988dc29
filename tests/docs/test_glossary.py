"""Every name in the glossary of the code's words is a name of the code."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

ARCHITECTURE = Path(__file__).parents[2] / "docs" / "architecture.md"


def rows() -> list[list[str]]:
    """The cells of each row of the glossary."""
    section = ARCHITECTURE.read_text(encoding="utf-8").split("\n## Glossary\n")[1]
    lines = [line for line in section.splitlines() if line.startswith("| ")][1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


NAMES = [name for row in rows() for name in re.findall(r"`(.+?)`", row[2])]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_the_glossary_exists(name: str) -> None:
    assert resolve_name(f"puntobanco.{name}") is not None


def test_each_word_is_explained_once_and_has_a_place() -> None:
    words = [word for row in rows() for word in row[0].split(", ")]
    assert len(words) == len(set(words))
    assert all(len(row) == 3 and "`" in row[2] for row in rows())
