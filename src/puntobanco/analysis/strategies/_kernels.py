"""The kernel that lets guests play strategies through shoes that were dealt before.

A placement is a program: tests that push a truth, operators that combine truths, and after each
line a step that ends the program if the line's condition holds. A staking is a function of its
memory and the last result. All kernels of this folder are in this file, because a compiled kernel
on disk doesn't notice changes in the files of the functions it calls.
"""

# ruff: noqa: C901, PLR0917, FBT001 - compiled calls pass arguments by position, and cost time
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puntobanco.analysis._jit import jit, jit_called, jit_inside

Counts = npt.NDArray[np.int64]
Words16 = npt.NDArray[np.uint16]
Words32 = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float64]

TIE, BANKER, PLAYER = range(3)
"""Outcomes of a coup, as the kernel counts them."""

# --- what a strategy knows ------------------------------------------------------------------------

(
    COUP,
    CARDS_LEFT,
    STREAK,
    WINS,
    LOSSES,
    BANKROLL,
    PROFIT,
    LATEST,
    BET_BEFORE,
    BIG_EYE_BOY,
    SMALL_ROAD,
    COCKROACH_PIG,
    GOOD_ROAD,
    DECIDED,
    LAST_SIDES,
    OUTCOMES,
    LAST_OUTCOMES,
    RUNS,
    LAST_SIDE,
    BEFORE_LAST,
    TEMPLATE_AT,
) = range(21)
"""Places of the numbers that a strategy knows: counts, money in chips, and the sides as bits."""
(
    HIGHEST,
    DRAWDOWN_NOW,
    COUPS_NOW,
    LONGEST_LOSING_RUN,
    BETS_HERE,
    VIRTUAL_LOSSES,
    IS_ACTIVE,
    IS_LOCKED,
    IS_RUINED,
    IS_GONE,
    FIRST_UNITS,
    UNITS,
    HELD_UNITS,
    STEPS,
    SHOE,
) = range(21, 36)
"""Places of the numbers that only the session needs."""
KNOWN = 36

RED, BLUE = 1, 2
GOOD_ROADS_BIT = 8

OwnPlace = Callable[[Counts, int, int, Counts], None] | None
OwnStake = tuple[Callable[[Counts, int], int]] | None
"""In a tuple numba passes a function by its address, so all own functions share one kernel."""

# --- programs -------------------------------------------------------------------------------------

TEST, SIDES, ANY_OUTCOMES, COUNT, TRUE_COUNT, EDGE, AND, OR, NOT, LINE, ALWAYS = range(11)
"""The steps of a program."""
EQUAL, LESS, GREATER, AT_MOST, AT_LEAST = range(5)
"""Relations, in the order of the placement's language."""
FIXED, LAST, OPPOSITE, BEFORE, BEST, TEMPLATE = range(6)
"""Kinds of choices."""


class Program(NamedTuple):
    """A placement, compiled."""

    steps: Counts
    """Rows of a step and up to four numbers."""
    bounds: Floats
    """The numbers that edges are compared with."""
    first_choice: Counts
    """The index of each line's first choice, and at the end the number of choices."""
    choices: Counts
    """Rows of a kind, a number (a bet or a template) and units."""
    templates: Counts
    """Rows of sides, filled up with zeros."""
    best: Counts
    """Rows of a main bet and its column among the edges."""
    roads: int
    """The roads that it looks at, as bits: three derived roads, then the good road."""


class Felt(NamedTuple):
    """The bets of a strategy."""

    earned: Counts
    """The earnings of one unit in chips, for each class of each bet."""
    first: Counts
    """The index of each bet's first class."""
    column: Counts
    """The column of a bet's classes; -1 if the class is the score."""
    most: Counts
    """The most units on each bet."""
    is_main: Counts
    expected: Counts
    """What one unit is expected to lose on a fresh shoe, in `PARTS` of a chip."""
    player: int
    banker: int


