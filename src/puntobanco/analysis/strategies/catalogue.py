"""The named stakings and placements; readable without the extra ``lab``."""

from __future__ import annotations

from typing import NamedTuple

STAKINGS = {
    "flat": "always one unit",
    "martingale": "double after a loss, one unit after a win",
    "paroli": "double after a win, one unit after three wins or a loss",
    "dalembert": "one unit more after a loss, one less after a win",
    "fibonacci": "one step up 1 1 2 3 5 … after a loss, two steps down after a win",
    "labouchere": "the sum of both ends of a line that starts as 1 2 3 4",
    "1-3-2-6": "1, 3, 2 and 6 units while it wins, one unit after a loss",
    "oscar": "one unit more after a win, until the series is one unit ahead",
}
"""What each staking does. The position in this table is its number in the kernel `next_stake`."""


class NamedPlacement(NamedTuple):
    """A placement with a name, which may take one argument."""

    argument: str
    """What follows the name, such as ``N``; empty if nothing does."""
    description: str
    template: str
    """The placement as a text, with braces for the argument."""
    example: str = ""
    """An argument to show the text with."""

    def text(self, argument: str) -> str:
        """Return the placement with this argument as a text."""
        return self.template.format(argument)


def _derived(road: str) -> NamedPlacement:
    return NamedPlacement(
        "",
        f"bet on the last winner while {road.replace('_', ' ')} is red, on the other side if blue",
        f"{road} = red: last\n{road} = blue: opposite",
    )


PLACEMENTS = {
    "always": NamedPlacement("KEY", "the same bet every coup", "otherwise: {}", "banker"),
    "follow": NamedPlacement("", "the side that won last", "otherwise: last"),
    "oppose": NamedPlacement("", "the side that lost last", "otherwise: opposite"),
    "before_last": NamedPlacement(
        "", "the side that won the coup before the last", "otherwise: before_last"
    ),
    "streak": NamedPlacement("N", "join a run of N or more wins", "streak >= {}: last", "3"),
    "break": NamedPlacement(
        "N", "bet against a run of N or more wins", "streak >= {}: opposite", "3"
    ),
    "template": NamedPlacement(
        "LETTERS",
        "these sides in turn; a tie doesn't advance",
        "otherwise: template {}",
        "pbppbb",
    ),
    "big_eye_boy": _derived("big_eye_boy"),
    "small_road": _derived("small_road"),
    "cockroach_pig": _derived("cockroach_pig"),
    "long_banker": NamedPlacement(
        "", "stay with a long run of Banker", "good_road = long_banker: banker"
    ),
    "long_player": NamedPlacement(
        "", "stay with a long run of Player", "good_road = long_player: player"
    ),
    "ping_pong": NamedPlacement(
        "", "change sides while they alternate", "good_road = ping_pong: opposite"
    ),
    "double_ping_pong": NamedPlacement(
        "",
        "change sides after every second win while runs of two alternate",
        "good_road = double_ping_pong and streak = 1: last\ngood_road = double_ping_pong: opposite",
    ),
    "banker_jump": NamedPlacement(
        "",
        "Player after each Banker, while Banker never repeats",
        "good_road = banker_jump and last = b: player",
    ),
    "player_jump": NamedPlacement(
        "",
        "Banker after each Player, while Player never repeats",
        "good_road = player_jump and last = p: banker",
    ),
    "one_two": NamedPlacement(
        "",
        "complete runs of one and two in turn",
        "good_road = one_two and (last = pbp or last = bpb): last\ngood_road = one_two: opposite",
    ),
    "banker_streaks": NamedPlacement(
        "",
        "Banker after a first Banker, while Banker always repeats",
        "good_road = banker_streaks and last = pb: banker",
    ),
    "player_streaks": NamedPlacement(
        "",
        "Player after a first Player, while Player always repeats",
        "good_road = player_streaks and last = bp: player",
    ),
}
"""The named placements, each a text."""
