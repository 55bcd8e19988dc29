"""`puntobanco drill`: training for croupiers and beginners."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from secrets import token_hex
from time import monotonic
from typing import TYPE_CHECKING

import click

from puntobanco.cli.house_option import house_option
from puntobanco.cli.installation import data_folder
from puntobanco.cli.options import (
    beginning,
    echo_json,
    json_option,
    language_option,
    seed_option_with,
)
from puntobanco.drills import DRILLS, Practice, find_drill
from puntobanco.house import House

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from puntobanco.drills import Drill
    from puntobanco.drills.questions import Chance

ALL = "all"


def _complete(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    return beginning(typed, ((name, "") for name in (*(drill.name for drill in DRILLS), ALL)))


@click.command()
@click.argument("kind", required=False, shell_complete=_complete)
@click.option("--test", "is_test", is_flag=True, help="Report mistakes only at the end.")
@click.option(
    "--questions",
    type=click.IntRange(1, 1_000),
    default=20,
    show_default=True,
    help="How many questions to ask.",
)
@click.option("--seconds", type=click.IntRange(1, 86_400), help="Stop after this many seconds.")
@house_option
@seed_option_with("Ask the same questions again, or share them. Default: random.")
@click.option(
    "--progress",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep your progress in this file. Default: drills.json in your data folder.",
)
@click.option("--plain", is_flag=True, help="Plain text: no line editing, the tableau in words.")
@language_option
@json_option
def drill_command(
    kind: str | None,
    *,
    is_test: bool,
    questions: int,
    seconds: int | None,
    house: House,
    seed: str | None,
    progress: Path | None,
    plain: bool,
    language: str,
    as_json: bool,
) -> None:
    """Practise the rules, payouts, roads and counting.

    KIND is one of naturals, player, banker_0_2, banker_7, banker_stood, banker_drew, winner,
    payouts, roads, count, or all. Without it, you train the first kind that you haven't learned
    yet. After each answer you read the rule, and mistakes come back soon. In a test you read
    nothing until the end. --json prints the questions and answers for teachers.

    Example: puntobanco drill banker_drew --questions 10
    """
    from puntobanco.announcer.catalogues import catalogue
    from puntobanco.terminal.console import Console, Style
    from puntobanco.terminal.drilling import (
        DrillSession,
        DrillSet,
        question_data,
        read_practice,
        write_practice,
    )

    is_shared = seed is not None
    file = progress or (None if is_shared or as_json else data_folder() / "drills.json")
    practice = read_practice(file) if file else Practice()
    drills = _drills(kind, practice, house)
    asked = DrillSet(drills=drills, house=house, is_test=is_test, seconds=seconds)
    chances = partial(_chance, seed or token_hex(8))
    plan = (Practice() if is_shared else practice).plan(drills, house, questions, chances(0))
    if as_json:
        topics = enumerate(plan.topics, 1)
        made = [drill.make(topic, house, chances(number)) for number, (drill, topic) in topics]
        echo_json(question_data(made, catalogue(language, house.currency)))
        return
    console = Console.here(Style.PLAIN if plain else None)
    after = DrillSession(asked, console, language, monotonic).run(practice, plan, chances)
    if file and after != practice:
        write_practice(after, file)


def _drills(kind: str | None, practice: Practice, house: House) -> tuple[Drill, ...]:
    if kind is None:
        return (practice.next_drill(house),)
    drills = DRILLS if kind.strip().lower() == ALL else (find_drill(kind),)
    with_topics = tuple(drill for drill in drills if drill.topics(house))
    if not with_topics:
        raise click.UsageError(f"house {house.name!r} takes no wagers, so it has no payouts")
    return with_topics


def _chance(seed: str, number: int) -> Chance:
    """Return the random source of a question (from 1) or the plan (0), as on the page."""
    return Random(f"{seed}/{number}").randrange  # noqa: S311 - a drill