PARTS = 1 << 20
"""Expected losses are whole numbers of 1 / this of a chip, so that sums don't depend on order."""


class DealtShoes(NamedTuple):
    """Coups of whole shoes, one after another."""

    first: Counts
    """The index of each shoe's first coup, and at the end the number of coups."""
    score: Words16
    left: Words16
    """Cards in the shoe before each coup."""
    outcomes: Counts
    """The outcome of each score."""
    classes: Words32
    """Columns of classes, for bets that look at more than the score."""
    running: Counts
    """Columns of running counts before each coup."""
    unseen: Counts
    """How many cards haven't been seen before each coup."""
    edges: Floats
    """Columns of exact edges in percent before each coup."""
    expected: Counts
    """Columns of what one unit of each bet is expected to lose, if edges are known."""


class Terms(NamedTuple):
    """The terms of a session; money in chips. Zero stands for a stop that isn't used."""

    bankroll: int
    unit: int
    low: int
    """Leave with this bankroll or less."""
    high: int
    """Leave with this bankroll or more."""
    trailing: int
    """Leave when the bankroll is this much below its highest."""
    losing_run: int
    shoes: int
    coups: int
    bets_a_shoe: int
    max_steps: int
    at_cap: int
    virtual: int
    resets_each_shoe: bool
    locks_ties: bool


RESET, HOLD, LEAVE = range(3)
"""What happens at the cap of a progression."""

# --- stakings -------------------------------------------------------------------------------------
# A staking is a function of a memory (whole numbers, of which the first says which staking it is)
# and the last result: 1 won, -1 lost, 0 before the first bet. It returns units. After a push the
# same units are staked again. A limit may cut a stake, so the last number of the memory is what
# was really placed.

FLAT, MARTINGALE, PAROLI, D_ALEMBERT, FIBONACCI, LABOUCHERE, ONE_THREE_TWO_SIX, OSCAR = range(8)

MEMORY = 256
"""Whole numbers that a staking may keep from one bet to the next."""
PLACED = MEMORY - 1
"""The index, in that memory, of the units staked last."""
_FIRST_OF_LINE = 4
_LONGEST_LINE = PLACED - _FIRST_OF_LINE
_LARGEST = 1 << 40


@jit
def _labouchere(memory: Counts, result: int) -> int:
    """Stake both ends of the line 1 2 3 4, cross off what was won, append what was lost.

    The line always adds up to what is still to be won. If a stake was cut, the rest of the ends
    is appended again.
    """
    length, placed = memory[1], memory[PLACED]
    if result > 0:
        rest = memory[2] - placed
        length -= 2
        for k in range(max(0, length)):
            memory[_FIRST_OF_LINE + k] = memory[_FIRST_OF_LINE + k + 1]
        if rest > 0:
            length = max(0, length)
            memory[_FIRST_OF_LINE + length] = rest
            length += 1
    elif result < 0 and length < _LONGEST_LINE:
        memory[_FIRST_OF_LINE + length] = placed
        length += 1
    if result == 0 or length <= 0 or length >= _LONGEST_LINE:
        length = 4
        for k in range(4):
            memory[_FIRST_OF_LINE + k] = k + 1
    stake = memory[_FIRST_OF_LINE]
    if length > 1:
        stake += memory[_FIRST_OF_LINE + length - 1]
    memory[1], memory[2] = length, min(stake, _LARGEST)
    return int(memory[2])


@jit
def _oscar(memory: Counts, result: int) -> int:
    """One unit more after a win, but never more than ends the series one unit ahead."""
    memory[1] = memory[PLACED] if result else 1
    memory[2] += result * memory[1]
    if memory[2] >= 1:
        memory[1], memory[2] = 1, 0
    elif result > 0:
        memory[1] = min(memory[1] + 1, 1 - memory[2])
    return int(memory[1])


