"""The recipes name files and checks that exist, and a check fails where its step is left out."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from puntobanco.announcer import messages_of
from puntobanco.announcer.words.catalogue import LANGUAGES
from puntobanco.bets import CATALOGUE, Bet
from puntobanco.house import CLASSIC, HOUSES
from puntobanco.notation import VERIFIER
from puntobanco.shoe import Shoe
from puntobanco.table import Phase, State, decide, evolve
from tests.announcer import catalogues
from tests.docs import generated

ROOT = Path(__file__).parents[2]
RECIPES = (ROOT / "docs/recipes.md").read_text(encoding="utf-8")
PATHS = sorted(set(re.findall(r"`((?:src|tests|docs|bench)/[^`:]+)(?:::\w+)?`", RECIPES)))
CHECKS = sorted(set(re.findall(r"`(tests/[^`:]+)::(\w+)`", RECIPES)))
ASKED_FOR = ["bet", "house", "betting system", "command", "event", "language", "migration"]


def test_every_recipe_is_there() -> None:
    headings = re.findall(r"^## An? (.+)$", RECIPES, re.MULTILINE)
    assert headings == ASKED_FOR


def test_every_file_of_a_recipe_exists() -> None:
    new = {"src/puntobanco/announcer/words/xx.json"}
    assert [path for path in PATHS if path not in new and not (ROOT / path).exists()] == []
    assert len(PATHS) > 30


@pytest.mark.parametrize("path, name", CHECKS)
def test_every_check_of_a_recipe_exists(path: str, name: str) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert name in {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}


def test_the_last_migration_is_the_one_that_is_named() -> None:
    last = max((ROOT / "src/puntobanco/store/migrations").glob("*.sql")).name
    assert f"migrations/{last}`" in RECIPES


def test_a_bet_without_the_rest_of_its_recipe_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    new = {**CATALOGUE, "nine_rich": Bet.parse("nine_rich", ["Player wins with 9: 3"])}
    page = VERIFIER.read_text(encoding="utf-8")
    assert generated.with_catalogue(page) == page
    monkeypatch.setattr(generated, "CATALOGUE", new)
    assert generated.with_catalogue(page) != page
    monkeypatch.setattr(catalogues, "CATALOGUE", new)
    monkeypatch.setattr(catalogues, "wanted", cache(catalogues.wanted.__wrapped__))
    for language in LANGUAGES:
        assert "bet.nine_rich is missing" in catalogues.faults(catalogues.texts_of(language))


def test_a_house_without_its_name_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "HOUSES", {**HOUSES, "four_decks": CLASSIC})
    monkeypatch.setattr(catalogues, "wanted", cache(catalogues.wanted.__wrapped__))
    assert "house.four_decks is missing" in catalogues.faults(catalogues.texts_of("en"))


class Unheard:
    """Neither a command nor an event that anything knows."""


@pytest.mark.parametrize(
    "ask, error",
    [
        (lambda new: decide(replace(State(), phase=Phase.BETTING), new, Shoe(())), TypeError),
        (lambda new: evolve(State(), new), AssertionError),
        (lambda new: messages_of(new, State()), AssertionError),
    ],
    ids=["decide", "evolve", "announce"],
)
def test_a_command_or_event_that_nothing_decides_folds_or_tells_is_noticed(
    ask: Callable[[object], object], error: type[Exception]
) -> None:
    with pytest.raises(error, match="Unheard"):
        ask(Unheard())
