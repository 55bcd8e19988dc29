"""Python and JavaScript settle every bet alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from puntobanco import DECK, Coup, Naturals, Shoe, deal
from puntobanco.bets import CATALOGUE, Line
from puntobanco.bets.conditions import Comparison, Subject
from puntobanco.bets.quantities import QUANTITIES, Seen
from puntobanco.errors import BetTextError
from puntobanco.notation import VERIFIER
from tests import node
from tests.rules.random_bets import random_condition

SCRIPT = Path(__file__).with_name("evaluator.js")


def evaluated(page: Path = VERIFIER, **asked: object) -> Any:  # noqa: ANN401 - any JSON
    nothing: dict[str, object] = {"coups": [], "conditions": [], "keys": [], "wrong": []}
    return node.run(SCRIPT, str(page), given=nothing | asked)


def _coups() -> list[Coup]:
    """Return coups of full decks and, so that rare bets win too, of few faces."""
    chance = random.Random("coups")
    every = [chance.choices(DECK, k=6) for _ in range(300)]
    every += [chance.choices(chance.sample(DECK, 3), k=6) for _ in range(300)]
    return [deal(Shoe(tuple(order)))[0] for order in every]


SEEN = [Seen.of(coup, chance) for coup, chance in zip(_coups(), [*Naturals] * 300, strict=True)]


def _facts(seen: Seen) -> dict[str, object]:
    coup, score = seen.coup, seen.score
    assert coup
    return {
        "outcome": seen.outcome.value,
        "totals": [score.player_total, score.banker_total],
        "counts": [score.player_cards, score.banker_cards],
        "hands": [list(map(str, hand.cards)) for hand in (coup.player, coup.banker)],
        "cards": list(map(str, coup.cards)),
    }


FACTS = [_facts(seen) for seen in SEEN]


def test_they_agree_on_every_bet_of_the_catalogue() -> None:
    found = evaluated(coups=FACTS, keys=list(CATALOGUE))["lines"]
    for bet, places in zip(CATALOGUE.values(), found, strict=True):
        ours = [bet.line(seen) for seen in SEEN]
        assert places == [-1 if place is None else place for place in ours]
    assert sum(len(set(places)) > 1 for places in found) > 60


def test_they_agree_on_a_thousand_random_conditions() -> None:
    chance = random.Random("conditions")
    conditions = [random_condition(chance) for _ in range(1_000)]
    texts = list(map(str, conditions))
    found = evaluated(coups=FACTS, conditions=texts)
    assert found["written"] == texts
    for condition, held in zip(conditions, found["held"], strict=True):
        assert held == "".join(str(int(condition.holds(seen))) for seen in SEEN), str(condition)
    undecided = sum(len(set(held)) > 1 for held in found["held"])
    assert undecided > 700  # most conditions hold for some of these coups and not for others


def _every_comparison() -> Iterator[Comparison]:
    """Yield a comparison for each subject, quantity and value."""
    for quantity in QUANTITIES:
        for subject in Subject:
            if quantity.of_hand is (subject is not Subject.COUP):
                values = (1,) if quantity.is_fact else quantity.values
                for value in values:
                    yield Comparison(subject, quantity, frozenset({value}))


def test_they_agree_on_every_quantity_and_value() -> None:
    every = list(_every_comparison())
    found = evaluated(coups=FACTS, conditions=list(map(str, every)))
    assert found["written"] == list(map(str, every))
    for comparison, held in zip(every, found["held"], strict=True):
        assert held == "".join(str(int(comparison.holds(seen))) for seen in SEEN), str(comparison)


def _is_canonical(text: str) -> bool:
    try:
        return str(Line.parse(text)) == text
    except BetTextError:
        return False


def _damaged(text: str, chance: random.Random) -> str:
    """Remove, repeat or replace a few words of a text."""
    words = text.split(" ")
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(words))
        other = chance.choice((*words, "and", "or", "not", "(tie", "tie)", "player", "12", "{A,"))
        words[at : at + 1] = chance.choice(([], [other], [words[at], words[at]]))
    return " ".join(words)


WRONG = (
    "",
    "tie",
    "tie:8",
    "tie: 8 ",
    " tie: 8",
    "tie: 08",
    "tie: 0",
    "tie: 2/4",
    "tie: 1/0",
    "tie: 1000001",
    "tie: push",
    "tie: Push",
    "TIE: 8",
    "Banker wins with a three-card 7: 40",
    "player total = 12: 2",
    "player total > 7: 2",
    "total = 5: 2",
    "(tie): 8",
    "(tie and all red) and all black: 8",
    "tie and all red or all black: 8",
    "outcome = tie: 8",
    "pl\u0430yer pair: 8",
    "constructor = 1: 8",
    "player opening ranks = {K, Q}: 8",
    "player opening ranks in {K}: 8",
    "not " * 17 + "tie: 8",
    "not " * 16 + "tie: 8",
    " and ".join(["tie"] * 41) + ": 8",
    " and ".join(["tie"] * 40) + ": 8",
)


def test_only_the_canonical_form_is_read() -> None:
    chance = random.Random("damaged")
    lines = [
        f"{random_condition(chance)}: {chance.choice((8, '19/20', 'push'))}" for _ in range(800)
    ]
    texts = [*WRONG, *(_damaged(line, chance) for line in lines)]
    ours = [not _is_canonical(text) for text in texts]
    assert evaluated(wrong=texts)["refused"] == ours
    assert 20 < ours.count(False) < 400
