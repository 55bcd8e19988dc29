"""House files with bets of their own: one line for a mistake, a warning for an idle line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def bets(number: int) -> str:
    """A house file of so many definitions."""
    return "\n".join(f"[bets.x{each}]\nlines = ['tie: 8']" for each in range(number))


@pytest.mark.parametrize(
    "text, words",
    [
        (
            "[bets.x]\nlines = ['tie: 8', 'banker piar: 2']",
            "bets.x.lines, line 2: column 8: 'piar' is not a hand's quantity; the nearest is pair",
        ),
        (
            "[bets.x]\nlines = ['total = 12: 2']",
            "bets.x.lines, line 1: column 1: 'total' is not a condition",
        ),
        (
            "[bets.x]\nlines = ['player total = 12: 2']",
            "bets.x.lines, line 1: column 16: '12' is not one of total: 0 to 9",
        ),
        (
            "[bets.x]\nlines = ['player total > 9: 2']",
            "bets.x.lines, line 1: column 16: '9' is not reached: no total is > 9",
        ),
        ("[bets.x]\nlines = ['tie: push']", "bets.x: no line pays: a bet needs more than a push"),
        (
            "[bets.x]\nlines = ['tie: 0']",
            "bets.x.lines, line 1: column 6: '0' is not a pay: a winning bet must pay more than",
        ),
        (
            "[bets.x]\nlines = ['tie: 1000001']",
            "bets.x.lines, line 1: column 6: '1000001' is not a pay: a fraction of whole numbers",
        ),
        (bets(1_000), "bets: 1,000 definitions are too many: use at most 100"),
        (bets(10_000), "house file: longer than 65,536 bytes"),
        (
            "[bets.ox_6]\nlines = ['tie: 8']",
            "bets.ox_6: the catalogue already has a bet with this key",
        ),
        (
            "[bets.tiger]\nlines = ['tie: 8']",
            "bets.tiger: the catalogue already has a bet with this key",
        ),
        ("[bets.x]\nlines = ['tie: 8']\n" * 2, "house file: not TOML: Cannot declare"),
        (
            "[bets.x]\nlines = ['pl\u0430yer pair: 8']",
            "bets.x.lines, line 1: column 3: '\u0430' is not part of a condition, but U+0430",
        ),
        ("[bets.'r\u0435d']\nlines = ['tie: 8']", "bets: 'r\u0435d' is not a key: use a to z"),
        ("burn = 30", "burn: 30 cards is out of range: use 1 to 20"),
    ],
)
@pytest.mark.parametrize("command", ["play", "odds", "shoe"])
def test_a_bad_house_is_refused_in_one_line_with_the_place(
    run: Run, tmp_path: Path, command: str, text: str, words: str
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text, "utf-8")
    assert words in run(command, "--house", str(file)).refusal


def test_a_line_that_can_never_apply_is_a_warning(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "idle.toml"
    file.write_text(
        "[bets.x]\nlines = ['tie: 8', 'tie on 6: 30', 'all red and all black: 50', 'cards = 4: 1']",
        "utf-8",
    )
    ran = run("shoe", "--house", str(file), "--seed", "idle")
    assert ran.code == 0
    warning = f"puntobanco: warning: '{file}': bets.x.lines"
    assert ran.err.splitlines() == [
        f"{warning}, line 2: 'tie and both total = 6: 30' can never apply",
        f"{warning}, line 3: 'all red and all black: 50' can never apply",
    ]
    assert ran.out == run("shoe", "--seed", "idle").out
