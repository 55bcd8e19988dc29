"""Circuits in Verilog to be judged: right ones in different styles, and wrong ones.

Modules, pins and signals are our own, so that none of this can be handed in anywhere. A wrong
circuit is a right one in which one thing was changed.
"""

from __future__ import annotations

import re
from functools import cache

from puntobanco.hardware.interface import Interface, Pins
from puntobanco.hardware.netlist import Netlist
from puntobanco.hardware.verilog import read

BOARD = Interface(
    clock=Pins("beat"),
    deal=Pins("keys", 0, 0),
    reset=Pins("keys", 3, 3),
    player_cards=(Pins("shown_0"), Pins("shown_1"), Pins("shown_2")),
    banker_cards=(Pins("shown_3"), Pins("shown_4"), Pins("shown_5")),
    player_score=Pins("lamps", 3, 0),
    banker_score=Pins("lamps", 7, 4),
    player_light=Pins("lamps", 8, 8),
    banker_light=Pins("lamps", 9, 9),
)
"""The pins of these circuits."""

DEFAULT_NAMES = {
    "beat": "CLOCK_50",
    "keys": "KEY",
    "lamps": "LEDR",
    **{f"shown_{number}": f"HEX{number}" for number in range(6)},
}


def with_default_pins(verilog: str) -> str:
    """Return the circuit with the pins of the default interface."""
    names = "|".join(DEFAULT_NAMES)
    return re.sub(rf"\b(?:{names})\b", lambda found: DEFAULT_NAMES[found[0]], verilog)


@cache
def netlist(verilog: str) -> Netlist:
    """Return one of these circuits as gates, made once for all tests."""
    return read({"circuit.sv": verilog.encode()}, BOARD)


def changed(verilog: str, *old_and_new: str) -> str:
    """Return a circuit with some texts replaced, given in pairs of old and new."""
    for old, new in zip(old_and_new[::2], old_and_new[1::2], strict=True):
        assert verilog.count(old) == 1, old
        verilog = verilog.replace(old, new)
    return verilog


PINS = """(
    input  beat, input [3:0] keys, output [9:0] lamps,
    output [6:0] shown_0, output [6:0] shown_1, output [6:0] shown_2,
    output [6:0] shown_3, output [6:0] shown_4, output [6:0] shown_5
);"""

DIGIT = """
module digit(input [3:0] rank, output reg [6:0] lit);
    always @* case (rank)
        1: lit = 7'h08;  2: lit = 7'h24;  3: lit = 7'h30;  4: lit = 7'h19;
        5: lit = 7'h12;  6: lit = 7'h02;  7: lit = 7'h78;  8: lit = 7'h00;
        9: lit = 7'h10; 10: lit = 7'h40; 11: lit = 7'h61; 12: lit = 7'h18;
        13: lit = 7'h09; default: lit = 7'h7f;
    endcase
endmodule
"""

DIGITS = """
    digit d0(p1, shown_0); digit d1(p2, shown_1); digit d2(p3, shown_2);
    digit d3(b1, shown_3); digit d4(b2, shown_4); digit d5(b3, shown_5);
"""

WHEEL = """
module wheel(input tick, output reg [3:0] rank);
    initial rank = 1;
    always @(posedge tick) rank <= (rank == 13) ? 4'd1 : rank + 4'd1;
endmodule
"""

