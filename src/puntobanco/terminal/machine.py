"""The game as a machine: six card slots, two scores, two win lights, one card a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from puntobanco.announcer import result_line
from puntobanco.announcer.coups import FIRST_CARDS
from puntobanco.cards import Card
from puntobanco.coup import Coup, Drew, Naturals, Outcome, Stood
from puntobanco.tableau import Side, Square

EMPTY = "--"
SLOTS = 3

READY = "a key deals, r resets, q leaves"
OVER = "r resets, q leaves"


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
        """The machine after one more card; the same machine once the coup is over."""
        return self if self.is_over else Machine(self.coup, self.dealt + 1, self.naturals)

    def slots(self, side: Side) -> tuple[Card, ...]:
        """The cards of one side that are out."""
        out = self.coup.cards[: self.dealt]
        return tuple(
            card for card, whose in zip(out, self._owners(), strict=False) if whose is side
        )

    def score(self, side: Side) -> int:
        """The score of what is out."""
        return sum(card.points for card in self.slots(side)) % 10

    def is_lit(self, side: Side) -> bool:
        """Whether a side's win light is lit: both on a tie, neither before the end."""
        won = self.coup.outcome(self.naturals)
        return self.is_over and won in (Outcome(side.value), Outcome.TIE)

    def line(self, remark: str = "") -> str:
        """Everything the machine shows, the rule that decided, the result, and a remark."""
        parts = [*(self._display(side) for side in Side), self.decided(), self.result(), remark]
        return "; ".join(filter(None, parts))

    def decided(self) -> str:
        """The rule that decided, after the last card, whether a third card is drawn."""
        if self.dealt < FIRST_CARDS:
            return ""
        if self.coup.is_natural:
            return _naturals(self.coup)
        player, banker = (each for each in self.coup.events if isinstance(each, Stood | Drew))
        if self.dealt == FIRST_CARDS and isinstance(player, Drew):
            return f"Player draws {_on(player.reason)}"
        if self.dealt == FIRST_CARDS and isinstance(banker, Drew):
            return f"Player stands on {player.total}, Banker draws {_on(banker.reason)}"
        if self.dealt == FIRST_CARDS:
            return f"both stand, on {player.total} and {banker.total}"
        if isinstance(banker, Stood):
            return f"Banker stands {_on(banker.reason)}"
        return f"Banker {'drew' if self.is_over else 'draws'} {_on(banker.reason)}"

    def result(self) -> str:
        """Who has won, when every card is out."""
        if not self.is_over:
            return ""
        player, banker = (self.score(side) for side in Side)
        outcome = self.coup.outcome(self.naturals)
        if outcome is Outcome.TIE:
            return f"Tie, {player} all" if player == banker else f"Tie, {player} and {banker}"
        return result_line(outcome, player=player, banker=banker).removesuffix(".")

    def _owners(self) -> Iterator[Side]:
        yield from (Side.PLAYER, Side.BANKER) * 2
        if self.coup.player.third:
            yield Side.PLAYER
        yield Side.BANKER

    def _display(self, side: Side) -> str:
        cards = [str(card) for card in self.slots(side)]
        slots = " ".join(cards + [EMPTY] * (SLOTS - len(cards)))
        light = "on" if self.is_lit(side) else "off"
        return f"{side} {slots}, score {self.score(side)}, light {light}"


def _naturals(coup: Coup) -> str:
    who = [f"{side} {coup.hand(side).total}" for side in Side if coup.hand(side).is_natural]
    return f"natural{'s' * (len(who) > 1)}: {', '.join(who)}"


def _on(square: Square | None) -> str:
    """``on 4 against 7``."""
    if square is None:
        return ""
    return f"on {square.holding}" + ("" if square.third is None else f" against {square.third}")


def run(
    next_machine: Callable[[], Machine],
    read_key: Callable[[], str],
    say: Callable[[str], None],
) -> None:
    """Print one line for each key press, until q or the end of input."""
    machine = next_machine()
    while True:
        try:
            key = read_key().strip().lower()
        except EOFError:
            return
        if key in ("q", "quit"):
            return
        if key in ("r", "reset"):
            machine = next_machine()
            say(machine.line("reset"))
        else:
            remark = OVER if machine.is_over else ""
            machine = machine.step()
            say(machine.line(remark))
