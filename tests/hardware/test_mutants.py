"""Circuits with one random change: a referee that knows only the game agrees with every verdict."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from puntobanco.cards import Card, Rank, Suit
from puntobanco.coup import Coup, deal
from puntobanco.errors import HardwareError
from puntobanco.hardware.bench import Bench, Press
from puntobanco.hardware.checking import check
from puntobanco.hardware.comparing import CircuitVerdict
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.judging import CircuitFault, Observation
from puntobanco.hardware.netlist import Netlist
from puntobanco.hardware.verilog import read
from puntobanco.shoe import Shoe
from tests.hardware import icarus
from tests.hardware.circuits import BOARD, RIGHT, netlist

WORD = re.compile(r"//[^\n]*|\d*'[bdh][0-9a-f]+|[A-Za-z_]\w*|\d+|[<>=!]=|&&|\|\||[^\s\w]")
SWAPS = (
    ("==", "!=", "<", ">", ">=", "<="),
    ("&&", "||", "&", "|", "^"),
    ("+", "-"),
    ("!", "~", ""),
)
SIGNALS = re.compile(
    r"p[1-3t]|b[1-3t]|player\w*|banker\w*|rank|pips|third|state|[PB][1-3]|LAST|f[pb]"
)
PADDING = (Card(Rank.TWO, Suit.SPADES),) * 6


def mutant(verilog: str, seed: str) -> str:
    """Return a circuit with one word changed or, sometimes, left out."""
    chance = Random(seed)
    words = [found for found in WORD.finditer(verilog) if not found[0].startswith("//")]
    while True:
        found = chance.choice(words)
        alike = _alike(found[0], [each[0] for each in words])
        if alike or chance.random() < 0.02:
            new = chance.choice(alike or [""])
            return f"{verilog[: found.start()]}{new}{verilog[found.end() :]}"


def _alike(word: str, words: Sequence[str]) -> list[str]:
    """Return possible replacements of a word."""
    if word.isdigit():
        return [str(int(word) + 1), *[str(int(word) - 1)] * (int(word) > 0)]
    kinds = [*SWAPS, list(dict.fromkeys(filter(SIGNALS.fullmatch, words)))]
    return [each for kind in kinds if word in kind for each in kind if each != word]


def keeps_the_rules(run: Sequence[Observation], interface: Interface) -> bool:
    """Return whether every press of a run could be that of a right circuit."""
    before, over_for = run[0], 0
    for now in run:
        over_for = 0 if now.is_reset else over_for + _is_over(now, interface)
        if now.is_reset:
            right = set(now.codes) == {interface.blank} and not any(now.lights)
        elif any(before.lights):
            right = replace(now, is_reset=before.is_reset) == before
        else:
            right = _may_follow(before, now, interface)
        if not right or (over_for > interface.most_late and not any(now.lights)):
            return False
        before = now
    return True


def _is_over(now: Observation, interface: Interface) -> bool:
    cards = now.cards(interface)
    coup = coup_begun_by(cards)
    return coup is not None and len(coup.cards) == sum(card is not None for card in cards)


def _may_follow(before: Observation, now: Observation, interface: Interface) -> bool:
    """Return whether new cards are in their places, none is gone, and lights come at the end."""
    cards = now.cards(interface)
    coup = coup_begun_by(cards)
    pairs = zip(before.cards(interface), cards, strict=True)
    if coup is None or any(old not in (None, new) for old, new in pairs):
        return False
    if not any(now.lights):
        return True
    return _is_over(now, interface) and (now.scores, now.lights) == ending(coup)


def coup_begun_by(cards: Sequence[object]) -> Coup | None:
    """Return the coup that begins with these cards, in dealing order, or None."""
    if any(isinstance(card, int) for card in cards):
        return None
    laid = [Card(rank, Suit.SPADES) for rank in cards if isinstance(rank, Rank)]
    coup, _ = deal(Shoe((*laid, *PADDING)))
    thirds = [4] * (len(coup.player.cards) == 3) + [5] * (len(coup.banker.cards) == 3)
    places = [0, 1, 2, 3, *thirds][: len(laid)]
    filled = [place for place, card in enumerate(cards) if card]
    return coup if filled == places else None


def ending(coup: Coup) -> tuple[tuple[int, int], tuple[bool, bool]]:
    """Return the scores and the lights at the end of a coup."""
    player, banker = coup.player.total, coup.banker.total
    return (player, banker), (player >= banker, banker >= player)


STYLES = ["states", "counted", "modern", "divided", "pausing"]
SOME = [0, 3, 15]
MANY = 40


def some_presses(seed: str, number: int) -> list[Press]:
    """Return presses at random moments, with some resets."""
    chance = Random(seed)
    return [Press(chance.randrange(60), is_reset=chance.random() < 0.1) for _ in range(number)]


def changed_by_chance(number: int) -> str:
    style = STYLES[number % len(STYLES)]
    return mutant(RIGHT[style], f"{style} {number}")


def judged(verilog: str) -> tuple[Netlist, CircuitVerdict] | None:
    """Return the verdict on a circuit; None if it can't be read in time."""
    try:
        circuit = read({"circuit.sv": verilog.encode()}, BOARD)
        return circuit, check(circuit, BOARD)
    except HardwareError:
        return None


def assert_agrees(circuit: Netlist, verdict: CircuitVerdict, seed: str) -> None:
    """Check that a right circuit follows the rules, and a wrong one breaks them as reported."""
    presses = verdict.presses if verdict.finding else some_presses(seed, 200)
    run = list(Bench(circuit, BOARD).replayed(presses))
    is_silent = verdict.finding is None or verdict.finding.fault is CircuitFault.NEVER_DEALT
    assert keeps_the_rules(run, BOARD) is is_silent


def test_the_referee_knows_a_right_circuit() -> None:
    assert_agrees(netlist(RIGHT["states"]), CircuitVerdict(None), "right")


@pytest.mark.parametrize("number", SOME)
def test_a_changed_circuit_is_judged_as_the_referee_does(number: int) -> None:
    found = judged(changed_by_chance(number))
    if found:
        assert_agrees(*found, seed=str(number))


@pytest.mark.marathon
@pytest.mark.parametrize("number", [number for number in range(MANY) if number not in SOME])
def test_every_changed_circuit_is_judged_as_the_referee_does(number: int, tmp_path: Path) -> None:
    verilog = changed_by_chance(number)
    found = judged(verilog)
    if found is None:
        return
    circuit, verdict = found
    assert_agrees(circuit, verdict, seed=str(number))
    presses = verdict.presses or some_presses(f"icarus {number}", 2000)
    there = shutil.which("iverilog") and icarus.replayed(verilog, circuit, presses, tmp_path)
    if there:
        here = list(Bench(circuit, BOARD).replayed(presses))
        assert all(shown in (None, known) for shown, known in zip(there, here, strict=True))
        assert verdict.finding or keeps_the_rules([shown for shown in there if shown], BOARD)
