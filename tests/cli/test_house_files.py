"""House files with bets of their own: one line for a mistake, a warning for an idle line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    "text, words",
    [
        (
            "[bets.x]\nlines = ['tie: 8', 'banker piar: 2']",
            "bets.x.lines, line 2: column 8: 'piar' is not a hand's quantity; the nearest is pair",
        ),
        ("#" * 70_000, "house file: longer than 65,536 bytes"),
        ("burn = 30", "burn: 30 cards is out of range: use 1 to 20"),
    ],
)
@pytest.mark.parametrize("command", ["play", "odds", "shoe"])
def test_a_bad_house_is_refused_in_one_line_with_the_place(
    run: Run, tmp_path: Path, command: str, text: str, words: str
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text, "utf-8")
    assert words in run(command, "--house", file).refusal


def test_a_line_that_can_never_apply_is_a_warning(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "idle.toml"
    file.write_text(
        "[bets.x]\nlines = ['tie: 8', 'tie on 6: 30', 'all red and all black: 50', 'cards = 4: 1']",
        "utf-8",
    )
    ran = run("shoe", "--house", file, "--seed", "idle")
    assert ran.code == 0
    warning = f"puntobanco: warning: '{file}': bets.x.lines"
    assert ran.err.splitlines() == [
        f"{warning}, line 2: 'tie and both total = 6: 30' can never apply",
        f"{warning}, line 3: 'all red and all black: 50' can never apply",
    ]
    assert ran.out == run("shoe", "--seed", "idle").out
