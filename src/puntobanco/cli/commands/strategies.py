"""`puntobanco strategies`: the named placements and stakings."""

from __future__ import annotations

import click

from puntobanco.analysis.strategies.catalogue import PLACEMENTS, STAKINGS
from puntobanco.cli.options.common import echo_json, json_option


@click.command()
@json_option
def command(*, as_json: bool) -> None:
    """List the named placements and stakings for `puntobanco simulate`.

    A placement says which bets to make, and a staking how many units. Any placement works with any
    staking.

    Example: puntobanco strategies
    """
    if as_json:
        echo_json({"placements": _placements(), "stakings": _stakings()})
        return
    click.echo("Placements, for --strategy:")
    for placement in _placements():
        click.echo(f"  {placement['name']}: {placement['description']}")
        for line in placement["text"].splitlines():
            click.echo(f"      {line}")
    click.echo("\nStakings, for --staking:")
    for staking in _stakings():
        click.echo(f"  {staking['name']}: {staking['description']}")


def _placements() -> list[dict[str, str]]:
    return [
        {
            "name": f"{name} {each.argument}".strip(),
            "description": each.description,
            "text": each.text(each.example),
        }
        for name, each in PLACEMENTS.items()
    ]


def _stakings() -> list[dict[str, str]]:
    return [{"name": name, "description": text} for name, text in STAKINGS.items()]
