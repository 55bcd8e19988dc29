"""The betting game: reads a line, follows its key, and prints what happened."""

from __future__ import annotations

from collections.abc import Callable

from puntobanco.announcer import Level, Message
from puntobanco.announcer.coups import why_messages
from puntobanco.announcer.message import message
from puntobanco.announcer.names import named_bet
from puntobanco.announcer.status import decisions_message, fairness_messages, money_messages
from puntobanco.bets import Bet
from puntobanco.errors import NotationError, OutcomeUnknown, PuntoBancoError, shown
from puntobanco.house import House
from puntobanco.roads.board import Roads
from puntobanco.settlement import Chips
from puntobanco.table.commands import Command, Deal, PlaceBet, Repeat, TakeBack, Undo
from puntobanco.terminal.keys import LETTERS, SPOTS, Key, Pressed, help_messages
from puntobanco.terminal.table import GUEST, OwnTable
from puntobanco.terminal.views import odds_messages, roads_drawn, roads_messages


class Game:
    """Reads lines and follows their keys."""

    def __init__(self, table: OwnTable) -> None:
        self._table = table
        self._options = table.options
        self._unpaid: Bet | None = None
        """A bet whose amount was refused: a bare amount on the next line is for it."""
        self._views: dict[Key, Callable[[], list[Message]]] = {
            Key.MONEY: lambda: money_messages(table.seat, table.house),
            Key.DECISIONS: lambda: [decisions_message(table.state)],
            Key.WHY: self._why,
            Key.ODDS: lambda: odds_messages(table.state),
            Key.FAIRNESS: lambda: fairness_messages(table.state),
            Key.HELP: help_messages,
        }
        self._commands: dict[Key, Command] = {
            Key.DEAL: Deal(),
            Key.TAKE_BACK: TakeBack(GUEST),
            Key.UNDO: Undo(GUEST),
            Key.REPEAT: Repeat(GUEST),
        }

    def run(self) -> None:
        """Play until the guest leaves."""
        while True:
            if self._table.is_broke and not self._buy_in_again():
                break
            self._table.ready_shoe()
            line = self._options.ask(self._prompt())
            pressed = self._options.pressed(line)
            if pressed and pressed.key is Key.LEAVE:
                break
            self._follow(line, pressed)
        self._table.leave()

    def _prompt(self) -> Message:
        house = self._table.house
        if house.limits is None:
            return message("play.deal.question")
        return message("play.bets.question", main_bets=[named_bet(bet) for bet in house.main_bets])

    def _follow(self, line: str, pressed: Pressed | None) -> None:
        """Do what a line asks, or print in one line what is allowed."""
        unpaid, self._unpaid = self._unpaid, None
        try:
            if pressed:
                self._press(pressed)
            elif unpaid and line[:1].isdigit():
                self._place(unpaid, line)
            else:
                self._options.say(_not_a_key(line, self._table.house))
        except OutcomeUnknown:
            raise  # only the file, opened again, knows whether it happened
        except PuntoBancoError as error:
            self._table.say_refusal(error)

    def _press(self, pressed: Pressed) -> None:
        key = pressed.key
        if key is Key.FAIRNESS and pressed.rest:
            self._table.choose_word(pressed.rest)
        elif key in self._views:
            self._options.say(*self._views[key]())
        elif key is Key.ROADS:
            self._say_roads()
        elif key in self._commands:
            self._table.do(self._commands[key])
        elif key in SPOTS:
            self._bet(self._table.house.main_bet(SPOTS[key]), pressed.rest)
        elif key is Key.SIDE:
            self._side_bet(pressed.rest)
        elif key is Key.LEVEL:
            self._change_level(pressed.rest)
        else:
            self._options.console.say_again()

    def _say_roads(self) -> None:
        state = self._table.state
        roads = Roads.of_coups(state.board, state.house.naturals)
        self._options.say(*roads_messages(roads))
        self._options.console.say(roads_drawn(roads, self._options.words))

    def _bet(self, bet: Bet, amount: str) -> None:
        """Place a bet of the amount typed after the key; without one, ask for it."""
        if self._table.house.limits is None:
            self._table.house.check_stake(bet, Chips(0))
        question = message("play.amount.question", bet=named_bet(bet))
        self._place(bet, amount or self._options.ask(question))

    def _place(self, bet: Bet, amount: str) -> None:
        if not amount:
            self._options.say(message("play.no_bet"))
            return
        self._unpaid = bet
        self._table.do(PlaceBet(GUEST, bet.key, self._options.dollars(amount)))
        self._unpaid = None

    def _side_bet(self, choice: str) -> None:
        """Place the side bet typed after the key; without one, list them and ask."""
        house = self._table.house
        if not house.side_bets:
            self._options.say(message("play.side_bets.none"))
            return
        if not choice:
            self._options.say(*_menu(house.side_bets))
            choice = self._options.ask(message("play.side_bets.question"))
        if not choice:
            self._options.say(message("play.no_bet"))
            return
        word, _, amount = choice.partition(" ")
        self._bet(_chosen(word, house.side_bets), amount.strip())

    def _change_level(self, wanted: str) -> None:
        options = self._options
        levels = {options.words.level(level): level for level in Level}
        levels |= {level.value: level for level in Level}
        if wanted and wanted.lower() not in levels:
            expected = f"a level: {', '.join(level.value for level in Level)}"
            raise NotationError(shown(wanted), expected=expected, code="level", levels=list(Level))
        options.level = levels[wanted.lower()] if wanted else options.level.next
        options.say(message("play.level", level=options.level))

    def _why(self) -> list[Message]:
        coup = self._table.last_coup
        return why_messages(coup) if coup else [message("why.none")]

    def _buy_in_again(self) -> bool:
        """Ask a guest without enough chips to buy in; False if the guest leaves instead."""
        table = self._table
        self._options.say(message("play.out_of_chips", chips=table.seat.bankroll))
        while True:
            answer = self._options.ask(message("play.buy_in.question"))
            pressed = self._options.pressed(answer)
            if pressed and pressed.key is Key.LEAVE:
                return False
            try:
                table.buy_in(answer)
            except PuntoBancoError as error:
                table.say_refusal(error)
            else:
                return True


def _menu(side_bets: tuple[Bet, ...]) -> list[Message]:
    return [
        message("play.side_bets"),
        *(
            message("play.side_bets.bet", count=number, bet=named_bet(bet), all_pays=bet.pay_table)
            for number, bet in enumerate(side_bets, 1)
        ),
    ]


def _chosen(word: str, side_bets: tuple[Bet, ...]) -> Bet:
    """A side bet by its number in the menu, or by its key."""
    by_word = {str(number): bet for number, bet in enumerate(side_bets, 1)}
    by_word |= {bet.key: bet for bet in side_bets}
    try:
        return by_word[word.lower()]
    except KeyError:
        expected = f"a side bet: type 1 to {len(side_bets)} and an amount, such as 1 5"
        count = len(side_bets)
        raise NotationError(shown(word), expected=expected, code="side_bet", count=count) from None


def _not_a_key(line: str, house: House) -> Message:
    takes_bets = house.limits is not None
    if not line:
        return message("play.nothing_typed", takes_bets=takes_bets)
    if takes_bets and (line[:1].isdigit() or line[:1] in "$-."):
        return message("play.which_bet")
    return message("play.not_a_key", typed=shown(line, 12), letters=LETTERS)
