"""The command `puntobanco`: each subcommand is a module of its own, imported when it is called.

commands     one module for each subcommand
options      options that several subcommands share
data_folder  where files are kept when no other place is named
given_coup   a coup of given cards
given_shoe   a shoe of given cards, or a shuffled one
lab          what the commands of the lab share: the shoe, the bets, the missing extra
simulation   how `simulate` turns its options into a run, and a run into output
"""

from __future__ import annotations

import os
import sys
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
    "play": "the betting game: sit down, bet, and see every card explained",
    "round": "one round in class",
    "shoe": "a whole shoe, coup by coup",
    "step": "the game as a machine: one card a key press",
    "deal": "play given cards and tell why each hand drew or stood",
    "vectors": "every order of six point values with its outcome, as CSV",
    "odds": "exact odds of any shoe",
    "removal": "what each removed card does to each bet",
    "simulate": "simulate shoes, betting systems and card counting",
    "roads": "the scoreboards of a string of results",
    "serve": "the web table",
    "history": "past shoes",
    "verify": "check the record of a shoe",
    "audit": "recompute the books from the log",
}
"""Every subcommand and what it does, in the order of the help."""

_MISUSES = (
    click.BadArgumentUsage,
    click.BadOptionUsage,
    click.MissingParameter,
    click.NoSuchOption,
)


class _Commands(click.Group):
    """A group that imports a subcommand only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The subcommands whose modules are there."""
        return [name for name in COMMANDS if find_spec(f"{__name__}.commands.{name}")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one subcommand."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{__name__}.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand, or say which there are."""
        if args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            ctx.fail(f"no command {args[0]!r}; there are {', '.join(self.list_commands(ctx))}")
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
    """Run a command; whatever goes wrong on purpose is one line and exit code 2."""
    _prepare_output()
    try:
        code = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(0)
    except click.ClickException as error:
        _refuse(_told(error))
    except PuntoBancoError as error:
        _refuse(str(error))
    except (click.Abort, EOFError, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        _write_no_more()
        sys.exit(0)
    except OSError as error:
        _write_no_more()
        _refuse(f"{error.filename or 'output'}: {error.strerror or error}")
    sys.exit(code)


def _prepare_output() -> None:
    """Where output is closed nothing is printed; a letter that it has no code for becomes ``?``."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _run(arguments: list[str]) -> int:
    """The exit code of a command. Click's own `main` would call a closed pipe a failure."""
    if "_PUNTOBANCO_COMPLETE" in os.environ:
        group.main(prog_name="puntobanco")
    try:
        with group.make_context("puntobanco", arguments) as context:
            code = group.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    return code if isinstance(code, int) else 0


def _write_no_more() -> None:
    """Let nothing more be written, not even what Python would still flush at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _told(error: click.ClickException) -> str:
    """What was wrong; where options are misused, also where they are listed."""
    message = error.format_message()
    if not isinstance(error, _MISUSES) or error.ctx is None:
        return message
    if isinstance(error, click.NoSuchOption):
        message = f"no option {error.option_name!r}"
    return f"{message.removesuffix('.')}; see {error.ctx.command_path} --help"


def _refuse(message: str) -> NoReturn:
    """One clear line on standard error, and exit code 2."""
    line = " ".join(message.split())
    click.echo(f"puntobanco: {line}", err=True)
    sys.exit(2)