STATES = (
    """
// A state machine that says where the next card goes, and a datapath with six registers.
module adder(input [3:0] a, input [3:0] b, input [3:0] c, output [3:0] digit);
    function [4:0] worth(input [3:0] rank);
        worth = (rank > 9) ? 5'd0 : {1'b0, rank};
    endfunction
    wire [4:0] sum = worth(a) + worth(b) + worth(c);
    assign digit = (sum >= 20) ? sum - 20 : (sum >= 10) ? sum - 10 : sum;
endmodule

module decider(
    input [3:0] player, input [3:0] banker, input [3:0] third, input has_third,
    output natural, output player_takes, output reg banker_takes
);
    assign natural = player > 7 || banker > 7;
    assign player_takes = player < 6;
    wire [3:0] pips = (third > 9) ? 4'd0 : third;
    always @* begin
        banker_takes = 0;
        if (!has_third) banker_takes = banker < 6;
        else case (banker)
            0, 1, 2: banker_takes = 1;
            3: banker_takes = pips != 8;
            4: banker_takes = pips >= 2 && pips <= 7;
            5: banker_takes = pips >= 4 && pips <= 7;
            6: banker_takes = pips == 6 || pips == 7;
        endcase
    end
endmodule

module machine"""
    + PINS
    + """
    localparam P1 = 0, B1 = 1, P2 = 2, B2 = 3, P3 = 4, B3 = 5, LAST = 6;
    wire go = keys[0], clear = !keys[3];
    wire [3:0] rank;
    wheel w(beat, rank);
    reg [2:0] state;
    reg [3:0] p1, p2, p3, b1, b2, b3;
"""
    + DIGITS
    + """
    wire [3:0] player, banker, player_two, banker_now;
    adder a1(p1, p2, p3, player);
    adder a2(b1, b2, b3, banker);
    adder a3(p1, p2, 4'd0, player_two);
    adder a4(b1, (state == B2) ? rank : b2, 4'd0, banker_now);
    wire natural, player_takes, banker_takes;
    decider d(player_two, banker_now, rank, state == P3, natural, player_takes, banker_takes);
    always @(posedge go)
        if (clear) begin
            state <= P1;
            p1 <= 0; p2 <= 0; p3 <= 0; b1 <= 0; b2 <= 0; b3 <= 0;
        end else case (state)
            P1: begin p1 <= rank; state <= B1; end
            B1: begin b1 <= rank; state <= P2; end
            P2: begin p2 <= rank; state <= B2; end
            B2: begin
                b2 <= rank;
                state <= natural ? LAST : player_takes ? P3 : banker_takes ? B3 : LAST;
            end
            P3: begin p3 <= rank; state <= banker_takes ? B3 : LAST; end
            B3: begin b3 <= rank; state <= LAST; end
            default: state <= LAST;
        endcase
    wire over = state == LAST;
    assign lamps[3:0] = player;
    assign lamps[7:4] = banker;
    assign lamps[8] = over && player >= banker;
    assign lamps[9] = over && banker >= player;
endmodule
"""
    + DIGIT
    + WHEEL
)

COUNTED = (
    """
// One process that counts presses; its lights are registers and come one press late.
module table_of_two"""
    + PINS
    + """
    reg [3:0] rank = 4'd1;
    always @(posedge beat or negedge keys[3])
        if (!keys[3]) rank <= 4'd1; else if (rank == 4'd13) rank <= 4'd1; else rank <= rank + 1'b1;
    reg [3:0] p1, p2, p3, b1, b2, b3;
    reg [2:0] dealt;
    reg player_wins, banker_wins, player_asked, finished;
    reg [9:0] row;
    reg [4:0] pt, bt, fp, fb;
"""
    + DIGITS
    + """
    function [4:0] worth(input [3:0] r);
        worth = (r >= 4'd10) ? 5'd0 : r;
    endfunction
    always @* begin
        pt = (worth(p1) + worth(p2)) % 5'd10;
        bt = (worth(b1) + worth(b2)) % 5'd10;
        fp = (pt + worth(p3)) % 5'd10;
        fb = (bt + worth(b3)) % 5'd10;
        case (bt)
            0, 1, 2: row = 10'b1111111111;
            3: row = 10'b1011111111;
            4: row = 10'b0011111100;
            5: row = 10'b0011110000;
            6: row = 10'b0011000000;
            default: row = 10'b0000000000;
        endcase
        player_asked = pt <= 5;
        if (dealt < 4) finished = 0;
        else if (pt >= 8 || bt >= 8) finished = 1;
        else if (p3 == 0 && b3 == 0) finished = !player_asked && bt >= 6;
        else if (b3 == 0) finished = !row[worth(p3)];
        else finished = 1;
    end
    always @(negedge keys[0] or negedge keys[3])
        if (!keys[3]) begin
            {p1, p2, p3, b1, b2, b3} <= 24'd0;
            dealt <= 0; player_wins <= 0; banker_wins <= 0;
        end else if (finished) begin
            player_wins <= fp >= fb;
            banker_wins <= fb >= fp;
        end else begin
            if (dealt != 6) dealt <= dealt + 1'b1;
            case (dealt)
                0: p1 <= rank;
                1: b1 <= rank;
                2: p2 <= rank;
                3: b2 <= rank;
                4: if (player_asked) p3 <= rank; else b3 <= rank;
                default: b3 <= rank;
            endcase
        end
    assign lamps = {banker_wins, player_wins, fb[3:0], fp[3:0]};
endmodule
"""
    + DIGIT
)

