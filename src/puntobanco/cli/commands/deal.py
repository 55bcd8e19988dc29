"""`puntobanco deal` and `vectors`: given cards explained, and every order of six points."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product

import click

from puntobanco.announcer.catalogues import catalogue
from puntobanco.cards import Card, Hand, Rank, Suit, parse_cards
from puntobanco.cli.given_cards import check_fits, coup_data, deal_given
from puntobanco.cli.options import complete_house, echo_json, json_option, language_option
from puntobanco.coup import SCORES, Coup, Drew, Naturals, Outcome, Score, Stood, deal
from puntobanco.shoe import Shoe
from puntobanco.tableau import POINTS, PUNTO_BANCO, Side, Tableau, rule_message
from puntobanco.terminal.console import screen_lines
from puntobanco.words import Message, in_english, message

DECKS = 8
"""The decks of the classic house."""


@click.command()
@click.argument("cards", nargs=-1)
@click.option(
    "--house",
    metavar="NAME|FILE",
    shell_complete=complete_house,
    help="The house whose decks and rule for two naturals apply.",
)
@language_option
@json_option
def deal_command(
    cards: tuple[str, ...], house: str | None, language: str, *, as_json: bool
) -> None:
    """Play CARDS in dealing order and explain why each hand drew or stood.

    Write cards as 9h Kd Ts. The first card is Player's, the second Banker's, and so on. Cards that
    the coup doesn't need are listed as unused.

    Example: puntobanco deal "Jd Qh 5h Qd 9s 8h"
    """
    if not cards:
        raise click.UsageError("CARDS is missing: give at least four, such as 'Jd Qh 5h Qd 9s 8h'")
    shoe = Shoe(parse_cards(" ".join(cards)))
    naturals, decks = _rules(house)
    check_fits(shoe.order, decks, "CARDS")
    coup, rest = deal_given(shoe)
    if as_json:
        echo_json(_facts(coup, rest, naturals))
    else:
        render = catalogue(language).render
        lines = map(render, _messages(coup, rest, naturals))
        click.echo("\n".join(screen_lines(lines, sys.stdout)))


def _rules(house: str | None) -> tuple[Naturals, int]:
    """Return the rule for two naturals and the decks. Import a house only if one is named."""
    if house is None:
        return Naturals.HIGHER_WINS, DECKS
    from puntobanco.cli.house_option import read_house

    rules = read_house(house)
    return rules.naturals, rules.decks


def _decisions(coup: Coup) -> tuple[Drew | Stood, ...]:
    return tuple(event for event in coup.events if isinstance(event, Drew | Stood))


def _rule(coup: Coup, decision: Drew | Stood) -> Message:
    """Return the rule that decided, as a croupier would quote it."""
    if decision.reason:
        return rule_message(decision.reason)
    natural = [side for side in Side if coup.hand(side).is_natural]
    if len(natural) > 1:
        player, banker = (coup.hand(side).total for side in Side)
        return message("deal.naturals", player=player, banker=banker)
    return message("deal.natural", side=natural[0], hand=coup.hand(natural[0]).total)


def _facts(coup: Coup, rest: Shoe, naturals: Naturals) -> dict[str, object]:
    unused, _ = rest.take(rest.left)
    return coup_data(coup, naturals) | {
        "used": len(coup.cards),
        "unused": list(map(str, unused)),
        "steps": [_step(coup, decision) for decision in _decisions(coup)],
    }


def _step(coup: Coup, decision: Drew | Stood) -> dict[str, object]:
    card = str(decision.card) if isinstance(decision, Drew) else None
    return {
        "who": decision.side.value,
        "did": "drew" if card else "stood",
        "why": in_english(_rule(coup, decision)),
        "card": card,
        "total": decision.total,
    }


def _messages(coup: Coup, rest: Shoe, naturals: Naturals) -> list[Message]:
    (player, banker), (unused, _) = coup.opening, rest.take(rest.left)

    def follows(decision: Drew | Stood) -> bool:
        """Return whether it follows from the other side's natural, which is printed first."""
        return coup.is_natural and not coup.hand(decision.side).is_natural

    messages = [
        _hand(Side.PLAYER, player),
        _hand(Side.BANKER, banker),
        *(_decided(coup, decision) for decision in sorted(_decisions(coup), key=follows)),
        _result(coup, naturals),
    ]
    return [*messages, message("deal.unused", slots=unused)] if unused else messages


