"""The kernel that sits guests down with a betting system, and the stakes of the built-in ones.

A system is a function of a state (whole numbers, of which the first say how it begins) and the
last result (1 won, -1 lost, 0 before the first bet) that gives the next stake in units. A push
asks nothing: the same stake is placed again.
"""

# ruff: noqa: PLR0917 - compiled calls go by position
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from puntobanco.analysis._jit import jit
from puntobanco.analysis._simulation_kernels import (
    LANES,
    NONE,
    STATE,
    U16,
    U64,
    WORK_WORDS,
    Counts,
    Words16,
    Words64,
    deal_shoes,
)

FLAT, MARTINGALE, PAROLI, D_ALEMBERT, FIBONACCI, LABOUCHERE, ONE_THREE_TWO_SIX, OSCAR = range(8)

MEMORY = 256
"""Whole numbers a system may keep from one bet to the next."""
_LINE = 4
_LARGEST = 1 << 40

(
    GUESTS,
    RUINED,
    REACHED,
    STOPPED,
    COUPS,
    STAKED,
    DECIDED,
    LOST,
    FINAL,
    LOSING_RUN,
    DRAWDOWN,
    BETS,
) = range(12)
SUMS = 12
"""Sums over guests; the losing run and the drawdown are each guest's worst."""
POINTS_IN_TIME = 100
"""Parts of a session in which ruins are counted and the paths of sample guests are seen."""


@jit
def _labouchere(state: Counts, result: int) -> int:
    """The line 1 2 3 4: stake both ends, cross them off when won, write the stake when lost."""
    length, stake = state[1], state[2]
    if result > 0:
        length -= 2
        for k in range(max(0, length)):
            state[_LINE + k] = state[_LINE + k + 1]
    elif result < 0 and length < MEMORY - _LINE:
        state[_LINE + length] = stake
        length += 1
    if result == 0 or length <= 0 or length >= MEMORY - _LINE:
        length = 4
        for k in range(4):
            state[_LINE + k] = k + 1
    stake = state[_LINE]
    if length > 1:
        stake += state[_LINE + length - 1]
    state[1], state[2] = length, min(stake, _LARGEST)
    return int(state[2])


@jit
def _oscar(state: Counts, result: int) -> int:
    """One unit more after a win, never more than wins a series by one unit."""
    if result == 0:
        state[1] = 1
    state[2] += result * state[1]
    if state[2] >= 1:
        state[1], state[2] = 1, 0
    elif result > 0:
        state[1] = min(state[1] + 1, 1 - state[2])
    return int(state[1])


@jit
def _fibonacci(state: Counts, result: int) -> int:
    """One step on in 1 1 2 3 5 … after a loss, two back after a win."""
    if result < 0:
        state[1] = min(state[1] + 1, 56)
    elif result > 0:
        state[1] = max(state[1] - 2, 0)
    stake, following = 1, 1
    for _ in range(state[1]):
        stake, following = following, stake + following
    return stake


@jit
def next_stake(state: Counts, result: int) -> int:
    """The next stake of the built-in system whose number is the first of its state."""
    system = state[0]
    if system == MARTINGALE:
        state[1] = min(2 * state[1], _LARGEST) if result < 0 else 1
        return int(state[1])
    if system == PAROLI:
        state[1] = (state[1] + 1) % 3 if result > 0 else 0
        return 1 << int(state[1])
    if system == D_ALEMBERT:
        state[1] = max(1, state[1] - result) if result else 1
        return int(state[1])
    if system == FIBONACCI:
        return _fibonacci(state, result)
    if system == LABOUCHERE:
        return _labouchere(state, result)
    if system == ONE_THREE_TWO_SIX:
        state[1] = (state[1] + 1) % 4 if result > 0 else 0
        return (1, 3, 2, 6)[state[1]]
    if system == OSCAR:
        return _oscar(state, result)
    return 1


