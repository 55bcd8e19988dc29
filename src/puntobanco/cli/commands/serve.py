"""`puntobanco serve`: the web table."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path
from threading import Thread

import click

from puntobanco.cli.options.shared import seed_option_with
from puntobanco.errors import shown

DATABASE = "hall.db"

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def _origins(
    _context: click.Context, _option: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Check origins: each is a scheme and a host, as browsers write it."""
    from puntobanco.web.http.guard import origin_of

    try:
        return tuple(origin_of(value.removesuffix("/")) for value in values)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _proxies(
    _context: click.Context, _option: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Check proxies: each is the address of one machine."""
    for value in values:
        try:
            ip_address(value)
        except ValueError:
            text = f"{shown(value)!r} is not an address such as 127.0.0.1 or ::1"
            raise click.BadParameter(text) from None
    return values


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0 takes any free one.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    callback=_origins,
    help="What the page's address starts with, for guests from elsewhere; may be repeated.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    callback=_proxies,
    help="The address of a proxy in front, which says whom it speaks for; may be repeated.",
)
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where everything is kept. Default: hall.db in your data folder.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
@seed_option_with("Makes every shuffle repeatable: for tests only.")
def command(
    *,
    host: str,
    port: int,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    db: Path | None,
    opens: bool,
    seed: str | None,
) -> None:
    """Open a casino on this machine, for one guest or a hundred.

    Only this machine can reach it, unless --host and --origin say otherwise. Ctrl-C closes the
    tables in order; every seat, bet and next card is there again when it is started anew.

    Example: puntobanco serve --open
    """
    if host not in _LOOPBACK and not origins:
        raise click.UsageError(
            f"--host {host} lets others in, so --origin must say what the page's address starts "
            "with, such as --origin https://cards.example.org"
        )
    try:
        from puntobanco.web.http.server import ServerAddress, serve
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"the web table needs {error.name}: pip install 'puntobanco[web]'"
        ) from None
    from puntobanco.cli.data_folder import own_database
    from puntobanco.web.hall.seeds import seeds_of_text

    def started(address: str) -> None:
        click.echo(f"The table is open at {address}\nCtrl-C closes it; nothing is lost.")
        if seed is not None:
            click.echo("Seed: every card can be known beforehand; this is for tests only.")
        if opens:  # in a thread: a text browser would block the server
            Thread(target=click.launch, args=(address,), daemon=True).start()

    address = ServerAddress(host=host, port=port, origins=origins, proxies=proxies)
    path = db or own_database(DATABASE)
    serve(path, address, started=started, report=click.echo, seed_for=seeds_of_text(seed))
