"""The plan that the options of `puntobanco simulate` ask for."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from puntobanco.cli.lab import bet_at
from puntobanco.cli.simulation.files import stored_seed
from puntobanco.cli.simulation.options import GuestOptions, ShoeOptions
from puntobanco.cli.simulation.strategies import strategies_of

if TYPE_CHECKING:
    from puntobanco.analysis.plan import Plan
    from puntobanco.analysis.strategies.session import Session


def plan_of(shoes: ShoeOptions, guests: GuestOptions, *, checkpoint: Path | None) -> Plan:
    """All that is to be simulated; refused if it makes no sense.

    Without a seed it is that of the checkpoint, or a random one.
    """
    from puntobanco.analysis.counting.counts import PERFECT, find_count
    from puntobanco.analysis.plan import Plan
    from puntobanco.analysis.simulation.specification import Specification

    house = shoes.house_with_decks()
    bets = tuple(bet_at(house, key) for key in dict.fromkeys(shoes.bets))
    counts = dict.fromkeys(guests.counts)
    seed = shoes.seed if shoes.seed is not None else stored_seed(checkpoint)
    return Plan(
        Specification(house, shoes.shoes, bets),
        seed=token_hex(8) if seed is None else seed,
        strategies=strategies_of(guests),
        session=_session(guests),
        counts=tuple(find_count(name) for name in counts if name != PERFECT),
        perfect=bets if PERFECT in counts else None,
    )


def _session(guests: GuestOptions) -> Session:
    from puntobanco.analysis.strategies.session import Session

    return Session(
        bankroll=guests.bank,
        unit=guests.unit,
        cap=guests.cap,
        stop_loss=guests.stop_loss,
        goal=guests.goal,
        trailing_stop=guests.trailing_stop,
        losing_run=guests.losing_run,
        bets_per_shoe=guests.bets_per_shoe,
        shoes=1 if guests.session is None else guests.session,
        coups=guests.coups,
    )
