"""Whole evenings as a guest sees them: in every language, and on a real terminal."""

from __future__ import annotations

import contextlib
import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest

from puntobanco.announcer.catalogues import catalogue, english_lines
from puntobanco.announcer.lines import WIDTH, columns_of
from puntobanco.announcer.names import bet_fact
from puntobanco.cli.commands.play import GREETING
from puntobanco.cli.options import system_language
from puntobanco.tableau import Side
from puntobanco.terminal.console import ESCAPE_CODES, coloured
from puntobanco.words import LANGUAGES, Catalogue, Message, message
from tests.running import CHANGING
from tests.terminal.conftest import PROMPT, AtTable, Typed
from tests.terminal.evenings import FOLDER, TRANSCRIPTS, TRANSLATED, golden, told
from tests.terminal.live import Screen


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_an_evening_is_the_same_messages_in_every_language_and_told_like_this(
    transcript: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: dict[str, list[str]] = {}
    render = Catalogue.render

    def noted(self: Catalogue, each: Message) -> str:
        if not each.id.startswith("play.greeting"):  # which English has without a catalogue
            said[language].append(each.id)
        return render(self, each)

    monkeypatch.setattr(Catalogue, "render", noted)
    for language in LANGUAGES if transcript in TRANSLATED else ["en"]:
        said[language] = []
        stored = golden(transcript, language).read_text(encoding="utf-8")
        assert told(transcript, language) == stored, "make docs"
        assert said[language] == said["en"]
        is_english = language == "en"
        lines = [each for each in stored.splitlines() if is_english or "puntobanco" not in each]
        assert max(map(columns_of, lines)) <= WIDTH
        assert not is_english or all(map(str.isprintable, lines))
    assert all(said.values()) or transcript not in TRANSLATED


@pytest.mark.parametrize("name", ["evening", "by_ear", "broke", "tie"])
def test_an_evening_is_told_like_this_on_a_real_terminal(name: str, tmp_path: Path) -> None:
    transcript = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    command, _, text = transcript.partition("\n")
    typed = [found for line in text.splitlines() if (found := PROMPT.fullmatch(line))]
    arguments = shlex.split(command.removeprefix("$ puntobanco "))
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": ""}
    with Screen(*arguments, "--plain", columns=WIDTH, **home) as screen:
        screen.wait_for(f"{typed[0][1]} ")
        for this, then in pairwise(typed):
            screen.type(this[2], then=f"{then[1]} ")
        assert screen.end(f"{typed[-1][2]}\n") == 0
    said = CHANGING.sub("…", screen.text)
    said = said.replace("Settings, saved", "Settings, for this evening")
    *said_before, way_back = said.splitlines()
    *told_before, named = text.splitlines()
    assert said_before == told_before
    chosen = {each for each in shlex.split(named) if each not in shlex.split(way_back)}
    assert chosen.isdisjoint(arguments), "what was chosen in the game is remembered, and not named"
    assert way_back.split() == [each for each in named.split() if each not in chosen]


@pytest.mark.parametrize(
    "environment, language",
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_CA@euro"}, "fr"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_BE", "LANG": "en_GB"}, "fr"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_HK"}, "zh-Hant"),
        ({"LANG": "zh-Hant-SG"}, "zh-Hant"),
        ({"LANG": "zh_CN.GB18030"}, "zh-Hans"),
        ({"LANG": "zh"}, "zh-Hans"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "tlh_KX"}, "en"),
    ],
)
def test_the_language_is_that_of_the_locale(environment: dict[str, str], language: str) -> None:
    assert system_language(environment) == language


