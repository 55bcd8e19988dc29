"""The command `puntobanco`.

entry           the entry point: finds the subcommand, and turns errors into one line and code 2
commands        the subcommands
options         options that several subcommands share
house_option    the option `--house`
given_cards     cards given to a command
configuration   the settings of `serve`, from flags, the environment and a file; its log lines
data_folder     the user's folder, for files that no option names
launching       write the launcher of a game onto the desktop
circuit_check   judge a circuit with the installed simulators
circuit_words   describe the verdict on a circuit
history_output  past shoes and evenings as JSON, CSV and lines
extras          how to install an extra that is missing
lab             options of the lab: the shoe, the bets and numbers
man_pages       the manual pages, from the help of the commands
simulation      how `simulate` turns its options into a run, and a run into output
"""

from puntobanco.cli.entry import COMMANDS, main

__all__ = ["COMMANDS", "main"]
