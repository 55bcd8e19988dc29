"""Folders as a course gets them: a circuit in many files and styles, with test benches beside it.

All of it is our own: modules, pins and signals have other names than any assignment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from tests.hardware.circuits import COUNTED, DIGITS, DIVIDED, MODERN, PAUSING, PINS, SAMPLED, STATES
from tests.hardware.circuits import changed as in_text

Files = dict[str, str]

_MODULE = re.compile(
    r"^(?:module|package) (\w+).*?^end(?:module|package)\n", re.DOTALL | re.MULTILINE
)


def split(verilog: str) -> Files:
    """Split Verilog into a file for each module and package."""
    return {f"{found[1]}.sv": found[0] for found in _MODULE.finditer(verilog)}


PARTS = split(STATES)
"""The parts that machines share: adder, decider, digit and wheel."""

WHEELS = {
    "increments": """
module wheel(input tick, output logic [3:0] rank);
    initial rank = 1;
    always_ff @(posedge tick)
        if (rank == 0) rank <= 4'd1;
        else begin
            if (rank == 13) rank = 1;
            else rank++;
        end
endmodule
""",
    "mixes": """
module wheel(input tick, output reg [3:0] rank);
    always @(posedge tick) begin
        if (rank < 1 || rank > 12) rank <= 1;
        else rank = rank + 1;
    end
endmodule
""",
    "looks at what it has just counted": """
module wheel(input tick, output reg [3:0] rank);
    initial rank = 1;
    always @(posedge tick)
        if (rank == 0) rank <= 1;
        else begin
            rank = rank + 1;
            if (rank == 14) rank = 1;
        end
endmodule
""",
    "is made of a part with a parameter": """
module flip #(parameter n = 1) (input clk, input [n-1:0] d, output reg [n-1:0] q);
    always @(posedge clk) q <= d;
endmodule
module wheel(input tick, output [3:0] rank);
    wire [3:0] next = (rank == 0 || rank == 13) ? 4'd1 : rank + 4'd1;
    flip #4 holds(tick, next, rank);
endmodule
""",
    "has literals that are too wide": """
module wheel(input tick, output reg [3:0] rank);
    initial rank = 4'd17;
    always @(posedge tick) rank <= (rank == 4'd29) ? 4'd17 : rank + 4'd1;
endmodule
""",
}

ADDERS = {
    "by remainder": """
module adder(input logic [3:0] a, b, c, output logic [3:0] digit);
    logic [3:0] x, y, z;
    always_comb begin
        x = a; y = b; z = c;
        if (a >= 10) x = 0;
        if (b >= 10) y = 0;
        if (c >= 10) z = 0;
        digit = (x + y + z) % 10;
    end
endmodule
""",
    "of gates": """
module adder(input [3:0] a, input [3:0] b, input [3:0] c, output [3:0] digit);
    wire [3:0] x, y, z, first;
    pips px(a, x), py(b, y), pz(c, z);
    tens t1(x, y, first), t2(first, z, digit);
endmodule
module pips(input [3:0] r, output [3:0] n);
    wire low, some;
    or o(some, r[1], r[2]);
    nand g(low, r[3], some);
    genvar i;
    generate for (i = 0; i < 4; i = i + 1) begin : each_bit
        and a(n[i], r[i], low);
    end endgenerate
endmodule
module tens(input [3:0] a, input [3:0] b, output [3:0] s);
    wire [4:0] sum = a + b;
    wire [4:0] less = sum - 5'd10;
    assign s = sum > 9 ? less[3:0] : sum[3:0];
endmodule
""",
    "with a function": """
module adder(input [3:0] a, input [3:0] b, input [3:0] c, output reg [3:0] digit);
    function automatic [3:0] pips(input [3:0] r);
        casez (r)
            4'b0???, 4'b100?: pips = r;
            default: pips = 0;
        endcase
    endfunction
    integer sum;
    always @(*) begin
        sum = pips(a) + pips(b) + pips(c);
        if (sum > 19) digit = sum - 20;
        else if (sum > 9) digit = sum - 10;
        else digit = sum;
    end
endmodule
""",
}

DIGIT_TABLE = """
module digit(input logic [3:0] rank, output logic [6:0] lit);
    localparam logic [6:0] SHAPES [0:15] = '{
        7'h7f, 7'h08, 7'h24, 7'h30, 7'h19, 7'h12, 7'h02, 7'h78,
        7'h00, 7'h10, 7'h40, 7'h61, 7'h18, 7'h09, 7'h7f, 7'h7f};
    assign lit = SHAPES[rank];
