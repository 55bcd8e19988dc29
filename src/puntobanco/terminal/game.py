"""One evening: read lines and follow them, until the guest leaves."""

from __future__ import annotations

from collections.abc import Callable

from puntobanco.announcer import Message
from puntobanco.announcer.names import house_fact, named_bet
from puntobanco.announcer.status import decisions_message, fairness_messages, money_messages
from puntobanco.errors import BetNotOffered, IllegalCommand, NotationError, shown
from puntobanco.house import House
from puntobanco.roads.board import Roads
from puntobanco.table import Phase
from puntobanco.table.commands import BuyIn, Command, Deal, Double, Repeat, TakeBack, Undo
from puntobanco.table.decisions import locked_stake
from puntobanco.terminal.amounts import clean_word
from puntobanco.terminal.betting import Answer, Betting, deal_several, parse_coups, skip_shoe
from puntobanco.terminal.grammar import (
    DRAWN,
    ONE_BEFORE,
    Bets,
    Key,
    Line,
    Mistake,
    Pressed,
    help_messages,
)
from puntobanco.terminal.options import change, change_level, settings_messages
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


class Instead(Exception):
    """The guest typed a line of the game instead of an answer."""

    def __init__(self, line: Line, typed: str) -> None:
        super().__init__()
        self.line, self.typed = line, typed


