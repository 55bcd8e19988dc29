"""The generated parts of the documents are up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from puntobanco.bets import CATALOGUE
from puntobanco.notation import VERIFIER
from tools import reference
from tools.generated import (
    DOCUMENTS,
    ENGLISH,
    SCHEMA,
    schema_text,
    with_bet_names,
    with_catalogue,
    written,
)
from tools.notebook import NOTEBOOKS, executed
from tools.page_types import files

WITH_PARTS = [
    path for path in sorted(DOCUMENTS.glob("**/*.md")) if "<!-- end -->" in path.read_text("utf-8")
]

TYPES = files()


@pytest.mark.parametrize("path", WITH_PARTS, ids=lambda path: path.name)
def test_a_document_says_what_the_program_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert written(text) == text, "write it again: make docs"


def test_the_second_verifier_has_the_present_catalogue() -> None:
    page = VERIFIER.read_text(encoding="utf-8")
    assert with_catalogue(page) == page, "write it again: make docs"
    for bet in CATALOGUE.values():
        assert page.count(f"\n{bet.key} [{bet.spot.value}] {bet.lines[0]}") == 1


def test_the_english_words_have_the_names_of_all_bets() -> None:
    text = ENGLISH.read_text(encoding="utf-8")
    assert with_bet_names(text) == text, "write it again: make docs"
    assert with_bet_names(text.replace('"Dragon 7"', '"Dragon seven"')) == text


def test_the_reference_lists_the_present_names() -> None:
    text = reference.MARKDOWN.read_text(encoding="utf-8")
    assert text == reference.markdown(), "write it again: make docs"
    assert "\n- `Card.parse(text: str) -> Card`: " in text


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_its_cells_print(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert executed(text) == text, "write it again: make docs"


def test_the_published_schema_is_the_present_one() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), "write it again: make docs"


@pytest.mark.parametrize("path, text", TYPES.items(), ids=[path.name for path in TYPES])
def test_the_page_has_the_types_of_the_wire(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "write it again: make docs"
