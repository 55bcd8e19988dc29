"""Stakes and settled bets to hear, and all messages for a guest at a terminal.

At the terse and normal levels a coup and its money take few sentences, most of them shared with the
page's speech. No total is repeated, and cards have names. At the full level every card and every
bet has its own line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from puntobanco.announcer.audience import (
    EAR,
    FULL,
    NORMAL,
    TERSE,
    Level,
    Sense,
    listening,
    messages_for,
)
from puntobanco.announcer.coups import coup_steps
from puntobanco.announcer.events import coup_head, odds_of, transcript_messages
from puntobanco.announcer.names import bet_fact, guest_fact, house_rule_message
from puntobanco.announcer.status import bankroll_message
from puntobanco.bets import Odds
from puntobanco.coup import Called, Coup, CoupEvent, Drew
from puntobanco.house import House, NoCutCard
from puntobanco.settlement import Chips
from puntobanco.table.events import (
    BetPlaced,
    BetSettled,
    BetTakenBack,
    CoupDealt,
    Event,
    Fate,
    ShoeCommitted,
)
from puntobanco.table.state import State, fold
from puntobanco.tableau import Side
from puntobanco.words import Message, Named, message

MOST_BETS = 3
"""The most bets to name. More are counted, except at the full level."""

MOST_NAMES = {TERSE: 0, NORMAL: 3, FULL: 6}
"""The most other guests to name. More are counted. The terse level omits them."""

BySeat = dict[int | None, list[Message]]
"""Messages for each seat, and for everyone else under None."""


def stakes_message(events: Sequence[BetPlaced | BetTakenBack], house: House) -> Message:
    """Return stakes that were placed or taken back together: listed, or summed up if many."""
    total, count = sum(each.stake for each in events), len(events)
    stakes = [(each.stake, bet_fact(each.key, house)) for each in events]
    if isinstance(events[0], BetPlaced):
        if count > MOST_BETS:
            return message("stake.placed.many", sum=total, count=count)
        placed = [message("stake.placed.each", stake=stake, bet=bet) for stake, bet in stakes]
        return message("stake.placed.several", stakes=placed)
    if count > MOST_BETS:
        return message("stake.taken_back.many", sum=total, count=count)
    taken = [message("stake.taken_back.each", stake=stake, bet=bet) for stake, bet in stakes]
    return message("stake.taken_back.several", stakes=taken)


def settled_messages(settled: Iterable[BetSettled], state: State) -> BySeat:
    """Return what each listener hears about a coup's settled bets, at every level."""
    by_seat: dict[int, list[BetSettled]] = {}
    named: dict[str, Named] = {}
    pays: dict[str, Odds] = {}
    for bet in settled:
        by_seat.setdefault(bet.seat, []).append(bet)
        if bet.key not in named:
            named[bet.key] = bet_fact(bet.key, state.house)
        if bet.fate is Fate.WON and bet.key not in pays:
            pays[bet.key] = odds_of(bet, state)
    net = {seat: sum(int(bet.earned) for bet in by_seat[seat]) for seat in sorted(by_seat)}
    results = {seat: _result(seat, chips, state) for seat, chips in net.items()}
    said: BySeat = {None: _others_results(net, results, is_guest=False)}
    for seat, bets in by_seat.items():
        rest = {other: chips for other, chips in net.items() if other != seat}
        bankroll = state.seats[seat].bankroll
        own = _own(bets, net[seat], _CoupFacts(bankroll, named, pays))
        said[seat] = [*own, *_others_results(rest, results, is_guest=True)]
    return said


class _CoupFacts(NamedTuple):
    """A guest's bankroll after a coup, and the name and odds of each bet."""

    bankroll: Chips
    named: Mapping[str, Named]
    pays: Mapping[str, Odds]


def _own(bets: Sequence[BetSettled], net: int, facts: _CoupFacts) -> list[Message]:
    clauses = {
        TERSE: [_net(bets, net)],
        NORMAL: _clauses(bets, facts, is_full=False),
        FULL: _clauses(bets, facts, is_full=True),
    }
    return [
        message("heard.settled", EAR & level, clauses=each, bankroll=facts.bankroll)
        for level, each in clauses.items()
    ]


def own_result_message(bets: Sequence[BetSettled], house: House, *, is_net: bool) -> Message:
    """Return what a guest's bets earned: the net alone, or each of them and the net of several."""
    net = sum(int(bet.earned) for bet in bets)
    if is_net:
        return message("heard.result", clauses=[_net(bets, net)])
    facts = _CoupFacts(Chips(0), {bet.key: bet_fact(bet.key, house) for bet in bets}, {})
    clauses = _clauses(bets, facts, is_full=False)
    if sum(bool(bet.earned) for bet in bets) > 1:
        return message("heard.result.net", clauses=clauses, balance=net)
    return message("heard.result", clauses=clauses)


