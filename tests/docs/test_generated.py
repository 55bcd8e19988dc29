"""The generated parts of documents and files are up to date."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puntobanco.bets import CATALOGUE
from puntobanco.notation import VERIFIER
from tools import reference
from tools.generated import DOCUMENTS, ENGLISH, GENERATED, with_bet_names
from tools.wire_examples import exchanged, stray_json


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.name)
def test_a_generated_file_is_up_to_date(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert GENERATED[path](text) == text, "write it again: make docs"


def test_the_second_verifier_has_the_present_catalogue() -> None:
    page = VERIFIER.read_text(encoding="utf-8")
    for bet in CATALOGUE.values():
        assert page.count(f"\n{bet.key} [{bet.spot.value}] {bet.lines[0]}") == 1


def test_the_english_catalogue_gets_the_names_of_all_bets() -> None:
    text = ENGLISH.read_text(encoding="utf-8")
    assert with_bet_names(text.replace('"Dragon 7"', '"Dragon seven"')) == text


def test_the_reference_lists_methods() -> None:
    assert "\n- `Card.parse(text: str) -> Card`: " in reference.MARKDOWN.read_text(encoding="utf-8")


PROTOCOL = (DOCUMENTS / "api.md").read_text(encoding="utf-8")


def never_sent(text: str) -> list[str]:
    """The JSON of a document that nobody sent in the session, neither whole nor as a part."""
    known = exchanged()
    return [example for example in stray_json(text) if json.loads(example) not in known]


def test_the_protocol_shows_no_json_that_was_never_sent() -> None:
    assert stray_json(PROTOCOL)
    assert never_sent(PROTOCOL) == []


def test_an_example_with_a_member_too_few_is_named() -> None:
    stale = '{"status": "ok", "tables": 1, "sockets": 1}'
    damaged = PROTOCOL.replace(', "damaged": []}', "}")
    assert never_sent(damaged) == [stale]