MODERN = (
    """
// SystemVerilog as it is taught now: a package, an enumeration, a packed structure, a row of hands.
package play;
    typedef enum logic [2:0] {DEAL, CALL, PLAYER, BANKER, DONE} phase_t;
    typedef struct packed { logic [3:0] first; logic [3:0] second; logic [3:0] third; } hand_t;
    function automatic logic [3:0] pips(input logic [3:0] r);
        return r inside {[1:9]} ? r : 4'd0;
    endfunction
    function automatic logic [3:0] digit_of(input hand_t h);
        automatic int sum = pips(h.first) + pips(h.second) + pips(h.third);
        return 4'(sum % 10);
    endfunction
endpackage

module felt import play::*; """
    + PINS
    + """
    logic [3:0] rank, player, banker, third;
    phase_t phase;
    hand_t [1:0] hands;
    logic natural, takes;
    logic [3:0] p1, p2, p3, b1, b2, b3;
    assign {p1, p2, p3} = hands[0];
    assign {b1, b2, b3} = hands[1];
    wheel w(.tick(beat), .rank);
"""
    + DIGITS
    + """
    hand_t next_banker;
    always_comb begin
        next_banker = hands[1];
        if (phase == DEAL && hands[1].second == 0 && hands[0].second != 0)
            next_banker.second = rank;
        player = digit_of(hands[0]);
        banker = digit_of(next_banker);
        natural = player >= 8 || banker >= 8;
        third = pips(rank);
        unique case (banker)
            0, 1, 2: takes = 1'b1;
            3: takes = third != 8;
            4: takes = third inside {[2:7]};
            5: takes = third inside {[4:7]};
            6: takes = third inside {6, 7};
            default: takes = 1'b0;
        endcase
    end
    always_ff @(posedge keys[0]) begin
        if (!keys[3]) begin
            hands <= '0;
            phase <= DEAL;
        end else unique case (phase)
            DEAL:
                if (hands[0].first == 0) hands[0].first <= rank;
                else if (hands[1].first == 0) hands[1].first <= rank;
                else if (hands[0].second == 0) hands[0].second <= rank;
                else begin
                    hands[1].second <= rank;
                    if (natural) phase <= DONE;
                    else if (player <= 5) phase <= PLAYER;
                    else if (banker <= 5) phase <= BANKER;
                    else phase <= DONE;
                end
            PLAYER: begin hands[0].third <= rank; phase <= takes ? BANKER : DONE; end
            BANKER: begin hands[1].third <= rank; phase <= DONE; end
            default: phase <= DONE;
        endcase
    end
    assign lamps[3:0] = digit_of(hands[0]);
    assign lamps[7:4] = digit_of(hands[1]);
    assign lamps[9:8] = phase != DONE ? 2'b00
        : {lamps[7:4] >= lamps[3:0], lamps[3:0] >= lamps[7:4]};
endmodule
"""
    + DIGIT
    + WHEEL
)

SAMPLED = (
    """
// Everything runs on the fast clock; the key is an enable that lasts for one tick.
module sampled"""
    + PINS
    + """
    reg [3:0] rank = 1, p1 = 0, p2 = 0, p3 = 0, b1 = 0, b2 = 0, b3 = 0;
    reg last = 1;
    wire strobe = keys[0] & ~last;
"""
    + DIGITS
    + """
    function [3:0] pips(input [3:0] r); pips = r > 9 ? 4'd0 : r; endfunction
    function [3:0] mod(input [4:0] n); mod = n > 19 ? n - 20 : n > 9 ? n - 10 : n; endfunction
    wire [3:0] pt = mod(pips(p1) + pips(p2)), bt = mod(pips(b1) + pips(b2));
    wire [3:0] fp = mod(pt + pips(p3)), fb = mod(bt + pips(b3));
    wire four = p1 != 0 && b1 != 0 && p2 != 0 && b2 != 0;
    wire natural = pt[3] | bt[3];
    wire want_p = four & ~natural & (p3 == 0) & (pt < 6);
    wire [3:0] t = pips(p3);
    wire by_table = bt < 3 || bt == 3 && t != 8 || bt == 4 && t > 1 && t < 8
        || bt == 5 && t > 3 && t < 8 || bt == 6 && (t == 6 || t == 7);
    wire want_b = four & ~natural & (b3 == 0) & (p3 != 0 ? by_table : pt > 5 && bt < 6);
    always @(posedge beat) begin
        last <= keys[0];
        rank <= rank == 13 ? 1 : rank + 1;
        if (strobe) begin
            if (!keys[3]) {p1, p2, p3, b1, b2, b3} <= 0;
            else if (p1 == 0) p1 <= rank;
            else if (b1 == 0) b1 <= rank;
            else if (p2 == 0) p2 <= rank;
            else if (b2 == 0) b2 <= rank;
            else if (want_p) p3 <= rank;
            else if (want_b) b3 <= rank;
        end
    end
    wire over = four & ~want_p & ~want_b;
    assign lamps = {over & fb >= fp, over & fp >= fb, fb, fp};
endmodule
"""
    + DIGIT
)

