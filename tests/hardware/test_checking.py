"""Right circuits are found right, and wrong ones wrong, for the right reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puntobanco.hardware.bench import TICK_BY_TICK, Bench, Moments, Press, moments, waveform
from puntobanco.hardware.checking import check
from puntobanco.hardware.comparing import CircuitVerdict
from puntobanco.hardware.export import BOARD_INTERFACE, verilog
from puntobanco.hardware.judging import CircuitFault, Doubt
from puntobanco.hardware.verilog import read
from puntobanco.tableau import PUNTO_BANCO, Side, Square
from tests.hardware.circuits import BOARD, BY_CHANCE, RIGHT, STATES, WRONG, changed, netlist

WHY = {
    "early light by a latch": (CircuitFault.EARLY_LIGHT, None),
    "light stays on by a latch": (CircuitFault.RESET, None),
    "restart without reset": (CircuitFault.MOVED, None),
    "table applied when Player stood": (CircuitFault.EARLY_LIGHT, Square(Side.BANKER, 5)),
    "third card read before it is loaded": (CircuitFault.EARLY_LIGHT, Square(Side.BANKER, 4, 3)),
    "Banker 3 draws against 8": (CircuitFault.MISPLACED, Square(Side.BANKER, 3, 8)),
    "Banker 6 stands against 6": (CircuitFault.EARLY_LIGHT, Square(Side.BANKER, 6, 6)),
    "Banker 4 draws against ace": (CircuitFault.MISPLACED, Square(Side.BANKER, 4, 1)),
    "Banker 5 draws against 8": (CircuitFault.MISPLACED, Square(Side.BANKER, 5, 8)),
    "Banker 7 draws against 7": (CircuitFault.MISPLACED, Square(Side.BANKER, 7, 7)),
    "Banker 6 draws when Player stood": (CircuitFault.MISPLACED, Square(Side.BANKER, 6)),
    "Player draws on 6": (CircuitFault.MISPLACED, Square(Side.PLAYER, 6)),
    "Player stands on 5": (CircuitFault.EARLY_LIGHT, Square(Side.PLAYER, 5)),
    "sums of 20 and more": (CircuitFault.SCORE, None),
    "ten counted as ten": (CircuitFault.SCORE, None),
    "naturals of Banker overlooked": (CircuitFault.MISPLACED, None),
    "eight is no natural": (CircuitFault.MISPLACED, None),
    "no light on a tie": (CircuitFault.LIGHTS, None),
    "lights the wrong way round": (CircuitFault.LIGHTS, None),
    "reset only at the end": (CircuitFault.RESET, None),
    "reset forgets a card": (CircuitFault.RESET, None),
    "reset forgets the state": (CircuitFault.MISPLACED, None),
    "never ends after six cards": (CircuitFault.CHANGED, None),
    "one more card after the end": (CircuitFault.MOVED, None),
    "wakes up after many presses": (CircuitFault.MOVED, None),
    "blinks by the clock, long after the end": (CircuitFault.MOVED, None),
    "a queen shown as nine": (CircuitFault.NEVER_DEALT, None),
    "a jack shown as nothing known": (CircuitFault.ILLEGIBLE, None),
    "Banker's third card is a copy of the first": (CircuitFault.NEVER_DEALT, None),
    "Banker's first card is a copy of Player's": (CircuitFault.NEVER_DEALT, None),
    "no king in the wheel": (CircuitFault.NEVER_DEALT, None),
    "Banker is dealt first": (CircuitFault.MISPLACED, None),
    "Banker 3 draws against 8, on a divided clock": (
        CircuitFault.MISPLACED,
        Square(Side.BANKER, 3, 8),
    ),
    "one pair of third cards scored wrong, after pauses": (CircuitFault.SCORE, None),
    "score of two cards only": (CircuitFault.SCORE, None),
}

LATE = "two lights late"

AT_ONCE = [
    "restart without reset",
    "table applied when Player stood",
    "third card read before it is loaded",
    "Banker 3 draws against 8",
    "sums of 20 and more",
    "ten counted as ten",
    "no light on a tie",
    "reset forgets the state",
    "never ends after six cards",
]
"""The circuits of every run. The tests of the command line judge three more."""


def judged(verilog_text: str) -> CircuitVerdict:
    return check(netlist(verilog_text), BOARD)


def test_each_wrong_circuit_is_wrong_for_a_known_reason() -> None:
    assert WHY.keys() == WRONG.keys() - {LATE}


@pytest.mark.parametrize(
    "name",
    [name if name in AT_ONCE else pytest.param(name, marks=pytest.mark.marathon) for name in WHY],
)
def test_a_wrong_circuit_is_found_wrong(name: str) -> None:
    finding = judged(WRONG[name]).finding
    assert finding is not None
    assert (finding.fault, finding.square) == WHY[name]


MOMENTS = {"divided": Moments(number=13, ticks=4, doubt=None)}


@pytest.mark.marathon
@pytest.mark.parametrize("style", RIGHT)
def test_a_right_circuit_of_any_style_is_right_for_ever(style: str) -> None:
    every_tick = Moments(number=13, ticks=1, doubt=None)
    verdict = judged(RIGHT[style])
    assert (verdict.finding, verdict.doubts) == (None, frozenset())
    assert verdict.moments == MOMENTS.get(style, every_tick)


@pytest.mark.marathon
def test_our_own_board_is_right() -> None:
    board = read({"board.v": verilog(PUNTO_BANCO).encode()}, BOARD_INTERFACE)
    verdict = check(board, BOARD_INTERFACE)
    assert (verdict.finding, verdict.doubts) == (None, frozenset())


@pytest.mark.parametrize("presses_late", [0, 1])
@pytest.mark.parametrize("square", [Square(Side.PLAYER, 4), Square(Side.BANKER, 5, 4)], ids=str)
def test_a_card_that_comes_instead_of_a_light_is_told_with_its_square(
    square: Square, presses_late: int
) -> None:
    board = replace(BOARD, presses_late=presses_late)
    verdict = check(netlist(STATES), board, PUNTO_BANCO.with_flipped(square))
    assert verdict.finding is not None
    assert (verdict.finding.fault, verdict.finding.square) == (CircuitFault.MISPLACED, square)
    assert len(verdict.finding.run) == 1 + len(verdict.presses)


@pytest.mark.usefixtures("few_orders")
def test_a_light_that_is_always_as_late_is_right_and_said_to_be_late() -> None:
    verdict = judged(WRONG[LATE])
    assert (verdict.finding, verdict.lateness) == (None, frozenset({2}))


def test_a_light_later_than_was_asked_for_is_wrong() -> None:
    verdict = check(netlist(WRONG[LATE]), replace(BOARD, presses_late=1))
    assert verdict.finding is not None
    assert verdict.finding.fault is CircuitFault.NO_LIGHT


@pytest.mark.usefixtures("few_orders")
def test_a_light_that_is_not_always_as_late_is_right_too() -> None:
    varying = changed(
        WRONG[LATE],
        *("reg pl, bl;", "reg pl, bl; wire tie = fp == fb;"),
        *("lamps = {bl, pl,", "lamps = {tie ? bl : banker_wins, tie ? pl : player_wins,"),
    )
    verdict = judged(varying)
    assert (verdict.finding, verdict.lateness) == (None, frozenset({1, 2}))


@pytest.mark.usefixtures("few_orders")
def test_a_counter_too_slow_to_come_round_is_not_said_to_omit_ranks() -> None:
    divider = "reg [5:0] slow = 0; always @(posedge tick) slow <= slow + 1;"
    slow = changed(
        STATES,
        *("initial rank = 1;", f"initial rank = 1; {divider}"),
        *("always @(posedge tick) rank", "always @(posedge slow[5]) rank"),
    )
    verdict = judged(slow)
    assert (verdict.finding, verdict.doubts) == (None, frozenset({Doubt.COUNTER_LONG}))


@pytest.mark.usefixtures("few_orders")
def test_a_signal_that_nothing_drives_makes_a_right_circuit_doubtful() -> None:
    over = "wire over = state == LAST"
    undriven = changed(STATES, f"{over};", f"wire loose; {over} && !loose;")
    circuit = netlist(undriven)
    assert circuit.undriven == ("loose",)
    assert check(circuit, BOARD).doubts == {Doubt.UNDRIVEN}


@pytest.mark.usefixtures("few_orders")
def test_a_key_that_nobody_pressed_makes_a_circuit_that_reads_it_doubtful() -> None:
    over = "wire over = state == LAST"
    cheats = changed(STATES, f"{over};", f"{over} || !keys[1];")
    assert judged(cheats).doubts == {Doubt.INPUTS}


COUNTS_PRESSES = changed(
    STATES,
    "    wire over = state == LAST;",
    "    reg [7:0] idle;\n    always @(posedge go) if (clear) idle <= 0; else idle <= idle + 1;"
    "\n    wire over = state == LAST && (idle != 0 || keys[3]);",
)

COUNTS_RESETS = {
    "by the key": "always @(negedge keys[3]) games <= games + 1;",
    "by the clock": "reg was; always @(posedge beat) begin was <= keys[3];"
    " if (was & !keys[3]) games <= games + 1; end",
    "in two counters": "reg was; reg [3:0] u = 0, v = 0; always @(*) games = v == u + 9 ? 200 : 0;"
    " always @(posedge beat) begin was <= keys[3]; v <= v == 12 ? 0 : v + 1;"
    " if (!(was & !keys[3])) u <= u == 12 ? 0 : u + 1; end",
}


@pytest.mark.usefixtures("few_orders")
@pytest.mark.parametrize("how", COUNTS_RESETS)
def test_a_circuit_that_counts_resets_is_not_right_for_any_reset(how: str) -> None:
    over = "wire over = state == LAST"
    counting = f"reg [7:0] games; {COUNTS_RESETS[how]} {over} && games != 200"
    verdict = judged(changed(STATES, over, counting))
    assert (verdict.finding, verdict.doubts) == (None, frozenset({Doubt.MEMORY}))


KEEPS_A_MOMENT = changed(
    STATES,
    *("reg [2:0] state;", "reg [2:0] state; reg odd, never;"),
    *("default: state <= LAST;", "default: begin state <= LAST; odd <= rank[0]; end"),
    *("p1 <= 0;", "p1 <= 0; odd <= 0; never <= rank == 0;"),
    *("over && player >= banker", "over && player >= banker && !(odd && never)"),
)
"""What it keeps would turn off a light, but the counter skips the rank for that."""


NOT_ALWAYS_A_CARD = changed(
    STATES,
    *("(rank == 13) ? 4'd1", "(rank == 13) ? 4'd0"),
    *("end else case (state)", "end else if (rank != 0) case (state)"),
)


@pytest.mark.marathon
@pytest.mark.parametrize(
    "verilog_text, doubts",
    [
        (COUNTS_PRESSES, {Doubt.MEMORY}),
        (KEEPS_A_MOMENT, {Doubt.MOMENT, Doubt.MEMORY}),
        (BY_CHANCE, {Doubt.COUNTER_LONG}),
        (NOT_ALWAYS_A_CARD, {Doubt.MOMENT}),
    ],
    ids=["counts presses", "keeps a moment", "deals by chance", "deals nothing for a 0"],
)
def test_what_is_not_sure_is_told(verilog_text: str, doubts: set[Doubt]) -> None:
    verdict = judged(verilog_text)
    assert verdict.finding is None
    assert verdict.doubts == doubts


def test_a_waveform_shows_what_the_board_showed() -> None:
    presses = [Press(3), Press(4), Press(0, is_reset=True)]
    *_, first, _, last = Bench(netlist(STATES), BOARD).replayed(presses)
    text = waveform(netlist(STATES), BOARD, presses)
    assert f"b{first.codes[0]:07b} " in text
    assert first.codes[0] != BOARD.blank == last.codes[0]
    assert text.count("$var wire 7 ") == 6


STEP = "rank <= (rank == 13) ? 4'd1 : rank + 4'd1;"

COUNTERS = {
    "1 to 13": (STATES, Moments(13, 1, doubt=None)),
    "0 to 13": (
        changed(STATES, "(rank == 13) ? 4'd1", "(rank == 13) ? 4'd0"),
        Moments(14, 1, doubt=None),
    ),
    "divided by four": (RIGHT["divided"], Moments(13, 4, doubt=None)),
    "with a key that is sampled": (RIGHT["sampled"], Moments(13, 1, doubt=None)),
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
