"""The command `puntobanco`.

entry           the entry point: finds the subcommand, and turns errors into one line and code 2
commands        the subcommands
options         options that several subcommands share
house_option    the option `--house`
given_cards     cards given to a command
configuration   the settings of `serve`, from flags, the environment and a file; its log lines
installation    the user's folder, for files that no option names; extras that are missing
launching       write the launcher of a game onto the desktop
circuit_check   judge a circuit, and describe the verdict
history_output  past shoes and evenings as JSON, CSV and lines
lab             options of the lab: the shoe, the bets and numbers
simulation      how `simulate` turns its options into a run, and a run into output
"""

from puntobanco.cli.entry import COMMANDS, main

__all__ = ["COMMANDS", "main"]
