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

from puntobanco.analysis._jit import jit

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
    SHOE,
) = range(22)
"""Places of the numbers that a guest keeps: counts, money in chips, and the sides as bits."""
KNOWN = 22

RED, BLUE = 1, 2

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
    needs_roads: bool
    """Whether the program uses derived or good roads."""


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


@jit
def _positive(stake: int) -> int:
    """Return the units of an own function, if they are at least one."""
    if stake < 1:
        raise ValueError("a stake must be 1 unit or more")
    return stake


class Ramp(NamedTuple):
    """Units by the true count: from ``numerators[k] / denominators[k]`` on, bet ``units[k]``."""

    column: int
    """The column of the count; -1 if there is no ramp."""
    numerators: Counts
    denominators: Counts
    units: Counts


@jit
def _ramp_units(ramp: Ramp, dealt: DealtShoes, coup: int) -> int:
    units = 0
    running, unseen = dealt.running[coup, ramp.column] * 52, dealt.unseen[coup]
    for k in range(ramp.units.size):
        if running * ramp.denominators[k] >= ramp.numerators[k] * unseen:
            units = ramp.units[k]
    return units


# --- scoreboards ----------------------------------------------------------------------------------


@jit
def _new_shoe(known: Counts) -> None:
    """Forget the scoreboards, which are cleared at the shuffle."""
    known[COUP] = 0
    known[STREAK] = 0
    for at in range(BIG_EYE_BOY, TEMPLATE_AT):
        known[at] = 0


@jit
def _mark(runs: Counts, count: int, back: int) -> int:
    """Return the mark that the newest win puts on a derived road; 0 for none."""
    depth = runs[count - 1]
    if depth == 1:
        if count - 2 - back < 0:
            return 0
        return RED if runs[count - 2] == runs[count - 2 - back] else BLUE
    if count - 1 - back < 0:
        return 0
    return BLUE if depth == runs[count - 1 - back] + 1 else RED


@jit
def _trailing(runs: Counts, end: int, newest: int, before: int) -> int:
    """Return how many runs before `end` have these lengths by turns, the newest first."""
    count = 0
    while count < end:
        if runs[end - 1 - count] != (newest if count % 2 == 0 else before):
            break
        count += 1
    return count


@jit
def _sum(runs: Counts, first: int, end: int) -> int:
    total = 0
    for at in range(first, end):
        total += runs[at]
    return total


@jit
def _one_two(runs: Counts, count: int) -> int:
    span = 0
    for newest in range(1, 3):
        complete = _trailing(runs, count, newest, 3 - newest)
        if complete >= 4:
            span = max(span, _sum(runs, count - complete, count))
    if runs[count - 1] == 1:
        complete = _trailing(runs, count - 1, 1, 2)
        if complete >= 4:
            span = max(span, 1 + _sum(runs, count - 1 - complete, count - 1))
    return span


@jit
def _repeated(runs: Counts, count: int, is_last: bool, is_jump: bool) -> int:
    """Return the span of a jump (runs of one) or of streaks (runs of two or more) of a side."""
    newest = count - 1 if is_last else count - 2
    if is_last:
        if is_jump and runs[newest] != 1:
            return 0
        if runs[newest] == 1:
            newest -= 2
    times, first = 0, 0
    while newest >= 0:
        if (runs[newest] == 1) != is_jump:
            break
        times += 1
        first = newest
        newest -= 2
    return _sum(runs, first, count) if times >= 3 else 0


@jit
def good_road(runs: Counts, count: int, banker_last: bool) -> int:
    """Return the number, from 1, of the good road that spans most coups; 0 for none."""
    if count == 0:
        return 0
    found, longest = 0, 0
    for number in range(1, 10):
        span = 0
        if number <= 2:
            if runs[count - 1] >= 4 and banker_last == (number == 1):
                span = runs[count - 1]
        elif number == 3:
            span = _trailing(runs, count, 1, 1)
            span = span if span >= 4 else 0
        elif number == 4:
            growing = 1 if runs[count - 1] == 1 else 0
            twos = _trailing(runs, count - growing, 2, 2)
            span = 2 * twos + growing if twos >= 4 else 0
        elif number == 7:
            span = _one_two(runs, count)
        else:
            is_banker = number in (5, 8)
            span = _repeated(runs, count, banker_last == is_banker, number < 7)
        if span > longest:
            found, longest = number, span
    return found


