"""Errors of the disk, and of a guest's files, are reported at once and in the guest's language."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path

import pytest

from puntobanco.announcer.catalogues import catalogue
from puntobanco.store import Store
from puntobanco.store.file import APPLICATION_ID
from puntobanco.words import message
from tests.cli.test_audit import cook
from tests.store.faulty_disk import FaultyDisk

from .conftest import Typed

DATABASE = "tables.db"
OTHERS = ["fr", "es", "zh-Hant", "zh-Hans"]

LATIN = re.compile(r"[A-Za-z]{2,}")


def refused(line: str) -> str:
    """A line as a command ends with it."""
    return f"puntobanco: {' '.join(line.split())}\n"


def foreign() -> None:
    with closing(sqlite3.connect(DATABASE)) as connection, connection:
        connection.execute("CREATE TABLE theirs (number)")


def newer() -> None:
    with closing(sqlite3.connect(DATABASE)) as connection, connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def damaged() -> None:
    Path(DATABASE).write_bytes(b"no log" * 1_000)


@contextmanager
def in_use() -> Iterator[None]:
    with Store.open(Path(DATABASE)):
        yield


WRONG_FILES: dict[str, Callable[[], AbstractContextManager[None] | None]] = {
    "file_foreign": foreign,
    "file_in_use": in_use,
    "file_newer": newer,
    "file_damaged": damaged,
}


@pytest.mark.parametrize("code", WRONG_FILES)
def test_a_log_that_cannot_be_opened_is_told_in_every_language(code: str, play: Typed) -> None:
    with WRONG_FILES[code]() or nullcontext():
        english = play("--language", "en", typed="q\n")
        assert english.code == 2
        text = english.err.strip().removeprefix(f"puntobanco: {DATABASE}: ")
        said = message(f"refused.{code}", path=DATABASE, text=text)
        assert refused(catalogue().render(said).removesuffix(".")) == english.err
        for language in OTHERS:
            ran = play("--language", language, typed="q\n")
            assert (ran.code, ran.err) == (2, refused(catalogue(language).render(said)))


def test_a_table_that_cannot_be_resumed_is_told_in_the_language(play: Typed) -> None:
    play("--bank", "100", typed="p 5\nx\n")
    cook(Path(DATABASE), "UPDATE facts SET kind = 'magic' WHERE kind = 'coup_dealt'")
    assert "a newer version wrote it" in play(typed="y\n").err
    for language in OTHERS:
        ran = play("--language", language, typed="y\n")
        said = catalogue(language).render(message("refused.table_damaged", text=""))
        assert (ran.code, ran.err) == (2, refused(said))


def test_a_disk_that_goes_on_failing_is_told_in_the_language_of_the_moment(play: Typed) -> None:
    bets = "c language zh-Hans\n" + "b 5\nx\n" * 20
    with FaultyDisk() as disk:
        disk.die_after(150)
        ran = play("--bank", "1000", "--seed", "one", "--plain", "--language", "fr", typed=bets)
    said = catalogue("zh-Hans").render(message("refused.unknown"))
    assert (ran.code, ran.err) == (2, refused(said))


def test_a_folder_that_cannot_be_made_is_told_in_the_language(
    run: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    ran = run("play", "--language", "es", typed="q\n")
    folder = tmp_path / "file" / "puntobanco"
    assert (ran.code, ran.err) == (2, f"puntobanco: {folder}: no se puede escribir.\n")


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans"])
def test_settings_that_cannot_be_read_or_written_are_told_in_chinese(
    language: str, play: Typed, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("level = ", encoding="utf-8")
    ran = play("--language", language, "--settings", "file", "--bank", "5", typed="q\n")
    (told,) = (line for line in ran.lines[:-1] if "file" in line)
    assert LATIN.findall(told) == ["file"]
    (tmp_path / "file").write_text("", encoding="utf-8")
    options = ("--language", language, "--settings", "file/own", "--bank", "5")
    ran = play(*options, typed="v terse\nq\n")
    assert {word for line in ran.lines[:-1] if "file" in line for word in LATIN.findall(line)} == {
        "file",
        "own",
    }


BETS = "b 5\nx\n" * 20


@pytest.mark.parametrize("operation", ["sync", "write"])
def test_what_became_of_it_is_told_at_once(play: Typed, run: Typed, operation: str) -> None:
    with FaultyDisk() as disk:
        disk.fail_once(operation, "-wal", after=20 if operation == "sync" else 300)
        ran = play("--bank", "1000", "--seed", "one", "--plain", typed=f"{BETS}q\n")
        assert (ran.code, ran.err) == (0, "")
    is_kept = operation == "sync"
    assert ("nothing was changed. Try again" in ran.out) != is_kept
    assert run("audit", "--db", "tables.db").code == 0


def test_a_disk_that_goes_on_failing_ends_the_game_and_the_next_start_tells(
    play: Typed, run: Typed
) -> None:
    with FaultyDisk() as disk:
        disk.die_after(150)
        ran = play("--bank", "1000", "--seed", "one", "--plain", typed=BETS)
        assert ran.code == 2
        (line,) = ran.err.splitlines()
        assert "tables.db: whether the last write was kept is unknown" in line
        disk.restore_power()
        again = play("--plain", typed="y\nm\nx\nq\n")
        assert (again.code, again.err) == (0, "")
    assert run("audit", "--db", "tables.db").code == 0
