"""An evening at a house that names its currency, told, kept, audited and verified in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.rules.test_currency import YEN

EURO = 'name = "riva"\ncurrency = { sign = "€", place = "after" }\n'


@pytest.fixture
def ginza(tmp_path: Path) -> str:
    path = tmp_path / "ginza.toml"
    path.write_text(YEN, "utf-8")
    return str(path)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


def test_everything_is_said_in_the_currency(run: Run, ginza: str, database: str) -> None:
    options = ("--house", ginza, "--db", database, "--seed", "a")
    typed = "abc\n100000\nb 1,500\np 2.50\np ¥2000\nb 700\n?\nm\nx\nq\n"
    played = run("play", *options, typed=typed)
    assert (played.code, played.err) == (0, "")
    for line in (
        "Punto banco. p 25 bets ¥25 on Player, x deals, ? lists the keys, q leaves.",
        "Limits: ¥500 to ¥50,000 in steps of ¥500.",
        "Bankroll in ¥? abc",
        "'abc' is not an amount: type ¥ above zero, such as 25.",
        "Bought in: ¥100,000.",
        "Bet: ¥1,500 on Banker.",
        "'2.50' is not an amount: type ¥ above zero, such as 25.",
        "Bet: ¥2,000 on Player.",
        "Limits on Banker: ¥500 to ¥50,000 in steps of ¥500, not ¥2,200.",
        "s: side bets: list them, or s 1 5 to bet ¥5 on the first.",
    ):
        assert line in played.out
    assert "$" not in played.out
    assert "$" not in run("audit", "--db", database).out
    assert "$" not in run("history", "--db", database).out
    assert "$" not in run("history", "stats", "--db", database).out


def test_its_record_counts_in_its_coin_and_holds(
    run: Run, ginza: str, database: str, tmp_path: Path
) -> None:
    record = tmp_path / "shoe.bgn"
    options = ("--house", ginza, "--db", database, "--seed", "a", "--bank", "¥90000")
    assert run("play", *options, typed="b 1500\nx\n" * 5 + "q\n").code == 0
    assert run("history", "export", "last", record, "--db", database).code == 0
    text = record.read_text("utf-8")
    assert text.startswith("BGN: 1\n")
    assert "\nCurrency: ¥\nCoin: 1\n" in text
    assert "#1 banker 1500 " in text
    assert run("verify", record).code == 0
    for true, false in (
        ("Coin: 1\n", "Coin: 0.01\n"),
        ("Currency: ¥", "Currency: USD"),
        ("minimum = 500", "minimum = 2000"),
    ):
        assert text.count(true) >= 1
        record.write_text(text.replace(true, false), "utf-8")
        assert run("verify", record).code == 1, false


@pytest.mark.parametrize(
    "language, line",
    [
        ("en", "Bought in: 1,000.50\u00a0€."),
        ("fr", "Jetons achetés\u00a0: 1\u202f000,50\u00a0€."),
        ("es", "Fichas compradas: 1000,50\u00a0€."),
        ("zh-Hant", "買入：1,000.50€。"),
    ],
)
def test_the_language_writes_digits_and_the_house_the_sign(
    run: Run, database: str, tmp_path: Path, language: str, line: str
) -> None:
    house = tmp_path / "riva.toml"
    house.write_text(EURO, "utf-8")
    options = ("--house", str(house), "--db", database, "--language", language)
    assert line in run("play", *options, "--bank", "1000.50 €", typed="q\n").out


def test_a_resumed_table_keeps_its_currency(run: Run, ginza: str, database: str) -> None:
    run("play", "--house", ginza, "--db", database, "--bank", "90000", typed="b 1500\n")
    resumed = run("play", "--db", database, typed="y\nb 500\nq\n")
    assert "with ¥90,000." in resumed.out
    assert "Bet: ¥500 on Banker, ¥2,000 in all." in resumed.out
    assert "Cashed out: ¥90,000." in resumed.out
    run("play", "--house", ginza, "--db", database, "--bank", "90000", typed="b 1500\n")
    closed = run("play", "--db", database, typed="n\n100\nq\n")
    assert "Cashed out: ¥90,000." in closed.out
    assert "Bought in: $100." in closed.out


def test_sums_of_different_currencies_are_not_mixed(run: Run, ginza: str, database: str) -> None:
    for house in ("classic", ginza):
        run("play", "--house", house, "--db", database, "--bank", "90000", typed="x\nq\n")
    mixed = run("history", "stats", "--db", database)
    assert mixed.code == 2
    assert mixed.err.count("\n") == 1
    assert "different currencies" in mixed.err
    assert run("history", "stats", "--db", database, "--house", "ginza").code == 0
    shoes = run("history", "--db", database, "--json").data
    assert {shoe["house"] for shoe in shoes} == {"classic", "ginza"}


def test_who_changes_to_a_house_of_another_currency_takes_no_chips_along(
    run: Run, ginza: str, database: str
) -> None:
    typed = f"c house {ginza}\n90000\nb 500\nq\ny\n"
    played = run("play", "--db", database, "--bank", "100", typed=typed).out
    assert played.index("Cashed out: $100.") < played.index("Bankroll in ¥? 90000")
    assert "Bet: ¥500 on Banker." in played
    assert "Cashed out: ¥90,000." in played
    assert run("audit", "--db", database).code == 0