DIVIDED = changed(
    SAMPLED,
    *("the key is an enable that lasts for one tick", "but the key; a card stays for four ticks"),
    *("module sampled", "module divided"),
    *("reg last = 1;", "reg [1:0] quarter = 0; reg soon = 1, clear_n = 1;"),
    *("    wire strobe = keys[0] & ~last;\n", ""),
    *("last <= keys[0];", "quarter <= quarter + 1; {clear_n, soon} <= {soon, keys[3]};"),
    *("rank <= rank == 13 ?", "if (quarter == 3) rank <= rank == 13 ?"),
    *("        if (strobe) begin", "    end\n    always @(posedge keys[0]) begin begin"),
    *("if (!keys[3]) {p1", "if (!clear_n) {p1"),
)
"""Each card stays for four ticks, and the reset is sampled twice."""

PAUSING = changed(
    STATES,
    *("module machine", "// Two states only decide: a press that deals no card.\nmodule pausing"),
    *("LAST = 6;", "LAST = 6, AFTER_FOUR = 7, AFTER_FIVE = 8;"),
    *("reg [2:0] state;", "reg [3:0] state;"),
    *("(state == B2) ? rank : b2, 4'd0", "b2, 4'd0"),
    *("banker_now, rank, state == P3,", "banker_now, p3, state == AFTER_FIVE,"),
    *("b2 <= rank;\n", "b2 <= rank; state <= AFTER_FOUR; end\n            AFTER_FOUR: begin\n"),
    *("p3 <= rank; state <= banker_takes ? B3 : LAST;", "p3 <= rank; state <= AFTER_FIVE;"),
    *("B3: begin", "AFTER_FIVE: state <= banker_takes ? B3 : LAST;\n            B3: begin"),
)

_STEP = "rank <= (rank == 13) ? 4'd1 : rank + 4'd1;"

BY_CHANCE = changed(
    STATES,
    *("initial rank = 1;", "initial rank = 1; reg [12:0] chance = 1;"),
    *("always @(posedge tick) ", "always @(posedge tick) begin "),
    *(_STEP, f"chance <= {{chance[11:0], ^(chance & 13'h100d)}}; if (chance[0]) {_STEP} end"),
)
"""Its card counter pauses at random, and wraps around after 8191 × 13 ticks."""

RIGHT = {
    "states": STATES,
    "counted": COUNTED,
    "modern": MODERN,
    "sampled": SAMPLED,
    "divided": DIVIDED,
    "pausing": PAUSING,
}
"""Right circuits by their style."""