@jit
def _fibonacci(memory: Counts, result: int) -> int:
    """One step up 1 1 2 3 5 … after a loss, two down after a win."""
    if result < 0:
        memory[1] = min(memory[1] + 1, 56)
    elif result > 0:
        memory[1] = max(memory[1] - 2, 0)
    stake, following = 1, 1
    for _ in range(memory[1]):
        stake, following = following, stake + following
    return stake


@jit
def next_stake(memory: Counts, result: int) -> int:
    """Return the next units of the built-in staking whose number is first in the memory."""
    staking = memory[0]
    if staking == FLAT:
        return 1
    if staking == MARTINGALE:
        memory[1] = min(2 * memory[1], _LARGEST) if result < 0 else 1
        return int(memory[1])
    if staking == PAROLI:
        memory[1] = (memory[1] + 1) % 3 if result > 0 else 0
        return 1 << int(memory[1])
    if staking == D_ALEMBERT:
        memory[1] = max(1, memory[1] - result) if result else 1
        return int(memory[1])
    if staking == FIBONACCI:
        return _fibonacci(memory, result)
    if staking == LABOUCHERE:
        return _labouchere(memory, result)
    if staking == ONE_THREE_TWO_SIX:
        memory[1] = (memory[1] + 1) % 4 if result > 0 else 0
        return (1, 3, 2, 6)[memory[1]]
    if staking == OSCAR:
        return _oscar(memory, result)
    return 1


@jit_called
def _next_units(own_stake: OwnStake, memory: Counts, result: int) -> int:
    if own_stake is None:
        return next_stake(memory, result)
    units = own_stake[0](memory, result)
    if units < 1:
        raise ValueError("a stake must be 1 unit or more")
    return units


class Ramp(NamedTuple):
    """Units by the true count: from ``numerators[k] / denominators[k]`` on, bet ``units[k]``."""

    column: int
    """The column of the count; -1 if there is no ramp."""
    numerators: Counts
    denominators: Counts
    units: Counts


@jit_inside
def _ramp_units(ramp: Ramp, dealt: DealtShoes, coup: int) -> int:
    units = 0
    running, unseen = dealt.running[coup, ramp.column] * 52, dealt.unseen[coup]
    for k in range(ramp.units.size):
        if running * ramp.denominators[k] >= ramp.numerators[k] * unseen:
            units = ramp.units[k]
    return units


@jit
def weigh(unseen: Words16, tags: Counts, sums: Counts) -> None:
    """Write the sum of the tags of all unseen cards before each coup."""
    for coup in range(sums.size):
        total = 0
        for points in range(10):
            total += tags[points] * np.int64(unseen[coup, points])
        sums[coup] = total


# --- scoreboards ----------------------------------------------------------------------------------


@jit
def _new_shoe(known: Counts, shoe: int) -> None:
    """Forget the scoreboards, which are cleared at the shuffle."""
    known[SHOE] = shoe
    known[COUP] = known[STREAK] = known[BETS_HERE] = 0
    for at in range(BIG_EYE_BOY, TEMPLATE_AT):
        known[at] = 0


LENGTH, WINS_BEFORE, ONES, TWOS, ONE_TWOS, SINGLES, REPEATS = range(7)
RUN_FACTS = 7
"""Facts about a run: its length, the wins before it, how many runs up to it have one win, two
wins, or one and two in turn, and how many runs of its side have one win, or more than one."""
FIRST_RUN = 2
"""The row of the first run. The rows before it are zero."""


@jit
def grow_run(runs: Counts, at: int, length: int) -> None:
    """Write what is known of the newest run."""
    in_turn = runs[at - 1, LENGTH] == 3 - length
    runs[at, LENGTH] = length
    runs[at, WINS_BEFORE] = runs[at - 1, WINS_BEFORE] + runs[at - 1, LENGTH]
    runs[at, ONES] = (runs[at - 1, ONES] + 1) * (length == 1)
    runs[at, TWOS] = (runs[at - 1, TWOS] + 1) * (length == 2)
    runs[at, ONE_TWOS] = (runs[at - 1, ONE_TWOS] * in_turn + 1) * (length <= 2)
    runs[at, SINGLES] = (runs[at - 2, SINGLES] + 1) * (length == 1)
    runs[at, REPEATS] = (runs[at - 2, REPEATS] + 1) * (length > 1)


