"""The status of a table: the house, the money, the bets, the decisions, the fairness."""

from __future__ import annotations

from puntobanco.announcer.stakes import BANKROLL
from puntobanco.announcer.words import (
    Level,
    balance,
    bet_name,
    count,
    dollars,
    fitted,
    spoken_name,
)
from puntobanco.fairness import SCHEME
from puntobanco.house import FixedBurn, House, Limits, Ties
from puntobanco.roads.board import DECISIONS
from puntobanco.table.state import Seat, State

NO_BETS = "Bets: none are taken here."

_TIES = {
    Ties.STAND: "Player and Banker stakes stand and may be taken back",
    Ties.LOCKED: "Player and Banker stakes stand and are locked",
    Ties.PUSH: "Player and Banker stakes are returned",
}


def house_lines(house: House, level: Level = Level.NORMAL) -> list[str]:
    """The rules of a table, as a guest would ask for them."""
    lines = [_name_line(house)]
    if level is not Level.TERSE:
        lines += _wager_lines(house)
    if level is Level.FULL and house.limits:
        lines += [f"Pays: {bet.name}, {bet.pays_text}." for bet in house.bets]
        lines.append(_tie_line(house))
    if level is Level.FULL:
        lines += _burn_lines(house)
    return [part for line in lines for part in fitted(line)]


def house_summary(house: House) -> list[str]:
    """The rules of a table without what its bets pay."""
    tie = [_tie_line(house)] if house.limits else []
    return [_name_line(house), *_wager_lines(house), *tie, *_burn_lines(house)]


def _name_line(house: House) -> str:
    return f"House: {spoken_name(house)}, {count(house.decks, 'deck')}."


def _tie_line(house: House) -> str:
    return f"After a tie: {_TIES[house.ties]}."


def _burn_lines(house: House) -> list[str]:
    """What is burned, where the first card does not say it."""
    if not isinstance(house.burn, FixedBurn):
        return []
    first = ", the first shown" if house.burn.first_shown else ", face down"
    return [f"Burn: {count(house.burn.cards, 'card')}{first}."]


def _wager_lines(house: House) -> list[str]:
    """How much may be bet on a spot."""
    limits = house.limits
    if limits is None:
        return [NO_BETS]
    lines = [f"Limits: {limits_text(limits, most=limits.maximum)}."]
    if house.side_bets and limits.side_maximum != limits.maximum:
        lines.append(f"Side bets: up to {dollars(limits.side_maximum)}.")
    return lines


def limits_text(limits: Limits, *, most: int) -> str:
    """``$1 to $10,000 in steps of $1``."""
    return f"{dollars(limits.minimum)} to {dollars(most)} in steps of {dollars(limits.step)}"


def bankroll_line(seat: Seat) -> str:
    """All of a guest's money."""
    return BANKROLL.own.format(bankroll=dollars(seat.bankroll))


def money_lines(seat: Seat, house: House) -> list[str]:
    """Bankroll, bets, what is left to bet, and the evening so far."""
    if house.limits is None:
        return [NO_BETS]
    lines = [bankroll_line(seat), *bets_lines(seat, house)]
    if seat.wagers:
        lines.append(f"Left to bet: {dollars(seat.available)}.")
    lines.append(f"So far: {balance(seat.bankroll - seat.bought)}.")
    return [part for line in lines for part in fitted(line)]


def bets_lines(seat: Seat, house: House) -> list[str]:
    """Every stake on the felt, one a line."""
    if not seat.wagers:
        return ["Bets: none."]
    standing = {wager.key for wager in seat.wagers if wager.standing}
    return [
        f"{'Standing' if key in standing else 'Bet'}: {dollars(stake)} on {bet_name(key, house)}."
        for key, stake in seat.stakes.items()
    ]


def decisions_line(state: State) -> str:
    """The last ten outcomes as letters; the shuffle clears them."""
    latest = state.outcomes[-DECISIONS:]
    if not latest:
        return "Decisions: none since the shuffle."
    return f"Decisions, oldest first: {' '.join(outcome.letter for outcome in latest)}."


def fairness_lines(state: State) -> list[str]:
    """The commitments and seeds of this shoe, and how to check them."""
    ceremony = state.ceremony
    words = [f"Seed of seat {seed.seat}: {seed.text}." for seed in ceremony.seeds]
    lines = [
        f"Fairness: shoe {state.shoe}, scheme {SCHEME}.",
        f"Commitment: {ceremony.commitment.hex()}",
        *(words or ["Seeds: none were added."]),
        f"Root: {state.root}",
        "The commitment bound the house to its secret before any seed was known.",
        "The root fixes every card in its place.",
        "When the shoe is over the secret is shown, and the cards can be derived again.",
        "Check: puntobanco verify FILE.bgn, with the record of the shoe.",
    ]
    return [part for line in lines for part in fitted(line)]
