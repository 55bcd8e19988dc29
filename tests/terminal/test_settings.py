"""Settings: remembered at a terminal, shown and changed in the game, and the table with them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.announcer import WIDTH, Level
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.names import house_fact
from puntobanco.house import HOUSES, SIX_DECKS
from puntobanco.store import Store
from puntobanco.terminal.options import NAMES, Settings, read_settings, write_private
from puntobanco.words import LANGUAGES
from tests.running import Ran
from tests.store.faulty_disk import FaultyDisk
from tests.terminal.conftest import ASKS, AtTable, Typed
from tests.terminal.live import Screen

FILE = ".local/share/puntobanco/settings.toml"

TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]))


@given(
    st.builds(
        Settings,
        house=st.sampled_from(list(HOUSES)) | TEXTS,
        level=st.sampled_from(["", "terse", "full"]),
        language=st.sampled_from(["", *LANGUAGES]),
        felt=st.booleans(),
    )
)
def test_settings_are_read_as_they_were_written(settings: Settings) -> None:
    assert Settings.parse(settings.text) == settings


def test_unknown_settings_are_ignored() -> None:
    assert Settings.parse('tempo = 3\nhouse = "ez"\n') == Settings(house="ez")


def test_only_the_guest_can_read_the_folder_of_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "data" / "settings.toml"
    write_private(Settings(level="full").text.encode(), file)
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert read_settings(file) == Settings(level="full")


def at_terminal(home: Path, *arguments: str, typed: str) -> str:
    """Play on a real terminal without --db. Return the output. `typed` must end the game."""
    environment = {"HOME": str(home), "XDG_DATA_HOME": "", "PUNTOBANCO_LANGUAGE": "", "LANG": "C"}
    game = ("play", *arguments, "--plain")
    with Screen(*game, columns=80, LC_ALL="", **environment) as screen:
        assert screen.end(typed) == 0
    return screen.text


def test_what_was_chosen_is_remembered_at_a_terminal(tmp_path: Path) -> None:
    at_terminal(tmp_path, "--house", "ez", typed="100\nc level terse\nc felt y\nq\n")
    assert read_settings(tmp_path / FILE) == Settings("ez", "terse", "", felt=True)
    second = at_terminal(tmp_path, "--seed", "s", typed="100\nb 5\nc language fr\nx\nq\n")
    assert "House: ez, 8 decks." in second
    assert "On the felt: $5 on Banker." in second
    assert "Limits" not in second
    third = at_terminal(tmp_path, "--level", "normal", "--house", "classic", typed="100\nq\n")
    assert "Punto banco. p 25 mise 25\u00a0$ sur Punto" in third
    assert "Maison\u00a0: classique, 8 jeux." in third
    assert "Limites" in third
    assert read_settings(tmp_path / FILE) == Settings("classic", "normal", "fr", felt=True)


def test_no_question_comes_before_the_bankroll(tmp_path: Path) -> None:
    for _ in range(2):
        text = at_terminal(tmp_path, "--house", "burt", typed="100\nq\n")
        assert text.count("? ") == len(["? lists", "Bankroll in dollars?", ASKS])


@pytest.mark.parametrize(
    "text,reason",
    [
        (b"house = ", "Invalid value"),
        (b"\xff\xfe", "not UTF-8 text"),
        (b'level = "loud"\n', "level cannot be 'loud'"),
        (b'language = "tlh"\n', "language cannot be 'tlh'"),
        (b"felt = 3\n", "felt cannot be 3"),
        (b'house = "nowhere"\n', "'nowhere' is not a house"),
        (b'house = "/no/such.toml"\n', "house file '/no/such.toml' cannot be read"),
        (b"#" * 70_000, "too long"),
    ],
)
def test_what_is_damaged_in_a_file_is_told_once_and_ignored(
    text: bytes, reason: str, play: Typed, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_bytes(text)
    ran = play("--settings", "mine.toml", "--bank", "100", typed="c level terse\nq\n")
    assert (ran.code, ran.err) == (0, "")
    starts = "House: classic, because the" if "house" in reason else "Settings: ignored"
    (at,) = (at for at, line in enumerate(ran.lines) if line.startswith(starts))
    assert reason in " ".join(line.strip() for line in ran.lines[at : at + 2])
    assert all(len(line) <= WIDTH for line in ran.lines)
    assert "House: classic, 8 decks." in ran.lines
    again = play("--settings", "mine.toml", "--bank", "100", typed="q\n")
    assert "ignored" not in again.out
    assert "House: classic, because the" not in again.out
    assert "Limits" not in again.out


@pytest.mark.parametrize(
    "options,typed,named",
    [
        ("", "c house ez\nc level full\nc language fr", "--house ez --level full --language fr"),
        ("--house ez --level full", "c house classic\nc level normal", ""),
        ("--house ez", "c house classic\nc house ez", "--house ez"),
        ("--sound", "c sound n", ""),
        ("", "c sound y\nc felt y", "--sound"),
        ("--settings mine.toml", "c house ez\nc level full", "--settings mine.toml"),
        ("--settings mine.toml --house ez", "c house classic", "--settings mine.toml"),
        ("--settings mine.toml --house ez", "x", "--house ez --settings mine.toml"),
    ],
)
def test_the_way_back_leads_to_what_was_chosen_in_the_game(
    options: str, typed: str, named: str, play: Typed
) -> None:
    ran = play(*options.split(), "--bank", "100", typed=f"{typed}\nq\n")
    assert ran.lines[-1].partition("puntobanco play ")[2] == f"--db tables.db {named}".strip()


def test_the_environment_wins_over_a_remembered_language_and_an_option_over_both(
    play: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.toml").write_text('language = "fr"\n', encoding="utf-8")
    for language, goodbye in (("", "Au revoir."), ("es", "Adiós.")):
        monkeypatch.setenv("PUNTOBANCO_LANGUAGE", language)
        assert play("--settings", "mine.toml", typed="q\n").lines[-1].endswith(goodbye)
    assert read_settings(tmp_path / "mine.toml") == Settings(language="fr")
    ran = play("--settings", "mine.toml", "--language", "en", typed="q\n")
    assert ran.lines[-1].endswith("Goodbye.")
    assert read_settings(tmp_path / "mine.toml") == Settings(language="en")


def test_a_folder_that_cannot_be_written_stops_nothing(play: Typed, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    ran = play("--settings", "file/mine.toml", "--bank", "100", typed="v terse\nx\nq\n")
    assert (ran.code, ran.err) == (0, "")
    assert "cannot be written" in ran.out
    assert any(line.startswith("Call: ") for line in ran.lines)


def test_through_a_pipe_nothing_is_read_or_remembered(
    run: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    file = tmp_path / FILE
    write_private(b'house = "ez"\n', file)
    ran = run("play", "--bank", "5", typed="v terse\nc house burt\nq\n")
    assert "House: classic, 8 decks." in ran.lines
    assert read_settings(file) == Settings(house="ez")


def test_with_a_database_nothing_is_remembered_at_a_terminal(tmp_path: Path) -> None:
    at_terminal(tmp_path, "--db", str(tmp_path / "t.db"), typed="100\nv terse\nq\n")
    assert not (tmp_path / FILE).exists()


def settings_of(ran: Ran) -> list[str]:
    at = next(place for place, line in enumerate(ran.lines) if line.startswith("Settings, "))
    return ran.lines[at : at + 7]


def test_settings_are_shown_and_changed_in_the_game(play: Typed) -> None:
    typed = "c level full\nc felt\nc language FR\nc language en\nc felt yes\nc\nq\n"
    ran = play("--bank", "100", "--settings", "mine.toml", typed=typed)
    assert settings_of(ran) == [
        "Settings, saved. To change one, type c, a name and a value.",
        "c house: classic; a name or a TOML file, from the next shoe on.",
        "c level: full; one of terse, normal, full.",
        "c language: en; one of en, fr, es, zh-Hant, zh-Hans.",
        "c records: always; one of always, ask and never.",
        "c felt: y; y shows your bets before each question.",
        "c sound: n; y plays a tone for what your bets earned.",
    ]
    assert "Langue\u00a0: fr." in ran.lines
    assert settings_of(play("--bank", "5", typed="c\nq\n"))[0].startswith("Settings, for this")


@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_are_typed_in_the_language_or_in_english_and_kept_as_data(
    language: str, play: Typed, tmp_path: Path
) -> None:
    words = catalogue(language)
    answers = words.texts["answer.yes"].split()
    yes, *_, also = [each for each in answers if each[0] != "y"] or answers
    values = {
        "house": words.house(house_fact(SIX_DECKS)),
        "level": words.level(Level.TERSE).upper(),
        "records": words.texts["typed.records.ask"],
        "felt": yes,
        "sound": f"\u3000{also}",
        "language": language,
    }
    english = ["c house six_decks", "c level terse", "c records ask", "c felt yes", "c sound y"]
    for lines in (
        [f"c {words.setting(name).capitalize()} {value}" for name, value in values.items()],
        [*english, f"c language {language}"],
    ):
        typed = "".join(f"{line}\n" for line in (*lines, "q"))
        play("--language", language, "--settings", "mine.toml", "--bank", "5", typed=typed)
        kept = Settings("six_decks", "terse", language, "ask", felt=True, sound=True)
        assert read_settings(tmp_path / "mine.toml") == kept
        (tmp_path / "mine.toml").unlink()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shown_of_a_setting_can_be_typed(language: str, play: Typed) -> None:
    words = catalogue(language)
    names = [words.setting(name) for name in NAMES]
    typed = "c\nc nothing\nc house nowhere\nc house\nq\n"
    ran = play("--language", language, "--bank", "5", typed=typed)
    for name in names:
        assert any(re.match(rf"c {name}\W", line) for line in ran.lines)
    assert words.joined(names, "list.comma") in ran.out.replace("\n  ", " ")
    houses = [words.house(house_fact(house)) for house in HOUSES.values()]
    assert words.joined(houses, "list.comma") in " ".join(ran.out.split())
    assert f"c {words.setting('level')} {words.level(Level.TERSE)}" in words.texts["key.settings"]


def test_sound_is_turned_on_and_off_in_the_game_and_remembered(
    at_table: AtTable, tmp_path: Path
) -> None:
    """Without any program that plays, the terminal's bell rings."""
    settings = tmp_path / "mine.toml"
    evenings = [(False, "c sound y", True), (True, "c sound", False), (False, "c sound n", False)]
    for rings, typed, is_kept in evenings:
        with at_table("--settings", str(settings), "--plain", PATH=str(tmp_path)) as screen:
            screen.type("p 5", then=ASKS)
            screen.type("x", then=ASKS)
            assert (b"\a" in screen.raw) is rings
            screen.type(typed, then=ASKS)
            assert screen.end("q\nq\n") == 0
        assert read_settings(settings).sound is is_kept


