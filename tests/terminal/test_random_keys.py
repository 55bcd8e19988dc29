"""Random lines typed at the game on real terminals, with kill -9 between: no chip may be lost.

`python -m tests.terminal.test_random_keys FOLDER SEED SEQUENCES` types so many sequences of lines
into one log. Each is typed in a process of its own, on a pseudo-terminal: most are forked from this
process, which has imported the game, and some start a new interpreter. A sequence ends by asking
for the guest's money. Then one more line is typed, and the process is killed before, while or after
the game handles it. The log must then hold everything that was printed, and the guest's money must
equal the buy-in plus all earnings.
"""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from puntobanco.cli import main
from puntobanco.croupier import event_of
from puntobanco.history.books import audit
from puntobanco.store import Store
from puntobanco.table import Event, State, evolve
from puntobanco.table.events import BetSettled, GuestLeft
from tests.terminal.live import ESCAPES

BANK = 100_000
"""More than can be lost, because a guest without chips gets another prompt."""
SEATED = 1
PATIENCE = 60.0

BETS = ["p 5", "b 15", "t 1", "pp 2", "P25", "s 1 2", "s 2", "p", "t", "b", "s", "dbp 3"]
SEVERAL = ["p 25 t 5 pp 10", "b 5 b 5 b 5", "p 5 t 99999", "p 5 nonsense 5", "s 1 5 t 5", "p 5 b"]
COUPS = ["x", "x", "x", "x 3", "x 12", "=", "u", "z"]
VIEWS = ["a", "aa", "m", "w", "w pp", "d", "r", "i", "f", "?", "c", "v", "v terse", "f word"]
ANSWERS = [
    "5",
    "",
    "n",
    "y",
    "q\nn",
    "abc",
    "-1",
    "z",
    "?",
    "1 5",
    "99",
    "a b c",
    "é🎰",
    "\t",
    "x 0",
]
SETTINGS = ["c felt y", "c felt n", "c level full", "c level normal", "c house nowhere"]
MOVES = [f"c house {house}\nz\ne" for house in ("ez", "burt", "super_6", "classic")]
RARE = ["e", "q\nq", *MOVES, "c language fr\nc language en", "x 200", "p " * 500]
LAST = [*BETS[:6], *SEVERAL, *COUPS, "e", "a", *MOVES]

ASKS = "Player, Banker, Tie? "
ALL_TYPED, ALL_FOLLOWED = "n\nfollowed\nm", "Unknown: followed."
"""Closes any question, and asks for the money when all lines before were followed."""
MONEY = re.compile(
    r"Bankroll: \$(?P<bankroll>[\d,.]+)\.\n(?P<bets>(?:(?:Bet|Still in play|Bets): .*\n)+)"
    r"(?:Left to bet: .*\n)?So far: .*\n(?:On the felt: .*\n)?" + re.escape(ASKS) + r"$"
)
BET = re.compile(r"^(?:Bet|Still in play): \$([\d,.]+) on (.+)\.$", re.MULTILINE)


class Money(NamedTuple):
    bankroll: int
    stakes: dict[str, int]

    @classmethod
    def told(cls, text: str) -> Money:
        """As it was printed at the end of a text."""
        found = MONEY.search(text)
        assert found, text
        stakes = {name: _chips(stake) for stake, name in BET.findall(found["bets"])}
        return cls(_chips(found["bankroll"]), stakes)

    @classmethod
    def of(cls, state: State) -> Money | None:
        """Return the guest's money at a table, or None if the seat is free."""
        seat = state.seats.get(SEATED)
        if seat is None:
            return None
        return cls(seat.bankroll, {state.house.bet(k).name: s for k, s in seat.stakes.items()})


def _chips(dollars: str) -> int:
    return round(float(dollars.replace(",", "")) * 100)


class Terminal:
    def __init__(self, arguments: list[str], *, is_new: bool) -> None:
        sys.stdout.flush()
        self.process, self.master = pty.fork()
        if not self.process:
            _play(arguments, is_new=is_new)
        self.raw = b""

    @property
    def text(self) -> str:
        return ESCAPES.sub("", self.raw.decode(errors="replace")).replace("\r", "")

    def type(self, lines: str) -> None:
        os.write(self.master, f"{lines}\n".encode())

    def read(self) -> bool:
        """Read what comes next; False when the process has ended."""
        ready, _, _ = select.select([self.master], [], [], PATIENCE)
        assert ready, f"silent after {self.text[-2000:]!r}"
        try:
            chunk = os.read(self.master, 65_536)
        except OSError:
            return False
        self.raw += chunk
        return bool(chunk)

    def wait_for_prompt(self, after: int) -> bool:
        while not self.text[after:].endswith(ASKS):
            if not self.read():
                return False
        return True

    def kill(self) -> None:
        os.kill(self.process, signal.SIGKILL)
        while self.read():
            pass

    def close(self) -> int:
        os.close(self.master)
        _, status = os.waitpid(self.process, 0)
        return os.waitstatus_to_exitcode(status)


def _play(arguments: list[str], *, is_new: bool) -> None:
    os.environ |= {"TERM": "xterm", "PUNTOBANCO_LANGUAGE": "en"}
    if is_new:
        os.execv(  # noqa: S606 - our own program
            sys.executable, [sys.executable, "-m", "puntobanco", *arguments]
        )
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(fd, mode) for fd, mode in enumerate("rww"))
    code: object = 70
    try:
        main(arguments)
    except SystemExit as left:
        code = left.code
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 70)


