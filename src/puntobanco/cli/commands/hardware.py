"""`puntobanco hardware`: the game as a circuit."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puntobanco.cli.installation import needs
from puntobanco.cli.options import echo_json, json_option, seed_option
from puntobanco.errors import NotationError, shown
from puntobanco.tableau import PUNTO_BANCO, Tableau

if TYPE_CHECKING:
    from puntobanco.cli.circuit_check import CheckRequest, Judged
    from puntobanco.hardware.interface import Interface
    from puntobanco.hardware.proof import Flip, Proof
    from puntobanco.terminal.machine import Machine

LARGEST_FILE = 4_000_000
"""Bytes; no circuit of this game is written in more."""


def _tableau(file: str | Tableau) -> Tableau:
    if isinstance(file, Tableau):
        return file
    try:
        return Tableau.parse(_content(Path(file)).decode("utf-8"))
    except (NotationError, UnicodeDecodeError) as error:
        reason = error.expected if isinstance(error, NotationError) else "text in UTF-8"
        raise click.BadParameter(f"{shown(file, 60)} is not {reason}") from None


tableau_option = click.option(
    "--tableau",
    type=_tableau,
    default=PUNTO_BANCO,
    metavar="FILE",
    help="A file with another tableau. Default: the tableau of every casino.",
)


@click.group("hardware")
def hardware_command() -> None:
    """Export, prove and run the game as a circuit, or check your own circuit.

    The first time you use yosys, it takes a few minutes to prepare itself for this machine.

    Example: puntobanco hardware export circuit
    """


@hardware_command.command("export")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@click.option(
    "--format",
    "language",
    type=click.Choice(["verilog", "systemverilog"]),
    default="verilog",
    help="The language of the circuit and its test bench. Default: verilog.",
)
@tableau_option
def export_files(folder: Path, *, language: str, tableau: Tableau) -> None:
    """Write the circuit into a folder: Verilog, test bench, vectors, interface and pins.

    The test bench plays every order in the vectors, and prints PASS or FAIL as its last line. The
    interface file names the pins for `check`.

    Example: puntobanco hardware export circuit
    """
    from puntobanco.cli.commands.deal import HEADER, blocks

    with needs("hardware"):
        from puntobanco.hardware.export import export

        _prepare()
        lines = chain([f"{HEADER}\n"], blocks(tableau))
        for path in export(folder, tableau, lines, language):
            click.echo(path)


@hardware_command.command("prove")
@tableau_option
@click.option("--flips", is_flag=True, help="Also refute each circuit with one flipped square.")
@json_option
@click.pass_context
def prove_circuit(ctx: click.Context, *, tableau: Tableau, flips: bool, as_json: bool) -> None:
    """Prove the circuit against the rulebook, for any cards and any reset.

    The proof is by k-induction. Exit code 0: proved; 1: refuted.

    Example: puntobanco hardware prove
    """
    with needs("hardware"):
        from puntobanco.hardware.proof import prove, refute_flips
        from puntobanco.hardware.rulebook import BY_THE_BOOK, Draws

        rules = BY_THE_BOOK if tableau == PUNTO_BANCO else Draws.of(tableau)
        _prepare()
        proof = prove(tableau, rules)
        flipped = refute_flips(tableau, rules) if flips else []
    survivors = [str(flip.square) for flip in flipped if flip.is_refuted is False]
    if as_json:
        echo_json(_proof_data(proof, flipped))
    else:
        _tell_proof(proof)
        if flips:
            _tell_flips(flipped, survivors)
    ctx.exit(0 if proof.holds and not survivors else 1)


def _proof_data(proof: Proof, flipped: list[Flip]) -> dict[str, object]:
    return {
        "proved": proof.holds,
        "depth": proof.depth,
        "cards": list(proof.cards),
        "flips": {str(flip.square): flip.is_refuted for flip in flipped},
    }


def _tell_proof(proof: Proof) -> None:
    if proof.holds:
        click.echo(f"Proved by induction over {proof.depth} press{'es' * (proof.depth > 1)}.")
        click.echo("It holds for any cards and any reset.")
    else:
        click.echo(f"Refuted by the cards {' '.join(map(str, proof.cards))}.")


def _tell_flips(flipped: list[Flip], survivors: list[str]) -> None:
    unreached = [str(flip.square) for flip in flipped if flip.is_refuted is None]
    refuted = len(flipped) - len(survivors) - len(unreached)
    verb = "is" if refuted == 1 else "are"
    click.echo(f"{refuted} of {len(flipped)} flipped squares {verb} refuted.")
    for square in survivors:
        click.echo(f"Not refuted: {square}.")
    for square in unreached:
        click.echo(f"No coup reaches {square}.")


@hardware_command.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILES…", type=click.Path(path_type=Path))
@click.option(
    "--top",
    metavar="NAME",
    help="The module to judge. Default: the outermost one with all the pins.",
)
@click.option(
    "--interface",
    "interface_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A file that names the pins. Default: CLOCK_50, KEY, LEDR and HEX0 to HEX5.",
)
@click.option(
    "--vcd",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("check.vcd"),
    metavar="FILE",
    help="The file for the waveform of a wrong coup. Default: check.vcd.",
)
@click.option(
    "--simulator",
    type=click.Choice(["auto", "verilator", "iverilog", "none"]),
    default="auto",
    help="The simulator that plays all 10^6 orders of points. Default: an installed one.",
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
    """Check any circuit of the game, in Verilog files or folders, as a black box.

    Whenever a light is on, the displays must show a legal finished coup, with the right scores and
    lights; every coup must end; a reset must work at any time; nothing may change after the end.
    The check plays all orders of ranks. Exit code 0: right; 1: wrong, with a failing coup; 2: not
    readable.

    Example: puntobanco hardware check baccarat.sv --top baccarat
    """
    with needs("hardware"):
        from puntobanco.cli.circuit_check import CheckRequest, judge, no_verdict_on_error

        interface = _interface(interface_file, top)
        sources = _sources(files)
        request = CheckRequest(sources, interface, tableau, simulator)
        _prepare()
        with no_verdict_on_error():
            judged = judge(request)
            _tell_verdict(judged, request, vcd, as_json=as_json)
    ctx.exit(1 if judged.finding else 0)


def _tell_verdict(judged: Judged, request: CheckRequest, vcd: Path, *, as_json: bool) -> None:
    """Write the waveform of a wrong coup, and print the verdict."""
    from puntobanco.cli.circuit_check import verdict_data, verdict_lines

    failure = _write(judged.waveform, vcd) if judged.finding else ""
    if as_json:
        written = None if failure or not judged.finding else str(vcd)
        echo_json({**verdict_data(judged, request), "waveform": written})
        return
    click.echo("\n".join(verdict_lines(judged, request)))
    if judged.finding:
        click.echo(f"Waveform: {failure or vcd}")


def _write(text: str, path: Path) -> str:
    """Write a file. Return the reason if that fails."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        return f"{path} cannot be written: {error.strerror}"
    return ""


