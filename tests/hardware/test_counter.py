"""The moments of a card counter: every one at which a press may mean something else."""

from __future__ import annotations

import pytest

from puntobanco.hardware.bench import TICK_BY_TICK, Bench, Moments, moments
from puntobanco.hardware.judging import Doubt
from tests.hardware.circuits import BOARD, BY_CHANCE, DIVIDED, SAMPLED, STATES, changed, netlist

STEP = "rank <= (rank == 13) ? 4'd1 : rank + 4'd1;"

COUNTERS = {
    "1 to 13": (STATES, Moments(13, 1, doubt=None)),
    "0 to 13": (
        changed(STATES, "(rank == 13) ? 4'd1", "(rank == 13) ? 4'd0"),
        Moments(14, 1, doubt=None),
    ),
    "divided by four": (DIVIDED, Moments(13, 4, doubt=None)),
    "with a key that is sampled": (SAMPLED, Moments(13, 1, doubt=None)),
    "by chance": (BY_CHANCE, TICK_BY_TICK),
    "that stops for the key": (
        changed(
            STATES,
            *("wheel w(beat,", "wheel w(beat, keys[0],"),
            *("wheel(input tick,", "wheel(input tick, input go,"),
            *(STEP, f"if (go) {STEP}"),
        ),
        Moments(13, 1, doubt=Doubt.COUNTER_PRESSED),
    ),
    "none": (changed(STATES, STEP, "rank <= 4'd1;"), Moments(1, 1, doubt=None)),
}


@pytest.mark.parametrize("what", COUNTERS)
def test_a_card_counter_is_understood_from_outside(what: str) -> None:
    verilog, known = COUNTERS[what]
    bench = Bench(netlist(verilog), BOARD)
    bench.power_up()
    assert moments(bench) == known
