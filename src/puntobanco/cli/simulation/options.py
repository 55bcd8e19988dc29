"""The options of `puntobanco simulate`, in groups that are values."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import click

from puntobanco.analysis.counting.counts import COUNTS, PERFECT
from puntobanco.analysis.shoe_files import Rows
from puntobanco.analysis.strategies.catalogue import PLACEMENTS, STAKINGS
from puntobanco.cli.house_option import house_option
from puntobanco.cli.lab import dollars, share, whole_number
from puntobanco.cli.options import (
    complete_bet,
    complete_staking,
    complete_strategy,
    grouped,
    json_option,
    rows_option,
    seed_option_with,
)
from puntobanco.cli.simulation.files import check_writable
from puntobanco.errors import shown
from puntobanco.house import House
from puntobanco.settlement import Chips

_MOST_THREADS = 1024
_ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?([^\s/:\[\]]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}/?")


_count_option = partial(click.option, type=whole_number, metavar="N")
_share_option = partial(click.option, type=share, default="0%", metavar="SHARE")
_file_option = partial(click.option, type=click.Path(dir_okay=False, path_type=Path))


@dataclass(frozen=True, kw_only=True)
class ShoeOptions:
    """The shoes to deal or to read, and the bets to price."""

    shoes: int | None
    shoes_from: Path | None
    ties: str
    house: House
    decks: int | None
    seed: str | None
    bets: tuple[str, ...]

    def __post_init__(self) -> None:
        if (self.shoes is None) == (self.shoes_from is None):
            both = ", not both" if self.shoes else ""
            raise click.UsageError(f"use --shoes N or --shoes-from FILE{both}")
        if self.ties == "unknown" and self.shoes_from is None:
            raise click.UsageError("--ties unknown needs --shoes-from")

    def house_with_decks(self) -> House:
        """Return the house, with the number of decks asked for."""
        if self.decks is None:
            return self.house
        name = f"{self.house.name}, {self.decks} decks"
        return replace(self.house, decks=self.decks, name=name)


shoe_options = grouped(
    "shoes",
    ShoeOptions,
    _count_option("--shoes", help="How many shoes to deal."),
    click.option(
        "--shoes-from",
        type=click.Path(exists=True, path_type=Path),
        metavar="FILE",
        help="Play recorded shoes instead: a record (.bgn), a folder, a log, results such as BPTB "
        "with a shoe on each line, or CSV with a row per coup or shoe.",
    ),
    click.option(
        "--ties",
        type=click.Choice(["known", "unknown"]),
        default="known",
        help="Whether recorded results include ties. Default: known.",
    ),
    house_option,
    click.option("--decks", type=int, metavar="N", help="Decks in a shoe. Default: the house's."),
    seed_option_with("Make it repeatable. Default: a random seed, which is reported."),
    click.option(
        "--bet",
        "bets",
        multiple=True,
        metavar="KEY",
        shell_complete=complete_bet,
        help="A built-in bet or one of the house; may be repeated. "
        "Default: every bet on the score.",
    ),
)


@dataclass(frozen=True, kw_only=True)
class GuestOptions:
    """Guests with a strategy, when they leave, and guests who count."""

    strategies: tuple[str, ...]
    stakings: tuple[str, ...]
    strategies_file: Path | None
    bank: Chips
    unit: Chips
    cap: Chips | None
    stop_loss: Chips | None
    goal: Chips | None
    trailing_stop: Chips | None
    losing_run: int | None
    bets_per_shoe: int | None
    coups: int | None
    session: int | None
    rolling: Fraction
    rebate: Fraction
    comp: Fraction
    counts: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.session is not None and self.coups is not None:
            raise click.UsageError("use --session or --coups, not both")
        if self.stakings and not self.strategies:
            raise click.UsageError("--staking needs --strategy")
        if len(self.stakings) not in {0, 1, len(self.strategies)}:
            raise click.UsageError(
                f"{len(self.stakings)} --staking for {len(self.strategies)} --strategy: "
                "give one for all, or one for each in the same order"
            )


guest_options = grouped(
    "guests",
    GuestOptions,
    click.option(
        "--strategy",
        "strategies",
        multiple=True,
        metavar="TEXT",
        shell_complete=complete_strategy,
        help="Which bets to make: a text such as 'streak >= 3: opposite', a name "
        f"({', '.join(PLACEMENTS)}), or FILE.py:FUNCTION. Repeat it to compare several.",
    ),
    click.option(
        "--staking",
        "stakings",
        multiple=True,
        metavar="NAME",
        shell_complete=complete_staking,
        help=f"How many units to bet: {', '.join(STAKINGS)}, 'ramp COUNT 0:1 2:2', or "
        "FILE.py:FUNCTION; options follow commas, such as 'martingale, max_steps=6'. "
        "One for all strategies, or one for each. Default: flat.",
    ),
    click.option(
        "--strategies",
        "strategies_file",
        type=click.Path(dir_okay=False, exists=True, path_type=Path),
        metavar="FILE.toml",
        help="A file with several strategies.",
    ),
    click.option("--bank", type=dollars, default="1000", show_default=True, help="Their bankroll."),
    click.option("--unit", type=dollars, default="10", show_default=True, help="Their base stake."),
    click.option("--cap", type=dollars, help="The most they stake. Default: the house's maximum."),
    click.option("--stop-loss", type=dollars, help="They leave when they have lost this much."),
    click.option("--goal", type=dollars, help="They leave when they have won this much."),
    click.option(
        "--trailing-stop",
        type=dollars,
        help="They leave when they are this much below their highest bankroll.",
    ),
    _count_option("--losing-run", help="They leave after this many losses in a row."),
    _count_option("--bets-per-shoe", help="They bet on at most this many coups of a shoe."),
    _count_option("--coups", help="They leave after this many coups."),
    click.option(
        "--session", type=int, metavar="N", help="They leave after this many shoes. Default: 1."
    ),
    _share_option(
        "--rolling", help="Pay strategies a commission on every lost stake, such as 1.2%."
    ),
    _share_option("--rebate", help="Return this share of a session's loss."),
    _share_option("--comp", help="Return this share of the theoretical loss as comps."),
    click.option(
        "--count",
        "counts",
        multiple=True,
        metavar="NAME",
        help=f"Count cards: {', '.join(COUNTS)}, a line of tags, or {PERFECT} for exact "
        "expectations. Repeat it for more.",
    ),
)


@dataclass(frozen=True, kw_only=True)
class WorkerOptions:
    """The threads or the cluster that do the work."""

    threads: int | None
    scheduler: str | None
    tls: tuple[Path, Path, Path] | None = None
    """The files of the authority's certificate, of our own, and of its key."""

    def __post_init__(self) -> None:
        if self.threads is not None and not 1 <= self.threads <= _MOST_THREADS:
            allowed = f"use 1 to {_MOST_THREADS}"
            raise click.UsageError(f"--threads: {self.threads} is out of range: {allowed}")
        if self.scheduler is not None and not _ADDRESS.fullmatch(self.scheduler):
            raise click.UsageError(
                f"the scheduler {shown(self.scheduler)!r} cannot be reached; "
                "it is written HOST:PORT"
            )
        if self.tls and not (self.scheduler or "").startswith("tls://"):
            raise click.UsageError("--tls needs a scheduler such as tls://HOST:PORT")

    @property
    def thread_count(self) -> int:
        """How many threads of this process to use."""
        return self.threads or os.cpu_count() or 1