@jit
def _see(known: Counts, runs: Counts, outcome: int, needs_roads: bool) -> None:
    """Write an outcome on the scoreboards."""
    known[OUTCOMES] += 1
    known[LAST_OUTCOMES] = (known[LAST_OUTCOMES] << 2 | outcome) & ((1 << 62) - 1)
    if outcome == TIE:
        return
    known[TEMPLATE_AT] += 1
    known[DECIDED] += 1
    known[LAST_SIDES] = (known[LAST_SIDES] << 1 | (outcome == BANKER)) & ((1 << 62) - 1)
    known[BEFORE_LAST] = known[LAST_SIDE]
    if outcome == known[LAST_SIDE]:
        known[STREAK] += 1
    else:
        known[STREAK] = 1
        known[RUNS] += 1
    known[LAST_SIDE] = outcome
    if needs_roads:
        count = known[RUNS]
        runs[count - 1] = known[STREAK]
        for back in range(1, 4):
            known[BIG_EYE_BOY + back - 1] = _mark(runs, count, back)
        known[GOOD_ROAD] = good_road(runs, count, outcome == BANKER)


# --- the placement --------------------------------------------------------------------------------


@jit
def _compare(value: int, relation: int, bound: int) -> bool:
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
def _compare_floats(value: float, relation: int, bound: float) -> bool:
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


@jit
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
            holds = _compare_floats(dealt.edges[coup, a], b, program.bounds[c])
        truths = truths << 1 | holds
    return -1


@jit
def _best(program: Program, dealt: DealtShoes, coup: int) -> int:
    """Return the main bet with the lowest exact edge; the first of equals."""
    best = 0
    for at in range(1, program.best.shape[0]):
        edge = dealt.edges[coup, program.best[at, 1]]
        if edge < dealt.edges[coup, program.best[best, 1]]:
            best = at
    return int(program.best[best, 0])


@jit
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
def _earned(felt: Felt, dealt: DealtShoes, coup: int, bet: int) -> int:
    """Return what one unit on a bet earns in this coup."""
    column = felt.column[bet]
    code = np.int64(dealt.score[coup]) if column < 0 else np.int64(dealt.classes[coup, column])
    return int(felt.earned[felt.first[bet] + code])


@jit
def _fill(path: Counts, first: int, money: int) -> None:
    for at in range(first, path.size):
        path[at] = money