endmodule
"""

DECIDER_GATES = """
module decider(
    input [3:0] player, input [3:0] banker, input [3:0] third, input has_third,
    output natural, output player_takes, output banker_takes
);
    wire [3:0] t = third > 9 ? 4'd0 : third;
    wire [9:0] row = (banker < 3) ? 10'h3ff : (banker == 3) ? 10'h2ff : (banker == 4) ? 10'h0fc
        : (banker == 5) ? 10'h0f0 : (banker == 6) ? 10'h0c0 : 10'h000;
    assign natural = player[3] | banker[3];
    assign player_takes = ~player[3] & ~(player[2] & player[1]);
    assign banker_takes = has_third ? row[t] : ~banker[3] & ~(banker[2] & banker[1]);
endmodule
"""

TWO_PROCESSES = (
    """
// A state machine in two processes and a datapath of registers with enables.
package phases;
    typedef enum logic [2:0] {P1, B1, P2, B2, FIFTH, SIXTH, SHOW} phase_t;
endpackage
module slot(input logic clk, input logic clear_n, input logic load, input logic [3:0] d,
    output logic [3:0] q);
    always_ff @(posedge clk) if (!clear_n) q <= 4'b0; else if (load) q <= d;
endmodule
module control import phases::*; (
    input logic clk, input logic clear_n, input logic natural, input logic player_takes,
    input logic banker_takes, output logic [5:0] load, output logic has_third, output logic over
);
    phase_t now, next;
    always_ff @(posedge clk) if (!clear_n) now <= P1; else now <= next;
    always_comb begin
        load = 6'b0;
        next = now;
        unique case (now)
            P1: begin load[0] = 1; next = B1; end
            B1: begin load[1] = 1; next = P2; end
            P2: begin load[2] = 1; next = B2; end
            B2: begin load[3] = 1; next = FIFTH; end
            FIFTH: begin
                if (natural) next = SHOW;
                else if (player_takes) begin load[4] = 1; next = SIXTH; end
                else begin load[5] = banker_takes; next = SHOW; end
            end
            SIXTH: begin load[5] = banker_takes; next = SHOW; end
            default: next = SHOW;
        endcase
    end
    assign has_third = now == SIXTH;
    assign over = now == SHOW;
