"""The status of a table: the house, money, bets, decisions, fairness; and why it refused.

A refusal says in one line what was wrong and what is allowed.
"""

from __future__ import annotations

from typing import assert_never

from puntobanco.announcer.audience import (
    FROM_NORMAL,
    FULL,
    GUEST,
    OTHERS,
    TERSE,
    Level,
    Sense,
    listening,
    messages_for,
)
from puntobanco.announcer.catalogues import catalogue, english_lines, sentence
from puntobanco.announcer.lines import WIDTH, all_fitted, columns_of
from puntobanco.announcer.names import bet_fact, house_fact, named_bet
from puntobanco.errors import BetNotOffered, OutsideLimits, PuntoBancoError
from puntobanco.fairness import SCHEME
from puntobanco.house import SIX_DECKS, FixedBurn, House, Ties
from puntobanco.roads.board import DECISIONS
from puntobanco.table.state import Seat, State
from puntobanco.words import Catalogue, GuestFact, Message, message


def house_lines(house: House, level: Level = Level.NORMAL) -> list[str]:
    """Return the rules of a house at a level of detail."""
    return all_fitted(
        english_lines(messages_for(listening(level, Sense.EYE), house_messages(house)))
    )


def house_messages(house: House) -> list[Message]:
    """Return the rules of a house: decks, limits, and in full the pays, ties and the burn."""
    wagers = _wagers(house)
    in_full = [*(_pays(house) if house.limits else ()), *_burn(house)]
    return [
        _name(house),
        *(each.to(FROM_NORMAL) for each in wagers),
        *(each.to(FULL) for each in in_full),
    ]


def _name(house: House) -> Message:
    if house.name == SIX_DECKS.name and house.decks == SIX_DECKS.decks:
        return message("table.house_by_decks", house=house_fact(house))
    return message("table.house", house=house_fact(house), decks=house.decks)


def _wagers(house: House) -> list[Message]:
    limits = house.limits
    if limits is None:
        return [message("table.no_bets")]
    low, high, step = limits.minimum, limits.maximum, limits.step
    messages = [message("table.limits", low=low, high=high, step=step)]
    if house.side_bets and limits.side_maximum != high:
        messages.append(message("table.side_limit", high=limits.side_maximum))
    return messages


def _pays(house: House) -> list[Message]:
    pays = [message("table.pays", bet=named_bet(bet), all_pays=bet.pay_table) for bet in house.bets]
    return [*pays, tie_message(house.ties)]


def tie_message(ties: Ties) -> Message:
    """Return what happens to stakes after a tie."""
    match ties:
        case Ties.STAND:
            return message("table.ties.stand")
        case Ties.LOCKED:
            return message("table.ties.locked")
        case Ties.PUSH:
            return message("table.ties.push")
        case _:
            assert_never(ties)


def _burn(house: House) -> list[Message]:
    burn = house.burn
    if not isinstance(burn, FixedBurn):
        return []
    return [message("table.burn", cards=burn.cards, is_first=burn.first_shown)]


def bankroll_message(seat: Seat) -> Message:
    """Return a guest's bankroll."""
    return message("bankroll", bankroll=seat.bankroll)


def money_messages(seat: Seat, house: House) -> list[Message]:
    """Return a guest's bankroll, bets, and result so far."""
    if house.limits is None:
        return [message("table.no_bets")]
    left = [message("status.left", available=seat.available)] if seat.wagers else []
    so_far = message("status.so_far", balance=seat.bankroll - seat.bought)
    return [bankroll_message(seat), *bets_messages(seat, house), *left, so_far]


def bets_messages(seat: Seat, house: House) -> list[Message]:
    """Return a guest's bets on the felt."""
    if not seat.wagers:
        return [message("status.no_bets")]
    standing = {wager.key for wager in seat.wagers if wager.standing}
    return [
        message("status.standing", stake=stake, bet=bet_fact(key, house))
        if key in standing
        else message("status.bet", stake=stake, bet=bet_fact(key, house))
        for key, stake in seat.stakes.items()
    ]


def decisions_message(state: State) -> Message:
    """Return the last ten outcomes."""
    latest = state.outcomes[-DECISIONS:]
    return message("decisions", outcomes=latest) if latest else message("decisions.none")


