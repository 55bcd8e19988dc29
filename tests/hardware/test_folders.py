"""Folders of a course are judged correctly, whatever other files they contain."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from puntobanco.errors import CircuitUnreadable, HardwareError
from puntobanco.hardware.checking import check
from puntobanco.hardware.comparing import CircuitVerdict
from puntobanco.hardware.judging import CircuitFault, Doubt
from puntobanco.hardware.sources import LeftOut, Reason, sort_out
from puntobanco.hardware.verilog import read
from tests.hardware.benches import BENCHES
from tests.hardware.circuits import BOARD, STATES, changed
from tests.hardware.folders import (
    ADDERS,
    DECIDER_GATES,
    DIGIT_TABLE,
    MACHINES,
    WHEELS,
    Files,
    Folder,
    encoded,
)

TRIED = {f"bench_{number}.sv": bench for number, bench in enumerate(BENCHES.values())}
SKELETON = "module {}(input clk, input [3:0] card, output [3:0] score);\nendmodule\n"
OLD_ADDER = (
    "module adder(input [3:0] a, b, c, output [3:0] digit);\n assign digit = a;\nendmodule\n"
)


SPEAKING = changed(
    Folder("states").files["machine.sv"],
    *("default: state <= LAST;", 'default: begin state <= LAST; $display("%d", player); end'),
    *(
        "wire over =",
        'initial $display("on"); always @(posedge go) assert (state != 7); wire over =',
    ),
    *("P1: begin", 'P1: if (clear) $error("no"); else begin'),
)


def in_one_file(files: Files) -> Files:
    """Put everything in one file, test benches first, with foreign letters and line ends."""
    whole = [BENCHES["stops"], BENCHES["forces"], *files.values(), BENCHES["clocks for ever"]]
    return {"alles.sv": "// größe é\r\n" + "\n".join(whole).replace("\n", "\r\n").rstrip()}


def including(files: Files) -> Files:
    """Let each file include the parts that it needs, some of them twice."""
    included = '`include "wheel.sv"\n`include "digit.sv"\n`include "wheel.sv"\n'
    return {**files, "machine.sv": f"{included}{files['machine.sv']}"}


RIGHT: dict[str, Files] = {
    **{machine: Folder(machine, {}, TRIED).files for machine in MACHINES},
    **{
        f"{machine}, a counter that {what}": Folder(machine, {"wheel.sv": wheel}, TRIED).files
        for machine in ("states", "two processes", "one hot")
        for what, wheel in WHEELS.items()
    },
    **{
        f"{machine}, an adder {what}": Folder(machine, {"adder.sv": adder}, TRIED).files
        for machine in ("states", "two processes")
        for what, adder in ADDERS.items()
    },
    "a table of digits": Folder("states", {"digit.sv": DIGIT_TABLE}).files,
    "a decider of gates": Folder("two processes", {"decider.sv": DECIDER_GATES}, TRIED).files,
    "all in one file": in_one_file(Folder("states").files),
    "files that include others": including(Folder("states", {}, TRIED).files),
    "skeletons": Folder(
        "states",
        {},
        {
            "datapath.sv": SKELETON.format("datapath"),
            "old/adder.sv": OLD_ADDER,
            "machine.vo": "module machine(beat, keys);\n dffeas \\x|y (.q(beat));\nendmodule\n",
            "notes.md": "Each module of the game\nhas a file.",
        },
    ).files,
    "a header in another folder": Folder(
        "one hot",
        {
            "one_hot.sv": MACHINES["one hot"]["one_hot.sv"].replace(
                "places.vh", "../inc/places.vh"
            ),
            "inc/places.vh": MACHINES["one hot"]["places.vh"],
            "places.vh": "",
        },
    ).files,
    "messages to a simulator": Folder("states", {"machine.sv": SPEAKING}, TRIED).files,
    "a bench hidden from synthesis": {
        "all.v": f"{STATES}// synopsys translate_off\n{BENCHES['stops']}// synopsys translate_on\n"
    },
}

AT_ONCE = [
    "two processes, a counter that increments",
    "states, a counter that looks at what it has just counted",
    "one hot, a counter that is made of a part with a parameter",
    "two processes, an adder of gates",
    "all in one file",
    "skeletons",
    "a header in another folder",
    "messages to a simulator",
]
"""The folders of every run, with the fewest orders that reach each kind of coup."""


def judged(files: Files) -> CircuitVerdict:
    return check(read(encoded(files), BOARD), BOARD)


@pytest.mark.parametrize("name", AT_ONCE)
@pytest.mark.usefixtures("few_orders")
def test_a_right_folder_is_found_right(name: str) -> None:
    verdict = judged(RIGHT[name])
    assert (verdict.finding, verdict.doubts) == (None, frozenset())


@pytest.mark.marathon
@pytest.mark.parametrize("name", RIGHT)
def test_every_right_folder_is_right_for_ever(name: str) -> None:
    verdict = judged(RIGHT[name])
    assert (verdict.finding, verdict.doubts) == (None, frozenset())


@pytest.mark.parametrize("machine", MACHINES)
def test_only_the_circuit_is_left_of_a_folder(machine: str) -> None:
    sources = sort_out(encoded(Folder(machine, {}, TRIED).files), BOARD)
    kept = {name for name in Folder(machine).files if "/" not in name}
    assert set(sources.originals) == kept
    assert {each.reason for each in sources.left_out} == {Reason.TEST_BENCH}


@pytest.mark.parametrize("what", BENCHES)
def test_a_bench_in_the_same_file_goes_alone(what: str) -> None:
    text = f"{STATES}\n{BENCHES[what]}"
    sources = sort_out({"all.sv": text.encode()}, BOARD)
    left = sources.originals["all.sv"].decode()
    assert sources.top == "machine"
    assert left.split() == STATES.split() or "`" in left
    assert "$" not in left
    assert len(left.splitlines()) <= len(text.splitlines())


FLIPPED = ("10'h2ff", "10'h3ff")
WRONG: dict[str, tuple[Files, CircuitFault]] = {
    "a flipped square": (
        Folder("two processes", {"decider.sv": DECIDER_GATES}, TRIED).changed(
            "decider.sv", *FLIPPED
        ),
        CircuitFault.MISPLACED,
    ),
    "no remainder": (
        Folder("states", {"adder.sv": ADDERS["by remainder"]}, TRIED).changed(
            "adder.sv", "(x + y + z) % 10", "x + y + z"
        ),
        CircuitFault.EARLY_LIGHT,
    ),
    "a natural of Player only": (
        Folder("one hot", {"decider.sv": DECIDER_GATES}, TRIED).changed(
            "decider.sv", "player[3] | banker[3];", "player[3];"
        ),
        CircuitFault.MISPLACED,
    ),
    "a reset that is stuck": (
        Folder("two processes", {}, TRIED).changed("slot.sv", "if (!clear_n)", "if (1'b0)"),
        CircuitFault.RESET,
    ),
    "a literal cut off to another": (
        Folder("states", {"wheel.sv": WHEELS["has literals that are too wide"]}, TRIED).changed(
            "wheel.sv", "4'd29", "4'd28"
        ),
        CircuitFault.NEVER_DEALT,
    ),
    "a counter that counts too far": (
        Folder("states", {"wheel.sv": WHEELS["increments"]}, TRIED).changed(
            "wheel.sv", "rank == 13", "rank == 14"
        ),
        CircuitFault.MISPLACED,
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_folder_is_found_wrong(name: str) -> None:
    files, fault = WRONG[name]
    finding = judged(files).finding
    assert finding is not None
    assert finding.fault is fault


def test_a_copy_next_to_the_circuit_is_judged() -> None:
    files = {f"new/{name}": text for name, text in Folder("states").files.items()}
    sources = sort_out(encoded({"adder.sv": OLD_ADDER, **files}), BOARD)
    assert sources.copies == [LeftOut("adder", "adder.sv", Reason.COPY, "new/adder.sv")]
    assert "adder.sv" not in sources.originals


def test_a_folder_of_test_benches_holds_no_circuit() -> None:
    with pytest.raises(CircuitUnreadable, match=r"only test benches are in it \(adder_tb, "):
        sort_out(encoded({**TRIED, "notes.md": "The module of a friend\n"}), BOARD)


_MIXED = """if (rank < 1 || rank > 12) rank <= 1;
        else rank = rank + 1;"""


@pytest.mark.parametrize(
    "statements",
    [
        "rank <= 1; rank = 2;",
        "rank[0] <= 1; if (rank == 3) rank++;",
        "case (rank) 1: rank <= 2; default: ; endcase {rank} = 3;",
        "later; rank = 2;",
        "for (i = 0; i < 2; i = i + 1) begin rank = rank + 1; rank <= 1; end",
    ],
)
def test_a_late_assignment_that_wins_is_not_read_as_an_early_one(statements: str) -> None:
    task = "integer i; task later; begin rank <= 1; end endtask"
    wheel = changed(WHEELS["mixes"], _MIXED, statements, "rank);", f"rank); {task}")
    with pytest.raises(CircuitUnreadable, match=r"wheel\.sv:3: rank is assigned with <= and then"):
        read(encoded(Folder("states", {"wheel.sv": wheel}).files), BOARD)


_NOISE = "noise <= {noise, noise[9] ^ noise[6]};"

LFSR_BOMB = changed(
    STATES,
    *("initial rank = 1;", "initial rank = 1; reg [9:0] noise = 1;"),
    *("always @(posedge tick) ", f"always @(posedge tick) {_NOISE}\n    always @(posedge tick) "),
    *("(rank == 13) ? 4'd1", "(noise == 10'h155) ? 4'd15 : (rank == 13) ? 4'd1"),
)
"""Its counter shows an invalid card once in 1023 ticks."""


@pytest.mark.usefixtures("few_orders")
def test_a_counter_that_hides_another_one_is_not_proved() -> None:
    verdict = judged({"all.sv": LFSR_BOMB})
    assert verdict.finding is not None or Doubt.COUNTER_LONG in verdict.doubts


WORD = re.compile(r"\w+|\s+|[^\w\s]")
SPOILERS = (
    *("begin", "end", "module", "`ifdef X", "`else"),
    *('"', "/*", "(", ")", "=", "<=", "#", "\0"),
)


def spoiled(files: Files, seed: int) -> Files:
    """Return a folder in which some words were deleted, doubled, swapped or cut off."""
    chance, files = Random(seed), dict(files)
    for _ in range(chance.randrange(1, 6)):
        name = chance.choice(sorted(files))
        words = WORD.findall(files[name]) or [""]
        here, there = chance.randrange(len(words)), chance.randrange(len(words))
        match chance.randrange(5):
            case 0:
                del words[here : here + 5]
            case 1:
                words[there:there] = words[here : here + 8]
            case 2:
                words[here], words[there] = words[there], words[here]
            case 3:
                del words[here:]
            case _:
                words.insert(here, chance.choice(SPOILERS))
        files[name] = "".join(words)
    return files


def refusal(judge: Callable[[Files], object], files: Files) -> str:
    """Return why a folder is refused, if it is. Any other error fails the test."""
    try:
        judge(files)
    except HardwareError as error:
        return str(error)
    return ""


def sorted_out(files: Files) -> object:
    return sort_out(encoded(files), BOARD)


@pytest.mark.parametrize("machine", ["states", "two processes", "one hot"])
def test_a_spoiled_folder_is_sorted_or_refused(machine: str) -> None:
    files = Folder(machine, {"wheel.sv": WHEELS["increments"]}, TRIED).files
    said = [refusal(sorted_out, spoiled(files, seed)) for seed in range(20)]
    assert not any("\n" in line for line in said)
    assert "" in said


@pytest.mark.marathon
@pytest.mark.usefixtures("few_orders")
@pytest.mark.parametrize("seed", range(120))
def test_a_spoiled_folder_is_judged_or_refused(seed: int) -> None:
    machine = ("states", "two processes", "one hot")[seed % 3]
    files = spoiled(Folder(machine, {"wheel.sv": WHEELS["mixes"]}).files, seed)
    assert "\n" not in refusal(judged, files)


BYTES = {
    "empty": b"",
    "binary": bytes(range(256)) * 9,
    "UTF-16": "module t; endmodule".encode("utf-16"),
    "brackets": b"(" * 9999,
    "blocks": b"begin " * 9999,
}


@pytest.mark.parametrize("what", BYTES)
def test_any_bytes_beside_a_circuit_are_left_out_or_kept(what: str) -> None:
    for content in (BYTES[what], b"module t(input a); always @(posedge a) " + BYTES[what]):
        assert sort_out({"a.sv": content, "b.sv": STATES.encode()}, BOARD).top == "machine"


def test_blocks_without_end_are_refused() -> None:
    endless = changed(STATES, "    always @* begin", f"    always @* {'begin ' * 9999}")
    with pytest.raises(CircuitUnreadable, match="statements are nested too deeply"):
        sort_out({"b.sv": endless.encode()}, BOARD)