endmodule
module store(
    input logic clk, input logic clear_n, input logic beat, input logic [5:0] load,
    input logic has_third, output logic [3:0] c [0:5], output logic natural,
    output logic player_takes, output logic banker_takes
);
    logic [3:0] rank, player, banker;
    wheel w(beat, rank);
    genvar i;
    generate for (i = 0; i < 6; i++) begin : place
        slot s(.clk, .clear_n, .load(load[i]), .d(rank), .q(c[i]));
    end endgenerate
    adder a1(c[0], c[2], 4'd0, player);
    adder a2(c[1], c[3], 4'd0, banker);
    decider d(player, banker, c[4], has_third, natural, player_takes, banker_takes);
endmodule
module felt_of_two"""
    + PINS
    + """
    logic [3:0] c [0:5];
    logic [5:0] load;
    logic [3:0] p1, p2, p3, b1, b2, b3, player, banker;
    logic natural, player_takes, banker_takes, has_third, over;
    assign p1 = c[0], b1 = c[1], p2 = c[2], b2 = c[3], p3 = c[4], b3 = c[5];
    store s(.clk(keys[0]), .clear_n(keys[3]), .*);
    control m(.clk(keys[0]), .clear_n(keys[3]), .*);
"""
    + DIGITS
    + """
    adder t1(p1, p2, p3, player);
    adder t2(b1, b2, b3, banker);
    assign lamps = {over & (banker >= player), over & (player >= banker), banker, player};
endmodule
"""
)

ONE_HOT = (
    """
// One flip-flop for each state, cleared at once by the reset, and macros from a header.
`include "places.vh"
module one_hot"""
    + PINS
    + """
    wire go = keys[0], clear_n = keys[3];
    wire [3:0] rank, player, banker, two, both;
    reg [6:0] at;
    reg [3:0] p1, p2, p3, b1, b2, b3;
    wire natural, player_takes, banker_takes;
    wheel w(.tick(beat), .rank(rank));
"""
    + DIGITS
    + """
    adder a1(.a(p1), .b(p2), .c(p3), .digit(player));
    adder a2(.a(b1), .b(b2), .c(b3), .digit(banker));
    adder a3(.a(p1), .b(p2), .c(4'd0), .digit(two));
    adder a4(.a(b1), .b(b2), .c(4'd0), .digit(both));
    decider d(.player(two), .banker(both), .third(p3), .has_third(at[`SIXTH]),
        .natural(natural), .player_takes(player_takes), .banker_takes(banker_takes));
    always @(posedge go or negedge clear_n)
        if (~clear_n) begin
            at <= 7'd1;
            {p1, p2, p3} <= 12'd0;
            {b1, b2, b3} <= 12'd0;
        end else begin
            at <= 7'd0;
            case (1'b1)
                at[0]: begin p1 <= rank; at[1] <= 1; end
                at[1]: begin b1 <= rank; at[2] <= 1; end
                at[2]: begin p2 <= rank; at[3] <= 1; end
                at[3]: begin b2 <= rank; at[`FIFTH] <= 1; end
                at[`FIFTH]:
                    if (natural) at[`OVER] <= 1;
                    else if (player_takes) begin p3 <= rank; at[`SIXTH] <= 1; end
                    else begin if (banker_takes) b3 <= rank; at[`OVER] <= 1; end
                at[`SIXTH]: begin if (banker_takes) b3 <= rank; at[`OVER] <= 1; end
                default: at[`OVER] <= 1;
            endcase
        end
    assign lamps[7:0] = {banker, player};
    assign lamps[8] = at[`OVER] & (player >= banker);
    assign lamps[9] = at[`OVER] & (banker >= player);
endmodule
"""
)

MACHINES: dict[str, Files] = {
    "states": split(STATES),
    "counted": split(COUNTED),
    "modern": split(MODERN),
    "sampled": split(SAMPLED),
    "divided": split(DIVIDED),
    "pausing": split(PAUSING),
    "two processes": {**PARTS, **split(TWO_PROCESSES), "machine.sv": ""},
    "one hot": {
        **PARTS,
        **{name: f'`include "places.vh"\n{text}' for name, text in split(ONE_HOT).items()},
        "places.vh": "`define FIFTH 4\n`define SIXTH 5\n`define OVER 6\n",
        "machine.sv": "",
    },
}


class Folder(NamedTuple):
    """A machine, its parts and the files beside it."""

    machine: str
    parts: Mapping[str, str] = {}
    """Files that replace others."""
    beside: Mapping[str, str] = {}
    """Files that don't belong to the circuit."""

    @property
    def files(self) -> Files:
        files = {**MACHINES[self.machine], **self.parts, **self.beside}
        return {name: text for name, text in sorted(files.items()) if text}

    def changed(self, name: str, *old_and_new: str) -> Files:
        """Return the files with a change in one of them."""
        return {**self.files, name: in_text(self.files[name], *old_and_new)}


def encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files.items()}
