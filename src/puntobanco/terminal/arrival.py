"""Arrive at the table: resume an evening or sit down; play it; and what an interruption says."""

from __future__ import annotations

from puntobanco.announcer import Message, refusal
from puntobanco.announcer.audience import Sense, listening, messages_for
from puntobanco.announcer.names import house_fact
from puntobanco.announcer.status import house_messages
from puntobanco.errors import IllegalCommand, NotationError, PuntoBancoError, shown
from puntobanco.settlement import Chips
from puntobanco.table.commands import BuyIn, CloseTable, TakeBack
from puntobanco.table.decisions import locked_stake
from puntobanco.terminal.game import Game, Instead
from puntobanco.terminal.grammar import Grammar, Key, Pressed, help_messages
from puntobanco.terminal.options import PlayOptions
from puntobanco.terminal.table import GUEST, OwnTable, check_buy_in
from puntobanco.words import message


class Leaving(Exception):
    """The guest leaves before the game has begun."""


def play(options: PlayOptions, *, bank: Chips | None = None) -> None:
    """Play until the guest leaves. An interrupted evening can be resumed."""
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
    """Return the lines for an interrupted guest. Without an open table, nothing can be resumed."""
    if OwnTable.find_open(options) is None:
        return [message("play.goodbye")]
    return [message("play.interrupted"), message("play.resume_by", again=options.again())]


def _resume(options: PlayOptions, bank: Chips | None) -> OwnTable | None:
    """Return the table that was left open, if the guest wants to resume it. Else close it."""
    table = OwnTable.find_open(options)
    if table is None:
        return None
    options.say(*_left_open(table))
    resumes = _wants_to_resume(table)
    locked = locked_stake(table.house, table.seat)
    if locked and not resumes:
        table.say_refusal(IllegalCommand(code="leave_locked", stake=locked))
    if resumes or locked:
        table.say_status()
        if bank:
            options.say(message("play.bank.resumed"))
        return table
    table.do(CloseTable())
    return None


def _wants_to_resume(table: OwnTable) -> bool:
    game = Game(table)
    while True:
        try:
            return game.ask(message("play.resume.question"), table.options.yes_or_no)
        except Instead as other:
            if other.line == Pressed(Key.LEAVE):
                raise Leaving from None
            with table.saying_refusals():
                if other.line != Pressed(Key.TAKE_BACK):
                    raise NotationError(shown(other.typed, 12), code="yes_or_no") from None
                table.do(TakeBack(GUEST))


def _left_open(table: OwnTable) -> list[Message]:
    house = house_fact(table.house)
    if table.house.limits is None:
        return [message("play.left_open", house=house), message("play.left_open.choices")]
    bankroll = table.seat.bankroll
    return [
        message("play.left_open.with", house=house, bankroll=bankroll),
        message("play.left_open.with.choices"),
    ]


def _sit_down(options: PlayOptions, bank: Chips | None) -> OwnTable:
    """Open a new table. If it takes bets, ask for the bankroll first."""
    options.count_in(options.house.currency)
    reader = listening(options.level, Sense.EYE)
    options.say(*messages_for(reader, house_messages(options.house)))
    if options.house.limits is None:
        if bank:
            options.say(message("play.bank.no_bets"))
        return OwnTable.open(options)
    chips = check_buy_in(bank, options.house) if bank else _bankroll(options)
    table = OwnTable.open(options)
    table.do(BuyIn(GUEST, chips=chips))
    return table


def _bankroll(options: PlayOptions) -> Chips:
    """Ask for the bankroll, before there is a table; only q, ? and z are keys.

    A newcomer needn't know an amount: an empty answer is enough.
    """
    question = message("play.bankroll.question", currency=options.house.currency.named)
    usual = Chips(1_000 * options.house.currency.chips) if options.is_newcomer else None
    if usual:
        options.say(message("play.newcomer.money", chips=usual))
    while True:
        answer = options.ask(question)
        match Grammar(options.house, options.words).read(answer):
            case Pressed(Key.LEAVE):
                raise Leaving
            case Pressed(Key.HELP):
                options.say(*help_messages(options.house))
            case Pressed(Key.TAKE_BACK):
                options.say(message("refused.nothing_to_take_back"))
            case _:
                try:
                    chips = usual if usual and not answer else options.chips(answer)
                    return check_buy_in(chips, options.house)
                except PuntoBancoError as error:
                    options.say(refusal(error, words=options.words))