@jit
def mark_of(runs: Counts, at: int, back: int) -> int:
    """Return the mark that the newest win puts on a derived road; 0 for none."""
    length = runs[at, LENGTH]
    newest = at - (length == 1)
    if newest - back < FIRST_RUN:
        return 0
    compared = runs[newest - back, LENGTH]
    if length == 1:
        return RED if runs[newest, LENGTH] == compared else BLUE
    return BLUE if length == compared + 1 else RED


@jit
def _rank(number: int, span: int) -> int:
    """Return a number that is highest for the widest road; of equals, for the first."""
    return span * 16 + 15 - number


@jit
def good_road(runs: Counts, at: int, banker_last: bool) -> int:
    """Return the number, from 1, of the good road that spans most coups; 0 for none."""
    length = runs[at, LENGTH]
    end = runs[at, WINS_BEFORE] + length
    growing = length == 1
    best = _rank(1 if banker_last else 2, length) if length >= 4 else 0
    if runs[at, ONES] >= 4:
        best = max(best, _rank(3, runs[at, ONES]))
    if runs[at - growing, TWOS] >= 4:
        best = max(best, _rank(4, 2 * runs[at - growing, TWOS] + growing))
    for newest in range(at - (growing and runs[at - 1, LENGTH] == 1), at + 1):
        if runs[newest, ONE_TWOS] >= 4:
            best = max(best, _rank(7, end - runs[newest - runs[newest, ONE_TWOS] + 1, WINS_BEFORE]))
    for is_last in range(2):  # the side that won last, or the other one
        number = 5 if banker_last == (is_last == 1) else 6
        newest = at - 2 if is_last else at - 1
        jumps = runs[newest, SINGLES]
        if jumps >= 3 and (growing or not is_last):
            best = max(best, _rank(number, end - runs[newest - 2 * jumps + 2, WINS_BEFORE]))
        newest += 2 * (is_last and not growing)
        streaks = runs[newest, REPEATS]
        if streaks >= 3:
            best = max(best, _rank(number + 3, end - runs[newest - 2 * streaks + 2, WINS_BEFORE]))
    return 15 - best % 16 if best else 0


@jit_inside
def _see(known: Counts, runs: Counts, outcome: int, roads: int) -> None:
    """Write an outcome on the scoreboards."""
    known[OUTCOMES] += 1
    known[LAST_OUTCOMES] = (known[LAST_OUTCOMES] << 2 | outcome) & ((1 << 62) - 1)
    if outcome != TIE:
        same = outcome == known[LAST_SIDE]
        known[TEMPLATE_AT] += 1
        known[DECIDED] += 1
        known[LAST_SIDES] = (known[LAST_SIDES] << 1 | (outcome == BANKER)) & ((1 << 62) - 1)
        known[BEFORE_LAST] = known[LAST_SIDE]
        known[LAST_SIDE] = outcome
        known[STREAK] = 1 + known[STREAK] * same
        if roads:
            known[RUNS] += not same
            _mark_roads(known, runs, roads)


@jit
def _mark_roads(known: Counts, runs: Counts, roads: int) -> None:
    """Write the latest mark of the derived roads, and the good road, if the placement uses them."""
    at = FIRST_RUN - 1 + known[RUNS]
    grow_run(runs, at, known[STREAK])
    for back in range(1, 4):
        if roads >> (back - 1) & 1:
            known[BIG_EYE_BOY + back - 1] = mark_of(runs, at, back)
    if roads & GOOD_ROADS_BIT:
        known[GOOD_ROAD] = good_road(runs, at, known[LAST_SIDE] == BANKER)


