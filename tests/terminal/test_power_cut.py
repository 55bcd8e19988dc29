"""A real process is killed at random moments: no acknowledged bet or chip is lost or doubled."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path
from random import Random

import pytest

from puntobanco.errors import PuntoBancoError
from puntobanco.fairness import GuestSeed, Seed, mix, shuffled
from puntobanco.house import CLASSIC
from puntobanco.settlement import Chips
from puntobanco.shoe import Shoe
from puntobanco.store import Store
from puntobanco.table import Command, Phase, State, decide, fold
from puntobanco.table.commands import (
    BuyIn,
    CommitShoe,
    Deal,
    OpenShoe,
    OpenTable,
    PlaceBet,
    Repeat,
    Sit,
    TakeBack,
    Undo,
)
from puntobanco.terminal.amounts import random_word

SEED = "power cut"
BANK = 5_000

KEYS: dict[str, Command] = {
    "p 5": PlaceBet(1, "player", chips=Chips(5_00)),
    "b 15": PlaceBet(1, "banker", chips=Chips(15_00)),
    "t 1": PlaceBet(1, "tie", chips=Chips(1_00)),
    "s 1 2": PlaceBet(1, "player_pair", chips=Chips(2_00)),
    "u": Undo(1),
    "z": TakeBack(1),
    "=": Repeat(1),
    "x": Deal(),
}


@dataclass(frozen=True)
class Model:
    state: State = field(default_factory=State)
    shoe: Shoe = field(default_factory=lambda: Shoe(()))
    before: Model | None = None
    """The table between two shoes, when the new one has just been opened."""

    @classmethod
    def seated(cls) -> Model:
        model = cls()
        for command in (
            OpenTable("t", CLASSIC),
            Sit(1, "Guest"),
            BuyIn(1, chips=Chips(BANK * 100)),
        ):
            model = model.after(command)
        return model.ready()

    def after(self, command: Command) -> Model:
        try:
            events, shoe = decide(self.state, command, self.shoe)
        except PuntoBancoError:
            return self
        return Model(fold(events, self.state), shoe)

    def ready(self) -> Model:
        """With the next shoe on the table, if the last one is over."""
        if self.state.phase is not Phase.NO_SHOE:
            return self
        number = self.state.shoe + 1
        guest = GuestSeed(1, random_word(SEED, number))
        fresh = shuffled(CLASSIC.decks, Seed.of_text(SEED, number), mix((guest,)))
        opened = self.after(CommitShoe("00", "11" * 32)).after(OpenShoe(fresh, "22"))
        return replace(opened, before=self)

    def press(self, key: str) -> Model:
        return self.after(KEYS[key]).ready()

    def pressed(self, keys: list[str]) -> list[Model]:
        return list(accumulate(keys, Model.press, initial=self))

    def fits(self, seen: tuple[int, int, int, dict[str, int]]) -> bool:
        """Return whether the output fits. The cut may have come before the shoe was opened."""
        return self.seen == seen or bool(self.before and self.before.seen == seen)

    @property
    def seen(self) -> tuple[int, int, int, dict[str, int]]:
        seat = self.state.seats[1]
        names = {CLASSIC.bet(key).name: int(stake) for key, stake in seat.stakes.items()}
        return self.state.shoe, len(self.state.coups), seat.bankroll, names


def read_resumed(text: str) -> tuple[int, int, int, dict[str, int]]:
    """Read the shoe, coups, bankroll and bets from the program's output."""

    def chips(dollars: str) -> int:
        return round(float(dollars.replace(",", "")) * 100)

    text = text.partition("Resumed: ")[2].partition(ASKS)[0]
    resumed = re.search(r"shoe (\d+), (\d+) coups? dealt", text)
    bankroll = re.search(r"Bankroll: \$([\d,.]+)\.\n", text)
    assert resumed, text
    assert bankroll, text
    bets = re.findall(r"^(?:Bet|Still in play): \$([\d,.]+) on (.+)\.$", text, re.MULTILINE)
    stakes = {name: chips(stake) for stake, name in bets}
    return int(resumed[1]), int(resumed[2]), chips(bankroll[1]), stakes


ASKS = "Player, Banker, Tie? "


Moment = Callable[["subprocess.Popen[bytes]"], bytes]
"""Waits for the moment to kill a process, and returns its output so far."""


def prints(words: str, times: int = 1) -> Moment:
    def wait(process: subprocess.Popen[bytes]) -> bytes:
        assert process.stdout
        printed = b""
        while printed.decode(errors="ignore").count(words) < times:
            chunk = process.stdout.read1(4_096)  # type: ignore[attr-defined]  # typed as IO[bytes]
            assert chunk, printed
            printed += chunk
        return printed

    return wait


