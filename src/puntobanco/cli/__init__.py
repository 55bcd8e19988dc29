"""The command `puntobanco`: each subcommand is a module of its own, imported when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import NoReturn

import click

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


class _Commands(click.Group):
    """A group that imports a subcommand only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The subcommands whose modules are there."""
        return [name for name in COMMANDS if find_spec(f"{__name__}.{name}")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one subcommand."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return command

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
    try:
        code = group.main(arguments, prog_name="puntobanco", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        _refuse(error.format_message())
    except PuntoBancoError as error:
        _refuse(str(error))
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing more can be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(code if isinstance(code, int) else 0)


def _refuse(message: str) -> NoReturn:
    """One clear line on standard error, and exit code 2."""
    line = " ".join(message.split())
    click.echo(f"puntobanco: {line}", err=True)
    sys.exit(2)
