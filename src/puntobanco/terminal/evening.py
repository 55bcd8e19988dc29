"""One evening at the terminal: resuming or sitting down, play, interruption."""

from __future__ import annotations

from puntobanco.announcer import Message, refusal
from puntobanco.announcer.audience import Sense, listening, said_to
from puntobanco.announcer.names import house_fact
from puntobanco.announcer.status import house_messages
from puntobanco.errors import PuntoBancoError
from puntobanco.settlement import Chips
from puntobanco.table.commands import CloseTable
from puntobanco.terminal.game import Game
from puntobanco.terminal.options import PlayOptions
from puntobanco.terminal.prompts import Leaving, ask
from puntobanco.terminal.table import OwnTable, check_buy_in
from puntobanco.words import message


def play(options: PlayOptions, *, bank: Chips | None = None) -> None:
    """Play until the guest leaves; an interrupted evening can be resumed."""
    try:
        Game(_resume(options, bank) or _sit_down(options, bank)).run()
    except Leaving:
        options.say(message("play.goodbye"))
    except EOFError:
        options.say_whole(*_interruption(options))
    except KeyboardInterrupt:
        options.console.say([""])
        options.say_whole(*_interruption(options))
        raise


def _interruption(options: PlayOptions) -> list[Message]:
    """What an interrupted guest is told; before sitting down there is nothing to resume."""
    if OwnTable.find_open(options) is None:
        return [message("play.goodbye")]
    return [message("play.interrupted"), message("play.resume_by", again=options.again())]


def _resume(options: PlayOptions, bank: Chips | None) -> OwnTable | None:
    """The table that was left open, if the guest wants to resume it; else it is closed."""
    table = OwnTable.find_open(options)
    if table is None:
        return None
    options.say(*_left_open(table))
    while True:
        answer = table.ask(message("play.resume.question"))
        if options.is_answer("answer.yes", answer):
            table.say_status()
            if bank:
                options.say(message("play.bank.resumed"))
            return table
        if options.is_answer("answer.no", answer):
            table.do(CloseTable())
            return None
        options.say_whole(message("play.resume.unclear"))


def _left_open(table: OwnTable) -> list[Message]:
    """The table that was left open, and what the guest may do about it."""
    house = house_fact(table.house)
    if table.house.limits is None:
        return [message("play.left_open", house=house), message("play.left_open.choices")]
    bankroll = table.seat.bankroll
    return [
        message("play.left_open.with", house=house, bankroll=bankroll),
        message("play.left_open.with.choices"),
    ]


def _sit_down(options: PlayOptions, bank: Chips | None) -> OwnTable:
    """A new table; where bets are taken, the bankroll is asked for first."""
    options.count_in(options.house.currency)
    reader = listening(options.level, Sense.EYE)
    options.say(*said_to(reader, house_messages(options.house)))
    if options.house.limits is None:
        if bank:
            options.say(message("play.bank.no_bets"))
        return OwnTable.open(options)
    chips = check_buy_in(bank, options.house) if bank else _bankroll(options)
    table = OwnTable.open(options)
    table.bring(chips)
    return table


def _bankroll(options: PlayOptions) -> Chips:
    """Ask until an amount is given."""

    def refuse() -> None:
        options.say(message("refused.nothing_to_take_back"))

    while True:
        question = message("play.bankroll.question", currency=options.house.currency.named)
        answer = ask(options, question, options.house, take_back=refuse)
        try:
            return check_buy_in(options.chips(answer), options.house)
        except PuntoBancoError as error:
            options.console.say([refusal(error, words=options.words)])
