"""The command `puntobanco`.

entry           the entry point: finds the subcommand, and turns errors into one line and code 2
commands        one module for each subcommand
options         options that several subcommands share
data_folder     where files are kept when no other place is named
launching       writes the launcher of a game, on the desktop
circuit_check   judge a circuit with the simulators that are there
circuit_words   put the verdict on a circuit in words
history_output  past shoes and evenings as JSON, CSV and lines
extras          how to install an extra that is missing
lab             what the commands of the lab share: the shoe, the bets
man_pages       the manual pages, from the help of the commands
simulation      how `simulate` turns its options into a run, and a run into output
"""

from puntobanco.cli.entry import COMMANDS, main

__all__ = ["COMMANDS", "main"]
