"""`puntobanco history`: past shoes and evenings, read from the log."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puntobanco.coup import Outcome
from puntobanco.croupier import Croupier, seed_source
from puntobanco.history.statistics import chart, statistics
from puntobanco.house import BURT, CLASSIC, House
from puntobanco.notation import check, parse_record, record_from_json
from puntobanco.settlement import Chips
from puntobanco.store import Store
from puntobanco.table import Phase
from puntobanco.table.commands import BuyIn, CloseTable, Deal, PlaceBet, Sit
from tests.cli.conftest import Run
from tests.notation.tables import TINY

DAY = 24 * 60 * 60 * 1_000_000


def evening(store: Store, table: str, house: House, *, day: int, coups: int, bet: str) -> None:
    """A guest who always bets the same, on the given day of January 1970."""
    times = iter(range((day - 1) * DAY, day * DAY, 1_000_000))
    croupier = Croupier.open(
        store, table, house, seed_for=seed_source(table), clock=lambda: next(times)
    )
    croupier.do(Sit(1, "Ann"))
    croupier.do(BuyIn(1, chips=Chips(1_000_00)))
    for _ in range(coups):
        if croupier.state.phase is Phase.NO_SHOE:
            croupier.commit_shoe()
            croupier.open_shoe()
        croupier.do(PlaceBet(1, bet, chips=Chips(10_00)))
        croupier.do(Deal())
    if coups:
        croupier.do(CloseTable())


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("history") / "tables.db"
    with Store.open(path) as store:
        evening(store, "first", TINY, day=1, coups=12, bet="banker")
        evening(store, "second", BURT, day=2, coups=5, bet="player")
        evening(store, "third", CLASSIC, day=3, coups=0, bet="tie")
    return str(path)


def listed(run: Run, database: str, *options: object) -> list[dict[str, Any]]:
    shoes: list[dict[str, Any]] = run("history", "--db", database, "--json", *options).data
    return shoes


def test_shoes_are_listed_newest_first(
    run: Run, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shoes = listed(run, database)
    assert shoes[0]["shoe"] == "second/1"
    assert [shoe["shoe"] for shoe in shoes[1:]] == [f"first/{n}" for n in (2, 1)]
    assert [shoe["finished"] for shoe in shoes] == [False, False, True]
    assert sum(shoe["coups"] for shoe in shoes) == 17
    assert shoes[0]["house"] == "burt"
    assert shoes[0]["started"].startswith("1970-01-02T")
    assert {"shoe", "house", "started", "finished", "coups"} <= shoes[0].keys()
    assert run("history", "list", "--db", database, "--json").data == shoes
    monkeypatch.setenv("PUNTOBANCO_DB", "a flag wins over this")
    assert run("history", "--db", database, "list", "--json").data == shoes


@pytest.mark.parametrize(
    "options, tables",
    [
        (("--since", "1970-01-02"), {"second"}),
        (("--until", "1970-01-01"), {"first"}),
        (("--house", "BURT"), {"second"}),
        (("--house", "ez"), set()),
        (("--table", "first"), {"first"}),
    ],
)
def test_shoes_are_filtered(
    run: Run, database: str, options: tuple[str, ...], tables: set[str]
) -> None:
    assert {shoe["table"] for shoe in listed(run, database, *options)} == tables


def test_shoes_are_filtered_by_their_result(run: Run, database: str) -> None:
    every = listed(run, database)
    found = {
        result: listed(run, database, "--result", result) for result in ("won", "lost", "even")
    }
    assert all(shoe["earned"] > 0 for shoe in found["won"])
    assert all(shoe["earned"] < 0 for shoe in found["lost"])
    assert sum(map(len, found.values())) == len(every)


def test_the_list_in_words_and_as_csv(run: Run, database: str) -> None:
    words = run("history", "--db", database).out.splitlines()
    assert words[0].startswith("second/1: 1970-01-02 00:00, burt, 5 coups, unfinished, ")
    rows = list(csv.DictReader(io.StringIO(run("history", "--db", database, "--csv").out)))
    assert [row["shoe"] for row in rows] == [shoe["shoe"] for shoe in listed(run, database)]
    assert float(rows[0]["earned"]) * 100 == listed(run, database)[0]["earned"]


def test_no_cell_of_a_csv_is_taken_for_a_formula(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with Store.open(path) as store:
        house = replace(TINY, name="=HYPERLINK(1)")
        evening(store, "-table", house, day=1, coups=3, bet="banker")
    (row,) = csv.DictReader(io.StringIO(run("history", "--db", path, "--csv").out))
    assert (row["shoe"], row["house"]) == ("'-table/1", "'=HYPERLINK(1)")
    float(row["earned"])


def test_evenings_are_tables_from_opening_to_closing(run: Run, database: str) -> None:
    answer = run("history", "evenings", "--db", database, "--json").data
    assert [each["table"] for each in answer] == ["third", "second", "first"]
    assert answer[0]["ended"] is None
    assert answer[2]["shoes"] == 2
    assert answer[2]["coups"] == 12
    words = run("history", "--db", database, "evenings").out.splitlines()
    assert words[0].endswith("bought in $1,000, neither won nor lost, still open")
    assert run("history", "evenings", "--db", database, "--csv").out.count("\n") == 4


@pytest.mark.parametrize("shoe", ["first/1", "first/2", "last"])
def test_an_exported_record_holds(run: Run, database: str, shoe: str, tmp_path: Path) -> None:
    text, data = tmp_path / "shoe.bgn", tmp_path / "shoe.json"
    for file in (text, data):
        assert run("history", "export", shoe, file, "--db", database).code == 0
    record = parse_record(text.read_text("utf-8"))
    assert check(record).holds
    assert record_from_json(data.read_bytes()) == record
    assert run("verify", text).code == 0
    assert run("history", "--db", database, "export", shoe, "-").out == text.read_text("utf-8")
    assert list(tmp_path.glob("*.part")) == []


def test_a_shoe_in_one_html_file_holds_and_names_nobody(
    run: Run, database: str, tmp_path: Path
) -> None:
    file = tmp_path / "shoe.html"
    ran = run("history", "export", "first/1", file, "--db", database, "--language", "es")
    assert (ran.code, ran.err) == (0, "")
    html = file.read_text("utf-8")
    data = json.loads(html.partition('id="shoe">')[2].partition("</script>")[0])
    assert "Ann" not in data["record"]
    record = parse_record(data["record"])
    assert check(record).holds
    assert len(record.coups) == len(data["replay"]["coups"]) > 1
    assert {bet.key for coup in record.coups for bet in coup.bets} == {"banker"}


def test_reading_does_not_change_the_log(run: Run, database: str) -> None:
    before = Path(database).read_bytes()
    for command in ([], ["evenings"], ["stats"], ["show", "last"], ["export", "last", "-"]):
        assert run("history", *command, "--db", database).code == 0
    assert run("audit", "--db", database).code == 0
    assert Path(database).read_bytes() == before


def test_a_shoe_is_shown_coup_by_coup(run: Run, database: str) -> None:
    lines = run("history", "show", "second/1", "--db", database).out.splitlines()
    assert lines[0] == "Shoe 1 of table second: burt, 8 decks, 1970-01-02 00:00."
    assert [line[:4] for line in lines[3:8]] == [f"{n:>3}." for n in range(1, 6)]
    assert lines[-1] == "Unfinished."
    shown = run("history", "show", "second/1", "--db", database, "--json").out
    assert check(record_from_json(shown.encode())).holds


def test_statistics_add_up(run: Run, database: str) -> None:
    answer = run("history", "stats", "--db", database, "--json").data
    shoes = listed(run, database)
    assert answer["shoes"] == len(shoes)
    assert answer["coups"] == sum(answer["outcomes"].values()) == 17 == len(answer["course"]) - 1
    assert answer["earned"] == sum(shoe["earned"] for shoe in shoes) == answer["course"][-1]
    assert sum(bet["staked"] for bet in answer["bets"]) == sum(shoe["staked"] for shoe in shoes)
    words = run("history", "stats", "--db", database, "--house", "burt").out
    assert words.startswith("1 shoe, 5 coups.\n")
    assert "Bets on player: won " in words
    assert "|" in words


def test_runs_and_swings() -> None:
    text = "BGN: 1\n" + "\n".join(
        f"{n}. {outcome}  #1 player 1 {'+1' if outcome == 'P' else '-1'}"
        for n, outcome in enumerate("PPPBBBBPB", 1)
    )
    sums = statistics([parse_record(text + "\n"), parse_record("BGN: 1\n1. P\n2. T\n3. T\n4. P\n")])
    assert sums.course[:10] == [0, 100, 200, 300, 200, 100, 0, -100, 0, -100]
    assert (sums.biggest_rise, sums.biggest_fall) == (300, 400)
    assert dict(sums.runs) == {Outcome.PLAYER: 3, Outcome.BANKER: 4, Outcome.TIE: 2}


def test_the_chart_is_narrow_and_spans_from_low_to_high() -> None:
    rows = chart([0, *range(-500_00, 900_00, 1_00)], 100)
    assert len(rows) == 9
    assert rows[0].startswith(" 899 |")
    assert rows[-1].startswith("-500 |")
    assert max(map(len, rows)) <= 80
    assert chart([0, 0], 100) == []


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("show", "fourth/1"), "'fourth/1' is not a past shoe; the newest is second/1"),
        (("export", "first/9", "x.bgn"), "'first/9' is not a past shoe"),
        (("show", ""), "'' is not a past shoe"),
        (("--since", "tomorrow"), "'tomorrow' is not a day such as 2026-01-31"),
        (("--until", "2026-13-01"), "'2026-13-01' is not a day such as 2026-01-31"),
        (("--result", "rich"), "'rich' is not one of"),
        (("export", "last", "/no/such/folder/x.bgn"), "cannot be written"),
        (
            ("export", "last", "x.html", "--seat", "7"),
            "nobody sat in seat 7 of this shoe; taken: 1",
        ),
    ],
)
def test_what_is_not_there_is_refused_in_one_line(
    run: Run, database: str, arguments: tuple[str, ...], words: str
) -> None:
    assert words in run("history", "--db", database, *arguments).refusal


def test_a_named_file_must_be_there_and_the_usual_one_need_not(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "there is no such file" in run("history", "--db", tmp_path / "none.db").refusal
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run("history").out == "No past shoes.\n"
    assert run("history", "--json").out == "[]\n"
    assert run("history", "evenings").out == "No past evenings.\n"
    head = "table,house,started,ended,shoes,coups,bought,earned\n"
    assert run("history", "evenings", "--csv").out == head
    assert run("history", "stats").out == "0 shoes, 0 coups.\n"
    assert "there is none yet" in run("history", "show", "last").refusal
    (tmp_path / "other.db").write_bytes(b"not a database" * 100)
    assert "not a puntobanco file" in run("history", "--db", tmp_path / "other.db").refusal