worker_options = grouped(
    "workers",
    WorkerOptions,
    click.option("--threads", type=int, metavar="N", help="Default: one for each core."),
    click.option(
        "--scheduler", metavar="ADDRESS", help="Run on the Dask cluster of this scheduler."
    ),
    click.option(
        "--tls",
        nargs=3,
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="CA CERTIFICATE KEY",
        help="Certificates for a scheduler at tls://HOST:PORT.",
    ),
)


@dataclass(frozen=True, kw_only=True)
class FileOptions:
    """The files that a run writes."""

    report: Path | None
    checkpoint: Path | None
    export_shoes: Path | None
    rows: Rows

    def __post_init__(self) -> None:
        paths = [
            path for path in (self.report, self.checkpoint, self.export_shoes) if path is not None
        ]
        for path in paths:
            check_writable(path)
        if len(paths) != len({path.resolve() for path in paths}):
            raise click.UsageError(
                "two of --report, --checkpoint and --export-shoes are the same file"
            )


file_options = grouped(
    "files",
    FileOptions,
    _file_option("--report", metavar="FILE.html", help="Also write one offline page with charts."),
    _file_option(
        "--checkpoint", metavar="FILE", help="Save progress in this file, and resume from it."
    ),
    _file_option(
        "--export-shoes",
        metavar="FILE.csv",
        help="Write the shoes to this file, for --shoes-from. All bets and strategies are then "
        "played through these shoes.",
    ),
    rows_option,
)


@dataclass(frozen=True, kw_only=True)
class OutputOptions:
    """How progress is shown, and in which format the results are printed."""

    plain: bool
    as_json: bool
    as_csv: bool
    as_markdown: bool

    def __post_init__(self) -> None:
        if self.as_json + self.as_csv + self.as_markdown > 1:
            raise click.UsageError("use only one of --json, --csv and --markdown")


output_options = grouped(
    "output",
    OutputOptions,
    click.option("--plain", is_flag=True, help="Progress as plain lines."),
    json_option,
    click.option("--csv", "as_csv", is_flag=True, help="Print CSV: section, name, figure, value."),
    click.option("--markdown", "as_markdown", is_flag=True, help="Print tables in Markdown."),
)
