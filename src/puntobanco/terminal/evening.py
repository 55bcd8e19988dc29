"""One evening at the terminal: resuming or options down, play, interruption."""

from __future__ import annotations

from puntobanco.announcer import dollars, house_lines, refusal, spoken_name
from puntobanco.errors import PuntoBancoError
from puntobanco.settlement import Chips
from puntobanco.table.commands import CloseTable
from puntobanco.terminal.amounts import parse_dollars
from puntobanco.terminal.game import Game
from puntobanco.terminal.options import PlayOptions
from puntobanco.terminal.table import OwnTable, check_buy_in


class _Left(Exception):
    """The guest left without options down."""


def play(options: PlayOptions, *, bank: Chips | None = None) -> None:
    """Play until the guest leaves; an interrupted evening can be resumed."""
    try:
        Game(_resume(options, bank) or _sit_down(options, bank)).run()
    except _Left:
        options.console.say(["Goodbye."])
    except EOFError:
        options.console.say(_interruption_lines(options))
    except KeyboardInterrupt:
        options.console.say(["", *_interruption_lines(options)])
        raise


def _interruption_lines(options: PlayOptions) -> list[str]:
    """The lines for an interrupted guest; before options down there is nothing to resume."""
    if OwnTable.find_open(options) is None:
        return ["Goodbye."]
    return ["Interrupted: your table is kept.", f"Resume: {options.again}"]


def _resume(options: PlayOptions, bank: Chips | None) -> OwnTable | None:
    """The table that was left open, if the guest wants to resume it; else it is closed."""
    table = OwnTable.find_open(options)
    if table is None:
        return None
    money = f", with {dollars(table.seat.bankroll)}" if table.house.limits else ""
    close = "cash it out" if table.house.limits else "close it"
    table.say(
        [
            f"Left open: your table at the {spoken_name(table.house)} house{money}.",
            f"Type y to resume it, or n to {close} and start anew.",
        ]
    )
    while True:
        match options.console.ask("Resume (y/n)?").lower():
            case "y" | "yes":
                table.say_status()
                if bank:
                    table.say(["Bank: not used, for a resumed table keeps its own money."])
                return table
            case "n" | "no":
                table.do(CloseTable())
                return None
            case "q" | "quit":
                raise _Left
            case _:
                options.console.say(["Not an answer: type y to resume, or n to start anew."])


def _sit_down(options: PlayOptions, bank: Chips | None) -> OwnTable:
    """A new table; where bets are taken, the bankroll is asked for first."""
    options.console.say(house_lines(options.house, options.level))
    if options.house.limits is None:
        if bank:
            options.console.say(["Bank: not used, for no bets are taken here."])
        return OwnTable.open(options)
    chips = check_buy_in(bank, options.house) if bank else _bankroll(options)
    table = OwnTable.open(options)
    table.bring(chips)
    return table


def _bankroll(options: PlayOptions) -> Chips:
    """Ask until an amount is given."""
    while True:
        answer = options.console.ask("Bankroll in dollars?")
        if answer.lower() in ("q", "quit"):
            raise _Left
        try:
            return check_buy_in(parse_dollars(answer), options.house)
        except PuntoBancoError as error:
            options.console.say([refusal(error)])