def test_an_option_wins_over_the_environment_and_this_over_the_locale(
    play: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert play(typed="q\n").lines[-1].endswith("Goodbye.")
    monkeypatch.delenv("PUNTOBANCO_LANGUAGE")
    assert play(typed="q\n").lines[-1].endswith("Au revoir.")
    assert play("--language", "ZH_tw.UTF-8", typed="q\n").lines[-1].endswith("再見。")


def test_the_greeting_that_is_printed_before_the_catalogue_is_loaded_is_the_same() -> None:
    assert english_lines([message("play.greeting", chips=25_00)]) == [GREETING]


def test_a_language_without_words_is_refused_with_those_that_have_them(
    play: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = "'tlh' is not a language: choose from en, fr, es, zh-Hant, zh-Hans"
    assert told in play("--language", "tlh").err
    monkeypatch.setenv("PUNTOBANCO_LANGUAGE", "tlh")
    ran = play()
    assert ran.code == 2
    assert told in ran.err


TYPED = re.compile(
    r"(?<=？ ).*|'[^']*'|(?<=字[词詞]：).*|(?<=沒有這鍵：|未知按键：).*?(?=。)"
    r"|^[a-z]+[0-9]*( [a-z0-9]+)?(?=：)|(?<=^c [語语]言：).*",
    re.MULTILINE,
)
"""What guests typed or may type, and words of theirs."""

LEFT_LATIN = {"Enter", "BAC", "TOML", "locked", "one", "deck", "aa", "rr"}
"""A key, the names of a scheme, of a format and of houses, and what is typed."""


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans"])
def test_no_latin_words_are_left_in_a_chinese_evening_but_names(language: str) -> None:
    for transcript in TRANSLATED:
        lines = golden(transcript, language).read_text("utf-8").splitlines()
        said = "\n".join(line for line in lines if "puntobanco" not in line and "：…" not in line)
        assert set(re.findall(r"[A-Za-z]{2,}", TYPED.sub("", said))) <= LEFT_LATIN, transcript


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans"])
@pytest.mark.parametrize(
    "command,typed",
    [
        (("shoe", "-i", "--seed", "aa", "--decks", "1"), "maybe\n" + "y\n" * 20),
        (("step", "--seed", "aa"), "\n" * 8 + "r\nq\n"),
        (("deal", "Jd Qh 5h Qd 9s 8h 2c"), ""),
        (("play", "--make-launcher"), ""),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_no_latin_words_are_left_in_other_commands_of_the_table(
    command: tuple[str, ...], typed: str, language: str, run: Typed, tmp_path: Path
) -> None:
    with contextlib.chdir(tmp_path):
        ran = run(*command, "--language", language, typed=typed)
    assert (ran.code, ran.err) == (0, "")
    said = ran.out.replace(str(tmp_path), "")
    assert set(re.findall(r"[A-Za-z]{2,}", said)) <= {"Enter", "aa", "puntobanco", "desktop"}


def test_a_guest_comes_back_in_the_language_that_was_asked_for(play: Typed) -> None:
    ran = play("--language", "fr", "--bank", "100", typed="q\n")
    assert ran.lines[-1] == "Rejouer\u00a0: puntobanco play --db tables.db --language fr"


def test_answers_are_given_in_the_language(play: Typed) -> None:
    play("--language", "fr", "--bank", "100", typed="b 5\n")
    ran = play("--language", "fr", typed="peut-être\noui\nv bref\nq\n")
    assert "'peut-être' n’est ni oui ni non\u00a0: tapez o ou n." in ran.lines
    assert "Niveau\u00a0: bref." in ran.out
    again = play("--language", "fr", "--bank", "100", typed="b 5\n")
    assert again.code == 0
    assert "Encaissé\u00a0: 100\u00a0$." in play("--language", "fr", typed="n\nq\n").lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_name_the_letters_of_the_language_and_take_the_english_ones_too(
    language: str, run: Typed
) -> None:
    words = catalogue(language)
    yes, no = (words.choices(f"answer.{each}") for each in ("yes", "no"))
    assert {"y", "yes"} <= yes
    assert {"n", "no"} <= no
    question = words.render(message("shoe.another"))
    asked = re.search(r"(\w)/(\w)", question)
    assert asked
    assert asked[1] in yes
    assert asked[2] in no
    for letter in (each for each in yes if len(each) == 1):
        ran = run(
            "shoe", "-i", "--seed", "a", "--language", language, typed=f"{letter}\n{asked[2]}\n"
        )
        assert ran.out.count(question) == 2


@pytest.mark.parametrize(
    "language, typed, line",
    [
        (
            "fr",
            "banco 2,50",
            "Limites sur Banco\u00a0: 1\u00a0$ à 10\u202f000\u00a0$ par 1\u00a0$, pas 2,50\u00a0$.",
        ),
        ("fr", "Égalité 1 000", "Mise\u00a0: 1\u202f000\u00a0$ sur Égalité."),
        ("es", "BANCA 1 000 $", "Apuesta: 1000\u00a0$ a Banca."),
        ("es", "b 1.000", "'1.000' no es una cantidad: escriba más de 0 dólares, como 25 o 2,50."),
        (
            "es",
            "banker 2.50",
            "Límites en Banca: 1\u00a0$ a 10.000\u00a0$, paso 1\u00a0$, no 2,50\u00a0$.",
        ),
        ("zh-Hant", "莊25", "下注：莊$25。"),
        ("zh-Hans", "闲 1,000", "下注：闲$1,000。"),
        (
            "en",
            "banker 1,5",
            "'1,5' is not an amount: type dollars above zero, such as 25 or 2.50.",
        ),
    ],
)
def test_bets_and_amounts_are_typed_in_the_language(
    language: str, typed: str, line: str, play: Typed
) -> None:
    ran = play("--language", language, "--bank", "5000", typed=f"{typed}\nq\n")
    assert line.replace(" ;", "\u00a0;") in ran.lines


def test_keys_are_read_while_an_input_method_is_on(play: Typed, run: Typed) -> None:
    """It writes full-width letters, digits and signs; a guest's own word stays as it was typed."""
    typed = "ｐ２５　ｔ　５\nＸ\nｍ\n？\nｂ\n１，０００\nｚ\nｆ　好運！\nｃ　詳細程度　簡短\nｑ\n"
    plain = "p25 t 5\nX\nm\n?\nb\n1,000\nz\nf 好運！\nc 詳細程度 簡短\nq\n"
    options = ("--language", "zh-Hant", "--bank", "5000", "--seed", "a")
    wide, usual = (play(*options, typed=lines) for lines in (typed, plain))
    differing = re.compile(r"(?<=？ ).*|\S*\.bgn|[0-9a-f]{64}")
    assert differing.sub("", wide.out) == differing.sub("", usual.out)
    assert "您在第2靴的字詞：好運！。" in wide.lines
    for command in (("step", "--seed", "a"), ("shoe", "-i", "--seed", "a")):
        keys = "x\nｑ\nx\n" if command[0] == "step" else "ｙ\nｎ\ny\n"
        half = "x\nq\nx\n" if command[0] == "step" else "y\nn\ny\n"
        assert run(*command, typed=keys).out == run(*command, typed=half).out


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_the_same_words_in_colour(language: str) -> None:
    plain, marked = catalogue(language).texts, coloured(catalogue(language)).texts
    assert list(marked) == list(plain)
    for id_, text in marked.items():
        assert text.translate(dict.fromkeys(ESCAPE_CODES)) == plain[id_]
        assert columns_of(text) == columns_of(plain[id_])


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_key_words_of_the_language_have_colour(language: str) -> None:
    plain, marked = catalogue(language), coloured(catalogue(language))
    bet = bet_fact("tie")
    for message_ in (
        message("settled.won", earned=5, bet=bet),
        message("settled.lost", stake=5, bet=bet),
        message("shuffle", shoe=1),
        message("coup.number", coup=7),
        message("coup.natural", side=Side.BANKER, hand=8),
        message("coup.result.tie", player=6, banker=6),
    ):
        line = marked.render(message_).translate(ESCAPE_CODES)
        assert "\x1b[" in line
        assert re.sub(r"\x1b\[[0-9;]*m", "", line) == plain.render(message_)
    closed = message("table.closed")
    assert marked.render(closed) == plain.render(closed)


def test_a_guest_who_is_called_like_a_hand_is_not_coloured() -> None:
    sits = message("guest.sat", new_guest="Banker", seat=2)
    assert coloured(catalogue()).render(sits) == catalogue().render(sits)


def test_a_guest_types_chinese_at_a_real_terminal(at_table: AtTable) -> None:
    asks = "閒、莊、和？ "
    with at_table("--language", "zh-Hant", LC_ALL="C.UTF-8", asks=asks) as screen:
        screen.type("莊5", then=asks)
        assert screen.end("q\nq\n") == 0
    assert "下注：莊$5。" in screen.text
    assert "\x1b[1;91m莊" in screen.raw.decode()


def test_json_is_the_same_in_every_language(run: Typed) -> None:
    cards = ("deal", "9d", "Kh", "Kc", "8s")
    assert run(*cards, "--json", "--language", "es").out == run(*cards, "--json").out
