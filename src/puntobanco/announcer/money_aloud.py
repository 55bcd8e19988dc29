"""Money for the ear: the listener's in one sentence, that of all others in at most one more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puntobanco.announcer.names import guest_name
from puntobanco.announcer.stakes import BET, TAKEN_BACK
from puntobanco.announcer.words import Level, bet_name, count, dollars, listed
from puntobanco.house import House
from puntobanco.table.events import BetPlaced, BetSettled, BetTakenBack, Fate
from puntobanco.table.state import State

MOST_BETS = 3
"""The most bets that are named; more are counted, except at the full level."""

MOST_NAMES = {Level.TERSE: 0, Level.NORMAL: 3, Level.FULL: 6}
"""The most other guests that are named; more are counted. The terse level omits them."""


def stakes_aloud(events: Sequence[BetPlaced | BetTakenBack], house: House) -> str:
    """A guest's stakes that went down or came back together.

    >>> from puntobanco.house import CLASSIC
    >>> from puntobanco.settlement import Chips
    >>> bets = [BetPlaced(1, "player", Chips(25_00)), BetPlaced(1, "tie", Chips(5_00))]
    >>> stakes_aloud(bets, CLASSIC), stakes_aloud(bets * 2, CLASSIC)
    ('Bet: $25 on Player and $5 on Tie.', 'Bet: $60 on 4 spots.')
    """
    patterns = BET if isinstance(events[0], BetPlaced) else TAKEN_BACK
    if len(events) > MOST_BETS:
        total = dollars(sum(each.stake for each in events))
        return patterns.many.own.format(sum=total, count=len(events))
    stakes = [
        patterns.first.fact.format(stake=dollars(each.stake), bet=bet_name(each.key, house))
        for each in events
    ]
    return patterns.several.format(stakes=listed(stakes))


def settled_aloud(
    settled: Iterable[BetSettled], state: State, level: Level = Level.NORMAL
) -> dict[int | None, list[str]]:
    """The sentences about a coup's money for each seat with bets, and for everyone else under None.

    `state` is the table's after the coup.

    >>> from puntobanco.table import Seat
    >>> from puntobanco.settlement import Chips
    >>> table = State(seats={1: Seat("Ada", Chips(975_00)), 2: Seat("Grace", Chips(105_00))})
    >>> bets = [
    ...     BetSettled(1, "tie", Chips(50_00), Chips(-50_00), Fate.LOST),
    ...     BetSettled(1, "player", Chips(25_00), Chips(25_00), Fate.WON),
    ...     BetSettled(2, "player", Chips(5_00), Chips(5_00), Fate.WON),
    ... ]
    >>> sentences = settled_aloud(bets, table)
    >>> sentences[1]
    ['You win $25 on Player and lose $50 on Tie; bankroll $975.', 'Grace wins $5.']
    >>> sentences[None]
    ['Ada loses $25 and Grace wins $5.']
    """
    by_seat: dict[int, list[BetSettled]] = {}
    for bet in settled:
        by_seat.setdefault(bet.seat, []).append(bet)
    net = {seat: sum(int(bet.earned) for bet in by_seat[seat]) for seat in sorted(by_seat)}
    sentences: dict[int | None, list[str]] = {None: _others(net, state, level, word="Guests")}
    for seat, bets in by_seat.items():
        rest = {other: chips for other, chips in net.items() if other != seat}
        sentences[seat] = [_own(bets, state, level), *_others(rest, state, level, word="Others")]
    return sentences


def _own(bets: Sequence[BetSettled], state: State, level: Level) -> str:
    """The result of a guest's own bets, and the bankroll."""
    if level is not Level.TERSE:
        parts = _parts(bets, state, level)
    elif net := sum([bet.earned for bet in bets]):
        parts = [f"You {_came_to(net)}"]
    else:
        stands = any(bet.fate is Fate.STANDS for bet in bets)
        parts = ["Your stakes stand" if stands else "You break even"]
    return f"{'; '.join(parts)}; bankroll {dollars(state.seats[bets[0].seat].bankroll)}."


def _parts(bets: Sequence[BetSettled], state: State, level: Level) -> list[str]:
    """What was won and lost, then what was returned and what stands."""
    did, is_list = [], False
    for fate, verb in _OWN:
        if same := [bet for bet in bets if bet.fate is fate]:
            did.append(f"{verb} {_named(same, [abs(bet.earned) for bet in same], state, level)}")
            is_list |= len(same) > 1 and _are_listed(same, level)
    parts = [f"You {(', and ' if is_list else ' and ').join(did)}"] if did else []
    for fate, verb, how in _STAKES:
        if same := [bet for bet in bets if bet.fate is fate]:
            named = _named(same, [bet.stake for bet in same], state, level)
            parts.append(f"{named} {verb}{'s' * (len(same) == 1)}{how}")
    return parts


_OWN = ((Fate.WON, "win"), (Fate.LOST, "lose"))
_STAKES = ((Fate.RETURNED, "come", " back"), (Fate.STANDS, "stand", ""))


def _named(bets: Sequence[BetSettled], amounts: Sequence[int], state: State, level: Level) -> str:
    """``$25 on Player and $5 on Big``; at the full level with the odds of wins."""
    if not _are_listed(bets, level):
        return f"{dollars(sum(amounts))} on {count(len(bets), 'bet')}"
    return listed(
        [
            f"{dollars(chips)} on {bet_name(bet.key, state.house)}{_odds(bet, state, level)}"
            for chips, bet in zip(amounts, bets, strict=True)
        ]
    )


def _are_listed(bets: Sequence[BetSettled], level: Level) -> bool:
    """Whether bets are named one by one, and not only counted."""
    return len(bets) <= MOST_BETS or level is Level.FULL


def _odds(bet: BetSettled, state: State, level: Level) -> str:
    if bet.fate is not Fate.WON or level is not Level.FULL:
        return ""
    house = state.house
    return f" at {house.bet(bet.key).decide(state.coups[-1], house.naturals).text}"


def _others(net: dict[int, int], state: State, level: Level, *, word: str) -> list[str]:
    """The results of other guests, by name, or summed up where they are many."""
    if not net or level is Level.TERSE:
        return []
    if len(net) <= MOST_NAMES[level]:
        each = [f"{guest_name(seat, state.seats)} {_came_to(n, 's')}" for seat, n in net.items()]
        return [f"{listed(each)}."]
    groups = [[n for n in net.values() if (n > 0) - (n < 0) == sign] for sign in (1, -1, 0)]
    sums = [f"{len(all_)} {_came_to(sum(all_), 's' * (len(all_) == 1))}" for all_ in groups if all_]
    return [f"{word}: {', '.join(sums)}."]


def _came_to(net: int, ending: str = "") -> str:
    """``wins $25``, ``lose $10`` or ``breaks even``."""
    if not net:
        return f"break{ending} even"
    return f"{'win' if net > 0 else 'lose'}{ending} {dollars(abs(net))}"
