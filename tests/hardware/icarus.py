"""A circuit in Icarus Verilog: the same presses in another simulator."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from puntobanco.hardware.bench import HELD, WARM_UP, Bench, Press
from puntobanco.hardware.judging import Observation
from puntobanco.hardware.netlist import Netlist
from tests.hardware.circuits import BOARD

WATCHED = ", ".join(map(str, BOARD.watched))

BENCH = """
module bench;
    reg beat = 0;
    reg [3:0] keys = 0;
    wire [9:0] lamps;
    wire [6:0] shown_0, shown_1, shown_2, shown_3, shown_4, shown_5;
    @TOP@ circuit(.beat(beat), .keys(keys), .lamps(lamps), .shown_0(shown_0), .shown_1(shown_1),
        .shown_2(shown_2), .shown_3(shown_3), .shown_4(shown_4), .shown_5(shown_5));
    task wait_for(input integer ticks);
        repeat (ticks) begin #1 beat = 1; #1 beat = 0; end
    endtask
    task press;
        begin
            #1 keys[0] = 0;
            wait_for(@HELD_KEY@);
            #1 keys[0] = 1;
            wait_for(@HELD_KEY@);
        end
    endtask
    task press_reset;
        begin
            #1 keys[3] = 0;
            wait_for(@HELD@);
            press;
            #1 keys[3] = 1;
            wait_for(@HELD@);
        end
    endtask
    task look; #1 $display("@FORMAT@", @WATCHED@); endtask
    initial begin
        #1 keys = 4'b0110;
        #1 keys[0] = 1;
        #1 keys[3] = 1;
        wait_for(@WARM_UP@);
        press_reset;
        look;
        @STEPS@
        $finish;
    end
endmodule
"""


def replayed(
    verilog: str, circuit: Netlist, presses: Sequence[Press], folder: Path
) -> list[Observation | None] | None:
    """Return what a circuit shows after a reset, then after each press; None for unknown pins.

    Return None if Icarus Verilog can't read the circuit.
    """
    files = [folder / "circuit.sv", folder / "bench.v"]
    for path, text in zip(files, (verilog, _bench(circuit, presses)), strict=True):
        path.write_text(text, encoding="utf-8")
    program = str(folder / "program")
    call = ["iverilog", "-g2012", "-s", "bench", "-o", program, *map(str, files)]
    if subprocess.run(call, check=False, capture_output=True).returncode:
        return None
    ran = subprocess.run(["vvp", "-n", program], check=True, capture_output=True, text=True)
    resets = [True, *(press.is_reset for press in presses)]
    return list(_shown(ran.stdout.splitlines(), resets))


def _bench(circuit: Netlist, presses: Sequence[Press]) -> str:
    settings = {
        "TOP": circuit.top,
        "HELD_KEY": HELD * Bench(circuit, BOARD).is_sampled,
        "HELD": HELD,
        "WARM_UP": WARM_UP,
        "FORMAT": " ".join(["%b"] * len(BOARD.watched)),
        "WATCHED": WATCHED,
        "STEPS": "\n        ".join(
            f"wait_for({press.ticks}); press{'_reset' * press.is_reset}; look;" for press in presses
        ),
    }
    text = BENCH
    for name, value in settings.items():
        text = text.replace(f"@{name}@", str(value))
    return text


def _shown(lines: Sequence[str], resets: Sequence[bool]) -> Iterator[Observation | None]:
    for line, is_reset in zip(lines, resets, strict=True):
        if set(line) <= set("01 "):
            yield Observation.of((int(bits, 2) for bits in line.split()), is_reset=is_reset)
        else:
            yield None
