"""The circuit as files: Verilog, a test bench that checks itself, vectors, interface, pins."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from amaranth.back import rtlil

from puntobanco.errors import ToolFailed
from puntobanco.hardware import yosys
from puntobanco.hardware.circuit import DemoBoard
from puntobanco.hardware.interface import CODES, NUMBERS, Interface, Pins
from puntobanco.tableau import Side, Tableau

WRITTEN_WITHIN = 60
"""Seconds of processor time to write the circuit."""

FORMATS = {"verilog": ("v", ""), "systemverilog": ("sv", "-sv")}
"""The output languages: their file extension, and the option of yosys."""

VECTORS = "vectors.csv"
INTERFACE = "interface.toml"
PINS = "ice40_hx8k_breakout.pcf"

_BOARD = "punto_banco_board"

BOARD_INTERFACE = Interface(
    top=_BOARD,
    clock=Pins("clock"),
    deal=Pins("deal"),
    reset=Pins("reset_n"),
    player_cards=tuple(Pins(f"player_display_{slot}") for slot in (1, 2, 3)),
    banker_cards=tuple(Pins(f"banker_display_{slot}") for slot in (1, 2, 3)),
    player_score=Pins("player_score"),
    banker_score=Pins("banker_score"),
    player_light=Pins("player_light"),
    banker_light=Pins("banker_light"),
    presses_late=0,
)
"""The pins of our own board. Its lights come with the last card."""


def export(
    folder: Path, tableau: Tableau, vectors: Iterable[str], language: str = "verilog"
) -> list[Path]:
    """Write all files into a folder. `vectors` are the lines of all orders, header first."""
    folder.mkdir(parents=True, exist_ok=True)
    ending, _ = FORMATS[language]
    files = {
        f"punto_banco.{ending}": [verilog(tableau, language)],
        f"punto_banco_tb.{ending}": [test_bench(folder.resolve() / VECTORS, language)],
        VECTORS: vectors,
        INTERFACE: [f"{BOARD_INTERFACE}\n"],
        PINS: [pins()],
    }
    for name, parts in files.items():
        with (folder / name).open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(parts)
    return [folder / name for name in files]


def verilog(tableau: Tableau, language: str = "verilog") -> str:
    """Return the board of a tableau and its modules."""
    board = DemoBoard(tableau)
    design = rtlil.convert(board, name=_BOARD, ports=board.ports)
    design = design.replace(f"{_BOARD}.", "punto_banco_")
    _, option = FORMATS[language]
    script = f"""
read_rtlil {yosys.BOX}/board.il
proc -norom
opt_clean -purge
write_verilog -noattr {option} {yosys.BOX}/board.v
"""
    ran = yosys.run(script, {"board.il": design.encode()}, seconds=WRITTEN_WITHIN)
    if not ran.done:
        raise ToolFailed("yosys", ran.error)
    text = _HEAD.format(
        picture="\n".join(f"// {line}".rstrip() for line in str(tableau).splitlines()),
        modules="\n\n".join(_modules(ran.files["board.v"].decode())),
    )
    return _in_language(text, language)


def _in_language(text: str, language: str) -> str:
    """Return Verilog as it is, or with SystemVerilog types."""
    return text if language == "verilog" else re.sub(r"\breg\b", "logic", text)


_HEAD = """\
// Punto banco as a circuit, by this tableau:
//
{picture}

`timescale 1ns / 1ns
/* verilator lint_off WIDTH */
/* verilator lint_off CASEOVERLAP */

{modules}
"""


def _modules(text: str) -> Iterable[str]:
    """Return the modules of a text. The six digits are alike, so keep one of them."""
    text = re.sub(r"\bpunto_banco_(?:player|banker)_digit_\d\b", "punto_banco_digit", text)
    _, *modules = text.split("\nmodule ")
    by_name = {module.partition("(")[0]: f"module {module.strip()}" for module in modules}
    return by_name.values()


def test_bench(vectors: Path, language: str) -> str:
    """Return a test bench that checks every line of the vectors and everything on the board."""
    codes = " ".join(f"{NUMBERS[rank]}: code = 7'h{code:02x};" for rank, code in CODES.items())
    path = vectors.as_posix().replace("\\", "\\\\").replace('"', '\\"')
    bench = _in_language(_TEST_BENCH, language)
    return bench.replace("@CODES@", codes).replace("@VECTORS@", path)


_TEST_BENCH = """\
// Plays every order of the vectors on the core, then some coups on the board and the core at once.
// The last line it prints is PASS or FAIL. +vectors=FILE names another file of vectors, and
// +orders=N stops after N orders.
`timescale 1ns / 1ns
/* verilator lint_off WIDTH */