def exists(file: Path) -> Moment:
    def wait(process: subprocess.Popen[bytes]) -> bytes:
        while not file.exists():
            assert process.poll() is None
            time.sleep(0.001)
        return b""

    return wait


def run_and_kill(db: Path, typed: str, *, when: Moment, later: float = 0) -> str:
    command = [sys.executable, "-m", "puntobanco", "play", "--db", str(db)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*command, "--seed", SEED, "--bank", str(BANK)], stdin=pipe, stdout=pipe
    ) as process:
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(typed.encode())
            process.stdin.flush()
            printed = when(process)
            time.sleep(later)
        finally:
            process.kill()
        printed += process.stdout.read()
    return printed.decode()


def many_power_cuts(db: Path, *, cuts: int, random: Random) -> int:
    run_and_kill(db, "", when=prints(ASKS))
    models = [Model.seated()]
    through = 0
    for _ in range(cuts):
        if random.random() < 0.2:
            run_and_kill(db, "y\n", when=exists(db), later=random.uniform(0, 0.3))
        keys = random.choices(list(KEYS), k=random.randint(1, 30))
        typed = "y\n" + "".join(f"{key}\n" for key in keys)
        asked = prints(ASKS, random.randint(1, len(keys)))
        printed = run_and_kill(db, typed, when=asked, later=random.uniform(0, 0.01))
        resumed = read_resumed(printed)
        starts = [model for model in models if model.fits(resumed)]
        assert starts, f"{resumed} is none of {[model.seen for model in models]}"
        acknowledged = printed.count(ASKS) - 1
        models = [model for start in starts for model in start.pressed(keys)[acknowledged:]]
        models = list({repr(model.state): model for model in models}.values())
        through += acknowledged
    assert_next_cards_are_the_same(db, models)
    return through


def assert_next_cards_are_the_same(db: Path, models: list[Model]) -> None:
    printed = run_and_kill(db, "y\nz\nv full\nx\nq\n", when=prints("Play again"))
    resumed = read_resumed(printed)
    (model, *_) = [model for model in models if model.fits(resumed)]
    dealt = model.press("z").after(Deal())
    coup = dealt.state.coups[-1]
    cards = re.findall(r"^(?:Player|Banker): (\w+) of (\w+)\.$", printed, re.MULTILINE)
    assert [f"{rank} {suit}".upper() for rank, suit in cards] == [
        f"{card.rank.name} {card.suit.name}" for card in coup.cards[:4]
    ]


def test_no_power_cut_loses_or_doubles_a_bet_or_a_chip(tmp_path: Path) -> None:
    many_power_cuts(tmp_path / "tables.db", cuts=12, random=Random(1))


@pytest.mark.marathon
@pytest.mark.parametrize("seed", range(5))
def test_hundreds_of_power_cuts_lose_nothing(tmp_path: Path, seed: int) -> None:
    through = many_power_cuts(tmp_path / "tables.db", cuts=100, random=Random(seed))
    assert through > 500


def test_a_table_that_was_cut_off_while_it_was_opened_is_no_trouble(tmp_path: Path) -> None:
    for tenth in range(8):
        db = tmp_path / f"{tenth}.db"
        run_and_kill(db, "", when=exists(db), later=tenth * 0.005)
        printed = run_and_kill(db, "n\nx\nq\n", when=prints("Play again"))
        assert f"Cashed out: ${BANK:,}." in printed


LITTLE_SPACE = (
    "import os, resource, sys;"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (122_880, 122_880));"
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
)
"""No file may grow beyond 120 KiB."""


def test_a_full_disk_takes_no_bet_and_loses_none(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    game = ["-m", "puntobanco", "play", "--db", str(db), "--seed", "full", "--bank", "1000"]
    command = [sys.executable, "-c", LITTLE_SPACE, *game]
    typed = "p 5\nx\n" * 40 + "m\n"
    full = subprocess.run(command, input=typed, capture_output=True, text=True, check=False)
    assert "nothing was changed. Try again" in " ".join(full.stdout.split())
    assert "Traceback" not in full.stderr
    with Store.read(db) as store:
        (table,) = store.streams()
        placed = [each.fact.kind for each in store.facts(table)].count("bet_placed")
    told = full.stdout.count("Bet: ")
    assert told > 10
    assert told <= placed <= told + 1
    run_and_kill(db, "y\nx\nq\n", when=prints("Play again"))
