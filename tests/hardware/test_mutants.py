"""Circuits changed at random: an independent referee agrees with every verdict."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from puntobanco.errors import HardwareError
from puntobanco.hardware.bench import Bench, Press
from puntobanco.hardware.checking import check
from puntobanco.hardware.comparing import CircuitVerdict
from puntobanco.hardware.judging import CircuitFault
from puntobanco.hardware.netlist import Netlist
from puntobanco.hardware.verilog import read
from tests.hardware import icarus
from tests.hardware.circuits import BOARD, RIGHT, netlist
from tests.hardware.mutants import keeps_the_rules, mutant

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
