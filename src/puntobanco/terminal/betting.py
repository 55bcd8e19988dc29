"""Place the bets of a line, and deal several coups from one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Protocol, TypeVar

from puntobanco.announcer.lines import columns_of
from puntobanco.announcer.names import named_bet
from puntobanco.announcer.status import refusal_message
from puntobanco.bets import Bet
from puntobanco.coup import Outcome
from puntobanco.errors import (
    BetNotOffered,
    IllegalCommand,
    NotationError,
    PuntoBancoError,
    WagerRejected,
    shown,
)
from puntobanco.house import NoCutCard
from puntobanco.settlement import Chips
from puntobanco.table import Phase
from puntobanco.table.commands import Deal, PlaceBet, Repeat
from puntobanco.terminal.amounts import half_width
from puntobanco.terminal.grammar import Bets, Key, TypedBet
from puntobanco.terminal.table import GUEST, OwnTable
from puntobanco.terminal.views import side_bets_messages
from puntobanco.words import Message, message

Answer = TypeVar("Answer")


class Ask(Protocol):
    """Asks a question until the answer can be read."""

    def __call__(self, question: Message, read: Callable[[str], Answer]) -> Answer:
        """Return what `read` made of the answer."""


class Betting:
    """The bets that a guest types."""

    def __init__(self, table: OwnTable, ask: Ask) -> None:
        self._table = table
        self._ask = ask
        self._options = table.options
        self.waiting: Bet | None = None
        """A bet whose amount was refused: a bare amount on the next line is for it."""
        seat = table.seat
        known = [*seat.last_stakes.items(), *((wager.key, wager.stake) for wager in seat.wagers)]
        self._last = known[-1] if known else None
        """The key and the amount of the last bet."""

    def place(self, line: Bets) -> None:
        """Place the bets of a line, all or none. Ask for the amount of a single bet."""
        if len(line.bets) > 1:
            self._place_all(line.bets)
            return
        (typed,) = line.bets
        if typed.amount:
            self.waiting = typed.bet
            self._stake(typed.bet, self._options.chips(typed.amount))
            self.waiting = None
        else:
            self._ask_amount(typed.bet)

    def _stake(self, bet: Bet, chips: Chips) -> None:
        self._table.do(PlaceBet(GUEST, bet.key, chips=chips))
        self._last = bet.key, chips

    def _place_all(self, bets: tuple[TypedBet, ...]) -> None:
        """Place several bets, or name the first that is refused and place none."""
        commands: list[PlaceBet] = []
        for bet in bets:
            try:
                if not bet.amount:
                    raise IllegalCommand(code="amount_missing")
                chips = self._options.chips(bet.amount)
            except PuntoBancoError as error:
                self._say_refused(bet, error)
                return
            commands.append(PlaceBet(GUEST, bet.bet.key, chips=chips))
        if refused := self._table.first_refused(*commands):
            place, reason = refused
            self._say_refused(bets[place], reason)
            return
        self._table.do(*commands)
        self._last = commands[-1].key, commands[-1].chips

    def _say_refused(self, bet: TypedBet, error: PuntoBancoError) -> None:
        """Name the bet that was refused, and why: in one line, or in two that make sense alone."""
        words = self._options.words
        reason = refusal_message(error, self._table.house, words=words)
        if reason is None:
            raise error
        typed = shown(bet.typed, 12)
        refused = message("play.part_refused", typed=typed, said=reason)
        if columns_of(words.render(refused)) <= self._options.console.width:
            self._options.say(refused)
        else:
            self._options.say(reason, message("play.nothing_bet", typed=typed))

    def _ask_amount(self, bet: Bet) -> None:
        """Ask for the amount of a bet until one is accepted; Enter bets nothing."""
        if self._table.house.limits is None:
            raise BetNotOffered(bet.key, offered=())

        def stake(answer: str) -> None:
            if self._is_none(answer):
                self._options.say(message("play.no_bet"))
            elif half_width(answer) != Key.REPEAT.letter:
                self._stake(bet, self._options.chips(answer))
            elif self._last:
                self._stake(bet, self._last[1])
            else:
                raise IllegalCommand(code="nothing_to_repeat")

        self._ask(message("play.amount.question", bet=named_bet(bet)), stake)

    def _is_none(self, answer: str) -> bool:
        return not answer or self._options.is_answer("answer.no", answer)

    def bet_everything(self) -> None:
        """Bet all that is left, up to the limit, on the spot of the last bet, if confirmed."""
        house, seat = self._table.house, self._table.seat
        if self._last is None:
            self._options.say(message("play.which_bet"))
            return
        bet = house.bet(self._last[0])
        limits = house.limits_of(bet)
        if limits is None:
            raise BetNotOffered(bet.key, offered=())
        room = min(seat.available, limits.maximum - seat.stake_on(bet.key))
        stake = Chips(room - room % limits.step)
        if not stake:  # the table says why
            self._stake(bet, limits.minimum)
        house.check_stake(bet, Chips(seat.stake_on(bet.key) + stake))
        question = message("play.all_in.question", stake=stake, bet=named_bet(bet))
        if self._ask(question, lambda answer: bool(answer) and self._options.yes_or_no(answer)):
            self._stake(bet, stake)
        else:
            self._options.say(message("play.no_bet"))

    def choose_side_bet(self) -> None:
        """List the side bets, and ask for one and its amount; Enter takes none."""
        side_bets = self._table.house.side_bets
        if not side_bets:
            self._options.say(message("play.side_bets.none"))
            return
        self._options.say(*side_bets_messages(side_bets))
        chosen = self._ask(message("play.side_bets.question"), self._side_bets)
        if chosen is None:
            self._options.say(message("play.no_bet"))
            return
        with self._table.saying_refusals():
            self.place(chosen)
        if self.waiting:
            bet, self.waiting = self.waiting, None
            self._ask_amount(bet)

    def _side_bets(self, answer: str) -> Bets | None:
        if self._is_none(answer):
            return None
        match self._table.grammar.read(f"{Key.SIDE.letter} {answer}"):
            case Bets() as bets:
                return bets
            case _:
                sides = len(self._table.house.side_bets)
                raise NotationError(shown(answer), code="side_bet", count=sides)


_CARDS = ("coup.dealt", "coup.call", "coup.draws", "coup.stands", "coup.natural", "coup.both_stand")
_SHORT = (*_CARDS, "heard.cards", "heard.called", "heard.draws", "coup.rule", "stake.")
"""Messages left out of a series of coups: the cards, and the repeated bets."""

_SKIPPED = (
    *_SHORT,
    "heard.line",
    "coup.number",
    "coup.result",
    "coup.cut_card",
    "coup.last",
    "roads.good",
)


MOST_COUPS = 999
"""The most coups of one series. If every coup has its own shoe, nothing else ends it."""


def parse_coups(typed: str) -> int:
    """Read a number of coups."""
    is_number = typed.isascii() and typed.isdigit() and len(typed) <= len(str(MOST_COUPS))
    if is_number and 1 <= int(typed) <= MOST_COUPS:
        return int(typed)
    raise NotationError(shown(typed, 12), code="coups", most=MOST_COUPS)


def deal_several(table: OwnTable, coups: int) -> None:
    """Deal this many coups with the bets on the felt, or fewer if money or shoe run out."""
    had, dealt = table.seat.bankroll, 0
    is_betting = bool(table.seat.wagers)
    while dealt < coups and (not dealt or _goes_on(table)):
        is_missing = dealt and is_betting and _misses_bets(table)
        commands = (Repeat(GUEST), Deal()) if is_missing else (Deal(),)
        try:
            table.do(*commands, is_said=_not(_SHORT))
        except (WagerRejected, IllegalCommand) as error:
            table.say_refusal(error)
            break
        dealt += 1
    if is_betting:
        balance = table.seat.bankroll - had
        table.options.say(message("play.series", coups=dealt, count=coups, balance=balance))
    else:
        table.options.say(message("play.series.watched", coups=dealt, count=coups))


def skip_shoe(table: OwnTable) -> None:
    """Deal to the end of the shoe with the bets on the felt. Report only how they did."""
    outcomes: Counter[Outcome] = Counter()
    while table.state.phase is Phase.BETTING:
        table.do(Deal(), is_said=_not(_SHORT if table.seat.wagers else _SKIPPED))
        outcomes[table.state.outcomes[-1]] += 1
    skipped = message(
        "play.skipped",
        coups=outcomes.total(),
        player=outcomes[Outcome.PLAYER],
        banker=outcomes[Outcome.BANKER],
        count=outcomes[Outcome.TIE],
    )
    table.options.say(skipped)


def _goes_on(table: OwnTable) -> bool:
    """Return whether there is a shoe for the next coup. If every coup has its own, shuffle it."""
    if table.house.cut_card is NoCutCard.EVERY_COUP:
        table.ready_shoe()
    return table.state.phase is Phase.BETTING


def _misses_bets(table: OwnTable) -> bool:
    """Return whether the felt has less than at the last coup. Some stakes may stand after a tie."""
    stakes = table.seat.stakes
    return any(stakes.get(key, 0) < stake for key, stake in table.seat.last_stakes.items())


def _not(ids: tuple[str, ...]) -> Callable[[Message], bool]:
    return lambda each: not each.id.startswith(ids)
