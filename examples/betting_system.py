"""Compare your own betting system with flat betting, over 2,000 shoes on Banker.

A system is a function of a memory (whole numbers, all zero at first) and the last result: 1 after a
win, -1 after a loss, 0 before the first bet. It returns the next stake in units.
"""

from puntobanco import CLASSIC, Chips
from puntobanco.analysis import Plan, Session, Specification
from puntobanco.analysis.strategies.systems import SYSTEMS, Memory, own


def patient(memory: Memory, result: int) -> int:
    """Stake one unit more after every two wins in a row, and one unit after a loss."""
    memory[0] = memory[0] + 1 if result > 0 else 0
    return 1 + int(memory[0]) // 2


system = own(patient)
print("Stakes through win, win, win, loss:", system.stakes("WWWL"))

plan = Plan(
    Specification(CLASSIC, shoes=2_000),
    seed="an example",
    systems=(SYSTEMS["flat"], system),
    session=Session(bankroll=Chips(500_00), unit=Chips(10_00)),
)
for each in plan.simulate().systems:
    print(f"{each.job.system.name}: half of {each.guests:,} guests leave ", end="")
    print(f"with {each.percentiles[50] / 100:.2f} dollars or less.")
    print(f"  Of each 100 dollars staked and decided they lost {each.loss_rate:.2f}.")