class Log:
    def __init__(self, db: Path) -> None:
        self._db = db
        self._states: dict[str, tuple[int, State]] = {}
        self.events: list[Event] = []
        """All events since the guest sat down first."""

    def read(self) -> list[Money | None]:
        """Return the guest's money after each new event."""
        had: list[Money | None] = []
        with Store.read(self._db) as store:
            for table in reversed(store.streams()):
                version, state = self._states.get(table, (0, State()))
                for logged in store.facts(table, after=version):
                    event = event_of(logged)
                    state, version = evolve(state, event), logged.fact.version
                    self.events.append(event)
                    had.append(Money.of(state))
                self._states[table] = version, state
        return had

    @property
    def money(self) -> Money | None:
        found = (Money.of(state) for _, state in self._states.values())
        return next(filter(None, found), None)

    @property
    def earned(self) -> int:
        return sum(event.earned for event in self.events if isinstance(event, BetSettled))


class Evening:
    def __init__(self, folder: Path, seed: int) -> None:
        self.random = Random(seed)
        self.db, self.settings = folder / f"{seed}.db", folder / f"{seed}.toml"
        self.log = Log(self.db)

    def play(self) -> None:
        had = self.log.money
        look = [] if self.random.random() < 0.25 else ["--plain"]
        arguments = ["play", "--db", str(self.db), "--settings", str(self.settings)]
        arguments += ["--seed", "random keys", "--bank", str(BANK), *look]
        terminal = Terminal(arguments, is_new=self.random.random() < 0.1)
        told = self._typed(terminal, is_resumed=had is not None)
        if told:
            self._end(terminal, is_plain=bool(look))
        code = terminal.close()
        assert code in {0, -signal.SIGKILL}, terminal.text
        assert "Traceback" not in terminal.text, terminal.text
        assert "Settings: ignored" not in terminal.text, terminal.text
        self._judge(had, told)

    def _typed(self, terminal: Terminal, *, is_resumed: bool) -> Money | None:
        """Type random lines. Return the money printed then, or None if the guest has left."""
        if is_resumed:
            terminal.type("y")
        if not terminal.wait_for_prompt(0):
            return None
        for line in self._lines():
            terminal.type(line)
        terminal.type(ALL_TYPED)
        while not MONEY.search(terminal.text.partition(ALL_FOLLOWED)[2]):
            if not terminal.read():
                return None
        return Money.told(terminal.text)

    def _lines(self) -> Iterator[str]:
        kinds = [BETS, BETS, SEVERAL, COUPS, COUPS, VIEWS, ANSWERS, SETTINGS]
        for _ in range(self.random.randint(1, 12)):
            kind = RARE if self.random.random() < 0.04 else self.random.choice(kinds)
            yield self.random.choice(kind)

    def _end(self, terminal: Terminal, *, is_plain: bool) -> None:
        """Type one more line, and kill the process before, while or after it is followed."""
        seen = len(terminal.text)
        terminal.type(self.random.choice(LAST))
        match self.random.choice(["before", "while", "after"]):
            case "while":
                terminal.read()
            case "after" if is_plain:
                terminal.wait_for_prompt(seen)
        terminal.kill()

    def _judge(self, had: Money | None, told: Money | None) -> None:
        """Check that the log had the printed money, and that the guest's money adds up."""
        states = [had, *self.log.read()]
        due = BANK * 100 + self.log.earned
        if told is None:
            left = [event.chips for event in self.log.events if isinstance(event, GuestLeft)]
            assert left[-1] == due, f"{left[-1]} cashed out, {due} due"
            self.log.events.clear()
            return
        assert told in states, f"{told} is none of {states}"
        assert self.log.money, "no table is open"
        assert self.log.money.bankroll == due, f"{self.log.money} left, {due} due"


def replay(folder: Path, seed: int, sequences: int) -> None:
    evening = Evening(folder, seed)
    try:
        for _ in range(sequences):
            evening.play()
        with Store.read(evening.db) as store:
            faults = [fault for books in audit(store) for fault in books.faults]
        assert not faults, faults
    except BaseException as error:
        error.add_note(
            f"replay: python -m tests.terminal.test_random_keys FOLDER {seed} {sequences}"
        )
        raise


def type_at_random(folder: Path, seed: int, sequences: int) -> None:
    """In a process without threads, as it forks."""
    command = [sys.executable, "-m", "tests.terminal.test_random_keys", str(folder)]
    ran = subprocess.run(
        [*command, str(seed), str(sequences)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("seed", [1, 2])
def test_no_typing_on_a_terminal_breaks_the_game_or_loses_a_chip(tmp_path: Path, seed: int) -> None:
    type_at_random(tmp_path, seed, 30)


@pytest.mark.marathon
@pytest.mark.parametrize("seed", range(100, 200))
def test_ten_thousand_sequences_lose_no_chip(tmp_path: Path, seed: int) -> None:
    type_at_random(tmp_path, seed, 100)


if __name__ == "__main__":
    place, number, count = sys.argv[1:]
    replay(Path(place), int(number), int(count))