module punto_banco_tb;
    reg key = 0, reset = 1;
    reg [3:0] card = 0;
    wire [3:0] player_score, banker_score;
    wire player_light, banker_light;
    wire [3:0] player_1, player_2, player_3, banker_1, banker_2, banker_3;
    wire [2:0] wanted;
    punto_banco_core core (
        .key_clk(key), .key_rst(reset), .card(card),
        .player_1(player_1), .player_2(player_2), .player_3(player_3),
        .banker_1(banker_1), .banker_2(banker_2), .banker_3(banker_3),
        .player_score(player_score), .banker_score(banker_score),
        .player_light(player_light), .banker_light(banker_light), .wanted(wanted)
    );

    reg clock = 0, deal = 1, reset_n = 1;
    wire [6:0] p1, p2, p3, b1, b2, b3;
    wire [9:0] lamps;
    punto_banco_board board (
        .clock(clock), .deal(deal), .reset_n(reset_n),
        .player_display_1(p1), .player_display_2(p2), .player_display_3(p3),
        .banker_display_1(b1), .banker_display_2(b2), .banker_display_3(b3),
        .player_score(lamps[3:0]), .banker_score(lamps[7:4]),
        .player_light(lamps[8]), .banker_light(lamps[9])
    );

    reg [8*1024-1:0] name, header;
    reg [8*8-1:0] outcome;
    integer file, found, orders, limit, failures, dealt, count, ticks;
    integer order [0:5];
    integer player_total, banker_total, cards;
    reg player_wins, banker_wins, early;

    function [3:0] card_of(input integer points, input integer number);
        card_of = points == 0 ? 10 + number % 4 : points;
    endfunction

    function [6:0] code(input integer number);
        case (number)
            @CODES@
            default: code = 7'h7f;
        endcase
    endfunction

    task press(input [3:0] next);
        begin
            card = next;
            #1 key = 1;
            #1 key = 0;
        end
    endtask

    task play;
        begin
            reset = 1;
            press(0);
            reset = 0;
            dealt = 0;
            early = 0;
            while (wanted != 0 && dealt < 6) begin
                if (player_light || banker_light) early = 1;
                press(card_of(order[dealt], orders));
                dealt = dealt + 1;
            end
            press(5);
        end
    endtask

    task fail;
        begin
            failures = failures + 1;
            if (failures <= 10)
                $display("wrong: %0d %0d %0d %0d %0d %0d: %0d to %0d in %0d cards, lights %b %b",
                    order[0], order[1], order[2], order[3], order[4], order[5],
                    player_score, banker_score, dealt, player_light, banker_light);
        end
    endtask

    task play_all;
        begin
            found = $fgets(header, file);
            found = 10;
            while (found == 10 && orders != limit) begin
                found = $fscanf(file, "%d,%d,%d,%d,%d,%d,%d,%d,%d,%s\\n",
                    order[0], order[1], order[2], order[3], order[4], order[5],
                    player_total, banker_total, cards, outcome);
                if (found == 10) begin
                    play;
                    player_wins = player_total >= banker_total;
                    banker_wins = banker_total >= player_total;
                    if (early || dealt != cards || player_score != player_total
                        || banker_score != banker_total
                        || player_light != player_wins || banker_light != banker_wins) fail;
                    orders = orders + 1;
                end
            end
            $fclose(file);
        end
    endtask

    task tick;
        begin
            #1 clock = 1;
            #1 clock = 0;
            ticks = ticks + 1;
        end
    endtask

    task press_both;
        begin
            #1 deal = 0;
            #1 deal = 1;
            press(1 + ticks % 13);
            #1 if ({p1, p2, p3} != {code(player_1), code(player_2), code(player_3)}
                || {b1, b2, b3} != {code(banker_1), code(banker_2), code(banker_3)}
                || lamps != {banker_light, player_light, banker_score, player_score}) begin
                failures = failures + 1;
                if (failures <= 10)
                    $display("wrong: the board shows %h %h %h, %h %h %h, lights %b after %0d ticks",
                        p1, p2, p3, b1, b2, b3, lamps, ticks);
            end
        end
    endtask

    task play_on_board;
        for (count = 0; count < 13 * 13; count = count + 1) begin
            reset = 1;
            reset_n = 0;
            press_both;
            reset = 0;
            reset_n = 1;
            if (count % 13 == 0) tick;
            for (dealt = 0; dealt < 7; dealt = dealt + 1) begin
                repeat (count % 13) tick;
                press_both;
            end
        end
    endtask

    initial begin
        failures = 0;
        orders = 0;
        ticks = 0;
        if (!$value$plusargs("orders=%d", limit)) limit = -1;
        if ($value$plusargs("vectors=%s", name)) file = $fopen(name, "r");
        else begin
            file = $fopen("vectors.csv", "r");
            if (file == 0) file = $fopen("@VECTORS@", "r");
        end
        if (file == 0) begin
            $display("the vectors cannot be opened; name them: +vectors=FILE");
            failures = 1;
        end else play_all;
        play_on_board;
        $display("%0d orders, %0d failures", orders, failures);
        if (failures == 0 && orders > 0) $display("PASS");
        else $display("FAIL");
    end
endmodule
"""


_DISPLAY_PINS = (
    "B16 D14 D15 E14 F15 G15 H14",
    "F14 J14 K16 L16 M15 P15 R15",
    "C16 D16 E16 F16 G16 H16 J15",
    "G14 K14 K15 M16 N16 P16 R16",
    "T1 R2 R3 T5 T6 T7 T9",
    "P8 T10 T11 N10 N12 T13 T15",
)
"""The pins of each display, on the headers J1 and J4."""


def pins() -> str:
    """Return the pins of the iCE40-HX8K breakout board."""
    displays = [f"{side.value}_display_{slot}" for side in Side for slot in (1, 2, 3)]
    scores = {"player_score": "B5 B4 A2 A1", "banker_score": "C5 C4 B3 C3"}
    wide = {**dict(zip(displays, _DISPLAY_PINS, strict=True)), **scores}
    lines = [
        "# iCE40-HX8K breakout board: its own clock and eight lights, the rest on its headers.",
        *("set_io clock J3", "set_io deal T2", "set_io reset_n T3"),
        *(
            f"set_io {port}[{bit}] {place}"
            for port, places in wide.items()
            for bit, place in enumerate(places.split())
        ),
        *("set_io player_light R4", "set_io banker_light R5"),
    ]
    return "".join(f"{line}\n" for line in lines)
