"""`puntobanco drill`: learn, test, progress, and questions for teachers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puntobanco.drills import DRILLS
from puntobanco.words import LANGUAGES

from .conftest import Run

SET = ("--seed", "a class", "--questions", "6")


def questions(run: Run, *arguments: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run("drill", *arguments, "--json").data
    return found


def answers(found: list[dict[str, Any]]) -> list[str]:
    short = {"draw": "d", "stand": "s"}
    return [short[each["answer"]] for each in found]


def test_the_same_seed_asks_the_same_questions(run: Run) -> None:
    assert questions(run, "player", *SET) == questions(run, "Player", *SET)
    assert questions(run, "player", "--seed", "b") != questions(run, "player", "--seed", "a")


def test_right_answers_are_confirmed_with_the_rule(run: Run) -> None:
    found = questions(run, "player", *SET)
    ran = run("drill", "player", *SET, typed="\n".join(answers(found)) + "\n")
    assert ran.code == 0
    assert ran.out.count("Right.") == 6
    for each in found:
        assert f"{each['question']} " in ran.out
        assert f"{each['why']}\n" in ran.out
    assert "6 of 6 right, in 0 seconds.\n" in ran.out


def test_a_mistake_comes_back_in_the_same_set(run: Run) -> None:
    first, *others = answers(questions(run, "player", *SET))
    wrong = {"d": "s", "s": "d"}[first]
    typed = [wrong, *others[:3], first, *others[3:]]
    ran = run("drill", "player", *SET, typed="\n".join(typed) + "\n")
    assert (ran.out.count("Wrong."), ran.out.count("Right.")) == (1, 6)
    assert "6 of 7 right" in ran.out


def test_a_test_is_silent_and_reports_mistakes_at_the_end(run: Run) -> None:
    found = questions(run, "player", *SET)
    ran = run("drill", "player", *SET, "--test", typed="d\n" * 6)
    right = answers(found).count("d")
    said, mistakes = ran.out.split("Mistakes:\n")
    assert not {"Right.", "Wrong."} & set(said.splitlines())
    assert f"{right} of 6 right" in said
    wrong = [each for each in found if each["answer"] == "stand"]
    assert [each["why"] in mistakes for each in wrong] == [True] * len(wrong)


def test_an_answer_that_cannot_be_read_is_asked_again(run: Run) -> None:
    ran = run("drill", "player", *SET, typed="maybe\nq\n")
    assert "'maybe' is not an answer here.\n" in ran.out
    assert "0 of 0 right" in ran.out


def test_progress_is_kept_in_a_file_and_decides_what_comes_next(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new" / "drills.json"
    fixed = ("naturals", "--seed", "n", "--questions", "7")
    typed = "".join(f"{each['answer'][0]}\n" for each in questions(run, *fixed))
    runs = [run("drill", *fixed, "--progress", file, typed=typed) for _ in range(2)]
    assert "Learned in naturals: 0 of 7." in runs[0].out
    assert "Learned in naturals: 7 of 7." in runs[1].out
    assert file.parent.stat().st_mode & 0o077 == 0
    assert "Drill: Player's third card" in run("drill", "--progress", file, typed="q\n").out


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_drill_speaks_every_language(run: Run, language: str) -> None:
    found = questions(run, "all", "--seed", "x", "--questions", "40", "--language", language)
    assert {each["kind"] for each in found} <= {drill.name for drill in DRILLS}
    assert all(each["question"] and each["why"] for each in found)


def test_payouts_are_typed_as_amounts(run: Run) -> None:
    words = {"take": "x", "$0": "0"}
    found = questions(run, "payouts", *SET)
    typed = "".join(f"{words.get(each['answer'], each['answer'])}\n" for each in found)
    assert "6 of 6 right" in run("drill", "payouts", *SET, typed=typed).out


def test_counts_may_be_negative(run: Run) -> None:
    found = questions(run, "count", "--seed", "c", "--questions", "30")
    assert min(each["answer"] for each in found) < 0
    typed = "".join(f"{each['answer']}\n" for each in found)
    ran = run("drill", "count", "--seed", "c", "--questions", "30", typed=typed)
    assert "30 of 30 right" in ran.out
    assert "add 2 for each 8 and 9" in ran.out


@pytest.mark.parametrize(
    "arguments, refusal",
    [
        (("dealer",), "'dealer' is not a drill: naturals, player, "),
        (("payouts", "--house", "classroom"), "house 'classroom' takes no wagers"),
        (("--questions", "0"), "0 is not in the range 1<=x<=1000"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    run: Run, arguments: tuple[str, ...], refusal: str
) -> None:
    assert refusal in run("drill", *arguments).refusal


def test_a_file_that_has_no_progress_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "drills.json"
    file.write_text("[]")
    assert "this is not a file of drills" in run("drill", "--progress", file).refusal