def fairness_messages(state: State) -> list[Message]:
    """Return the commitments and seeds of the current shoe."""
    ceremony = state.ceremony
    if state.is_given:
        return [message("fairness.given", shoe=state.shoe)]
    seeds = [message("fairness.seed", seat=seed.seat, seed=seed.text) for seed in ceremony.seeds]
    return [
        message("fairness.shoe", shoe=state.shoe, scheme=SCHEME),
        message("commitment", hash=ceremony.commitment.hex()),
        *(seeds or [message("fairness.no_seeds")]),
        message("root", hash=state.root),
        message("fairness.commitment"),
        message("fairness.root"),
        message("fairness.secret"),
        message("fairness.check"),
    ]


MOST_NAMES = 2
"""The most unready guests that a message names. It counts the others."""


def time_messages(ms: int) -> list[Message]:
    """Announce that the betting clock starts."""
    return [
        message("clock.starts.brief", TERSE, seconds=_seconds(ms)),
        message("clock.starts", FROM_NORMAL, seconds=_seconds(ms)),
    ]


def short_messages(ms: int) -> list[Message]:
    """Announce that little betting time is left."""
    return [
        message("clock.short.brief", TERSE, seconds=_seconds(ms)),
        message("clock.short", FROM_NORMAL, seconds=_seconds(ms)),
    ]


def longer_messages(ms: int, guest: GuestFact) -> list[Message]:
    """Announce that a guest restarted the betting clock."""
    return [
        message("clock.longer", GUEST | TERSE, seconds=_seconds(ms)),
        message("clock.longer.others", OTHERS & FROM_NORMAL, name=guest, seconds=_seconds(ms)),
    ]


def ready_messages(guests: list[GuestFact]) -> list[Message]:
    """Announce the guests who are ready."""
    return [message("ready", ready=guests)]


def waiting_message(guests: list[GuestFact]) -> Message | None:
    """Name the guests who are not ready, for a guest who is."""
    if not guests:
        return None
    if len(guests) > MOST_NAMES:
        return message("ready.waits.many", count=len(guests))
    return message("ready.waits", names=guests)


def cards_message(ms: int, *, is_waiting: bool) -> Message:
    """Announce when the cards come, or come at the latest if others are not ready."""
    return message("ready.cards", seconds=_seconds(ms), is_waiting=is_waiting)


def _seconds(ms: int) -> int:
    return max(0, -(-ms // 1_000))


def refusal(
    error: PuntoBancoError, house: House | None = None, *, words: Catalogue | None = None
) -> str:
    """Return one line on what was wrong and what is allowed, with money in dollars.

    >>> from puntobanco.errors import InsufficientFunds
    >>> refusal(InsufficientFunds(stake=500_00, available=75_00))
    'Too much: $500 is more than the $75 left to bet.'
    """
    chosen = refusal_message(error, house, words=words)
    return (words or catalogue("en")).render(chosen) if chosen else sentence(str(error))


def refusal_message(
    error: PuntoBancoError, house: House | None = None, *, words: Catalogue | None = None
) -> Message | None:
    """Return the longest message that fits a line, in the language of `words` or English."""
    messages = refusal_messages(error, house)
    render = (words or catalogue("en")).render
    fitting = (each for each in messages if columns_of(render(each)) <= WIDTH)
    return next(fitting, messages[-1] if messages else None)


def refusal_messages(error: PuntoBancoError, house: House | None = None) -> list[Message]:
    """Return the refusal as messages, longest first, so that a line can use the first that fits.

    The list is empty for an error without a code, which no guest can meet at a table.
    """
    match error:
        case BetNotOffered(offered=(_, *_)):
            return _not_offered(error, house)
        case OutsideLimits(key=key):
            return [Message("refused.limits", {**error.facts, "bet": bet_fact(key, house)})]
        case _ if error.code:
            return [Message(f"refused.{error.code}", error.facts)]
        case _:
            return []


def _not_offered(error: BetNotOffered, house: House | None) -> list[Message]:
    bet, offered = bet_fact(error.key, house), error.offered
    main = [each.key for each in house.main_bets] if house else list(offered[:3])
    return [
        message("refused.not_offered", bet=bet, bets=[bet_fact(key, house) for key in offered]),
        message(
            "refused.not_offered.counted",
            bet=bet,
            main_bets=[bet_fact(key, house) for key in main],
            count=len(offered) - len(main),
        ),
    ]