def _interface(path: Path | None, top: str | None) -> Interface:
    """Return the interface of a file, or the default one. --top overrides its top."""
    from puntobanco.hardware.interface import KEYS_AND_HEX, Interface

    try:
        read = Interface.parse(_content(path).decode("utf-8")) if path else KEYS_AND_HEX
    except (NotationError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{path}: {error}") from None
    return replace(read, top=top) if top is not None else read


def _sources(given: tuple[Path, ...]) -> dict[str, bytes]:
    """Return files by name. A folder stands for the Verilog in it, except in hidden folders.

    A large file that isn't called Verilog counts as empty: the whole folder may be given.
    """
    from puntobanco.hardware.sources import is_verilog

    sources: dict[str, bytes] = {}
    for path in given:
        inside = _verilog_in(path) if path.is_dir() else [path]
        for file in inside:
            is_skipped = not is_verilog(file) and _is_large(file)
            sources[str(file)] = b"" if is_skipped else _content(file)
    if not sources:
        raise click.BadParameter(f"no Verilog in {shown(str(given[0]), 60)}")
    return sources


def _verilog_in(folder: Path) -> Iterator[Path]:
    from puntobanco.hardware.sources import is_verilog

    for inner, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(inner, name) for name in sorted(names) if is_verilog(name))


def _content(path: Path) -> bytes:
    """Return a file's bytes. Refuse special files and large ones."""
    if not path.is_file():
        raise click.BadParameter(f"{shown(str(path), 60)}: no such file")
    if _is_large(path):
        raise click.BadParameter(f"{shown(str(path), 60)}: larger than {LARGEST_FILE:,} bytes")
    return path.read_bytes()


def _is_large(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > LARGEST_FILE


def _prepare() -> None:
    from puntobanco.hardware import yosys

    yosys.prepare(
        lambda: click.echo(
            "Preparing yosys for this machine: this takes minutes, the first time only.", err=True
        )
    )


@hardware_command.command("run")
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
    help="Draw the displays above each line. Default: yes.",
)
def run_circuit(cards: str | None, seed: str | None, vcd: Path | None, *, digits: bool) -> None:
    """Step through coups on the circuit: one card per key press; r resets, q leaves.

    The circuit is simulated pin by pin. Its displays are drawn from the codes on its wires. The
    line below describes them in words, as `step` does.

    Example: yes | head -6 | puntobanco hardware run --cards "Jd Qh 5h Qd 9s 8h"
    """
    from puntobanco.cli.commands.classroom import endless_coups, run_on_keys
    from puntobanco.house import HOUSES

    with needs("hardware"):
        from puntobanco.hardware.circuit import running
        from puntobanco.terminal.circuit import CircuitMachine

    coups = endless_coups(cards, HOUSES["classic"], seed)
    with running(vcd=vcd) as board:

        def machines() -> Iterator[Machine]:
            for coup in coups:
                yield CircuitMachine(coup, board=board, shown=board.reset(), with_digits=digits)

        ready = machines()
        first = next(ready)
        run_on_keys(chain([first], ready), first=first)
