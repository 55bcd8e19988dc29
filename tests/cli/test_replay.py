"""`puntobanco history replay`: a past shoe, step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def db(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Play two coups and leave: a natural with a lost bet, then six cards without one."""
    monkeypatch.chdir(tmp_path)
    file = str(tmp_path / "tables.db")
    run("play", "--seed", "a", "--db", file, typed="200\nb 25\nx\nx\nq\n")
    return file


def replayed(run: Run, db: str, *keys: str, options: tuple[str, ...] = ()) -> list[str]:
    typed = "".join(f"{key}\n" for key in keys)
    ran = run("history", "replay", "last", "--db", db, *options, typed=typed)
    assert (ran.code, ran.err) == (0, "")
    return [line for line in ran.out.splitlines() if not line.startswith("Next?")][1:]


def test_enter_shows_one_step_after_another(run: Run, db: str) -> None:
    assert replayed(run, db, *[""] * 9) == [
        "Coup 1 of 2.",
        "Guest: $25 on Banker.",
        "Player: jack of clubs.",
        "Banker: five of diamonds.",
        "Player: eight of diamonds.",
        "Banker: five of diamonds.",
        "Call: eight Player, zero Banker.",
        "Natural: Player 8.",
        "Player wins, 8 over 0.",
        "Lost: $25 on Banker.",
        "Coup 2 of 2.",
    ]


def test_b_goes_back_and_a_number_goes_to_any_coup(run: Run, db: str) -> None:
    shown = replayed(run, db, "2", "b", "-", "+", "b", options=("--coup", "2"))
    assert shown == [
        "Coup 2 of 2.",
        "Coup 2 of 2.",
        "Lost: $25 on Banker.",
        "Coup 1 of 2.",
        "Guest: $25 on Banker.",
        "Coup 2 of 2.",
        "Lost: $25 on Banker.",
    ]


def test_the_last_step_says_that_the_shoe_ends(run: Run, db: str) -> None:
    shown = replayed(run, db, "2", *[""] * 9)
    assert shown[-2:] == ["Banker wins, 3 over 2.", "The shoe ends here."]


def test_the_odds_are_those_before_the_coup(run: Run, db: str) -> None:
    assert "House edge, best bet first, with 415 cards unseen." in replayed(run, db, "o")
    assert "House edge, best bet first, with 411 cards unseen." in replayed(run, db, "2", "o")


def test_the_rules_that_decided_are_quoted_after_the_result(run: Run, db: str) -> None:
    shown = replayed(run, db, "2", "i", *[""] * 8, "i")
    later = "Go on to the result first: the rules would give it away."
    result, rule = "Banker wins, 3 over 2.", "Player 2: drew. Player draws on 0 to 5."
    assert shown.count(later) == 1
    assert shown.index(later) < shown.index(result) < shown.index(rule)


def test_a_coup_that_is_not_there_is_refused(run: Run, db: str) -> None:
    refused = run("history", "replay", "last", "--db", db, "--coup", "3").refusal
    assert refused == "'3' is not a coup from 1 to 2"


@pytest.fixture(params=["shuffled", "given"])
def order(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """Options for a shoe in random order, or in an order that the guest knows."""
    if request.param == "shuffled":
        return []
    (tmp_path / "cards.txt").write_text("9s Kh 8d Ac 5c 4d 3h 2s")
    return ["--cards", str(tmp_path / "cards.txt")]


@pytest.mark.parametrize("asked", [("replay", "last"), ("export", "last", "shoe.html")])
def test_only_a_shoe_that_is_over_is_replayed(
    run: Run, tmp_path: Path, order: list[str], asked: tuple[str, ...]
) -> None:
    db = str(tmp_path / "open.db")
    file = tmp_path / "shoe.html"
    words = [str(file) if word == file.name else word for word in asked]
    run("play", "--bank", "200", "--db", db, *order, typed="b 25\nx\n")
    refused = run("history", *words, "--db", db).refusal
    assert refused.endswith("/1' is not a finished shoe; it is still in play")
    assert not file.exists()
    run("play", "--db", db, typed="y\nq\n")
    assert run("history", *words, "--db", db, typed="q\n").code == 0


def test_a_shoe_without_coups_is_refused(run: Run, tmp_path: Path) -> None:
    db = str(tmp_path / "empty.db")
    run("play", "--bank", "200", "--db", db, typed="q\n")
    refused = run("history", "replay", "last", "--db", db).refusal
    assert refused.endswith("/1' is not a shoe with coups")
