"""`puntobanco shoe`: a whole shoe, coup by coup, from the burn to the closing statistics."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count as counting
from pathlib import Path
from secrets import token_hex

import click

from puntobanco.analysis.shoe_files import RecordedShoe, Rows, card_code, card_codes
from puntobanco.announcer import Level, messages_of
from puntobanco.announcer.audience import Sense, listening, messages_for
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.lines import all_fitted
from puntobanco.bets import is_pair
from puntobanco.cards import Card
from puntobanco.cli.given_cards import cards_option, coup_data, read_cards
from puntobanco.cli.house_option import house_option
from puntobanco.cli.options import (
    echo_json,
    json_option,
    language_option,
    rows_option,
    seed_option,
)
from puntobanco.cli.simulation.files import check_writable
from puntobanco.cli.simulation.inputs import export_shoes
from puntobanco.coup import Naturals, Outcome
from puntobanco.croupier import seed_source
from puntobanco.fairness import shuffled
from puntobanco.house import House, NoCutCard
from puntobanco.shoe import DECKS_ALLOWED, Shoe
from puntobanco.table import Phase, State, decide, fold
from puntobanco.table.commands import Deal
from puntobanco.table.events import Burned, CoupDealt
from puntobanco.tableau import Side
from puntobanco.terminal.amounts import half_width
from puntobanco.terminal.console import screen_lines
from puntobanco.terminal.grammar import Key, typed_keys
from puntobanco.words import Catalogue, message


@click.command()
@click.option("-i", "--interactive", is_flag=True, help="Ask for another round after each coup.")
@click.option(
    "--decks",
    type=click.Choice([str(number) for number in DECKS_ALLOWED]),
    help="Number of decks. Default: the house's.",
)
@house_option
@cards_option
@seed_option
@click.option(
    "--export",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.csv",
    help="Also write the shoe to this file, for simulate --shoes-from.",
)
@rows_option
@language_option
@json_option
def shoe_command(
    house: House,
    *,
    interactive: bool,
    decks: str | None,
    cards: Path | None,
    seed: str | None,
    export: Path | None,
    rows: Rows,
    language: str,
    as_json: bool,
) -> None:
    """Play a whole shoe, coup by coup.

    Print the burn, every card, the croupier's calls, third cards and their rules, results, the cut
    card and the last coup, then statistics.

    Example: puntobanco shoe --decks 6 --seed "my table"
    """
    if decks:
        house = replace(house, decks=int(decks))
    seed = token_hex(8) if seed is None else seed
    words = catalogue(language)
    given = read_cards(cards, house) if cards else ()
    if export is not None:
        check_writable(export)
    if not as_json:
        if given:
            _echo([words.render(message("shoe.given", cards=len(given)))])
        events = _print_shoe(house, _shoes(house, seed, given), words, interactive=interactive)
        _echo([words.render(message("shoe.seed", seed=seed))])
        _print_statistics(_coups(events), house.naturals, words)
    elif interactive:
        raise click.UsageError("use -i or --json, not both")
    else:
        events = list(_events(house, next(_shoes(house, seed, given))))
        echo_json(_facts(house, seed, given, events))
    if export is not None:
        export_shoes(_recorded(events, house.naturals), export, rows)


def _shoes(house: House, seed: str, given: tuple[Card, ...]) -> Iterator[Shoe]:
    """Fresh shoes without end; the first begins with the given cards."""
    yield shuffled(house.decks, seed_source(seed)(1)).led_by(given)
    yield from (shuffled(house.decks, each) for each in map(seed_source(seed), counting(2)))


def _print_shoe(
    house: House, shoes: Iterator[Shoe], words: Catalogue, *, interactive: bool
) -> list[Burned | CoupDealt]:
    """Deal and print a shoe until it ends or the answer is no. Return what happened."""
    endless = interactive and house.cut_card is NoCutCard.EVERY_COUP
    events: list[Burned | CoupDealt] = []
    reader = listening(Level.FULL, Sense.EYE)
    for fresh in shoes:
        for event in _events(house, fresh):
            messages = messages_for(reader, messages_of(event, State(house=house)))
            _echo(map(words.render, messages))
            events.append(event)
            if isinstance(event, CoupDealt):
                click.echo()
                goes_on = endless or not event.last
                if interactive and goes_on and not _wants_another(words):
                    return events
        if not endless:
            return events
    return events


def _echo(lines: Iterable[str]) -> None:
    fitting = screen_lines(lines, sys.stdout) if sys.stdout.isatty() else all_fitted(lines)
    click.echo("\n".join(fitting))


def _events(house: House, fresh: Shoe) -> Iterator[Burned | CoupDealt]:
    """Return the burn and the coups of a fresh shoe, at a table without guests."""
    burn, shoe = house.open_shoe(fresh)
    if burn:
        yield Burned(burn.shown, len(burn.hidden))
    state = State(house=house, phase=Phase.BETTING, shoe=1)
    while state.phase is Phase.BETTING:
        events, shoe = decide(state, Deal(), shoe)
        yield from (event for event in events if isinstance(event, CoupDealt))
        state = fold(events, state)


def _coups(events: Iterable[Burned | CoupDealt]) -> list[CoupDealt]:
    return [event for event in events if isinstance(event, CoupDealt)]


def _recorded(events: Iterable[Burned | CoupDealt], naturals: Naturals) -> Iterator[RecordedShoe]:
    """Yield the shoes of these events, to be exported. Each starts with a burn or a first coup."""
    shoe = RecordedShoe()
    for event in events:
        is_first = isinstance(event, Burned) or event.number == 1
        if is_first and shoe.coups:
            yield shoe
            shoe = RecordedShoe()
        if isinstance(event, Burned):
            shoe = RecordedShoe(shown=card_code(event.card), hidden=event.hidden)
        else:
            coup = event.coup
            shoe = shoe._replace(
                results=shoe.results + coup.outcome(naturals).letter,
                totals=shoe.totals + bytes(coup.score[:2]),
                cards=shoe.cards + card_codes(coup),
            )
    yield shoe


def _wants_another(words: Catalogue) -> bool:
    """Ask until the answer is clear. Enter means yes; q, the end of input and Ctrl-C mean no."""
    yes, no = (words.choices(f"answer.{each}") for each in ("yes", "no"))
    while typed := _answer(words.render(message("shoe.another"))):
        word = half_width(typed.decode(errors="replace")).strip().lower()
        if not word or word in yes:
            return True
        if word in no or typed_keys(words).get(word) is Key.LEAVE:
            return False
        _echo([words.render(message("shoe.another.unclear"))])
    return False


def _answer(question: str) -> bytes:
    """Return the typed line; empty at the end of input and after Ctrl-C."""
    try:
        *before, question = screen_lines([question], sys.stdout)
        click.echo("".join(f"{line}\n" for line in before) + f"{question} ", nl=False)
        typed = sys.stdin.buffer.readline() if sys.stdin else b""
    except KeyboardInterrupt:
        typed = b""
    if not typed or not sys.stdin.isatty():
        click.echo()
    return typed


def _statistics(coups: list[CoupDealt], naturals: Naturals) -> dict[str, int]:
    outcomes = [dealt.coup.outcome(naturals) for dealt in coups]
    return {
        "coups": len(coups),
        "player_wins": outcomes.count(Outcome.PLAYER),
        "banker_wins": outcomes.count(Outcome.BANKER),
        "ties": outcomes.count(Outcome.TIE),
        "naturals": sum(dealt.coup.is_natural for dealt in coups),
    }


def _print_statistics(coups: list[CoupDealt], naturals: Naturals, words: Catalogue) -> None:
    numbers = _statistics(coups, naturals)
    messages = [
        message("shoe.statistics"),
        message("shoe.coups", count=numbers["coups"]),
        message("shoe.player_wins", count=numbers["player_wins"]),
        message("shoe.banker_wins", count=numbers["banker_wins"]),
        message("shoe.ties", count=numbers["ties"]),
        message("shoe.naturals", count=numbers["naturals"]),
    ]
    click.echo("\n".join(map(words.render, messages)))


def _facts(
    house: House, seed: str, given: tuple[Card, ...], events: list[Burned | CoupDealt]
) -> dict[str, object]:
    coups = _coups(events)
    first = events[0]
    burn = None
    if isinstance(first, Burned):
        burn = {"shown": str(first.card) if first.card else None, "hidden": first.hidden}
    return {
        "house": house.name,
        "decks": house.decks,
        "seed": seed,
        **({"given": len(given)} if given else {}),
        "burn": burn,
        "coups": [_coup_facts(dealt, house.naturals) for dealt in coups],
        "statistics": _statistics(coups, house.naturals),
    }


def _coup_facts(dealt: CoupDealt, naturals: Naturals) -> dict[str, object]:
    return {
        "number": dealt.number,
        **coup_data(dealt.coup, naturals),
        **{f"{side.value}_pair": is_pair(dealt.coup.hand(side)) for side in Side},
        "cut_card": dealt.cut_after is not None,
        "last": dealt.last,
    }