class Game:
    """Reads lines and follows them."""

    def __init__(self, table: OwnTable) -> None:
        self._table = table
        self._options = table.options
        self._betting = Betting(table, self.ask)
        self._typed: Line | None = None
        """A line that was typed instead of an answer, and is followed next."""
        self._has_left = False
        self._next_house: House | None = None
        """The house to which the guest changes when this shoe is over."""
        self._views: dict[Key, Callable[[], list[Message]]] = {
            Key.MONEY: lambda: money_messages(table.seat, table.house),
            Key.PAYS: lambda: pays_messages(table.house, table.grammar),
            Key.DECISIONS: lambda: [decisions_message(table.state)],
            Key.WHY: lambda: last_why_messages(table),
            Key.ODDS: lambda: odds_messages(table.state.house, table.state.seen),
            Key.FAIRNESS: lambda: fairness_messages(table.state),
            Key.SETTINGS: lambda: settings_messages(table.options),
            Key.HELP: lambda: help_messages(table.house),
        }
        self._commands: dict[Key, Command] = {
            Key.DEAL: Deal(),
            Key.TAKE_BACK: TakeBack(GUEST),
            Key.UNDO: Undo(GUEST),
            Key.REPEAT: Repeat(GUEST),
            Key.DOUBLE: Double(GUEST),
        }
        self._actions: dict[Key, Callable[[], None]] = {
            Key.SIDE: self._betting.choose_side_bet,
            Key.ALL_IN: self._betting.bet_everything,
            Key.BUY_IN: self._ask_chips,
            Key.SKIP: lambda: skip_shoe(table),
            Key.LEAVE: self._leave,
        }
        self._with_more: dict[Key, Callable[[str], None]] = {
            Key.DEAL: lambda more: deal_several(table, parse_coups(more)),
            Key.BUY_IN: self._buy,
            Key.PAYS: self._say_lines,
            Key.FAIRNESS: table.choose_word,
            Key.LEVEL: lambda more: change_level(table.options, more),
            Key.SETTINGS: self._change,
        }
        """What keys do with the text that follows them."""

    def run(self) -> None:
        """Play until the guest leaves."""
        while not self._has_left:
            try:
                self._turn()
            except Instead as other:
                self._typed = other.line

    def _turn(self) -> None:
        """Follow one line, with a shoe on the table."""
        table, options = self._table, self._options
        if self._typed == Pressed(Key.LEAVE):
            self._typed = None
            self._leave()
            return
        if table.unrecorded:
            self._keep_record(table.unrecorded)
        if self._next_house and table.is_between_shoes:
            self._move(self._next_house)
        if table.is_broke and not self._typed:
            self._buy_in()
        table.ready_shoe(self._ask_word)
        if options.settings.felt and table.seat.wagers and not self._typed:
            width = options.console.width
            options.say(felt_message(table.seat, table.house, options.words, width=width))
        if not self._typed:
            self._give_tips()
        waiting, self._betting.waiting = self._betting.waiting, None
        line = self._typed or table.grammar.read(options.ask(self._prompt()), waiting=waiting)
        self._typed = None
        with table.saying_refusals():
            match line:
                case Bets():
                    self._betting.place(line)
                case Pressed():
                    self._press(line)
                case Mistake(answer):
                    options.say(answer)

    def _give_tips(self) -> None:
        """Give a newcomer a tip on what to type, or offer tips, once."""
        options, table = self._options, self._table
        if options.guide:
            options.say_tips(options.guide.before_line(table.seat, table.house))
        elif options.is_first_start and table.house.limits:
            options.say(message("play.guide.offer", setting="guide"))
        options.is_first_start = False

    def _prompt(self) -> Message:
        house = self._table.house
        if house.limits is None:
            return message("play.deal.question")
        return message("play.bets.question", main_bets=[named_bet(bet) for bet in house.main_bets])

    def _press(self, pressed: Pressed) -> None:
        key, more = pressed.key, pressed.rest
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
        else:
            self._actions[key]()

    # --- questions --------------------------------------------------------------------------------

    def ask(self, question: Message, read: Callable[[str], Answer]) -> Answer:
        """Ask until `read` accepts an answer; it raises `NotationError` for what is none.

        Ask again after a key that shows something. Raise `Instead` for other keys and for bets.
        """
        while True:
            typed = self._options.ask(question)
            with self._table.saying_refusals():
                try:
                    return read(typed)
                except NotationError:
                    line = self._table.grammar.read(typed)
                    if isinstance(line, Mistake):
                        raise
                    showing = (*self._views, Key.ROADS, Key.AGAIN, Key.LEVEL)
                    if not isinstance(line, Pressed) or line.key not in showing:
                        raise Instead(line, typed) from None
                self._press(line)

    def _leave(self) -> None:
        """Leave; ask first if bets lie on the felt, and deal if one of them is locked."""
        table = self._table
        while locked := locked_stake(table.house, table.seat):
            table.say_refusal(IllegalCommand(code="leave_locked", stake=locked))
            if not self.ask(message("play.leave.deal.question"), self._options.yes_or_no):
                return
            table.do(Deal())
        if table.seat.wagers and not self._is_sure():
            return
        in_play = table.state.shoe if table.state.phase is Phase.BETTING else None
        shoe = table.unrecorded or (in_play if table.state.coups else None)
        has_coups = shoe or (not in_play and table.state.coups_dealt)
        is_wanted = shoe is not None and self._wants_record(shoe, is_last=True)
        table.leave()
        self._has_left = True
        if shoe and is_wanted:
            table.write_record(shoe)
        if has_coups:
            self._options.say_whole(message("play.replay", again=self._options.replay))
        self._options.say_whole(message("play.come_back", again=self._options.again()))

    def _is_sure(self) -> bool:
        """Ask whether the guest leaves with bets on the felt; q and the end of input mean yes."""
        question = message("play.leave.question", sum=self._table.seat.staked)

        def read(typed: str) -> bool:
            is_q = self._table.grammar.read(typed) == Pressed(Key.LEAVE)
            return is_q or self._options.yes_or_no(typed)

        try:
            return self.ask(question, read)
        except EOFError:
            return True

    def _keep_record(self, shoe: int) -> None:
        """Write the record of a shoe that is over, if it is wanted.

        Keep the record of a guest who types something else instead of answering.
        """
        self._table.unrecorded = None
        is_wanted = True
        try:
            is_wanted = self._wants_record(shoe)
        finally:
            if is_wanted:
                self._table.write_record(shoe)

    def _wants_record(self, shoe: int, *, is_last: bool = False) -> bool:
        """Return whether the record of a shoe is kept, as the settings say."""
        keeps = self._options.settings.records
        if not self._table.keeps_records or keeps == "never":
            return False
        try:
            question = message("play.record.question", shoe=shoe)
            return keeps != "ask" or self.ask(question, self._options.yes_or_no)
        except EOFError:
            if is_last:
                return True
            raise

    def _ask_word(self) -> str:
        """Ask for the guest's word for the shuffle; empty for a random one, as newcomers get it."""
        options = self._options
        is_asked = options.console.asks_freely and options.seed is None
        if self._typed or not is_asked or not self._table.keeps_records:
            return ""
        if options.is_newcomer:
            options.say(message("play.newcomer.fair"))
            return ""
        try:
            return self.ask(message("play.word.question"), self._word)
        except Instead as other:
            if other.line == Pressed(Key.LEAVE):
                raise
            self._typed = other.line
            return ""

    def _word(self, typed: str) -> str:
        """Read the guest's word. A key or a bet isn't one."""
        if isinstance(self._table.grammar.read(typed), Mistake):
            return clean_word(typed)
        raise NotationError(shown(typed), code="word")

    def _buy_in(self) -> None:
        """Ask a guest without enough chips to buy in, or at first for a bankroll."""
        seat, currency = self._table.seat, self._table.house.currency.named
        if seat.bought:
            self._options.say(message("play.out_of_chips", chips=seat.bankroll))
            self._ask_chips()
        else:
            self.ask(message("play.bankroll.question", currency=currency), self._buy)

    def _ask_chips(self) -> None:
        currency = self._table.house.currency.named
        self.ask(message("play.buy_in.question", currency=currency), self._buy)

    def _buy(self, amount: str) -> None:
        table = self._table
        if table.house.limits is None:
            raise BetNotOffered("", offered=())
        chips = check_buy_in(self._options.chips(amount), table.house, bought=table.seat.bought)
        table.do(BuyIn(GUEST, chips=chips))

    # --- keys -------------------------------------------------------------------------------------

    def _show_roads(self, *, is_drawn: bool) -> None:
        options, state = self._options, self._table.state
        roads = Roads.of_coups(state.board, state.house.naturals)
        said = roads_messages(roads, good_too=options.settings.good_roads)
        if is_drawn and roads.coups:
            options.console.say(roads_drawn(roads, options.words, width=options.console.width))
            said = [each for each in said if each.id == "roads.good"]
        options.say(*said)

    def _say_lines(self, typed: str) -> None:
        house = self._table.house
        if house.limits is None:
            self._options.say(*self._views[Key.PAYS]())
        else:
            self._options.say(*lines_messages(self._table.grammar.bet(typed), house))

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
        """Change to another house. Its first shoe gets a word without a question."""
        self._next_house = None
        with self._table.saying_refusals():
            self._table.move_to(house)
            if not self._table.is_broke:
                self._table.ready_shoe()