def _net(bets: Sequence[BetSettled], net: int) -> Message:
    if net > 0:
        return message("heard.net.won", chips=net)
    if net < 0:
        return message("heard.net.lost", chips=-net)
    if any(bet.fate is Fate.STANDS for bet in bets):
        return message("heard.net.stands")
    return message("heard.net.even")


def _clauses(bets: Sequence[BetSettled], facts: _CoupFacts, *, is_full: bool) -> list[Message]:
    won = _named([bet for bet in bets if bet.fate is Fate.WON], facts, is_full=is_full)
    lost = _named([bet for bet in bets if bet.fate is Fate.LOST], facts, is_full=is_full)
    clauses = _won_and_lost(won, lost)
    if same := [bet for bet in bets if bet.fate is Fate.RETURNED]:
        returned = _named(same, facts, is_full=is_full)
        clauses.append(message("heard.returned", returned=returned, count=len(same)))
    if same := [bet for bet in bets if bet.fate is Fate.STANDS]:
        standing = _named(same, facts, is_full=is_full)
        clauses.append(message("heard.stands", standing=standing, count=len(same)))
    return clauses


def _won_and_lost(won: list[Message], lost: list[Message]) -> list[Message]:
    if won and lost:
        if len(won) > 1 or len(lost) > 1:
            return [message("heard.won_and_lost.listed", won=won, lost=lost)]
        return [message("heard.won_and_lost", won=won, lost=lost)]
    if won:
        return [message("heard.won", won=won)]
    return [message("heard.lost", lost=lost)] if lost else []


def _named(bets: Sequence[BetSettled], facts: _CoupFacts, *, is_full: bool) -> list[Message]:
    """Return ``$25 on Player``, ``$5 on Big``, with the odds of wins if full. Count if many."""
    chips = [abs(bet.earned) if bet.fate in (Fate.WON, Fate.LOST) else bet.stake for bet in bets]
    if len(bets) > MOST_BETS and not is_full:
        return [message("heard.on.many", sum=sum(chips), count=len(bets))]
    return [_on(bet, stake, facts, is_full=is_full) for bet, stake in zip(bets, chips, strict=True)]


def _on(bet: BetSettled, stake: int, facts: _CoupFacts, *, is_full: bool) -> Message:
    name = facts.named[bet.key]
    if bet.fate is Fate.WON and is_full:
        return message("heard.on.at", stake=stake, bet=name, pays=facts.pays[bet.key])
    return message("heard.on", stake=stake, bet=name)


def _result(seat: int, net: int, state: State) -> Message:
    name = guest_fact(seat, state.seats)
    if net > 0:
        return message("heard.guest.won", name=name, chips=net)
    if net < 0:
        return message("heard.guest.lost", name=name, chips=-net)
    return message("heard.guest.even", name=name)


def _others_results(
    net: Mapping[int, int], results: Mapping[int, Message], *, is_guest: bool
) -> list[Message]:
    if not net:
        return []
    named = sum(level for level, most in MOST_NAMES.items() if len(net) <= most)
    summed = sum(level for level, most in MOST_NAMES.items() if len(net) > most > 0)
    said = []
    if named:
        guests = [results[seat] for seat in net]
        said.append(message("heard.guests", EAR & named, guests=guests))
    if summed and is_guest:
        said.append(message("heard.groups.others", EAR & summed, groups=_groups(net.values())))
    elif summed:
        said.append(message("heard.groups", EAR & summed, groups=_groups(net.values())))
    return said


def _groups(nets: Iterable[int]) -> list[Message]:
    won = [net for net in nets if net > 0]
    lost = [-net for net in nets if net < 0]
    even = [net for net in nets if not net]
    groups = []
    if won:
        groups.append(message("heard.group.won", count=len(won), chips=sum(won)))
    if lost:
        groups.append(message("heard.group.lost", count=len(lost), chips=sum(lost)))
    if even:
        groups.append(message("heard.group.even", count=len(even)))
    return groups


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
            messages += transcript_messages(state, together, level, listener=listener)
            messages += _commitment(state.house, together, level)
        state = fold(together, state)
    return messages


def _commitment(house: House, events: Sequence[Event], level: Level) -> list[Message]:
    """Show the house's commitment below the full level too, unless every coup has a shuffle."""
    if level is Level.FULL or house.cut_card is NoCutCard.EVERY_COUP:
        return []
    shown = (each.commitment for each in events if isinstance(each, ShoeCommitted))
    return [message("commitment", hash=each) for each in shown if each]


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
