"""Good roads: the names that players give to what the big road shows at the moment.

A road looks at the latest runs, oldest first. The newest run may still be growing, so it fits a
pattern of twos while it has one win. `LEAST` holds the thresholds.

>>> good_roads(Roads.parse("PBPB"))
('ping_pong',)
>>> good_roads(Roads.parse("PPBPBPBBBB"))
('long_banker',)
"""

from __future__ import annotations

from collections.abc import Sequence

from puntobanco.roads.board import Roads
from puntobanco.tableau import Side

LEAST = {
    "long_banker": 4,
    "long_player": 4,
    "ping_pong": 4,
    "double_ping_pong": 4,
    "banker_jump": 3,
    "player_jump": 3,
    "one_two": 2,
    "banker_streaks": 3,
    "player_streaks": 3,
}
"""How many wins in a row, runs, or pairs of runs each good road needs."""

GOOD_ROADS = tuple(LEAST)
"""Every good road by its key."""


def good_roads(roads: Roads) -> tuple[str, ...]:
    """Return the good roads that a board shows now, the one that spans most coups first."""
    runs = roads.runs
    if not runs:
        return ()
    spans = spans_of([run.length for run in runs], banker_last=runs[-1].side is Side.BANKER)
    shown = [key for key in GOOD_ROADS if spans[key]]
    return tuple(sorted(shown, key=lambda key: -spans[key]))


def spans_of(lengths: Sequence[int], *, banker_last: bool) -> dict[str, int]:
    """Return how many decided coups each good road spans; 0 if it isn't there.

    `lengths` are the lengths of the runs, oldest first. The last run is Banker's or Player's.
    """
    long = lengths[-1] if lengths[-1] >= LEAST["long_banker"] else 0
    spans = {
        "long_banker": long if banker_last else 0,
        "long_player": 0 if banker_last else long,
        "ping_pong": _ping_pong(lengths),
        "double_ping_pong": _double_ping_pong(lengths),
        "one_two": _one_two(lengths),
    }
    for side, is_last in (("banker", banker_last), ("player", not banker_last)):
        spans[f"{side}_jump"] = _jump(lengths, is_last=is_last)
        spans[f"{side}_streaks"] = _streaks(lengths, is_last=is_last)
    return spans


def _ping_pong(lengths: Sequence[int]) -> int:
    ones = _trailing(lengths, (1,))
    return ones if ones >= LEAST["ping_pong"] else 0


def _double_ping_pong(lengths: Sequence[int]) -> int:
    """Find runs of two, then perhaps the first win of the next."""
    growing = lengths[-1] == 1
    twos = _trailing(lengths[:-1] if growing else lengths, (2,))
    return 2 * twos + growing if twos >= LEAST["double_ping_pong"] else 0


def _one_two(lengths: Sequence[int]) -> int:
    """Find runs of one and two in turn, the newest perhaps still growing to two."""
    found = 0
    for pattern in ((1, 2), (2, 1)):
        complete = _trailing(lengths, pattern)
        if complete >= 2 * LEAST["one_two"]:
            found = max(found, sum(lengths[len(lengths) - complete :]))
    if lengths[-1] == 1:  # the first win of a run of two
        complete = _trailing(lengths[:-1], (1, 2))
        if complete >= 2 * LEAST["one_two"]:
            found = max(found, 1 + sum(lengths[len(lengths) - 1 - complete :][:complete]))
    return found


def _trailing(lengths: Sequence[int], pattern: Sequence[int]) -> int:
    """Return how many of the last runs repeat a pattern of lengths, the newest first."""
    count = 0
    for length in reversed(lengths):
        if length != pattern[count % len(pattern)]:
            break
        count += 1
    return count


def _jump(lengths: Sequence[int], *, is_last: bool) -> int:
    """Find runs of one side that are all one long, each followed by the other side."""
    if is_last and lengths[-1] != 1:
        return 0
    newest = len(lengths) - (3 if is_last else 2)
    times, first = 0, 0
    for at in range(newest, -1, -2):
        if lengths[at] != 1:
            break
        times, first = times + 1, at
    return sum(lengths[first:]) if times >= LEAST["banker_jump"] else 0


def _streaks(lengths: Sequence[int], *, is_last: bool) -> int:
    """Find runs of one side with two wins or more, the newest perhaps still at one."""
    newest = len(lengths) - (1 if is_last else 2)
    if is_last and lengths[-1] == 1:
        newest -= 2
    times, first = 0, 0
    for at in range(newest, -1, -2):
        if lengths[at] < 2:
            break
        times, first = times + 1, at
    return sum(lengths[first:]) if times >= LEAST["banker_streaks"] else 0