# --- the placement --------------------------------------------------------------------------------


@jit
def _compare(value: float, relation: int, bound: float) -> bool:
    if relation == EQUAL:
        return value == bound
    if relation == LESS:
        return value < bound
    if relation == GREATER:
        return value > bound
    if relation == AT_MOST:
        return value <= bound
    return value >= bound


@jit
def _ends_with(history: int, count: int, length: int, pattern: int, bits: int) -> bool:
    return count >= length and (history & ((1 << bits * length) - 1)) == pattern


@jit_inside
def _line_of(program: Program, known: Counts, dealt: DealtShoes, coup: int) -> int:
    """Return the first line whose condition holds, or -1. Truths are bits, the newest lowest."""
    truths = 0
    for at in range(program.steps.shape[0]):
        step, a = program.steps[at, 0], program.steps[at, 1]
        b, c = program.steps[at, 2], program.steps[at, 3]
        if step == LINE:
            if truths & 1:
                return int(a)
            truths = 0
            continue
        if step == AND:
            truths = (truths >> 1) & (truths | ~1)
            continue
        if step == OR:
            truths = (truths >> 1) | (truths & 1)
            continue
        if step == NOT:
            truths ^= 1
            continue
        holds = True
        if step == TEST:
            holds = _compare(known[a], b, c)
        elif step == SIDES:
            holds = _ends_with(known[LAST_SIDES], known[DECIDED], a, b, 1)
        elif step == ANY_OUTCOMES:
            holds = _ends_with(known[LAST_OUTCOMES], known[OUTCOMES], a, b, 2)
        elif step == COUNT:
            holds = _compare(dealt.running[coup, a], b, c)
        elif step == TRUE_COUNT:
            value = dealt.running[coup, a] * 52 * program.steps[at, 4]
            holds = _compare(value, b, c * dealt.unseen[coup])
        elif step == EDGE:
            holds = _compare(dealt.edges[coup, a], b, program.bounds[c])
        truths = truths << 1 | holds
    return -1


@jit_inside
def _best(program: Program, dealt: DealtShoes, coup: int) -> int:
    """Return the main bet with the lowest exact edge; the first of equals."""
    best = 0
    for at in range(1, program.best.shape[0]):
        edge = dealt.edges[coup, program.best[at, 1]]
        if edge < dealt.edges[coup, program.best[best, 1]]:
            best = at
    return int(program.best[best, 0])


@jit_inside
def _place(
    program: Program, felt: Felt, known: Counts, dealt: DealtShoes, coup: int, want: Counts
) -> None:
    """Write down how many units a placement puts on each bet."""
    line = _line_of(program, known, dealt, coup)
    if line < 0:
        return
    for at in range(program.first_choice[line], program.first_choice[line + 1]):
        kind, which = program.choices[at, 0], program.choices[at, 1]
        side = 0
        if kind == LAST:
            side = known[LAST_SIDE]
        elif kind == OPPOSITE and known[LAST_SIDE]:
            side = BANKER + PLAYER - known[LAST_SIDE]
        elif kind == BEFORE:
            side = known[BEFORE_LAST]
        elif kind == TEMPLATE:
            length = program.templates[which, 0]
            side = program.templates[which, 1 + known[TEMPLATE_AT] % length]
        bet = -1
        if kind == FIXED:
            bet = which
        elif kind == BEST:
            bet = _best(program, dealt, coup)
        elif side:
            bet = felt.banker if side == BANKER else felt.player
        if bet >= 0:
            want[bet] += program.choices[at, 2]


# --- the session ----------------------------------------------------------------------------------

