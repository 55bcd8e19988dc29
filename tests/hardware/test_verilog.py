"""Verilog is read correctly: divisions, numbered bits, clocks."""

from __future__ import annotations

import pytest

from puntobanco.errors import CircuitUnreadable
from puntobanco.hardware.interface import Pins
from puntobanco.hardware.netlist import BitLanes, Netlist
from puntobanco.hardware.verilog import read
from tests.hardware.circuits import BOARD, STATES, changed

DIVISIONS = """
module divisions(
    input tick, input [5:0] a, input signed [5:0] s,
    output [9:0] tens, output [9:0] thirds, output [9:0] twice, output signed [5:0] rest
);
    integer sum;
    always @* sum = a + a[3:0];
    assign tens = (a + 2) % 10;
    assign thirds = a / 3;
    assign twice = ((sum % 10) + a) % 10;
    assign rest = s % 8'sd10;
endmodule
"""


def outputs(netlist: Netlist, inputs: dict[str, list[int]]) -> dict[str, list[int]]:
    """Return the outputs of a circuit without registers for a list of numbers at each input."""
    lanes = BitLanes(netlist, clock=netlist.ports["tick"][0])
    lanes.multiply(len(next(iter(inputs.values()))))
    for name, numbers in inputs.items():
        for bit, net in enumerate(netlist.ports[name]):
            lanes.drive(net, sum((n >> bit & 1) << lane for lane, n in enumerate(numbers)))
    return {
        name: [
            sum((lanes.values[net] >> lane & 1) << bit for bit, net in enumerate(nets))
            for lane in range(lanes.lanes)
        ]
        for name, nets in netlist.ports.items()
        if name not in netlist.inputs
    }


def test_a_division_made_narrow_still_divides() -> None:
    netlist = read({"divisions.v": DIVISIONS.encode()}, BOARD)
    numbers = list(range(64))
    signed = [n - 64 if n > 31 else n for n in numbers]
    assert outputs(netlist, {"a": numbers, "s": numbers}) == {
        "tens": [(n + 2) % 10 for n in numbers],
        "thirds": [n // 3 for n in numbers],
        "twice": [((n + n % 16) % 10 + n) % 10 for n in numbers],
        "rest": [(abs(n) % 10 * (1 if n >= 0 else -1)) % 64 for n in signed],
    }
    assert len(netlist.gates) < 1000


def test_bits_are_numbered_as_their_author_did() -> None:
    text = "module t(input [3:0] a, input [0:3] b, input [8:5] c); endmodule"
    netlist = read({"t.v": text.encode()}, BOARD)
    a, b, c = (netlist.ports[name] for name in "abc")
    assert netlist.nets(Pins.parse("a[2:1]"), width=2) == a[1:3]
    assert netlist.nets(Pins.parse("b[0:1]"), width=2) == b[2:4]
    assert netlist.nets(Pins.parse("b[3]"), width=1) == b[:1]
    assert netlist.nets(Pins.parse("c[5]"), width=1) == c[:1]
    assert netlist.nets(Pins.parse("c"), width=4) == c


REMEDY = "--interface names other pins, --top another module"


@pytest.mark.parametrize(
    "pins, said",
    [
        ("gone", f"t has no port gone ({REMEDY}); its ports are a, b"),
        ("a[4]", "a[4] is not in a[3:0]"),
        ("b[4:1]", "b[4:1] is not in b[0:3]"),
        ("b[1:0]", "b[1:0] is not in b[0:3]"),
        ("a[2:1]", "a[2:1] has 2 wires, where 1 should be"),
    ],
)
def test_a_pin_that_is_not_there_is_named(pins: str, said: str) -> None:
    ports = {"a": (2, 3, 4, 5), "b": (6, 7, 8, 9)}
    netlist = Netlist((), (), ports, frozenset(ports), "t", indices={"b": range(3, -1, -1)})
    with pytest.raises(CircuitUnreadable) as refused:
        netlist.nets(Pins.parse(pins), width=1)
    assert str(refused.value) == said


def test_a_register_without_a_first_value_starts_at_0() -> None:
    text = "module t(input tick, output reg lit); always @(posedge tick) lit <= 1; endmodule"
    netlist = read({"t.v": text.encode()}, BOARD)
    lanes = BitLanes(netlist, clock=netlist.ports["tick"][0])
    seen = lanes[netlist.ports["lit"]]
    lanes.tick([1])
    assert (seen, lanes[netlist.ports["lit"]]) == ([0], [1])


def test_a_file_that_is_needed_is_not_left_out() -> None:
    machine, wheel, rest = STATES.partition("module wheel(")
    files = {"machine.v": machine.encode(), "wheel.v": f"{wheel}{rest} 1".encode()}
    with pytest.raises(CircuitUnreadable, match=r"wheel\.v:\d+: "):
        read(files, BOARD)


def test_a_latch_is_named_wherever_it_is_inferred() -> None:
    comb = "always_comb if (state == LAST) over = 1; else if (state == P1) over = 0;"
    latch = changed(STATES, "wire over = state == LAST;", f"logic over; {comb}")
    assert read({"machine.sv": latch.encode()}, BOARD).latches == ("over",)
