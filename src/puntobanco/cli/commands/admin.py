"""`puntobanco admin`: send orders to a running hall."""

from __future__ import annotations

import os
from getpass import getuser
from typing import TYPE_CHECKING

import click

from puntobanco.cli.options import db_option_in, echo_json, json_option

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from puntobanco.store import LogAddress
    from puntobanco.store.house import OrderDesk
    from puntobanco.web.hall.admin import AnyOrder, GuestLine, OrderReply, TableLine

_db_option = db_option_in("hall.db in your data folder")
_LITERAL = {"ignore_unknown_options": True}
"""A table's id, or a text, may start with a dash."""


@click.group("admin")
def admin_command() -> None:
    """Manage a running hall: list tables and guests, send notices, close tables, drain.

    If the hall uses a file, only the owner of that file and root may do this. If it uses
    PostgreSQL, anyone who may write to the database can, and an order reaches all its servers.
    `audit --care` lists every closed table, notice and drain, with its operator.

    Example: puntobanco admin tables --db hall.db
    """


@admin_command.command("tables")
@_db_option
@json_option
def tables(*, db: LogAddress | None, as_json: bool) -> None:
    """List the open tables.

    Example: puntobanco admin tables --db hall.db
    """
    from msgspec import to_builtins

    from puntobanco.web.hall.admin import ListTables

    reply = _ask(db, ListTables())[0]
    if as_json:
        echo_json(to_builtins({"tables": reply.tables, "damaged": reply.damaged}))
        return
    for line in reply.tables:
        click.echo(_table_line(line))
    for table, reason in reply.damaged.items():
        click.echo(f"{table}: damaged, and stays closed: {reason}")
    if not (reply.tables or reply.damaged):
        click.echo("No table is open.")


@admin_command.command("guests")
@_db_option
@json_option
def guests(*, db: LogAddress | None, as_json: bool) -> None:
    """List everyone who sits or watches at a table.

    Example: puntobanco admin guests --db hall.db
    """
    from msgspec import to_builtins

    from puntobanco.web.hall.admin import ListGuests

    found = {
        (each.table, each.guest): each for reply in _ask(db, ListGuests()) for each in reply.guests
    }
    lines = sorted(found.values(), key=lambda each: (each.table, each.seat or 99, each.name))
    if as_json:
        echo_json(to_builtins({"guests": lines}))
        return
    for line in lines:
        click.echo(_guest_line(line))
    if not lines:
        click.echo("Nobody is at a table.")


@admin_command.command("close", context_settings=_LITERAL)
@click.argument("table")
@_db_option
def close(*, table: str, db: LogAddress | None) -> None:
    """Close TABLE. Every stake goes back, and every guest leaves with all chips.

    Guests learn that the house has closed their table. `admin tables` lists the tables.

    Example: puntobanco admin close IK7tN0LClJBVQQHA --db hall.db
    """
    from puntobanco.web.hall.admin import Close

    _ask(db, Close(table))
    click.echo(f"Table {table} is closed.")


@admin_command.command("say", context_settings=_LITERAL)
@click.argument("text")
@_db_option
def say(*, text: str, db: LogAddress | None) -> None:
    """Show TEXT to all guests, and read it out. It has at most 300 characters.

    Guests who arrive in the next 15 minutes (the setting `pace.notice`) get it too, unless the
    hall is restarted. Another text replaces it, and an empty one ends it.

    Example: puntobanco admin say "We close at midnight." --db hall.db
    """
    from puntobanco.announcer import count
    from puntobanco.web.hall.admin import Say

    told = sum(reply.count for reply in _ask(db, Say(text)))
    guests = f"{count(told, 'guest')} at the tables got the notice."
    click.echo(guests if text.strip() else "New guests get no notice any more.")


@admin_command.command("drain")
@_db_option
def drain(*, db: LogAddress | None) -> None:
    """Let coups finish, then stop the hall. Wait until it has stopped.

    From now on, the hall takes no new guests, tables or bets. Bets on the felt stay for their coup.
    The hall stops when all these coups are dealt and shown, after two minutes at the latest
    (the setting `pace.drain`). Seats, chips and remaining bets are kept for the next start.

    With PostgreSQL, all servers stop. To stop one of several, send it SIGTERM: its guests move to
    the others.

    Example: puntobanco admin drain --db hall.db
    """
    from puntobanco.announcer import count
    from puntobanco.web.hall.admin import Drain

    with _desk(db) as desk:
        waiting = max(reply.count for reply in _replies(desk, Drain()))
        click.echo(f"Draining: {count(waiting, 'table')} with bets.")
        desk.wait_for_end()
    click.echo("The hall has stopped.")


# --- orders ---------------------------------------------------------------------------------------


def _desk(db: LogAddress | None) -> AbstractContextManager[OrderDesk]:
    from puntobanco.cli.installation import HALL_DATABASE, data_folder
    from puntobanco.store.house import desk_of

    return desk_of(db or data_folder() / HALL_DATABASE)


def _ask(db: LogAddress | None, order: AnyOrder) -> list[OrderReply]:
    """Return the answers of all servers, or refuse with the first error if none obeyed."""
    with _desk(db) as desk:
        return _replies(desk, order)


def _replies(desk: OrderDesk, order: AnyOrder) -> list[OrderReply]:
    from msgspec import json

    from puntobanco.web.hall.admin import read_reply

    answers = desk.ask(operator_name(), json.encode(order).decode())
    replies = [read_reply(each) for each in answers]
    obeyed = [each for each in replies if not each.error]
    if not obeyed:
        raise click.ClickException(replies[0].error)
    return obeyed


def operator_name() -> str:
    """Return the name of the user. In a container the user may have none."""
    try:
        return getuser()
    except (KeyError, OSError):  # OSError since Python 3.13
        return f"user {os.getuid()}"


# --- words ----------------------------------------------------------------------------------------


def _table_line(line: TableLine) -> str:
    from puntobanco.announcer import count, money

    seated = f"{count(line.guests, 'guest')} seated, {line.here} connected"
    staked = money(line.staked, line.currency)
    private = "private, " if line.private else ""
    host = f" of {line.host}" if line.host else ""
    return (
        f"{line.table}: {private}{line.house}{host}; {seated}; "
        f"shoe {line.shoe}, {count(line.coups, 'coup')}; {staked} on the felt"
    )


def _guest_line(line: GuestLine) -> str:
    from puntobanco.announcer import money

    here = "" if line.here else ", away"
    if line.seat is None or line.bankroll is None:
        return f"{line.name}: watches {line.table}{here}"
    chips, staked = money(line.bankroll, line.currency), money(line.staked, line.currency)
    return f"{line.name}: seat {line.seat} of {line.table}{here}; has {chips}, {staked} of it bet"
