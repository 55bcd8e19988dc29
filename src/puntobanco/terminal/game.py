"""One evening: resume or sit down, play, leave."""

from __future__ import annotations

from collections.abc import Callable

from puntobanco.announcer import Message, refusal
from puntobanco.announcer.audience import Sense, listening, messages_for
from puntobanco.announcer.names import house_fact, named_bet
from puntobanco.announcer.status import (
    decisions_message,
    fairness_messages,
    house_messages,
    money_messages,
)
from puntobanco.errors import PuntoBancoError, shown
from puntobanco.house import House
from puntobanco.roads.board import Roads
from puntobanco.settlement import Chips
from puntobanco.table.commands import CloseTable, Command, Deal, Repeat, TakeBack, Undo
from puntobanco.terminal.betting import Betting, deal_several, parse_coups, skip_shoe
from puntobanco.terminal.choices import change, change_level, settings_messages
from puntobanco.terminal.keys import (
    DRAWN,
    ONE_BEFORE,
    Key,
    Pressed,
    help_messages,
    letters_of,
)
from puntobanco.terminal.options import Leaving, PlayOptions, ask
from puntobanco.terminal.table import GUEST, OwnTable, check_buy_in
from puntobanco.terminal.views import (
    again_messages,
    felt_message,
    last_why_messages,
    lines_messages,
    odds_messages,
    pays_messages,
    roads_drawn,
    roads_messages,
)
from puntobanco.words import message


class _Staying(Exception):
    """The guest takes back bets instead of leaving."""


