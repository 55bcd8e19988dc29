"""Does it work? A strategy of your own beside two others, over 500 evenings of one shoe.

A placement says which bets to make. It is a text, a name, or a function of what a guest can see. A
staking says how many units to put on them.
"""

from puntobanco import CLASSIC, Chips
from puntobanco.analysis import Plan, Session, Specification, Strategy
from puntobanco.analysis.strategies.view import GuestView


def patient(view: GuestView) -> dict[str, int]:
    """Bet on Banker after two Players, twice as much when ahead."""
    if view.outcomes[-2:] == "PP":
        return {"banker": 2 if view.profit > 0 else 1}
    return {}


plan = Plan(
    Specification(CLASSIC, shoes=500),
    seed="an example",
    strategies=(
        Strategy.own(patient),
        Strategy.parse("follow", staking="martingale"),
        Strategy.parse("streak >= 3: opposite"),
    ),
    session=Session(bankroll=Chips(500_00), unit=Chips(10_00)),
)
for each in plan.simulate().strategies:
    print(f"{each.job.strategy.name}: {each.ahead:.0%} of {each.sessions:,} sessions ended ahead.")
    print(f"  Of each 100 dollars bet it lost {100 * (each.loss_share or 0):.2f}. {each.verdict}")