def play_plain(  # noqa: C901, PLR0912, PLR0915 - split, a seat would be passed around
    own: Callable[[Counts, int], int] | None,
    seed: Words64,
    guests: int,
    start: Words16,
    rules: Words16,
    plan: Counts,
    earned: Counts,
    session: Counts,
    beginning: Counts,
    paths: Counts,
) -> tuple[Counts, Counts, Counts, Counts]:
    """Sums and maxima over guests, ruins over time, and each guest's final bankroll.

    `earned` is what one unit earns for each score, in chips. `session` is a bankroll, one unit,
    the most units, the bankrolls at which to stop for a loss and for a win, and how many shoes
    and coups it may last. `paths` receives the bankrolls of the first guests over time.
    """
    bankroll, unit, most, low, high = session[0], session[1], session[2], session[3], session[4]
    shoes, coups = session[5], session[6]
    work = np.zeros(WORK_WORDS, U64)
    work[STATE:] = seed
    scores = np.zeros((np.int64(start[9]) // 4 + 1) * LANES, U16)
    unseen = np.zeros(0, U16)
    sums, worst = np.zeros(SUMS, np.int64), np.zeros(SUMS, np.int64)
    ruins = np.zeros(POINTS_IN_TIME + 1, np.int64)
    finals = np.zeros(guests, np.int64)
    states = np.zeros((LANES, MEMORY), np.int64)
    # Each guest: bankroll, wanted stake, highest bankroll, drawdown, losing run, longest, coups.
    seats = np.zeros((LANES, 7), np.int64)
    bets, staked, decided, lost = 0, 0, 0, 0
    for first in range(0, guests, LANES):
        seated = min(LANES, guests - first)
        states[:, :] = 0
        for lane in range(seated):
            states[lane, : beginning.size] = beginning
            seats[lane, :] = 0
            seats[lane, 0] = seats[lane, 2] = bankroll
            if own is None:
                seats[lane, 1] = max(1, next_stake(states[lane], 0))
            else:
                seats[lane, 1] = max(1, own(states[lane], 0))
            if first + lane < paths.shape[0]:
                paths[first + lane, :] = bankroll
        for _ in range(shoes):
            rows = deal_shoes(work, start, rules, plan, seated, scores, unseen)
            for lane in range(seated):
                seat, state, guest = seats[lane], states[lane], first + lane
                money, wanted, highest, drawdown = seat[0], seat[1], seat[2], seat[3]
                run, longest, played = seat[4], seat[5], seat[6]
                for row in range(rows):
                    score = scores[row * LANES + lane]
                    if score == NONE or played == coups:
                        break
                    if money < unit or money <= low or money >= high:
                        break
                    stake = min(wanted, most)
                    if stake * unit > money:
                        stake = money // unit
                    gain = stake * earned[score]
                    money += gain
                    played += 1
                    bets += 1
                    staked += stake
                    if gain != 0:
                        decided += stake
                        lost -= gain
                        won = 1 if gain > 0 else -1
                        run = 0 if gain > 0 else run + 1
                        longest = max(longest, run)
                        highest = max(highest, money)
                        drawdown = max(drawdown, highest - money)
                        if own is None:
                            wanted = max(1, next_stake(state, won))
                        else:
                            wanted = max(1, own(state, won))
                    if guest < paths.shape[0]:
                        paths[guest, -(-played * POINTS_IN_TIME // coups) :] = money
                    if money < unit:
                        ruins[-(-played * POINTS_IN_TIME // coups)] += 1
                seat[0], seat[1], seat[2], seat[3] = money, wanted, highest, drawdown
                seat[4], seat[5], seat[6] = run, longest, played
        for lane in range(seated):
            money = seats[lane, 0]
            finals[first + lane] = money
            sums[GUESTS] += 1
            sums[RUINED] += money < unit
            sums[REACHED] += money >= high
            sums[STOPPED] += unit <= money <= low
            sums[COUPS] += seats[lane, 6]
            sums[FINAL] += money
            sums[LOSING_RUN] += seats[lane, 5]
            sums[DRAWDOWN] += seats[lane, 3]
            worst[LOSING_RUN] = max(worst[LOSING_RUN], seats[lane, 5])
            worst[DRAWDOWN] = max(worst[DRAWDOWN], seats[lane, 3])
            worst[COUPS] = max(worst[COUPS], seats[lane, 6])
    sums[BETS], sums[STAKED], sums[DECIDED], sums[LOST] = bets, staked * unit, decided * unit, lost
    return sums, worst, ruins, finals


play = jit(play_plain)
"""The same, compiled; without a function of its own, it is a built-in system."""
