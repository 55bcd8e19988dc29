"""What the shell offers after `--bet`, `--house` and `--system`, loaded when it asks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def complete_bet(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """The bets of the catalogue, and those of the house that was named before."""
    from puntobanco.bets import CATALOGUE
    from puntobanco.house import House

    house = ctx.params.get("house")
    own = [each.bet for each in house.own_bets] if isinstance(house, House) else []
    names = {bet.key: bet.name for bet in (*CATALOGUE.values(), *own)}
    return _beginning(typed, names.items())


def complete_house(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """The named houses, and files."""
    from puntobanco.house import HOUSES

    named = _beginning(typed, ((name, f"{house.decks} decks") for name, house in HOUSES.items()))
    return named or _files(typed)


def complete_system(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """The built-in systems, and files for a guest's own."""
    from puntobanco.analysis.strategies.catalogue import BUILT_IN

    return _beginning(typed, BUILT_IN.items()) or _files(typed)


def _files(typed: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(typed, type="file")]


def _beginning(typed: str, known: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(key, help=text) for key, text in known if key.startswith(typed)]
