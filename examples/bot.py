"""A bot that plays a table and prints what the croupier says.

It sits alone at a classic table, without a server. It always bets with the last winner.
"""

from puntobanco import CLASSIC, Chips, Croupier, Outcome, Store, seed_source, transcript
from puntobanco.table.commands import BuyIn, CloseTable, Command, Deal, PlaceBet, Sit

SEAT = 1
COUPS = 3


def say(croupier: Croupier, *commands: Command) -> None:
    """Have commands followed, and print the sentences of what happened."""
    before = croupier.state
    happened = croupier.do(*commands)
    print(*transcript(before, happened, listener=SEAT), sep="\n")


with Store.in_memory() as store:
    croupier = Croupier.open(store, "bot", CLASSIC, seed_for=seed_source("an example"))
    say(croupier, Sit(SEAT, "Robin"), BuyIn(SEAT, chips=Chips(200_00)))
    croupier.commit_shoe()
    croupier.open_shoe()
    side = Outcome.BANKER
    for _ in range(COUPS):
        # After a tie the stake stands; put down another only where there is none.
        staked = croupier.state.seats[SEAT].stake_on(side.value)
        bets = () if staked else (PlaceBet(SEAT, side.value, chips=Chips(25_00)),)
        say(croupier, *bets, Deal())
        last = croupier.state.coups[-1].outcome()
        if last is not Outcome.TIE:
            side = last
    say(croupier, CloseTable())
