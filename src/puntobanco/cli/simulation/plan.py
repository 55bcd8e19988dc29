"""The plan that the options of `puntobanco simulate` ask for."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex
from types import ModuleType
from typing import TYPE_CHECKING

import click

from puntobanco.cli.lab import bet_at
from puntobanco.cli.simulation.files import stored_seed
from puntobanco.cli.simulation.options import GuestOptions, ShoeOptions
from puntobanco.errors import PuntoBancoError

if TYPE_CHECKING:
    from puntobanco.analysis.plan import Plan
    from puntobanco.analysis.strategies.session import Session
    from puntobanco.analysis.strategies.systems import System


def system_of(name: str) -> System:
    """The built-in system with this name, or a function of a file."""
    from puntobanco.analysis.strategies import systems

    path, colon, function = name.rpartition(":")
    if not colon or not path.endswith(".py"):
        return systems.find(name)
    try:
        source = Path(path).read_bytes()
        return systems.own(getattr(_module(path, source), function), name, source=source)
    except PuntoBancoError as error:
        raise click.UsageError(f"--system: {error}") from None
    except Exception as error:  # noqa: BLE001 - a guest's own file may fail in any way
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise click.UsageError(f"--system: {name} cannot be used: {reason}") from None


def _module(path: str, source: bytes) -> ModuleType:
    """Load the file as a module. Don't cache bytecode, which could be older than the source."""
    module = ModuleType("own_system")
    module.__file__ = path
    exec(compile(source, path, "exec"), vars(module))  # noqa: S102 - the guest asked to run it
    return module


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
        systems=tuple(map(system_of, dict.fromkeys(guests.systems))),
        session=_session(guests),
        on=None if guests.on is None else bet_at(house, guests.on),
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
        shoes=1 if guests.session is None else guests.session,
        coups=guests.coups,
    )
