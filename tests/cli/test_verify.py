"""`puntobanco verify`: 0 holds, 1 does not hold, 2 unreadable; and what was checked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from puntobanco.house import CLASSIC
from puntobanco.notation import VERIFIER, format_record, records
from tests.cli.conftest import Run
from tests.notation.tables import TINY, Evening, recorded
from tests.notation.tampering import stripped


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "shoe.bgn"
    path.write_text(format_record(recorded(CLASSIC)), "utf-8")
    return path


def test_a_true_record_holds_and_is_told_what_was_checked(run: Run, record: Path) -> None:
    ran = run("verify", record)
    assert ran.code == 0
    assert ran.err == ""
    first, *rest = ran.out.splitlines()
    coups = len(recorded(CLASSIC).coups)
    assert first == f"{record}: holds, as promised: shoe 1 of table home, {coups} coups, finished."
    assert all(line.startswith("Checked: ") for line in rest[:-1])
    assert rest[-1] == "Not checked: the count of withheld words: nothing proves it."
    assert "Checked: the order of 416 cards, shuffled again, and its root." in rest


def test_a_false_record_does_not_hold_and_each_fault_has_its_line(run: Run, record: Path) -> None:
    record.write_text(record.read_text("utf-8").replace("Withheld: 1", "Withheld: 0"), "utf-8")
    ran = run("verify", record)
    assert ran.code == 1
    assert ran.err == ""
    line = record.read_text("utf-8").splitlines().index("Withheld: 0") + 1
    assert f"Fault: line {line}: 0 words are stated as withheld and 1 is." in ran.out
    assert "does not hold" in ran.out


def test_a_record_in_which_nothing_was_promised_is_only_consistent(
    run: Run, record: Path, tmp_path: Path
) -> None:
    text = stripped(format_record(recorded(CLASSIC, coups=3)))
    first = re.search(r"^ *1\. .([cdhs])", text, re.MULTILINE)
    assert first
    other = "d" if first[1] == "c" else "c"
    forged = tmp_path / "forged.bgn"
    forged.write_text(text[: first.start(1)] + other + text[first.end(1) :], "utf-8")
    ran = run("verify", forged)
    assert ran.code == 0
    assert ran.out.startswith(f"{forged}: consistent; nothing was promised: shoe 1 of table home, ")
    assert run("verify", "--promised", forged).code == 1
    assert run("verify", "--promised", record).code == 0
    assert json.loads(run("verify", "--promised", "--json", forged).out)["promised"] is False


def test_an_unfinished_shoe_verifies_as_unfinished(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "open.bgn"
    path.write_text(format_record(recorded(CLASSIC, coups=3)), "utf-8")
    ran = run("verify", path)
    assert ran.code == 0
    assert "3 coups, unfinished." in ran.out
    assert "Not checked: the house's commitment" in ran.out


@pytest.mark.parametrize(
    "content, words",
    [
        (b"", "line 1"),
        (b"\x89PNG\r\n\x1a\n", "UTF-8 text"),
        (b"BGN: 7\n", "line 1: 'BGN: 7' is not version 1"),
        (b"BGN: 1\nTable: a\n1. 9h 9x\n", "line 3"),
        (b"x" * 5_000_000, "bytes"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(
    run: Run, tmp_path: Path, content: bytes, words: str
) -> None:
    path = tmp_path / "bad.bgn"
    path.write_bytes(content)
    assert words in run("verify", path).refusal


def test_a_file_that_is_not_there_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    assert "No such file" in run("verify", tmp_path / "none.bgn").refusal
    assert "directory" in run("verify", tmp_path).refusal
    assert "name a record" in run("verify").refusal


def test_json_holds_every_fault(run: Run, record: Path) -> None:
    text = record.read_text("utf-8").replace("word 2", "other 2")
    record.write_text(text, "utf-8")
    ran = run("verify", "--json", record)
    answer = json.loads(ran.out)
    assert ran.code == 1
    keys = {"file", "holds", "finished", "promised", "faults", "checked", "unchecked"}
    assert answer.keys() == keys
    assert answer["holds"] is False
    assert {"line", "text"} == answer["faults"][0].keys()


def test_a_long_list_of_faults_is_cut_and_counted(run: Run, record: Path) -> None:
    text = record.read_text("utf-8").replace(" P  #", " T  #").replace(" B  #", " T  #")
    record.write_text(text, "utf-8")
    ran = run("verify", record)
    assert ran.out.count("Fault: line") == 20
    assert "more; --json lists them all." in ran.out


def save(path: Path, evening: Evening) -> Path:
    (record,) = records(evening.log)
    path.write_text(format_record(record), "utf-8")
    return path


def test_a_seed_used_for_two_shoes_is_found_among_several_files(run: Run, tmp_path: Path) -> None:
    evenings = [Evening(TINY, "the same", table=table) for table in ("one", "two")]
    for evening in evenings:
        evening.play()
    paths = [save(tmp_path / f"{each.table}.bgn", each) for each in evenings]
    ran = run("verify", *paths)
    assert ran.code == 1
    assert f"the secret was used before, in {paths[0]}" in ran.out
    answers = json.loads(run("verify", "--json", *paths).out)
    assert [each["holds"] for each in answers] == [True, False]


def test_a_shoe_dealt_twice_is_found_among_several_files(run: Run, tmp_path: Path) -> None:
    paths = []
    for withhold in (0, 1):
        evening = Evening(TINY, "the same")
        evening.begin_shoe(withhold=withhold)
        paths.append(save(tmp_path / f"{withhold}.bgn", evening))
    ran = run("verify", *paths)
    assert ran.code == 1
    assert f"Fault: line 3: the shoe was dealt twice: in {paths[0]} it has" in ran.out


def test_too_large_a_burn_is_a_fault_with_its_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "burn.bgn"
    path.write_text(f"BGN: 1\nBurn: {'?? ' * 412}\nEnd: unfinished, 0 coups\n", "utf-8")
    ran = run("verify", path)
    assert (ran.code, ran.err) == (1, "")
    assert "Fault: line 2: 412 cards are burned" in ran.out


def test_the_second_verifier_can_be_saved(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "verifier.html"
    ran = run("verify", "--page", page)
    assert ran.code == 0
    assert page.read_bytes() == VERIFIER.read_bytes()
    assert "cannot be written" in run("verify", "--page", str(tmp_path / "no" / "x.html")).refusal
