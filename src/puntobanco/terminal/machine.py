"""The game as a machine: six card slots, two scores, two win lights, one card a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.coups import FIRST_CARDS
from puntobanco.cards import Card
from puntobanco.coup import Coup, Drew, Naturals, Outcome, Stood
from puntobanco.tableau import Side
from puntobanco.terminal.amounts import half_width
from puntobanco.words import Catalogue, Message, message

SLOTS = 3

READY = message("machine.ready")
OVER = message("machine.over")
RESET = message("machine.reset")


@dataclass(frozen=True, slots=True)
class Machine:
    """A coup of which `dealt` cards are on the table."""

    coup: Coup
    dealt: int = 0
    naturals: Naturals = Naturals.HIGHER_WINS

    @property
    def is_over(self) -> bool:
        """Whether every card of the coup is out."""
        return self.dealt == len(self.coup.cards)

    def step(self) -> Machine:
        """Return the machine after one more card, or unchanged once the coup is over."""
        return self if self.is_over else Machine(self.coup, self.dealt + 1, self.naturals)

    def slots(self, side: Side) -> tuple[Card, ...]:
        """Return the cards of one side that are out."""
        out = self.coup.cards[: self.dealt]
        return tuple(
            card for card, whose in zip(out, self._owners(), strict=False) if whose is side
        )

    def score(self, side: Side) -> int:
        """Return the score of what is out."""
        return sum(card.points for card in self.slots(side)) % 10

    def is_lit(self, side: Side) -> bool:
        """Return whether a side's win light is lit: both on a tie, neither before the end."""
        won = self.coup.outcome(self.naturals)
        return self.is_over and won in (Outcome(side.value), Outcome.TIE)

    def line(self, remark: Message | None = None, words: Catalogue | None = None) -> str:
        """Return everything the machine shows: the deciding rule, the result, and a remark."""
        hands = [self._display(side) for side in Side]
        parts = [*hands, self.decided(), self.won(), remark]
        line = message("machine", clauses=[part for part in parts if part])
        return (words or catalogue()).render(line)

    def decided(self) -> Message | None:
        """Return the rule that decided, after the last card, whether a third card is drawn."""
        if self.dealt < FIRST_CARDS:
            return None
        if self.coup.is_natural:
            return _naturals(self.coup)
        player, banker = (each for each in self.coup.events if isinstance(each, Stood | Drew))
        if self.dealt > FIRST_CARDS:
            return _banker(banker, is_over=self.is_over)
        if isinstance(player, Drew):
            return message("machine.player_draws", holding=player.reason.holding)
        if isinstance(banker, Drew):
            holding = banker.reason.holding
            return message("machine.player_stands", player=player.total, holding=holding)
        return message("machine.both_stand", player=player.total, banker=banker.total)

    def won(self) -> Message | None:
        """Return who has won, once every card is out."""
        if not self.is_over:
            return None
        player, banker = (self.score(side) for side in Side)
        match self.coup.outcome(self.naturals):
            case Outcome.PLAYER:
                return message("machine.won.player", player=player, banker=banker)
            case Outcome.BANKER:
                return message("machine.won.banker", player=player, banker=banker)
            case Outcome.TIE if player == banker:
                return message("machine.tie", player=player)
            case Outcome.TIE:
                return message("machine.tie.naturals", player=player, banker=banker)

    def _owners(self) -> Iterator[Side]:
        yield from (Side.PLAYER, Side.BANKER) * 2
        if self.coup.player.third:
            yield Side.PLAYER
        yield Side.BANKER

    def _display(self, side: Side) -> Message:
        cards = self.slots(side)
        slots = (*cards, *[None] * (SLOTS - len(cards)))
        score, is_lit = self.score(side), self.is_lit(side)
        return message("machine.hand", side=side, slots=slots, hand=score, is_lit=is_lit)


def _naturals(coup: Coup) -> Message:
    natural = [side for side in Side if coup.hand(side).is_natural]
    if len(natural) > 1:
        player, banker = (coup.hand(side).total for side in Side)
        return message("machine.naturals", player=player, banker=banker)
    return message("machine.natural", side=natural[0], hand=coup.hand(natural[0]).total)


def _banker(decision: Stood | Drew, *, is_over: bool) -> Message | None:
    square = decision.reason
    if square is None:
        return None
    did = "stands" if isinstance(decision, Stood) else "drew" if is_over else "draws"
    if square.third is None:
        return message("machine.banker", did=did, holding=square.holding)
    return message("machine.banker.against", did=did, holding=square.holding, third=square.third)


def run(
    next_machine: Callable[[], Machine],
    read_key: Callable[[], str],
    say: Callable[[str], None],
    words: Catalogue | None = None,
) -> None:
    """Print one line for each key press, until q or the end of input."""
    machine = next_machine()
    while True:
        try:
            key = half_width(read_key()).strip().lower()
        except EOFError:
            return
        if key in ("q", "quit"):
            return
        if key in ("r", "reset"):
            machine = next_machine()
            say(machine.line(RESET, words))
        else:
            remark = OVER if machine.is_over else None
            machine = machine.step()
            say(machine.line(remark, words))
