"""Messages for a guest at a terminal.

At the terse and normal levels a coup and its money take few sentences, most of them shared with the
page's speech. No total is repeated, and cards have names. At the full level every card and every
bet has its own line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from puntobanco.announcer.audience import Level, Sense, listening, messages_for
from puntobanco.announcer.coups import coup_steps
from puntobanco.announcer.events import coup_head, transcript_messages
from puntobanco.announcer.felt import house_rule_message
from puntobanco.announcer.money_aloud import own_result_message
from puntobanco.announcer.status import bankroll_message
from puntobanco.coup import Called, Coup, CoupEvent, Drew
from puntobanco.house import NoCutCard
from puntobanco.table.events import BetSettled, CoupDealt, Event, ShoeCommitted
from puntobanco.table.state import State, fold
from puntobanco.tableau import Side
from puntobanco.words import Message, message


def told_messages(
    state: State, events: Iterable[Event], level: Level, *, listener: int
) -> list[Message]:
    """Return the messages of consecutive events. `state` is the table's before them."""
    messages: list[Message] = []
    for is_coup, group in groupby(events, lambda each: isinstance(each, CoupDealt | BetSettled)):
        together = tuple(group)
        if is_coup:
            messages += _coup(state, together, level, listener)
        else:
            messages += _others(state, together, level, listener)
        state = fold(together, state)
    return messages


def _others(state: State, events: Sequence[Event], level: Level, listener: int) -> list[Message]:
    """Show the house's commitment at every level, unless the house shuffles for every coup."""
    messages = transcript_messages(state, events, level, listener=listener)
    commitments = [each.commitment for each in events if isinstance(each, ShoeCommitted)]
    is_routine = state.house.cut_card is NoCutCard.EVERY_COUP
    if level is not Level.FULL and not is_routine and any(commitments):
        messages.append(message("commitment", hash=commitments[0]))
    return messages


def _coup(state: State, events: Sequence[Event], level: Level, listener: int) -> list[Message]:
    """Return the messages of one coup and of the money on it."""
    dealt = next(each for each in events if isinstance(each, CoupDealt))
    own = [each for each in events if isinstance(each, BetSettled) and each.seat == listener]
    rules = _house_rules(state, dealt.coup, [bet.key for bet in own])
    if level is Level.FULL:
        return [*transcript_messages(state, events, level, listener=listener), *rules]
    naturals = state.house.naturals
    *steps, (_, ended) = coup_steps(
        dealt.coup, naturals, cut_after=dealt.cut_after, is_last=dealt.last
    )
    ending = messages_for(listening(level, Sense.EAR), ended)
    money: list[Message] = []
    if own:
        after = fold(events, state)
        result = own_result_message(own, state.house, is_net=level is Level.TERSE)
        money = [result, bankroll_message(after.seats[listener])]
    head = [each for each in coup_head(dealt, state.house) if each.id == "coup.last"]
    cut = [each for step, messages in steps if step is None for each in messages]
    if level is Level.TERSE:
        cards = message("heard.cards", sentences=[_call(dealt.coup), *_drawn(dealt.coup)])
        return [*head, *cut, cards, message("heard.line", sentences=[*ending, *money]), *rules]
    told = [each for step, messages in steps for each in _step(step, messages)]
    return [*coup_head(dealt, state.house), *told, *ending, *money, *rules]


def _step(step: CoupEvent | None, messages: list[Message]) -> list[Message]:
    """Return the messages of one step at the normal level; None is the cut card."""
    match step:
        case None:
            return messages
        case Called():
            heard = messages_for(listening(Level.NORMAL, Sense.EAR), messages)
            return [message("heard.called", said=each) for each in heard]
        case Drew(Side.PLAYER, card, _, square):
            return [message("heard.draws.player", holding=square.holding, card=card)]
        case Drew(_, card, _, square) if square.third is None:
            return [message("heard.draws.banker.stood", holding=square.holding, card=card)]
        case Drew(_, card, _, square):
            holding, third = square.holding, square.third
            return [message("heard.draws.banker", holding=holding, third=third, card=card)]
        case _:
            return []


def _call(coup: Coup) -> Message:
    player, banker = coup.opening
    return message("coup.call", player_total=player.total, banker_total=banker.total)


def _drawn(coup: Coup) -> list[Message]:
    """Return the third cards in one sentence."""
    player, banker = coup.player.third, coup.banker.third
    if player and banker:
        return [message("heard.drawn.both", player_cards=[player], banker_cards=[banker])]
    thirds = {Side.PLAYER: player, Side.BANKER: banker}
    return [message("heard.drawn", side=side, card=card) for side, card in thirds.items() if card]


def _house_rules(state: State, coup: Coup, keys: Iterable[str]) -> list[Message]:
    """Return the rules by which these bets were returned or paid less."""
    rules = (
        house_rule_message(state.house.bet(key), coup, state.house.naturals) for key in set(keys)
    )
    return [rule for rule in rules if rule]
