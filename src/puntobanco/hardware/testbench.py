"""A test bench in Verilog for somebody's circuit: it deals every order of points by the clock.

It prints ``coup``, whether anything moved after the end, and what the board shows at the end of
each coup. With ``+order=N`` it plays that coup only, and prints ``pins`` after every change and
``press`` after every press.
"""

from __future__ import annotations

import re

from puntobanco.cards import Rank
from puntobanco.hardware.bench import HELD, Bench
from puntobanco.hardware.counter import Moments
from puntobanco.hardware.interface import Interface, Pins
from puntobanco.hardware.judging import MOST_PRESSES
from puntobanco.hardware.netlist import Netlist

MODULE = "puntobanco_bench"
ORDERS = 1_000_000

PINS, PRESS = "pins", "press"

LINE = re.compile(rf"(?:coup [01]|{PINS}(?: [01]){{3}}|{PRESS})(?: [01xzXZ]+){{10}}")
"""What it prints; a circuit may print something else."""


def bench_verilog(netlist: Netlist, interface: Interface, moments: Moments) -> str:
    """Return a test bench that learns which moment deals which card, then deals every order.

    Without gates we don't know whether the circuit samples its keys, so the test bench holds them.
    """
    bench = Bench(netlist, interface)
    is_unknown = not netlist.parts
    settings = {
        **_counts(moments),
        **_pins(netlist, interface),
        "HELD": HELD * (bench.is_sampled or is_unknown),
        "RESET_HELD": HELD * (bench.is_reset_sampled or is_unknown),
    }
    text = _TEXT
    for name, value in settings.items():
        text = text.replace(f"@{name}@", str(value))
    return text


def _counts(moments: Moments) -> dict[str, object]:
    """How often everything is done."""
    return {
        "PERIOD": moments.period,
        "MOMENTS": moments.number,
        "TICKS": moments.ticks,
        "MOST_PRESSES": MOST_PRESSES,
        "ORDERS": ORDERS,
    }


def _pins(netlist: Netlist, interface: Interface) -> dict[str, object]:
    """How the circuit is wired, and where to look."""
    return {
        "MODULE": MODULE,
        "WIRES": "\n    ".join(_wire(name, netlist, interface) for name in netlist.ports),
        "TOP": interface.top or netlist.top,
        "PORTS": ", ".join(f".{name}({name})" for name in netlist.ports),
        "FIRST": interface.places[0],
        "DEALT": " + ".join(f"({pins} !== 7'h{interface.blank:02x})" for pins in interface.places),
        "LIT": " | ".join(map(str, interface.lights)),
        "WATCHED": ", ".join(map(str, interface.watched)),
        "FORMAT": " ".join(["%b"] * len(interface.watched)),
        "POINTS": "\n            ".join(_points(interface)),
    }


def _wire(port: str, netlist: Netlist, interface: Interface) -> str:
    """The wires of a port, and the hands on them if they are inputs."""
    numbers = netlist.range_of(port)
    hands = f" = {{{_hands(port, netlist, interface)}}}" if port in netlist.inputs else ""
    return f"wire [{numbers[-1]}:{numbers[0]}] {port}{hands};"


def _hands(port: str, netlist: Netlist, interface: Interface) -> str:
    """What drives an input: the clock, the two keys, a 1 for every other key, or a 0."""
    is_key = port in (interface.deal.port, interface.reset.port)
    driven = dict.fromkeys(netlist.ports[port], "1'b1" if is_key else "1'b0")
    hands: dict[str, Pins] = {
        "tick_pin": interface.clock,
        "deal_pin": interface.deal,
        "reset_pin": interface.reset,
    }
    for hand, pins in hands.items():
        if pins.port == port:
            (net,) = netlist.nets(pins, width=1)
            driven[net] = hand
    return ", ".join(reversed(driven.values()))


def _points(interface: Interface) -> list[str]:
    """The points of each code that the bench deals: one rank will do for all without points."""
    codes = dict(zip(Rank, interface.codes, strict=True))
    ranks = {rank.points: rank for rank in reversed(Rank)}
    return [f"7'h{codes[rank]:02x}: points_of = {points};" for points, rank in ranks.items()]


_TEXT = """\
`timescale 1ns / 1ns
module @MODULE@;
    reg tick_pin = 0, deal_pin = 1, reset_pin = 1;
    @WIRES@
    @TOP@ circuit (@PORTS@);
    integer phase_of [0:9];
    integer digit [0:5];
    integer phase, pressed, number, place, rest, dealt, presses, more, only;
    reg [51:0] last;
    reg was_lit, moved, is_shown;

    function integer points_of(input [6:0] code);
        case (code)
            @POINTS@
            default: points_of = -1;
        endcase
    endfunction

    task settle;
        begin
            #1 ;
            if (is_shown)
                $display("pins %b %b %b @FORMAT@", tick_pin, deal_pin, reset_pin, @WATCHED@);
        end
    endtask

    task tick;
        begin
            tick_pin = 1;
            settle;
            tick_pin = 0;
            settle;
            phase = phase == @PERIOD@ - 1 ? 0 : phase + 1;
        end
    endtask

    task press;
        begin
            pressed = phase;
            deal_pin = 0;
            settle;
            repeat (@HELD@) tick;
            deal_pin = 1;
            settle;
            repeat (@HELD@) tick;
            if (is_shown) $display("press @FORMAT@", @WATCHED@);
        end
    endtask

    task reset_at_start;
        begin
            while (phase != 0) tick;
            reset_pin = 0;
            settle;
            repeat (@RESET_HELD@) tick;
            press;
            reset_pin = 1;
            settle;
            repeat (@RESET_HELD@) tick;
        end
    endtask

    task learn;
        for (number = 0; number < @MOMENTS@; number = number + 1) begin
            reset_at_start;
            while (phase != number * @TICKS@) tick;
            for (presses = 0; presses < 2 && points_of(@FIRST@) < 0; presses = presses + 1) press;
            if (points_of(@FIRST@) >= 0) phase_of[points_of(@FIRST@)] = pressed;
        end
    endtask

    // Six cards without points: an always @* block is unknown until one of its inputs has changed.
    task change_every_display;
        begin
            reset_at_start;
            repeat (@MOST_PRESSES@) begin
                while (phase != phase_of[0]) tick;
                press;
            end
        end
    endtask

    task press_in_time;
        begin
            dealt = @DEALT@;
            if (was_lit || dealt == 6) tick;
            else while (phase != phase_of[digit[dealt]]) tick;
            press;
        end
    endtask

    task play;
        begin
            reset_at_start;
            rest = number;
            for (place = 0; place < 6; place = place + 1) begin
                digit[place] = rest % 10;
                rest = rest / 10;
            end
            was_lit = 0;
            moved = 0;
            more = 2;
            for (presses = 0; presses < @MOST_PRESSES@ && more > 0; presses = presses + 1) begin
                press_in_time;
                if (was_lit && {@WATCHED@} !== last) moved = 1;
                last = {@WATCHED@};
                if (was_lit) more = more - 1;
                if (@LIT@) was_lit = 1;
            end
            $display("coup %b @FORMAT@", moved, @WATCHED@);
        end
    endtask

    initial begin
        phase = 0;
        is_shown = 0;
        for (number = 0; number < 10; number = number + 1) phase_of[number] = 0;
        for (number = 0; number < 52; number = number + 1) tick;
        learn;
        change_every_display;
        if ($value$plusargs("order=%d", only)) begin
            is_shown = 1;
            number = only;
            play;
        end else for (number = 0; number < @ORDERS@; number = number + 1) play;
    end
endmodule
"""
