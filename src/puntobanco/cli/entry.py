"""The entry point: a group of subcommands, each imported only if called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

import click
from click.exceptions import NoArgsIsHelpError

from puntobanco import __version__
from puntobanco.errors import PuntoBancoError

COMMANDS = {
    "play": "play for chips: sit down, bet, and see every card explained",
    "round": "play one classroom round",
    "shoe": "deal a whole shoe, coup by coup",
    "step": "deal one card per key press",
    "deal": "play given cards and explain why each hand drew or stood",
    "hardware": "export, prove and run the game as a circuit, or check your own",
    "vectors": "print every order of six point values with its result, as CSV",
    "odds": "compute exact odds for any shoe",
    "removal": "show how removing a card changes each bet",
    "simulate": "simulate shoes, strategies and card counting",
    "strategies": "list the named strategies",
    "risk": "compute the risk of ruin and of goals, exactly",
    "program": "compute what rolling chips, rebates and comps are worth",
    "drill": "train the rules, payouts and roads by question and answer",
    "roads": "draw the scoreboards for a list of results",
    "serve": "start the web table",
    "admin": "manage a running hall: list, announce, close, drain",
    "history": "list, show and export past shoes",
    "verify": "check the record of a shoe",
    "audit": "check the log and recompute every balance",
    "repair": "save the intact part of a damaged log",
    "backup": "copy a log, even while it is in use",
    "restore": "make a log from a backup",
    "archive": "move closed tables into another file",
}
"""Every subcommand and what it does, in the order of the help."""

_MISUSES = (
    click.BadArgumentUsage,
    click.BadOptionUsage,
    click.MissingParameter,
    click.NoSuchOption,
)


_SHARED = {
    "round": "classroom",
    "step": "classroom",
    "vectors": "deal",
    "removal": "odds",
    "strategies": "simulate",
    "verify": "audit",
    "repair": "care",
    "backup": "care",
    "restore": "care",
    "archive": "care",
}
"""The modules with several subcommands. Each other subcommand has a module of its name."""


def _module(command: str) -> str:
    return f"puntobanco.cli.commands.{_SHARED.get(command, command)}"


def _no_command(typed: str, commands: list[str]) -> str:
    """Suggest the most similar command, or list all."""
    from difflib import get_close_matches

    meant = _meant(get_close_matches(typed, commands, n=1))
    return f"no command {typed!r}" + (meant or f"; there are {', '.join(commands)}")


def _meant(names: Sequence[str]) -> str:
    return f". Did you mean {names[0]}?" if names else ""


class _Commands(click.Group):
    """A group that imports a subcommand only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the installed subcommands."""
        return [name for name in COMMANDS if find_spec(_module(name))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one subcommand."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = import_module(_module(cmd_name))
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand. The error for an unknown one lists all."""
        if args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            ctx.fail(_no_command(args[0], self.list_commands(ctx)))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


@click.command(
    "puntobanco", cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def group() -> None:
    """Punto banco baccarat: play it, study it, prove it.

    Example: puntobanco deal "Jd Qh 5h Qd 9s 8h"
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run a command and exit with its code. An expected error prints one line and exits with 2."""
    _prepare_streams()
    try:
        code = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(0)
    except (click.ClickException, PuntoBancoError) as error:
        _refuse(refusal_line(error))
    except (click.Abort, EOFError, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        _discard_output()
        sys.exit(0)
    except OSError as error:
        _discard_output()
        _refuse(refusal_line(error))
    sys.exit(code)


def _prepare_streams() -> None:
    """Replace closed streams by empty ones, and unreadable or unprintable characters by ``?``."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - open to the end
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _run(arguments: list[str]) -> int:
    """Run a command and return its exit code. Click's own `main` would fail on a closed pipe."""
    if "_PUNTOBANCO_COMPLETE" in os.environ:
        group.main(prog_name="puntobanco")
    try:
        with group.make_context("puntobanco", arguments) as context:
            code = group.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    return code if isinstance(code, int) else 0


def _discard_output() -> None:
    """Discard all further output, including what Python flushes at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def refusal_line(error: Exception) -> str:
    """Return the one line that explains an expected error."""
    match error:
        case click.ClickException():
            text = _usage_message(error)
        case OSError():
            text = f"{error.filename or 'output'}: {error.strerror or error}"
        case _:
            text = str(error)
    return " ".join(text.split())


def _usage_message(error: click.ClickException) -> str:
    """Return the message of an error. For a misused option it also points to ``--help``."""
    message = error.format_message()
    if not isinstance(error, _MISUSES) or error.ctx is None:
        return message
    if isinstance(error, click.NoSuchOption):
        message = f"no option {error.option_name!r}{_meant(error.possibilities or ())}"
    separator = " See" if message.endswith("?") else "; see"
    return f"{message.removesuffix('.')}{separator} {error.ctx.command_path} --help"


def _refuse(line: str) -> NoReturn:
    click.echo(f"puntobanco: {line}", err=True)
    sys.exit(2)
