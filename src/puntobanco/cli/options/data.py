"""The option `--json`, and what it prints."""

from __future__ import annotations

import json

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def echo_json(value: object) -> None:
    """Print a value as JSON, letters beyond ASCII as they are."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
