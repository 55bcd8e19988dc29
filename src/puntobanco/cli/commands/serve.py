"""`puntobanco serve`: the web table."""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from itertools import zip_longest
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from puntobanco.cli.configuration import LOG_FORMS, asked_log_form, print_failure, write_log
from puntobanco.cli.installation import needs
from puntobanco.cli.options import NumberInRange, db_option_in, refuse_seed, seed_option_with
from puntobanco.errors import PuntoBancoError, shown

if TYPE_CHECKING:
    from puntobanco.cli.configuration import Configuration


_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def _origin(text: str) -> str:
    """Read an origin: a scheme and a host, as browsers write it."""
    from puntobanco.web.http.guard import origin_of

    try:
        return origin_of(text.removesuffix("/"))
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _proxy(text: str) -> str:
    """Read a proxy: the address of one machine."""
    try:
        ip_address(text)
    except ValueError:
        message = f"{shown(text)!r} is not an address such as 127.0.0.1 or ::1"
        raise click.BadParameter(message) from None
    return text


_METRICS = re.compile(r"(?:\[([0-9a-f:.]+)]|([a-z0-9.-]+)):([0-9]{1,5})", re.ASCII | re.IGNORECASE)
LARGEST_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A host and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def _endpoint(text: str) -> Endpoint:
    match = _METRICS.fullmatch(text)
    if not match or int(match[3]) > LARGEST_PORT:
        message = f"{shown(text)!r} is not an address and a port such as 127.0.0.1:9100"
        raise click.BadParameter(message)
    return Endpoint(match[1] or match[2], int(match[3]))


def _network_address(host: str | None, origins: tuple[str, ...]) -> str:
    """Return the address for guests of the network: the given one, or this machine's."""
    if origins:
        raise click.UsageError("--lan is for one's own network and takes no --origin")
    found = own_address() if host is None else host
    if found is None:
        raise click.UsageError(
            "no address of this machine in a network was found; --lan --host ADDRESS names one"
        )
    try:
        is_one = not ip_address(found).is_unspecified
    except ValueError:
        is_one = False
    if not is_one:
        raise click.UsageError(f"--lan needs one address such as 192.168.1.5, not {shown(found)!r}")
    return found


def print_code(address: str) -> None:
    """Print an address as a QR code, if the terminal has the characters for it."""
    from puntobanco.terminal.console import Style, style_for

    lines = qr_lines(address)
    try:
        "".join(lines).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    if style_for(None, os.environ, sys.stdout) is Style.COLOUR:  # light on dark, whatever the theme
        lines = [click.style(line, fg="bright_white", bg="black") for line in lines]
    click.echo("Anyone on your network can open this address, or scan this code:\n")
    click.echo("\n".join([*lines, ""]))


class _Serve(click.Command):
    """The command, whose errors are JSON too if its log is."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 - click's signature
    ) -> click.Context:
        """Read the command line."""
        asked = partial(asked_log_form, tuple(args), os.environ)
        with _errors_as(asked):
            context = super().make_context(info_name, args, parent, **extra)
        context.meta[LOG_FORM] = asked
        return context

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Serve."""
        with _errors_as(lambda: ctx.meta[LOG_FORM]()):  # noqa: PLW0108 - set again by the command
            return super().invoke(ctx)


LOG_FORM = "puntobanco.log"
"""The key in click's context of a function that returns the form of the log."""


@contextmanager
def _errors_as(form: Callable[[], str]) -> Iterator[None]:
    """Print an error as JSON if the log is JSON, even one that we didn't expect."""
    try:
        yield
    except (click.exceptions.Exit, click.Abort, BrokenPipeError):
        raise
    except Exception as error:
        if form() != "json":
            raise
        from puntobanco.cli.entry import refusal_line

        is_expected = isinstance(error, click.ClickException | PuntoBancoError | OSError)
        print_failure(refusal_line(error), None if is_expected else error)
        raise click.exceptions.Exit(2 if is_expected else 1) from None