def _hand(side: Side, hand: Hand) -> Message:
    return message("deal.hand", side=side, slots=hand.cards, hand=hand.total)


def _decided(coup: Coup, decision: Drew | Stood) -> Message:
    side, hand, rule = decision.side, decision.total, _rule(coup, decision)
    if isinstance(decision, Drew):
        return message("deal.draws", side=side, short=decision.card, hand=hand, rule=rule)
    return message("deal.stands", side=side, hand=hand, rule=rule)


def _result(coup: Coup, naturals: Naturals) -> Message:
    player, banker, *_ = coup.score
    match coup.outcome(naturals):
        case Outcome.TIE if player != banker:
            return message("deal.tie.naturals", player=player, banker=banker)
        case Outcome.TIE:
            return message("deal.tie", player=player)
        case Outcome.PLAYER:
            return message("coup.result.player", player=player, banker=banker)
        case Outcome.BANKER:
            return message("coup.result.banker", player=player, banker=banker)


HEADER = "p1,b1,p2,b2,c5,c6,player_total,banker_total,cards,outcome"

_CARDS = tuple(
    next(Card(rank, Suit.SPADES) for rank in Rank if rank.points == points) for points in POINTS
)

_RESULTS = {
    score: (
        f"{score.player_total},{score.banker_total},"
        f"{score.player_cards + score.banker_cards},{score.outcome().value}"
    )
    for score in SCORES
}


@click.command()
def vectors_command() -> None:
    """Print all 1,000,000 orders of six point values and their results, as CSV.

    p1 b1 p2 b2 are dealt to Player and Banker in turn; c5 and c6 come next if they are drawn.
    Use it to check any other implementation of the game, in software or hardware.

    Example: puntobanco vectors > vectors.csv
    """
    sys.stdout.write(f"{HEADER}\n")
    for block in blocks():
        sys.stdout.write(block)


def blocks(tableau: Tableau = PUNTO_BANCO) -> Iterator[str]:
    """Yield the lines of each opening, 100 at a time. Openings of the same totals end alike."""
    known: dict[tuple[int, int], list[str]] = {}
    for p1, b1, p2, b2 in product(POINTS, repeat=4):
        player, banker = totals = (p1 + p2) % 10, (b1 + b2) % 10
        if totals not in known:
            cards = _CARDS[player], _CARDS[banker], _CARDS[0], _CARDS[0]
            known[totals] = list(_endings(cards, tableau))
        start = f"{p1},{b1},{p2},{b2}"
        yield "".join([f"{start},{end}\n" for end in known[totals]])


def _endings(opening: tuple[Card, ...], tableau: Tableau) -> Iterator[str]:
    """Yield the results of the 100 pairs of fifth and sixth card, after one opening.

    If no sixth card is drawn, its points don't matter, and the score is computed once.
    """
    for fifth in POINTS:
        score = _score((*opening, _CARDS[fifth], _CARDS[0]), tableau)
        draws_sixth = score.player_cards + score.banker_cards == 6
        for sixth in POINTS:
            if sixth and draws_sixth:
                score = _score((*opening, _CARDS[fifth], _CARDS[sixth]), tableau)
            yield f"{fifth},{sixth},{_RESULTS[score]}"


def _score(cards: tuple[Card, ...], tableau: Tableau) -> Score:
    coup, _ = deal(Shoe(cards), tableau)
    return coup.score