@jit
def _cut(units: int, want: Counts, felt: Felt) -> int:
    """Return the units, cut until every bet fits its limit."""
    for bet in range(want.size):
        if want[bet] > 0:
            units = min(units, felt.most[bet] // want[bet])
    return units


def play_plain(  # noqa: PLR0912, PLR0915 - nothing else can call a guest's own functions
    own_place: Callable[[Counts, int, int, int, Counts], None] | None,
    own_stake: Callable[[Counts, int], int] | None,
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
    known, memory, want, stood, stake = (
        work.known,
        work.memory,
        work.want,
        work.stood,
        work.stake,
    )
    bets = want.size
    for session in range(books.sessions.shape[0]):
        book = books.sessions[session]
        for at in range(KNOWN):
            known[at] = 0
        known[SHOE] = session * terms.shoes
        _start(memory, beginning)
        first = next_stake(memory, 0) if own_stake is None else _positive(own_stake(memory, 0))
        wanted, held, step = first, first, 0
        money = highest = terms.bankroll
        drawdown = coups = losing_run = virtual_losses = 0
        is_active = terms.virtual == 0
        ruined = gone = False
        if session < books.paths.shape[0]:
            _fill(books.paths[session], 0, money)
        for number in range(terms.shoes):
            shoe = session * terms.shoes + number
            _new_shoe(known)
            known[SHOE] = shoe
            if number and terms.resets_each_shoe:
                _start(memory, beginning)
                first = next_stake(memory, 0) if own_stake is None else own_stake(memory, 0)
                wanted, held, step = first, first, 0
            bets_here = 0
            end = dealt.first[shoe + 1]
            for coup in range(dealt.first[shoe], end):
                locked = False
                for bet in range(bets):
                    want[bet] = 0
                    locked |= stood[bet] > 0
                if not locked and (
                    gone
                    or coups >= terms.coups
                    or money <= terms.low
                    or money >= terms.high
                    or (terms.trailing > 0 and money <= highest - terms.trailing)
                    or (terms.losing_run > 0 and known[LOSSES] >= terms.losing_run)
                ):
                    gone = True
                    break
                known[COUP] += 1
                known[CARDS_LEFT] = dealt.left[coup]
                known[BANKROLL], known[PROFIT] = money, money - terms.bankroll
                if terms.bets_a_shoe == 0 or bets_here < terms.bets_a_shoe:
                    if own_place is None:
                        _place(program, felt, known, dealt, coup, want)
                    else:
                        own_place(known, money, shoe, coup, want)
                units = wanted if ramp.column < 0 else _ramp_units(ramp, dealt, coup)
                if not is_active:
                    net = 0
                    for bet in range(bets):
                        if want[bet] > 0:
                            net += want[bet] * _earned(felt, dealt, coup, bet)
                        want[bet] = 0
                    if net:
                        virtual_losses = virtual_losses + 1 if net < 0 else 0
                    is_active = virtual_losses >= terms.virtual
                if locked:
                    for bet in range(bets):
                        if felt.is_main[bet]:
                            want[bet] = 0
                units = _cut(units, want, felt)
                total = 0
                for bet in range(bets):
                    stake[bet] = stood[bet] + want[bet] * units
                    total += stake[bet] * terms.unit
                if total > money:
                    if not locked:
                        ruined = gone = True
                        break
                    for bet in range(bets):
                        stake[bet] = stood[bet]
                coups += 1
                net, placed = 0, 0
                for bet in range(bets):
                    stood[bet] = 0
                    if stake[bet] > 0:
                        gain = stake[bet] * _earned(felt, dealt, coup, bet)
                        if gain == 0 and terms.locks_ties and felt.is_main[bet] and coup < end - 1:
                            stood[bet] = stake[bet]
                        net += gain
                        placed += 1
                        if gain < 0:
                            book[TAKEN] -= gain
                        loss = felt.expected[bet]
                        if dealt.expected.shape[0]:
                            loss = dealt.expected[coup, bet]
                        book[EXPECTED] += stake[bet] * loss
                        book[ACTION] += stake[bet] * terms.unit
                        book[BOOKED + bet] += stake[bet]
                if placed:
                    bets_here += 1
                    books.sums[BETS] += placed
                    money += net
                    highest = max(highest, money)
                    drawdown = max(drawdown, highest - money)
                    known[BET_BEFORE] = 1
                    known[LATEST] = 1 if net > 0 else (-1 if net < 0 else 0)
                if net:
                    if net > 0:
                        known[WINS] += 1
                        known[LOSSES] = 0
                    else:
                        known[LOSSES] += 1
                        known[WINS] = 0
                        losing_run = max(losing_run, known[LOSSES])
                    if not locked:
                        memory[PLACED] = units
                    won = 1 if net > 0 else -1
                    if own_stake is None:
                        wanted = next_stake(memory, won)
                    else:
                        wanted = _positive(own_stake(memory, won))
                    step = step + 1 if wanted > first else 0
                    if terms.max_steps > 0:
                        if step <= terms.max_steps:
                            held = wanted
                        elif terms.at_cap == HOLD:
                            wanted = min(wanted, held)
                        elif terms.at_cap == LEAVE:
                            gone = True
                        else:
                            _start(memory, beginning)
                            if own_stake is None:
                                wanted = next_stake(memory, 0)
                            else:
                                wanted = _positive(own_stake(memory, 0))
                            step = 0
                    if terms.virtual > 0 and net > 0 and wanted <= first:
                        is_active, virtual_losses = False, 0
                _see(known, work.runs, dealt.outcomes[dealt.score[coup]], program.needs_roads)
                if session < books.paths.shape[0]:
                    _fill(books.paths[session], -(-coups * POINTS_IN_TIME // terms.coups), money)
            for bet in range(bets):
                stood[bet] = 0
            if gone:
                break
        ruined |= money < terms.unit
        book[FINAL], book[LOST], book[DRAWDOWN] = money, terms.bankroll - money, drawdown
        sums, worst = books.sums, books.worst
        sums[SESSIONS] += 1
        sums[RUINED] += ruined
        sums[REACHED] += money >= terms.high
        sums[STOPPED] += (money <= terms.low) & (not ruined)
        sums[COUPS] += coups
        sums[AHEAD] += money > terms.bankroll
        sums[LOSING_RUN] += losing_run
        worst[LOSING_RUN] = max(worst[LOSING_RUN], losing_run)
        worst[COUPS] = max(worst[COUPS], coups)
        worst[DEEPEST] = max(worst[DEEPEST], drawdown)
        if ruined:
            books.ruins[-(-coups * POINTS_IN_TIME // terms.coups)] += 1


play = jit(play_plain)
"""`play_plain`, compiled, for strategies without functions of their own."""
