"""Somebody's Verilog made into gates and registers, by a script for yosys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

from puntobanco.hardware import yosys

READ_WITHIN = 60
"""Seconds of processor time that yosys may take to read a circuit."""

NETLIST = "netlist.json"
"""The file that a script leaves behind."""

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
"""A division no wider than its numbers: ``% 10`` makes one of 32 bits, which takes long."""


def synthesized(reader: str, top: str, contents: Mapping[str, bytes]) -> yosys.Ran:
    """What becomes of a design that this line of a script reads."""
    files = {**contents, _NARROW: _DIVISIONS.encode()}
    return yosys.run(_script(reader, top), files, seconds=READ_WITHIN)


def plain_reader(boxed: Iterable[str], sources: Sequence[str]) -> str:
    """The quick reader, which knows Verilog and some of SystemVerilog."""
    folders = " ".join(f"-I{yosys.BOX}/{PurePath(path).parent}" for path in boxed)
    return f"read_verilog -sv {folders} {_listed(sources)}"


def slang_reader(boxed: Iterable[str], sources: Sequence[str], top: str) -> str:
    """The reader that knows all of SystemVerilog, where the plain one gave up."""
    folders = " ".join(f"-I {yosys.BOX}/{PurePath(path).parent}" for path in boxed)
    chosen = f"--top {top}" if top else ""
    return f"read_slang --threads 1 --ignore-assertions {chosen} {folders} {_listed(sources)}"


def _listed(sources: Iterable[str]) -> str:
    return " ".join(f"{yosys.BOX}/{path}" for path in sources)


_MADE_NARROW = f"wreduce\ntechmap -map {yosys.BOX}/{_NARROW}\nopt -fast"
"""Words no wider than need be; a second time also those that follow from others."""

_REGISTERS = ("$_DFF_P_", "$_DFF_PP0_", "$_DFFSR_PPP_", "$_DLATCH_P_", "$_DLATCHSR_PPP_")
"""The registers that all others are made of."""

_LEGAL = " ".join(f"-cell {cell} 0" for cell in _REGISTERS)

_GATES_ONLY = "t:$_DFF* t:$_DLATCH* %u %n"
"""All but registers: abc would take the gates of each clock apart from the others."""


_TO_GATES = f"""
proc
flatten
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
write_json {yosys.BOX}/{NETLIST}
"""


def _script(read: str, top: str) -> str:
    """Flatten a design into the gates and registers of this module."""
    chosen = f"-top {top}" if top else "-auto-top"
    return f"{read}\nhierarchy -check {chosen}\n{_TO_GATES}"