def test_bets_on_the_felt_are_told_before_each_prompt_if_wanted(play: Typed) -> None:
    typed = "c felt y\np 25 t 5\nm\nz\ns 1 1\np 1 b 1 t 1 pp 1 bp 1 ep 1 dbp 1 dbb 1\nc felt n\nq\n"
    ran = play("--bank", "100", typed=typed)
    before = [ran.lines[at - 1] for at, line in enumerate(ran.lines) if line.startswith(ASKS)]
    assert before[2:4] == ["On the felt: $25 on Player and $5 on Tie."] * 2
    assert before[4] == "Taken back: $25 from Player."
    assert before[5] == "On the felt: $1 on Player pair."
    assert before[6] == "On the felt: $9 on 8 spots."
    assert before[7].startswith("Felt: off")


def test_before_the_first_coup_of_a_shoe_another_house_is_taken_at_once(play: Typed) -> None:
    ran = play("--bank", "100", typed="c house ez\nc house EZ\np 5\nc house classic\nz\nm\nq\n")
    assert "House: ez, 8 decks." in ran.lines
    assert "House: ez." in ran.lines
    assert "House: classic from the next shoe; e deals to the end of this one." in ran.lines
    assert ran.lines.count("Bought in: $100.") == 3
    assert ran.lines.count("Cashed out: $100.") == 3