WRONG = {
    "early light by a latch": changed(
        STATES,
        "    wire over = state == LAST;",
        "    reg over;\n    always @* if (state == LAST) over = 1; else if (state == P1) over = 0;"
        "\n        else if (state == B2 && banker > 7) over = 1;",
    ),
    "light stays on by a latch": changed(
        STATES,
        "    wire over = state == LAST;",
        "    reg over;\n    always @* if (state == LAST) over = 1; else if (state == B1) over = 0;",
    ),
    "restart without reset": changed(STATES, "default: state <= LAST;", "default: state <= P1;"),
    "table applied when Player stood": changed(
        STATES,
        "if (!has_third) banker_takes = banker < 6;\n        else case",
        "case",
    ),
    "third card read before it is loaded": changed(
        STATES, "banker_now, rank, state == P3,", "banker_now, p3, state == P3,"
    ),
    "Banker 3 draws against 8": changed(STATES, "banker_takes = pips != 8", "banker_takes = 1"),
    "Banker 6 stands against 6": changed(STATES, "pips == 6 || pips == 7", "pips == 7"),
    "Banker 4 draws against ace": changed(STATES, "pips >= 2 &&", "pips >= 1 &&"),
    "Banker 5 draws against 8": changed(STATES, "pips >= 4 && pips <= 7", "pips >= 4 && pips <= 8"),
    "Banker 7 draws against 7": changed(
        STATES, "6: banker_takes", "7: banker_takes = pips == 7;\n            6: banker_takes"
    ),
    "Banker 6 draws when Player stood": changed(
        STATES, "banker_takes = banker < 6", "banker_takes = banker < 7"
    ),
    "Player draws on 6": changed(STATES, "player_takes = player < 6", "player_takes = player < 7"),
    "Player stands on 5": changed(STATES, "player_takes = player < 6", "player_takes = player < 5"),
    "sums of 20 and more": changed(STATES, "(sum >= 20) ? sum - 20 : ", ""),
    "ten counted as ten": changed(STATES, "(rank > 9) ? 5'd0", "(rank > 10) ? 5'd0"),
    "naturals of Banker overlooked": changed(STATES, "player > 7 || banker > 7", "player > 7"),
    "eight is no natural": changed(STATES, "player > 7 || banker > 7", "player > 8 || banker > 8"),
    "no light on a tie": changed(STATES, "over && player >= banker", "over && player > banker"),
    "lights the wrong way round": changed(
        COUNTED, "{banker_wins, player_wins,", "{player_wins, banker_wins,"
    ),
    "reset only at the end": changed(
        STATES, "if (clear) begin", "if (clear && state == LAST) begin"
    ),
    "reset forgets a card": changed(STATES, "p3 <= 0;", ""),
    "reset forgets the state": changed(STATES, "            state <= P1;\n", ""),
    "never ends after six cards": changed(STATES, "b3 <= rank; state <= LAST;", "b3 <= rank;"),
    "one more card after the end": changed(
        STATES, "default: state <= LAST;", "default: begin b3 <= rank; state <= LAST; end"
    ),
    "wakes up after many presses": changed(
        STATES,
        "    wire over = state == LAST;",
        "    reg [7:0] idle;\n    always @(posedge go) if (clear) idle <= 0; else idle <= idle + 1;"
        "\n    wire over = state == LAST && idle != 200;",
    ),
    "blinks by the clock, long after the end": changed(
        STATES,
        "    wire over = state == LAST;",
        "    reg [11:0] beats = 0;\n    always @(posedge beat) beats <= beats + 1;"
        "\n    wire over = state == LAST && beats != 4000;",
    ),
    "a queen shown as nine": changed(STATES, "12: lit = 7'h18", "12: lit = 7'h10"),
    "a jack shown as nothing known": changed(STATES, "11: lit = 7'h61", "11: lit = 7'h55"),
    "Banker's third card is a copy of the first": changed(
        COUNTED, "default: b3 <= rank;", "default: b3 <= b1;"
    ),
    "Banker's first card is a copy of Player's": changed(
        STATES, "B1: begin b1 <= rank;", "B1: begin b1 <= p1;"
    ),
    "no king in the wheel": changed(STATES, "(rank == 13) ? 4'd1", "(rank == 12) ? 4'd1"),
    "two lights late": changed(
        COUNTED,
        "assign lamps = {banker_wins, player_wins,",
        "reg pl, bl;\n    always @(negedge keys[0] or negedge keys[3])"
        " if (!keys[3]) {pl, bl} <= 0; else {pl, bl} <= {player_wins, banker_wins};\n"
        "    assign lamps = {bl, pl,",
    ),
    "Banker is dealt first": changed(
        STATES,
        "begin p1 <= rank; state <= B1; end\n            B1: begin b1 <= rank; state <= P2;",
        "begin b1 <= rank; state <= B1; end\n            B1: begin p1 <= rank; state <= P2;",
    ),
    "Banker 3 draws against 8, on a divided clock": changed(
        DIVIDED, "bt == 3 && t != 8", "bt == 3"
    ),
    "one pair of third cards scored wrong, after pauses": changed(
        PAUSING,
        "lamps[3:0] = player;",
        "lamps[3:0] = player ^ (p3 == 9 && b3 == 8);",
    ),
    "score of two cards only": changed(
        STATES, "adder a1(p1, p2, p3, player);", "adder a1(p1, p2, 4'd0, player);"
    ),
}
"""Wrong circuits by what is wrong with them."""