@click.command(cls=_Serve)
@click.option("--host", help="The address to listen on.  [default: 127.0.0.1]")
@click.option(
    "--lan",
    "is_lan",
    is_flag=True,
    help="Let guests on your network in: listen on this machine's network address, or on --host.",
)
@click.option(
    "--port",
    type=NumberInRange(0, LARGEST_PORT),
    default=8000,
    show_default=True,
    help="The port; 0 means any free port.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    type=_origin,
    help="The start of the page's address, for guests from other machines; may be repeated.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    type=_proxy,
    help="The address of a trusted proxy in front; may be repeated.",
)
@db_option_in("hall.db in your data folder")
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
@seed_option_with("Make every shuffle repeatable, for tests only.")
@click.option(
    "--log",
    type=click.Choice(LOG_FORMS),
    default="plain",
    show_default=True,
    help="How to write the log: lines for people on standard error, or JSON on standard output.",
)
@click.option(
    "--metrics",
    metavar="ADDRESS",
    type=_endpoint,
    help="Serve metrics for Prometheus on another address, such as 127.0.0.1:9100.",
)
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    envvar="PUNTOBANCO_CONFIG",
    help="A TOML file with these options, limits and durations.",
)
@click.option(
    "--show-config", "shows", is_flag=True, help="Print the configuration and its sources."
)
@click.pass_context
def serve_command(
    context: click.Context, /, *, config: Path | None, shows: bool, **_: object
) -> None:
    """Open a casino on this machine, for one guest or a hundred.

    Only this machine can reach it, unless you pass --lan, or --host and --origin. --lan also prints
    the address as a QR code for phones on your network. Ctrl-C stops the server. Seats, bets and
    the order of the cards are still there when you start it again.

    An option may also be set by an environment variable, such as PUNTOBANCO_PORT, or in --config.

    Example: puntobanco serve --open
    """
    with needs("web"):
        from puntobanco.cli.configuration import read_configuration
    chosen = read_configuration(context, config, os.environ)
    context.meta[LOG_FORM] = lambda: chosen["log"]
    if shows:
        click.echo("\n".join(chosen.lines(_fallbacks(chosen))))
        return
    _serve(chosen)


def _fallbacks(chosen: Configuration) -> dict[str, str]:
    """Return the values that are used for settings without one."""
    from puntobanco.cli.installation import HALL_DATABASE, data_folder

    own = own_address() or "this machine's address" if chosen["lan"] else _LOOPBACK[0]
    return {"host": own, "db": str(data_folder() / HALL_DATABASE)}


def _host(chosen: Configuration) -> str:
    """Return the address to listen on. Refuse a public one without an origin."""
    host: str | None = chosen["host"]
    if chosen["lan"]:
        return _network_address(host, chosen["origin"])
    if host is None:
        return _LOOPBACK[0]
    if host not in _LOOPBACK and not chosen["origin"]:
        raise click.UsageError(
            f"--host {host} lets others in, so --origin must say what the page's address starts "
            "with, such as --origin https://cards.example.org; or --lan lets your own network in"
        )
    return host


def _serve(chosen: Configuration) -> None:
    is_lan, seed = chosen["lan"], chosen["seed"]
    refuse_seed(chosen["db"], seed)
    host = _host(chosen)
    with needs("web"):
        from puntobanco.web.http.server import ServerAddress, serve
    from puntobanco.cli.installation import HALL_DATABASE, own_database
    from puntobanco.web.hall.guests import seeds_of_text
    from puntobanco.web.observing import Observer

    def started(address: str) -> None:
        if not is_json:
            _greet(address, is_lan=is_lan, has_seed=seed is not None)
        if seed is not None:
            Observer().report("seeded")
        if chosen["open"]:  # in a thread: a text browser would block the server
            Thread(target=click.launch, args=(address,), daemon=True).start()

    address = ServerAddress(
        host=host,
        port=chosen["port"],
        is_lan=is_lan,
        origins=chosen["origin"],
        proxies=chosen["proxy"],
    )
    is_json, metrics = chosen["log"] == "json", chosen["metrics"]
    if metrics:
        with needs("web"):
            import prometheus_client  # noqa: F401 - before the server starts
    write_log(chosen["log"])
    serve(
        chosen["db"] or own_database(HALL_DATABASE),
        address,
        started=started,
        report=(lambda _: None) if is_json else click.echo,  # the log has the same events
        seed_for=seeds_of_text(seed),
        caps=chosen.caps,
        pace=chosen.pace,
        metrics=metrics and ServerAddress(host=metrics.host, port=metrics.port),
    )


def _greet(address: str, *, is_lan: bool, has_seed: bool) -> None:
    click.echo(f"The table is open at {address}")
    if is_lan:
        print_code(address)
    click.echo("Ctrl-C closes it; nothing is lost.")
    if has_seed:
        click.echo("Seed: every card is predictable; this is for tests only.")


_ELSEWHERE = ("198.51.100.1", 9)
"""An address that nobody has (RFC 5737)."""

_QUIET = 4
"""The width of the light border around a code, in modules."""
_HALVES = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""Characters for two modules, one above the other. Ink is light, as on a dark terminal."""


def own_address() -> str | None:
    """Return this machine's address in its network, or None without a network.

    No packet is sent: connecting a UDP socket only asks the system for the route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect(_ELSEWHERE)
        found: str = asking.getsockname()[0]
        address = ip_address(found)
        return None if address.is_loopback or address.is_unspecified else found
    return None


def qr_lines(text: str) -> list[str]:
    """Return the QR code of a text in half blocks, with the light border that it needs."""
    import segno

    code = segno.make_qr(text, error="m", boost_error=False)
    rows = list(code.matrix_iter(border=_QUIET))
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=(0,) * len(rows))
    return ["".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs]