FINAL, ACTION, LOST, DRAWDOWN, EXPECTED, TAKEN = range(6)
BOOKED = 6
"""Columns of money in the books of a session; the action of each bet, in units, follows them."""
SESSIONS, RUINED, REACHED, STOPPED, COUPS, BETS, AHEAD, LOSING_RUN = range(8)
SUMS = 8
"""Sums over sessions; the losing run is the longest of each session."""
DEEPEST = SUMS
"""The place of the deepest drawdown among the worst."""
POINTS_IN_TIME = 100
"""Parts of a session in which ruins are counted and the paths of sample sessions are drawn."""


class Work(NamedTuple):
    """The kernel's working memory for one session."""

    known: Counts
    runs: Counts
    memory: Counts
    want: Counts
    """The units that the placement asks for on each bet."""
    stood: Counts
    """The units that a tie has locked on each bet."""
    stake: Counts
    """The units on each bet in this coup."""


class SessionBooks(NamedTuple):
    """The results of the sessions of a block."""

    sessions: Counts
    """A row for each session: its money, then its action on each bet."""
    sums: Counts
    worst: Counts
    """The most coups, the longest losing run and the deepest drawdown of any session."""
    ruins: Counts
    paths: Counts
    """The bankrolls of the first sessions over time."""


@jit
def _start(memory: Counts, beginning: Counts) -> None:
    for at in range(MEMORY):
        memory[at] = beginning[at] if at < beginning.size else 0


@jit
def _sit_down(me: Counts, terms: Terms) -> None:
    """Begin a session: nothing is known yet, and the whole bankroll is there."""
    for at in range(KNOWN):
        me[at] = 0
    me[BANKROLL] = me[HIGHEST] = terms.bankroll
    me[IS_ACTIVE] = terms.virtual == 0


@jit
def _begin_series(me: Counts, units: int) -> None:
    me[FIRST_UNITS] = me[UNITS] = me[HELD_UNITS] = units
    me[STEPS] = 0


@jit_inside
def _leaves(me: Counts, terms: Terms) -> bool:
    money = me[BANKROLL]
    return bool(
        me[IS_GONE]
        or me[COUPS_NOW] >= terms.coups
        or money <= terms.low
        or money >= terms.high
        or (terms.trailing > 0 and money <= me[HIGHEST] - terms.trailing)
        or (terms.losing_run > 0 and me[LOSSES] >= terms.losing_run)
    )


@jit_inside
def _earned(felt: Felt, dealt: DealtShoes, coup: int, bet: int) -> int:
    """Return what one unit on a bet earns in this coup."""
    column = felt.column[bet]
    code = np.int64(dealt.score[coup]) if column < 0 else np.int64(dealt.classes[coup, column])
    return felt.earned[felt.first[bet] + code]  # type: ignore[no-any-return] # of an array


@jit_inside
def _watch_only(me: Counts, want: Counts, felt: Felt, dealt: DealtShoes, coup: int, n: int) -> None:
    """Count a virtual loss instead of betting; after n of them in a row, bets are real."""
    net = 0
    for bet in range(want.size):
        net += want[bet] * _earned(felt, dealt, coup, bet)
        want[bet] = 0
    if net:
        me[VIRTUAL_LOSSES] = me[VIRTUAL_LOSSES] + 1 if net < 0 else 0
    me[IS_ACTIVE] = me[VIRTUAL_LOSSES] >= n


