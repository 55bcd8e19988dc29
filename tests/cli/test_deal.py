"""`puntobanco deal` and `vectors`."""

from __future__ import annotations

from pathlib import Path

import pytest

from puntobanco.cli.commands.deal import HEADER
from tests.cli.conftest import Run, start

SAMPLE = "Jd Qh 5h Qd 9s 8h"


@pytest.mark.parametrize(
    "cards, last_lines",
    [
        (
            "2h 9c 3h Kc",
            [
                "Banker stands on 9: Banker's natural 9 ends the coup.",
                "Player stands on 5: Banker's natural 9 ends the coup.",
                "Banker wins, 9 over 5.",
            ],
        ),
        (
            "8h 9c Kd Ts",
            [
                "Player stands on 8: Player's natural 8 and Banker's natural 9 end the coup.",
                "Banker stands on 9: Player's natural 8 and Banker's natural 9 end the coup.",
                "Banker wins, 9 over 8.",
            ],
        ),
        (
            "6h 6c Kd Ts",
            [
                "Player stands on 6: Player stands on 6 and 7.",
                "Banker stands on 6: when Player stands, Banker stands on 6 and 7.",
                "Tie, 6 all.",
            ],
        ),
    ],
)
def test_naturals_and_standing_hands_are_explained(
    run: Run, cards: str, last_lines: list[str]
) -> None:
    assert run("deal", cards).out.splitlines()[2:] == last_lines


def test_the_json_holds_every_fact(run: Run) -> None:
    facts = run("deal", SAMPLE, "2c", "--json").data
    steps = facts.pop("steps")
    assert facts == {
        "player": ["Jd", "5h", "9s"],
        "banker": ["Qh", "Qd", "8h"],
        "player_total": 4,
        "banker_total": 8,
        "natural": False,
        "outcome": "banker",
        "used": 6,
        "unused": ["2c"],
    }
    rows = (
        ("player", "drew", "Player draws on 0 to 5", "9s", 4),
        ("banker", "drew", "Banker with 0 draws whatever Player's third card is", "8h", 8),
    )
    keys = ("who", "did", "why", "card", "total")
    assert steps == [dict(zip(keys, row, strict=True)) for row in rows]


def test_the_json_of_a_natural_stands_twice(run: Run) -> None:
    facts = run("deal", "--json", "9h 8d Kd Ts Ac").data
    assert (facts["natural"], facts["used"], facts["unused"]) == (True, 4, ["Ac"])
    assert [(step["who"], step["did"], step["card"]) for step in facts["steps"]] == [
        ("player", "stood", None),
        ("banker", "stood", None),
    ]


def test_cards_may_be_separate_words_in_any_spelling(run: Run) -> None:
    assert run("deal", "jD", "qh", "5H,Qd 9S", "8h").out == run("deal", SAMPLE).out
    assert "Player: Ts Kd, total 0." in run("deal", "10s 9c KD 10d").out


def test_cards_that_are_left_over_are_named(run: Run) -> None:
    assert run("deal", "9h 2c Kd 2s Ah 5c").out.endswith("\nNot used: Ah 5c.\n")


def test_a_house_may_let_two_naturals_tie(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text("both_naturals_tie = true\n")
    ran = run("deal", "8h 9c Kd Ts", "--house", file)
    assert ran.out.endswith("Tie, 8 and 9: in this house two naturals tie.\n")
    facts = run("deal", "8h 9c Kd Ts", "--json", "--house", file).data
    assert facts["outcome"] == "tie"
    assert "Banker wins" in run("deal", "8h 9c Kd Ts", "--house", "ez").out


@pytest.mark.parametrize(
    "cards, line",
    [
        ("", "0 cards cannot finish the coup: at least 4 more are needed"),
        ("Jd", "1 card cannot finish the coup: at least 3 more are needed"),
        ("Jd Qh 5h", "3 cards cannot finish the coup: at least 1 more is needed"),
        ("Jd Qh 5h Qd", "4 cards cannot finish the coup: at least 1 more is needed"),
        ("Jd Qh 5h Qd 9s", "5 cards cannot finish the coup: at least 1 more is needed"),
        (
            "Jd Xx",
            "'Xx' is not a card: a rank of A 2 3 4 5 6 7 8 9 T J Q K, then a suit of c d h s",
        ),
    ],
)
def test_unknown_or_too_few_cards_are_refused_in_one_line(run: Run, cards: str, line: str) -> None:
    assert run("deal", cards).refusal == line


def test_more_of_a_card_than_the_decks_have_are_refused(run: Run) -> None:
    said = run("deal", "Jd " * 9).refusal
    assert said == "CARDS: Jd appears 9 times, but 8 decks have it 8 times"
    assert "6 decks have it 6 times" in run("deal", "Jd " * 7, "--house", "six_decks").refusal
    assert run("deal", "Jd " * 8).code == 0


def test_no_cards_at_all_are_refused(run: Run) -> None:
    said = run("deal").refusal
    assert said == "CARDS is missing: give at least four, such as 'Jd Qh 5h Qd 9s 8h'"


def test_a_house_that_cannot_be_read_is_refused(run: Run, tmp_path: Path) -> None:
    assert run("deal", SAMPLE, "--house", "ritz").refusal.startswith("'ritz' is not a house: ")
    gone = tmp_path / "gone.toml"
    said = run("deal", SAMPLE, "--house", gone).refusal
    assert said.endswith(f"house file '{gone}' cannot be read: No such file or directory")
    said = run("deal", SAMPLE, "--house", tmp_path).refusal
    assert said.endswith(f"house file '{tmp_path}' cannot be read: Is a directory")
    strange = tmp_path / "strange.toml"
    strange.write_bytes(b"\xff\xfe\x00")
    said = run("deal", SAMPLE, "--house", strange).refusal
    assert said.endswith("cannot be read: not UTF-8 text")
    strange.write_text("decks = 13")
    said = run("deal", SAMPLE, "--house", strange).refusal
    assert said.endswith("decks: 13 is out of range: use 1 to 12")
    strange.write_text("decks =")
    assert "house file: not TOML" in run("deal", SAMPLE, "--house", strange).refusal


def test_a_million_lines_follow_the_header(run: Run) -> None:
    ran = run("vectors")
    assert (ran.code, ran.err) == (0, "")
    header, *lines = ran.out.splitlines()
    assert header == HEADER == "p1,b1,p2,b2,c5,c6,player_total,banker_total,cards,outcome"
    assert len(lines) == len(set(lines)) == 1_000_000
    assert lines[0] == "0,0,0,0,0,0,0,0,6,tie"
    assert lines[-1] == "9,9,9,9,9,9,8,8,4,tie"
    assert lines[50_598] == "0,5,0,5,9,8,9,8,6,player"


def test_a_closed_pipe_is_met_with_silence() -> None:
    with start("vectors") as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().strip() == HEADER
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0
