"""Right circuits are found right, and wrong ones wrong, for the reason for which they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puntobanco.hardware.bench import Bench, Press
from puntobanco.hardware.checking import Verdict, check
from puntobanco.hardware.counter import Moments
from puntobanco.hardware.export import BOARD_INTERFACE, verilog
from puntobanco.hardware.judging import Fault
from puntobanco.hardware.reading import read
from puntobanco.hardware.trial import Doubt
from puntobanco.hardware.waveform import waveform
from puntobanco.tableau import PUNTO_BANCO, Side, Square
from tests.hardware.circuits import BOARD, BY_CHANCE, RIGHT, STATES, WRONG, changed, netlist

WHY = {
    "early light by a latch": (Fault.EARLY_LIGHT, None),
    "light stays on by a latch": (Fault.RESET, None),
    "restart without reset": (Fault.MOVED, None),
    "table applied when Player stood": (Fault.EARLY_LIGHT, Square(Side.BANKER, 5)),
    "third card read before it is loaded": (Fault.EARLY_LIGHT, Square(Side.BANKER, 4, 3)),
    "Banker 3 draws against 8": (Fault.MISPLACED, Square(Side.BANKER, 3, 8)),
    "Banker 6 stands against 6": (Fault.EARLY_LIGHT, Square(Side.BANKER, 6, 6)),
    "Banker 4 draws against ace": (Fault.MISPLACED, Square(Side.BANKER, 4, 1)),
    "Banker 5 draws against 8": (Fault.MISPLACED, Square(Side.BANKER, 5, 8)),
    "Banker 7 draws against 7": (Fault.MISPLACED, Square(Side.BANKER, 7, 7)),
    "Banker 6 draws when Player stood": (Fault.MISPLACED, Square(Side.BANKER, 6)),
    "Player draws on 6": (Fault.MISPLACED, Square(Side.PLAYER, 6)),
    "Player stands on 5": (Fault.EARLY_LIGHT, Square(Side.PLAYER, 5)),
    "sums of 20 and more": (Fault.SCORE, None),
    "ten counted as ten": (Fault.SCORE, None),
    "naturals of Banker overlooked": (Fault.MISPLACED, None),
    "eight is no natural": (Fault.MISPLACED, None),
    "no light on a tie": (Fault.LIGHTS, None),
    "lights the wrong way round": (Fault.LIGHTS, None),
    "reset only at the end": (Fault.RESET, None),
    "reset forgets a card": (Fault.RESET, None),
    "reset forgets the state": (Fault.MISPLACED, None),
    "never ends after six cards": (Fault.NO_LIGHT, None),
    "one more card after the end": (Fault.MOVED, None),
    "wakes up after many presses": (Fault.MOVED, None),
    "blinks by the clock, long after the end": (Fault.MOVED, None),
    "a queen shown as nine": (Fault.NEVER_DEALT, None),
    "a jack shown as nothing known": (Fault.ILLEGIBLE, None),
    "Banker's third card is a copy of the first": (Fault.NEVER_DEALT, None),
    "Banker's first card is a copy of Player's": (Fault.NEVER_DEALT, None),
    "no king in the wheel": (Fault.NEVER_DEALT, None),
    "two lights late": (Fault.NO_LIGHT, None),
    "Banker is dealt first": (Fault.MISPLACED, None),
    "Banker 3 draws against 8, on a divided clock": (Fault.MISPLACED, Square(Side.BANKER, 3, 8)),
    "one pair of third cards scored wrong, after pauses": (Fault.SCORE, None),
    "score of two cards only": (Fault.SCORE, None),
}

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
"""Those of every run; the command line's tests judge three more."""


def judged(verilog_text: str) -> Verdict:
    return check(netlist(verilog_text), BOARD)


def test_each_wrong_circuit_is_wrong_for_a_known_reason() -> None:
    assert WHY.keys() == WRONG.keys()


def assert_wrong(name: str) -> None:
    finding = judged(WRONG[name]).finding
    assert finding is not None
    assert (finding.fault, finding.square) == WHY[name]


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_wrong_circuit_is_found_wrong(name: str) -> None:
    assert_wrong(name)


@pytest.mark.marathon
@pytest.mark.parametrize("name", [name for name in WHY if name not in AT_ONCE])
def test_every_other_wrong_circuit_is_found_wrong(name: str) -> None:
    assert_wrong(name)


MOMENTS = {"divided": Moments(number=13, ticks=4, are_all=True)}


@pytest.mark.marathon
@pytest.mark.parametrize("style", RIGHT)
def test_a_right_circuit_of_any_style_is_right_for_ever(style: str) -> None:
    every_tick = Moments(number=13, ticks=1, are_all=True)
    assert judged(RIGHT[style]) == Verdict(None, moments=MOMENTS.get(style, every_tick))


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
    assert (verdict.finding.fault, verdict.finding.square) == (Fault.MISPLACED, square)
    assert len(verdict.finding.run) == 1 + len(verdict.presses)


COUNTS_PRESSES = changed(
    STATES,
    "    wire over = state == LAST;",
    "    reg [7:0] idle;\n    always @(posedge go) if (clear) idle <= 0; else idle <= idle + 1;"
    "\n    wire over = state == LAST && (idle != 0 || keys[3]);",
)

KEEPS_A_MOMENT = changed(
    STATES,
    *("reg [2:0] state;", "reg [2:0] state; reg odd, never;"),
    *("default: state <= LAST;", "default: begin state <= LAST; odd <= rank[0]; end"),
    *("p1 <= 0;", "p1 <= 0; odd <= 0; never <= rank == 0;"),
    *("over && player >= banker", "over && player >= banker && !(odd && never)"),
)
"""What it keeps would put out a light, but for a rank that the counter leaves out."""


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
        (BY_CHANCE, {Doubt.COUNTER}),
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
