"""Whatever is typed: one clear line, and the bets as they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puntobanco.announcer import WIDTH

from .conftest import Typed

BAD_LINES = {
    "letters for an amount": "p ten",
    "an amount of nothing": "p 0",
    "a negative amount": "p -5",
    "half a cent": "p 0.005",
    "between two steps": "p 2.50",
    "beyond the bankroll": "p 101",
    "beyond the limits": "p 10,001",
    "beyond any limit": "p 99999999999999999999999999",
    "no number at all": "p 1,5",
    "two numbers": "p 5 5",
    "infinity": "p inf",
    "an exponent": "p 1e1",
    "other digits": "p ٥",
    "an unknown key": "k",
    "a doubled key": "xx",
    "too much after a key": "z 5",
    "no number of coups": "x ten",
    "no coups": "x 0",
    "too many coups": "x 1000",
    "endless coups": "x " + "9" * 5_000,
    "fewer than no coups": "x -1",
    "an unknown setting": "c colour red",
    "an unknown house": "c house nowhere",
    "an unknown language": "c language tlh",
    "an answer that is none": "c felt perhaps",
    "the pays of no bet": "w dragon_9",
    "the last coup but two": "aaa",
    "a second bet without an amount": "p 5 b",
    "a second bet beyond the bankroll": "p 50 b 51",
    "a second bet that is not here": "p 5 d7 5",
    "a second bet of too little": "p 5 t 0.50",
    "an amount without a bet": "25",
    "a side bet that is not there": "s 9 1",
    "a side bet by a wrong name": "s dragon_7 1",
    "an unknown level": "v loud",
    "nothing to repeat": "=",
    "nothing": "",
    "letters that move the cursor": "\x1b[2J\x1b[H",
    "a zero byte": "\0",
    "emoji": "🎰",
    "a long line": "p" * 3_000,
    "an endless line": "5" * 100_000,
}


@pytest.mark.parametrize("line", BAD_LINES.values(), ids=BAD_LINES)
def test_a_mistake_is_answered_with_one_line_and_changes_nothing(line: str, play: Typed) -> None:
    ran = play("--bank", "100", "--seed", "peony", typed=f"b 7\n{line}\nm\nq\n")
    assert ran.code == 0
    assert ran.err == ""
    asked = [at for at, each in enumerate(ran.lines) if each.startswith("Player, Banker, Tie?")]
    _, first, second, third = asked
    answer = ran.lines[first + 1 : second]
    assert len(answer) == 1
    assert answer[0].isprintable()
    assert 0 < len(answer[0]) <= WIDTH
    assert ran.lines[second + 1 : third] == [
        "Bankroll: $100.",
        "Bet: $7 on Banker.",
        "Left to bet: $93.",
        "So far: neither won nor lost.",
    ]


def test_bytes_that_are_no_text_are_a_mistake_like_any_other(play: Typed) -> None:
    ran = play("--bank", "100", typed=b"\xff\xfe\x80\np 5\nq\n")
    assert "Bet: $5 on Player." in ran.lines
    assert any(line.startswith("Unknown:") for line in ran.lines)


def test_a_bare_amount_means_nothing_once_another_key_was_pressed(play: Typed) -> None:
    ran = play("--bank", "100", typed="t ten\nm\n10\nq\n")
    assert "Which bet? Type p, b or t before the amount, such as p 25." in ran.lines


@pytest.mark.parametrize(
    "arguments,named",
    [
        (["--bank", "abc"], "--bank: 'abc' is not an amount"),
        (
            ["--bank", "9" * 20],
            "--bank: '999999999999…' is too much: an amount has at most 12 digits",
        ),
        (["--bank", "0.50"], "a buy-in must be $1 to $10,000,000,000"),
        (["--house", "nowhere"], "'nowhere' is not a house: choose from classic"),
        (["--house", "nowhere.toml"], "house file 'nowhere.toml' cannot be read"),
        (["--level", "loud"], "'loud' is not one of 'terse', 'normal', 'full'"),
    ],
)
def test_a_bad_argument_is_one_line_on_standard_error(
    arguments: list[str], named: str, play: Typed
) -> None:
    ran = play(*arguments)
    assert ran.code == 2
    (line,) = ran.err.splitlines()
    assert named in line


def test_a_file_that_is_no_database_is_left_alone(run: Typed, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("shopping list\n" * 100, encoding="utf-8")
    ran = run("play", "--bank", "5", "--db", str(path), typed="x\n")
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert path.read_text(encoding="utf-8") == "shopping list\n" * 100


def may_be_long(line: str) -> bool:
    return "? " in line


KEYS = st.sampled_from(
    [
        *"pbtsdzxu=mairvfwc",
        *("f word", "p 5", "b 10", "t 1", "s 1 2", "s\n3 4", "p 9999", "Q?"),
        *("x 3", "aa", "p 5 t 1 pp 2", "p 5 t", "w pp", "c felt y", "c house ez", "p 1\nq\nn"),
    ]
)


@given(st.lists(KEYS | st.text(max_size=8), max_size=25), st.integers(0, 999))
@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_typing_breaks_the_game_or_its_books(play: Typed, typed: list[str], seed: int) -> None:
    play(typed="n\n")
    lines = "".join(f"{line}\n" for line in ["n", *typed, ""])
    ran = play("--bank", "100", "--seed", str(seed), typed=lines)
    assert ran.code == 0, ran.err
    assert all(len(line) <= WIDTH for line in ran.lines if not may_be_long(line))
    after = play(typed="n\n")
    assert after.code == 0
