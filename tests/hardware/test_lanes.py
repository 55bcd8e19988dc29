"""A thousand lanes do what each would do alone, and registers take what lies before the edge."""

from __future__ import annotations

from random import Random

import pytest

from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware.bench import Bench, Press
from puntobanco.hardware.netlist import FALSE, UNSTABLE, BitLanes, Gate, Netlist, Register
from tests.hardware.circuits import BOARD, COUNTED, DIVIDED, netlist

CLOCK, DATA, FIRST, SECOND, INVERTED = range(2, 7)


def circuit(*parts: Gate | Register) -> Netlist:
    return Netlist(
        tuple(part for part in parts if isinstance(part, Gate)),
        tuple(part for part in parts if isinstance(part, Register)),
        {"clock": (CLOCK,), "data": (DATA,)},
        frozenset({"clock", "data"}),
    )


def test_lanes_run_as_each_alone() -> None:
    chance = Random("lanes")
    waits = [[chance.randrange(20) for _ in range(8)] for _ in range(9)]
    together = Bench(netlist(COUNTED), BOARD)
    together.power_up()
    together.lanes.multiply(len(waits))
    seen = []
    for press in range(8):
        ticks = [wait[press] for wait in waits]
        masks = [sum(1 << lane for lane, n in enumerate(ticks) if n > t) for t in range(20)]
        together.tick(masks)
        together.press()
        seen.append(together.lanes[together.wiring.watched])
    for lane, wait in enumerate(waits):
        alone = Bench(netlist(COUNTED), BOARD)
        shown = list(alone.replayed([Press(ticks) for ticks in wait]))
        assert len(shown) == 9
        assert alone.lanes[alone.wiring.watched] == [value >> lane & 1 for value in seen[-1]]


def test_a_reset_that_is_sampled_is_held_long_enough() -> None:
    blank, first, last = Bench(netlist(DIVIDED), BOARD).replayed(
        [Press(3), Press(0, is_reset=True)]
    )
    assert first.codes[0] != BOARD.blank
    assert set(blank.codes) == set(last.codes) == {BOARD.blank}


def test_a_chain_of_registers_shifts_one_place_an_edge() -> None:
    lanes = BitLanes(
        circuit(Register(FIRST, DATA, CLOCK), Register(SECOND, FIRST, CLOCK)), clock=CLOCK
    )
    lanes.drive(DATA, 1)
    lanes.drive(CLOCK, 1)
    assert lanes[[FIRST, SECOND]] == [1, 0]
    lanes.drive(CLOCK, 0)
    lanes.drive(CLOCK, 1)
    assert lanes[[FIRST, SECOND]] == [1, 1]


def test_a_register_can_be_the_clock_of_another() -> None:
    halves = circuit(
        Gate("$_NOT_", INVERTED, (FIRST,)),
        Register(FIRST, INVERTED, CLOCK),
        Register(SECOND, DATA, FIRST),
    )
    lanes = BitLanes(halves, clock=CLOCK)
    lanes.drive(DATA, 1)
    lanes.tick([1])
    assert lanes[[FIRST, SECOND]] == [1, 1]


def test_a_latch_follows_only_while_it_is_open() -> None:
    lanes = BitLanes(circuit(Register(FIRST, DATA, CLOCK, is_latch=True)), clock=CLOCK)
    seen = []
    for net, value in ((DATA, 1), (CLOCK, 1), (DATA, 0), (DATA, 1), (CLOCK, 0), (DATA, 0)):
        lanes.drive(net, value)
        seen.append(lanes.values[FIRST])
    assert seen == [0, 1, 0, 1, 1, 1]


def test_an_asynchronous_clear_needs_no_edge() -> None:
    lanes = BitLanes(circuit(Register(FIRST, FALSE, FALSE, set=CLOCK, clear=DATA)), clock=CLOCK)
    lanes.drive(CLOCK, 1)
    assert lanes.values[FIRST] == 1
    lanes.drive(DATA, 1)
    assert lanes.values[FIRST] == 0


def test_a_loop_that_never_rests_is_refused() -> None:
    with pytest.raises(CircuitUnreadable, match=UNSTABLE):
        BitLanes(circuit(Gate("$_NOT_", FIRST, (FIRST,))), clock=CLOCK)
