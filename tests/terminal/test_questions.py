"""Inside every question q, ? and z work, and the end of input leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import Ran
from tests.terminal.conftest import Typed
from tests.terminal.live import Screen

ASKS = "Player, Banker, Tie?"
KEYS = "q: cash out and leave."

QUESTIONS = {
    "Bankroll in dollars?": ([], ""),
    "Player, Banker, Tie?": (["--bank", "100"], ""),
    "Amount on Banker (Enter: none)?": (["--bank", "100"], "b\n"),
    "Amount on Dragon bonus Player (Enter: none)?": (["--bank", "100"], "s 5\n"),
    "Side bet and amount (Enter: none)?": (["--bank", "100"], "s\n"),
    "Buy in for how many dollars?": (["--bank", "1", "--seed", "violet"], "b 1\nx\n"),
}
"""How each question is reached through a pipe."""


@pytest.fixture(params=QUESTIONS)
def question(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def answered(play: Typed, question: str, answers: str) -> Ran:
    arguments, typed = QUESTIONS[question]
    ran = play(*arguments, typed=typed + answers)
    assert ran.code == 0, ran.err
    assert f"{question} {answers.splitlines()[0] if answers else ''}" in ran.lines
    return ran


def test_q_leaves_from_every_question(play: Typed, question: str) -> None:
    ran = answered(play, question, "q\n")
    assert ran.lines[-1].startswith(("Goodbye.", "Play again: "))
    assert not any(line.startswith("Still open") for line in play(typed="").lines)


def test_the_keys_are_listed_in_every_question_and_it_is_asked_again(
    play: Typed, question: str
) -> None:
    ran = answered(play, question, "?\nq\n")
    listed = ran.lines[ran.lines.index(f"{question} ?") :]
    assert listed[listed.index(KEYS) + 1] == f"{question} q"


def test_z_works_in_every_question(play: Typed, question: str) -> None:
    ran = answered(play, question, "z\nq\n")
    told = ran.lines[ran.lines.index(f"{question} z") + 1 :]
    assert told[0] == "There are no bets to take back."
    asked = next(line for line in told if "? " in line)
    assert asked in {f"{question} q", f"{ASKS} q"}


def test_the_end_of_input_leaves_from_every_question(play: Typed, question: str) -> None:
    ran = answered(play, question, "")
    is_seated = question != "Bankroll in dollars?"
    assert ran.lines[-1].startswith("Resume: " if is_seated else "Goodbye.")
    assert play(typed="").lines[1].startswith("Still open") == is_seated


def test_a_wrong_amount_asks_again_for_the_amount(play: Typed) -> None:
    ran = play("--bank", "100", typed="b\nten\n2.50\n101\n-1\n7\nq\n")
    asked = [line for line in ran.lines if line.startswith("Amount")]
    assert asked == [
        f"Amount on Banker (Enter: none)? {typed}" for typed in ("ten", "2.50", "101", "-1", "7")
    ]
    assert "Bet: $7 on Banker." in ran.lines


@pytest.mark.parametrize("answer", ["", "n"])
def test_an_empty_line_at_a_question_bets_nothing(play: Typed, answer: str) -> None:
    ran = play("--bank", "100", typed=f"b 7\nt\n{answer}\ns\n{answer}\nq\n")
    assert ran.lines.count("No bet.") == 2
    assert "Leave, and take $7 off the felt (y/n)? " in ran.lines


def test_the_repeat_key_at_the_amount_takes_the_last_amount(play: Typed) -> None:
    ran = play("--bank", "100", typed="b\n=\n\nb 7\nt\n=\np 5 pp 3\nb\n＝\n")
    assert "There are no earlier bets to repeat." in ran.lines
    assert "Bet: $7 on Tie." in ran.lines
    assert "Bet: $3 on Banker, $10 in all." in ran.lines
    resumed = play(typed="y\nt\n=\nq\n")
    assert "Bet: $3 on Tie, $10 in all." in resumed.lines


SUB_PROMPTS = {"b": "Amount on Banker (Enter: none)?", "s": "Side bet and amount (Enter: none)?"}


@pytest.mark.parametrize("opens,question", SUB_PROMPTS.items())
@pytest.mark.parametrize("key", ["m", "w", "w b", "d", "r", "i", "a", "f", "v", "c", "?"])
def test_a_key_that_shows_something_does_so_inside_a_question(
    play: Typed, opens: str, question: str, key: str
) -> None:
    ran = play("--bank", "100", "--seed", "a", typed=f"x\n{key}\n{opens}\n{key}\nn\nq\n")
    at, inside = ran.lines.index(f"{ASKS} {key}"), ran.lines.index(f"{question} {key}")
    end = next(place for place in range(inside + 1, len(ran.lines)) if question in ran.lines[place])
    told = ran.lines[inside + 1 : end]
    assert told
    assert key == "v" or ran.lines[at + 1 : at + 1 + len(told)] == told


@pytest.mark.parametrize("opens", SUB_PROMPTS)
@pytest.mark.parametrize(
    "typed,told",
    [
        ("p 5 t 1", ["Bet: $5 on Player.", "Bet: $1 on Tie."]),
        ("u", ["Taken back: $3 from Banker."]),
        ("z", ["Taken back: $3 from Banker.", "Taken back: $2 from Big."]),
        ("*", ["Bet: $2 on Big, $4 in all.", "Bet: $3 on Banker, $6 in all."]),
        ("+ 50", ["Bought in: $50.", "Bankroll: $150."]),
        ("x", ["Coup 1."]),
    ],
)
def test_any_other_key_or_bet_typed_at_a_question_works_and_ends_it(
    play: Typed, opens: str, typed: str, told: list[str]
) -> None:
    ran = play("--bank", "100", typed=f"big 2 b 3\n{opens}\n{typed}\nm\nq\n")
    at = next(
        place for place, line in enumerate(ran.lines) if line.endswith(f"(Enter: none)? {typed}")
    )
    assert ran.lines[at + 1 : at + 1 + len(told)] == told
    assert f"{ASKS} m" in ran.lines


@pytest.mark.parametrize("answer", ["y", "q", "yes", "Q", None])
def test_leaving_with_bets_on_the_felt_is_asked_once(play: Typed, answer: str | None) -> None:
    typed = "" if answer is None else f"{answer}\n"
    ran = play("--bank", "100", typed=f"p 5 t 1\nq\n{typed}")
    asked = ran.lines.index(f"Leave, and take $6 off the felt (y/n)? {answer or ''}")
    assert ran.lines[asked + 1 : asked + 4] == [
        "Taken back: $1 from Tie.",
        "Taken back: $5 from Player.",
        "Cashed out: $100.",
    ]


@pytest.mark.parametrize("typed", ["q", "b\nq", "s\nq", "s 1\nq"])
def test_who_does_not_leave_after_all_plays_on(play: Typed, typed: str) -> None:
    ran = play("--bank", "100", typed=f"p 5\n{typed}\nn\nm\nq\n")
    assert "Leave, and take $5 off the felt (y/n)? n" in ran.lines
    assert "Left to bet: $95." in ran.lines


def test_the_question_of_leaving_has_the_same_keys(play: Typed) -> None:
    ran = play("--bank", "100", typed="p 5\nq\n?\nz\nm\nq\n")
    question = "Leave, and take $5 off the felt (y/n)?"
    assert ran.lines[ran.lines.index(KEYS) + 1] == f"{question} z"
    taken = ran.lines.index("Taken back: $5 from Player.")
    assert ran.lines[taken + 1] == f"{ASKS} m"
    assert ran.lines.count(f"{question} z") == 1


def test_the_question_of_resuming_has_the_same_keys(play: Typed) -> None:
    play("--bank", "100", typed="p 5\n")
    ran = play(typed="?\nz\nq\n")
    assert KEYS in ran.lines
    assert "Taken back: $5 from Player." in ran.lines
    assert ran.lines[-1] == "Goodbye."
    resumed = play(typed="y\nm\nq\n")
    assert "Bets: none." in resumed.lines


def test_questions_of_a_real_terminal_have_the_same_keys(tmp_path: Path) -> None:
    house = tmp_path / "short.toml"
    house.write_text('decks = 1\nburn = "none"\ncut_card = 50\n', encoding="utf-8")
    word = "Your word for the shuffle (Enter for a random one)? "
    record = "Save a record of shoe 1 (y/n)? "
    play = ("play", "--db", str(tmp_path / "tables.db"), "--house", str(house), "--bank", "50")
    with Screen(*play) as screen:
        screen.wait_for(word)
        screen.type("?", then=f"{KEYS}\n{word}")
        screen.type("c records ask", then=word)
        screen.type("z", then=f"There are no bets to take back.\n{ASKS} ")
        screen.type("x", then=record)
        screen.type("?", then=f"{KEYS}\n{record}")
        assert screen.end("q\n") == 0
    assert screen.text.count("\nRecord: ") == 1
    assert "\nCashed out: $50.\n" in screen.text
