"""What the program writes into the documents is what it would write today."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.generated import DOCUMENTS, written

WITH_PARTS = [
    path
    for path in sorted(DOCUMENTS.glob("**/*.md"))
    if "<!-- $ puntobanco" in path.read_text("utf-8")
]


@pytest.mark.parametrize("path", WITH_PARTS, ids=lambda path: path.name)
def test_a_document_says_what_the_program_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert written(text) == text, "write it again: python -m tests.docs.generated"


def test_the_table_of_all_bets_is_among_them() -> None:
    text = (DOCUMENTS / "odds.md").read_text(encoding="utf-8")
    for decks in (6, 8):
        assert f"<!-- $ puntobanco odds --decks {decks} --all --markdown -->" in text