@jit_inside
def _cut(units: int, want: Counts, felt: Felt, mains_too: bool) -> int:
    """Return the units, cut until every bet fits its limit. Drop what a locked tie forbids."""
    for bet in range(want.size):
        if felt.is_main[bet] and not mains_too:
            want[bet] = 0
        if want[bet] > 0:
            most = felt.most[bet]
            units = min(units, most if want[bet] == 1 else most // want[bet])
    return units


@jit_inside
def _lay(work: Work, units: int, unit: int) -> int:
    """Put the wanted units beside what a tie has locked. Return the money that takes."""
    total = 0
    for bet in range(work.want.size):
        work.stake[bet] = work.stood[bet] + work.want[bet] * units
        total += work.stake[bet]
    return total * unit


@jit_inside
def _lay_locked(work: Work) -> None:
    for bet in range(work.stake.size):
        work.stake[bet] = work.stood[bet]


@jit_inside
def _settle(
    felt: Felt, dealt: DealtShoes, work: Work, book: Counts, coup: int, locks: bool
) -> tuple[int, int]:
    """Return what all bets of a coup earn, and how many there are. Lock them after a tie."""
    me, stake, stood = work.known, work.stake, work.stood
    net, placed = 0, 0
    me[IS_LOCKED] = 0
    for bet in range(stake.size):
        units = stake[bet]
        stood[bet] = 0
        if units > 0:
            gain = units * _earned(felt, dealt, coup, bet)
            if locks and gain == 0 and felt.is_main[bet]:
                stood[bet] = units
                me[IS_LOCKED] = 1
            net += gain
            placed += 1
            book[BOOKED + bet] += units
            book[TAKEN] -= min(gain, 0)
            if dealt.expected.shape[0]:
                book[EXPECTED] += units * dealt.expected[coup, bet]
    return net, placed


@jit_inside
def _take_money(me: Counts, net: int, bankroll: int) -> None:
    money = me[BANKROLL] + net
    highest = max(me[HIGHEST], money)
    me[BANKROLL], me[PROFIT], me[HIGHEST] = money, money - bankroll, highest
    me[DRAWDOWN_NOW] = max(me[DRAWDOWN_NOW], highest - money)
    me[BETS_HERE] += 1
    me[BET_BEFORE] = 1
    me[LATEST] = 1 if net > 0 else (-1 if net < 0 else 0)
    if net:
        won = net > 0
        me[WINS] = (me[WINS] + 1) * won
        me[LOSSES] = (me[LOSSES] + 1) * (not won)
        me[LONGEST_LOSING_RUN] = max(me[LONGEST_LOSING_RUN], me[LOSSES])


@jit_inside
def _is_capped(me: Counts, terms: Terms, units: int) -> bool:
    """Take the next units of a progression. Return whether it must begin again."""
    me[UNITS] = units
    me[STEPS] = me[STEPS] + 1 if units > me[FIRST_UNITS] else 0
    if terms.max_steps == 0:
        return False
    if me[STEPS] <= terms.max_steps:
        me[HELD_UNITS] = units
    elif terms.at_cap == HOLD:
        me[UNITS] = min(units, me[HELD_UNITS])
    elif terms.at_cap == LEAVE:
        me[IS_GONE] = 1
    else:
        return True
    return False


@jit_inside
def _pause(me: Counts, terms: Terms, net: int) -> None:
    """After a win that ends a series, wait for virtual losses again if the staking says so."""
    if terms.virtual > 0 and net > 0 and me[UNITS] <= me[FIRST_UNITS]:
        me[IS_ACTIVE] = me[VIRTUAL_LOSSES] = 0


@jit
def _draw(paths: Counts, session: int, me: Counts, coups: int) -> None:
    """Write the bankroll on the rest of a session's path."""
    for at in range(-(-me[COUPS_NOW] * POINTS_IN_TIME // coups), paths.shape[1]):
        paths[session, at] = me[BANKROLL]


@jit
def _close(
    me: Counts, felt: Felt, terms: Terms, book: Counts, books: SessionBooks, fresh: bool
) -> None:
    """Book the end of a session. If `fresh`, bets are expected to lose as on a fresh shoe."""
    money, coups = me[BANKROLL], me[COUPS_NOW]
    ruined = (me[IS_RUINED] > 0) | (money < terms.unit)
    book[FINAL], book[LOST], book[DRAWDOWN] = money, terms.bankroll - money, me[DRAWDOWN_NOW]
    for bet in range(felt.expected.size):
        book[ACTION] += book[BOOKED + bet] * terms.unit
        if fresh:
            book[EXPECTED] += book[BOOKED + bet] * felt.expected[bet]
    sums, worst = books.sums, books.worst
    sums[SESSIONS] += 1
    sums[RUINED] += ruined
    sums[REACHED] += money >= terms.high
    sums[STOPPED] += (money <= terms.low) & (not ruined)
    sums[COUPS] += coups
    sums[AHEAD] += money > terms.bankroll
    sums[LOSING_RUN] += me[LONGEST_LOSING_RUN]
    worst[LOSING_RUN] = max(worst[LOSING_RUN], me[LONGEST_LOSING_RUN])
    worst[COUPS] = max(worst[COUPS], coups)
    worst[DEEPEST] = max(worst[DEEPEST], me[DRAWDOWN_NOW])
    if ruined:
        books.ruins[-(-coups * POINTS_IN_TIME // terms.coups)] += 1


def play_plain(  # noqa: PLR0912, PLR0915 - the course of a coup, in one place
    own_place: OwnPlace,
    own_stake: OwnStake,
    dealt: DealtShoes,
    program: Program,
    felt: Felt,
    terms: Terms,
    ramp: Ramp,
    beginning: Counts,
    work: Work,
    books: SessionBooks,
) -> None:
    """Play all sessions of a block. Each has as many shoes as the terms say."""
    me, memory, want = work.known, work.memory, work.want
    for session in range(books.sessions.shape[0]):
        book = books.sessions[session]
        is_drawn = session < books.paths.shape[0]
        _sit_down(me, terms)
        if is_drawn:
            _draw(books.paths, session, me, terms.coups)
        for number in range(terms.shoes):
            shoe = session * terms.shoes + number
            _new_shoe(me, shoe)
            if number == 0 or terms.resets_each_shoe:
                _start(memory, beginning)
                _begin_series(me, _next_units(own_stake, memory, 0))
            end = dealt.first[shoe + 1]
            for coup in range(dealt.first[shoe], end):
                was_locked = me[IS_LOCKED] > 0
                if not was_locked and _leaves(me, terms):
                    me[IS_GONE] = 1
                    break
                me[COUP] += 1
                me[CARDS_LEFT] = dealt.left[coup]
                for bet in range(want.size):
                    want[bet] = 0
                if terms.bets_a_shoe == 0 or me[BETS_HERE] < terms.bets_a_shoe:
                    if own_place is None:
                        _place(program, felt, me, dealt, coup, want)
                    else:
                        own_place(me, shoe, coup, want)
                if not me[IS_ACTIVE]:
                    _watch_only(me, want, felt, dealt, coup, terms.virtual)
                units = me[UNITS] if ramp.column < 0 else _ramp_units(ramp, dealt, coup)
                units = _cut(units, want, felt, not was_locked)
                if _lay(work, units, terms.unit) > me[BANKROLL]:
                    if not was_locked:
                        me[IS_RUINED] = me[IS_GONE] = 1
                        break
                    _lay_locked(work)
                locks = terms.locks_ties and coup < end - 1
                net, placed = _settle(felt, dealt, work, book, coup, locks)
                me[COUPS_NOW] += 1
                if placed:
                    books.sums[BETS] += placed
                    _take_money(me, net, terms.bankroll)
                if net:
                    if not was_locked:
                        memory[PLACED] = units
                    units = _next_units(own_stake, memory, 1 if net > 0 else -1)
                    if _is_capped(me, terms, units):
                        _start(memory, beginning)
                        me[UNITS] = _next_units(own_stake, memory, 0)
                        me[STEPS] = 0
                    _pause(me, terms, net)
                outcome = dealt.outcomes[dealt.score[coup]]
                _see(me, work.runs, outcome, program.roads)
                if is_drawn:
                    _draw(books.paths, session, me, terms.coups)
            if me[IS_GONE]:
                break
        _close(me, felt, terms, book, books, dealt.expected.shape[0] == 0)


play = jit(play_plain)
"""`play_plain`, compiled, for strategies whose own functions, if any, are compiled."""
