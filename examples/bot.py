"""A bot that plays alone at a classic table, and prints what the croupier says.

It always bets on the last winner. It needs no server.
"""

from puntobanco import CLASSIC, Chips, Croupier, Outcome, Store, seed_source, transcript
from puntobanco.announcer import Level
from puntobanco.table.commands import BuyIn, CloseTable, Command, Deal, PlaceBet, Sit

SEAT = 1
COUPS = 2


def say(croupier: Croupier, *commands: Command) -> None:
    """Execute commands, and print the croupier's sentences."""
    before = croupier.state
    happened = croupier.do(*commands)
    print(*transcript(before, happened, Level.TERSE, listener=SEAT), sep="\n")


with Store.in_memory() as store:
    croupier = Croupier.open(store, "bot", CLASSIC, seed_for=seed_source("an example"))
    say(croupier, Sit(SEAT, "Robin"), BuyIn(SEAT, chips=Chips(200_00)))
    croupier.commit_shoe()
    croupier.open_shoe()
    side = Outcome.BANKER
    for _ in range(COUPS):
        # After a tie the stake still stands, and another bet would add to it.
        staked = croupier.state.seats[SEAT].stake_on(side.value)
        bets = () if staked else (PlaceBet(SEAT, side.value, chips=Chips(25_00)),)
        say(croupier, *bets, Deal())
        last = croupier.state.coups[-1].outcome()
        if last is not Outcome.TIE:
            side = last
    say(croupier, CloseTable())