class Game:
    """Reads lines and follows their keys."""

    def __init__(self, table: OwnTable) -> None:
        self._table = table
        self._options = table.options
        self._betting = Betting(table)
        self._next_house: House | None = None
        """The house to which the guest changes when this shoe is over."""
        self._views: dict[Key, Callable[[], list[Message]]] = {
            Key.MONEY: lambda: money_messages(table.seat, table.house),
            Key.PAYS: lambda: pays_messages(table.house, self._betting.lines),
            Key.DECISIONS: lambda: [decisions_message(table.state)],
            Key.WHY: lambda: last_why_messages(table),
            Key.ODDS: lambda: odds_messages(table.state),
            Key.FAIRNESS: lambda: fairness_messages(table.state),
            Key.SETTINGS: lambda: settings_messages(table.options),
            Key.HELP: lambda: help_messages(table.house),
        }
        self._commands: dict[Key, Command] = {
            Key.DEAL: Deal(),
            Key.TAKE_BACK: TakeBack(GUEST),
            Key.UNDO: Undo(GUEST),
            Key.REPEAT: Repeat(GUEST),
        }
        self._with_more: dict[Key, Callable[[str], None]] = {
            Key.DEAL: lambda more: deal_several(table, parse_coups(more)),
            Key.PAYS: self._say_lines,
            Key.FAIRNESS: table.choose_word,
            Key.LEVEL: lambda more: change_level(table.options, more),
            Key.SETTINGS: self._change,
        }
        """What keys do with the text that follows them."""

    def run(self) -> None:
        """Play until the guest leaves."""
        while True:
            try:
                self._turn()
            except Leaving:
                if self._leaves():
                    break
        self._table.leave()

    def _turn(self) -> None:
        table, options = self._table, self._options
        if self._next_house and table.is_between_shoes:
            self._move(self._next_house)
        if table.is_broke:
            self._buy_in()
        table.ready_shoe()
        if options.settings.felt and table.seat.wagers:
            width = options.console.width
            options.say(felt_message(table.seat, table.house, options.words, width=width))
        line = options.ask(self._prompt())
        self._follow(line, options.pressed(line))

    def _prompt(self) -> Message:
        house = self._table.house
        if house.limits is None:
            return message("play.deal.question")
        return message("play.bets.question", main_bets=[named_bet(bet) for bet in house.main_bets])

    def _leaves(self) -> bool:
        """Whether the guest leaves: asked once where bets lie on the felt."""
        seat = self._table.seat
        if not seat.wagers:
            return True
        question = message("play.leave.question", sum=seat.staked)
        try:
            answer = self._table.ask(question, take_back=self._stay)
        except (EOFError, Leaving):
            return True
        except _Staying:
            return False
        return self._options.is_answer("answer.yes", answer)

    def _stay(self) -> None:
        self._table.take_back()
        raise _Staying

    def _follow(self, line: str, pressed: Pressed | None) -> None:
        with self._table.saying_refusals():
            if self._betting.follow(line):
                return
            if pressed:
                self._press(pressed)
            else:
                self._options.say(_not_a_key(line, self._table.house))

    def _press(self, pressed: Pressed) -> None:
        key, more = pressed.key, pressed.rest
        if key is Key.LEAVE:
            raise Leaving
        if key is Key.AGAIN:
            self._options.say(*again_messages(self._table, 2 if more == ONE_BEFORE else 1))
        elif key is Key.LEVEL or (key in self._with_more and more):
            self._with_more[key](more)
        elif key in self._views:
            self._options.say(*self._views[key]())
        elif key in self._commands:
            self._table.do(self._commands[key])
        elif key is Key.ROADS:
            self._show_roads(is_drawn=more == DRAWN)
        elif key is Key.SKIP:
            skip_shoe(self._table)
        else:
            self._betting.choose_side_bet()

    def _show_roads(self, *, is_drawn: bool) -> None:
        options, state = self._options, self._table.state
        roads = Roads.of_coups(state.board, state.house.naturals)
        if is_drawn and roads.coups:
            options.console.say(roads_drawn(roads, options.words, width=options.console.width))
        else:
            options.say(*roads_messages(roads))

    def _say_lines(self, typed: str) -> None:
        lines = self._betting.lines
        takes_bets = self._table.house.limits is not None
        said = lines_messages(lines.bet(typed)) if takes_bets else self._views[Key.PAYS]()
        self._options.say(*said)

    def _change(self, typed: str) -> None:
        """Change a setting; another house waits for the end of the shoe."""
        house = change(self._options, typed)
        if house is None:
            return
        self._next_house = house if house != self._table.house else None
        if self._next_house is None:
            self._options.say(message("play.house", house=house_fact(house)))
        elif not self._table.is_between_shoes:
            self._options.say(message("play.house.next", house=house_fact(house)))

    def _move(self, house: House) -> None:
        self._next_house = None
        with self._table.saying_refusals():
            self._table.move_to(house)

    def _buy_in(self) -> None:
        """Ask a guest without enough chips to buy in; who has none yet is asked for a bankroll."""
        table = self._table
        currency = table.house.currency.named
        question = message("play.bankroll.question", currency=currency)
        if table.seat.bought:
            self._options.say(message("play.out_of_chips", chips=table.seat.bankroll))
            question = message("play.buy_in.question", currency=currency)
        while table.is_broke:
            with table.saying_refusals():
                table.buy_in(table.ask(question))


def _not_a_key(line: str, house: House) -> Message:
    takes_bets = house.limits is not None
    if not line:
        return message("play.nothing_typed", takes_bets=takes_bets)
    if takes_bets and (line[:1].isdigit() or line[:1] in "$-."):
        return message("play.which_bet")
    return message("play.not_a_key", typed=shown(line, 12), letters=letters_of(house))


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
    table.bring(chips)
    return table


def _bankroll(options: PlayOptions) -> Chips:
    def refuse() -> None:
        options.say(message("refused.nothing_to_take_back"))

    while True:
        question = message("play.bankroll.question", currency=options.house.currency.named)
        answer = ask(options, question, options.house, take_back=refuse)
        try:
            return check_buy_in(options.chips(answer), options.house)
        except PuntoBancoError as error:
            options.console.say([refusal(error, words=options.words)])
