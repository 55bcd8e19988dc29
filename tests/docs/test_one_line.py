"""A bet is added to the catalogue by one line and `make docs`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import puntobanco
from tests.cli.test_stranger import STRANGER, WINS
from tests.notation.test_evaluator import FACTS, evaluated

ROOT = Path(__file__).parents[2]
LINE = "red_twins                           either pair red: 8\n"
HOUSE = STRANGER.partition("[bets.")[0].replace("red_pair", "red_twins")
WRITE = """
from tools.generated import VERIFIER, with_catalogue
VERIFIER.write_text(with_catalogue(VERIFIER.read_text("utf-8")), "utf-8")
"""


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with one line more, and with the verifier that `make docs` writes."""
    folder = tmp_path_factory.mktemp("added")
    source = Path(puntobanco.__file__).parent
    copytree(source, folder / "puntobanco", ignore=ignore_patterns("__pycache__"))
    card = folder / "puntobanco" / "bets" / "catalogue.py"
    before = card.read_text("utf-8")
    after = before.replace("\nroyal_match ", f"\n{LINE}royal_match ")
    assert len(after) == len(before) + len(LINE)
    card.write_text(after, "utf-8")
    _run(folder, "-c", WRITE)
    return folder


def _run(folder: Path, *arguments: str, typed: str = "") -> str:
    ran = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(folder)},
        input=typed,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return ran.stdout


def test_it_is_priced_without_another_word(added: Path) -> None:
    told = _run(added, "-m", "puntobanco", "odds", "--bet", "red_twins", "--json")
    (bet,) = json.loads(told)["bets"]
    assert (bet["name"], Fraction(bet["edge_exact"])) == ("Red twins", 1 - 9 * WINS)


def test_it_is_played_recorded_and_verified(added: Path, tmp_path: Path) -> None:
    game = ("-m", "puntobanco")
    house, database, record = tmp_path / "house.toml", tmp_path / "tables.db", tmp_path / "one.bgn"
    house.write_text(HOUSE, "utf-8")
    options = ("--house", str(house), "--db", str(database), "--seed", "one", "--bank", "1000")
    said = _run(added, *game, "play", *options, typed="s 1 5\nx\n" * 30 + "q\n")
    assert "You win $40 on Red twins." in said
    _run(added, *game, "history", "export", "last", str(record), "--db", str(database))
    text = record.read_text("utf-8")
    assert text.startswith("BGN: 1\n")
    assert 'Rule: red_twins = ["8"]\n' in text
    assert "holds" in _run(added, *game, "verify", str(record))


def test_the_second_verifier_knows_it(added: Path) -> None:
    page = added / "puntobanco" / "notation" / "verify.html"
    (new,) = evaluated(page, coups=FACTS, keys=["red_twins"])["lines"]
    (held,) = evaluated(page, coups=FACTS, conditions=["either pair red"])["held"]
    assert new == [0 if each == "1" else -1 for each in held]
    assert 0 in new