def test_a_house_without_bets_and_back_asks_for_a_bankroll(play: Typed) -> None:
    ran = play("--bank", "100", typed="c house classroom\nx 2\nc house ez\nabc\n50\np 5\nq\n")
    assert "Deal? x 2" in ran.lines
    assert "Bankroll in dollars? abc" in ran.lines
    assert "Bought in: $50." in ran.lines
    assert "Bet: $5 on Player." in ran.lines


def test_a_house_of_a_file_is_remembered_by_its_whole_path(play: Typed, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('name = "own"\ndecks = 2\n', encoding="utf-8")
    play("--settings", "mine.toml", "--bank", "100", typed="c house own.toml\nq\n")
    assert read_settings(tmp_path / "mine.toml").house == os.fspath(tmp_path / "own.toml")
    ran = play("--settings", "mine.toml", "--bank", "100", typed="q\n")
    assert "House: own, 2 decks." in ran.lines


@pytest.mark.parametrize(
    "text,told",
    [
        ("decks = 13\n", "Decks: 13 is out of range: use 1 to 12."),
        ("decks", "House file: not TOML"),
    ],
)
def test_a_house_that_cannot_be_is_refused(
    text: str, told: str, play: Typed, tmp_path: Path
) -> None:
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    ran = play("--bank", "100", typed="c house own.toml\np 5\nq\n")
    assert told in ran.out
    assert "Bet: $5 on Player." in ran.lines


@pytest.mark.parametrize("after", range(0, 60, 10))
@pytest.mark.parametrize("operation", ["sync", "write"])
def test_a_failing_disk_loses_no_chip_between_two_tables(
    play: Typed, run: Typed, operation: str, after: int
) -> None:
    with FaultyDisk() as disk:
        play("--bank", "100", "--plain", typed="x\n")
        disk.fail_once(operation, "-wal", after=after)
        ran = play("--plain", typed="y\ne\nc house ez\nm\n")
        assert ran.code in {0, 2}, ran.err
        assert "Traceback" not in ran.err
    again = play("--plain", typed="y\nm\nq\n")
    assert "Cashed out: $100." in again.lines
    assert run("audit", "--db", "tables.db").code == 0
    with Store.read(Path("tables.db")) as store:
        assert len(store.streams()) in {1, 2}
