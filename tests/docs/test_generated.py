"""The generated parts of documents and files are up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from puntobanco.bets import CATALOGUE
from puntobanco.notation import VERIFIER
from tools import reference
from tools.generated import ENGLISH, GENERATED, with_bet_names


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.name)
def test_a_file_says_what_the_program_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert GENERATED[path](text) == text, "write it again: make docs"


def test_the_second_verifier_has_the_present_catalogue() -> None:
    page = VERIFIER.read_text(encoding="utf-8")
    for bet in CATALOGUE.values():
        assert page.count(f"\n{bet.key} [{bet.spot.value}] {bet.lines[0]}") == 1


def test_the_english_words_get_the_names_of_all_bets() -> None:
    text = ENGLISH.read_text(encoding="utf-8")
    assert with_bet_names(text.replace('"Dragon 7"', '"Dragon seven"')) == text


def test_the_reference_lists_methods() -> None:
    assert "\n- `Card.parse(text: str) -> Card`: " in reference.MARKDOWN.read_text(encoding="utf-8")
