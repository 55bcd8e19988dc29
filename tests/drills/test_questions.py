"""Every question has one right answer, by the rules stated in another way."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from puntobanco.bets import Bet
from puntobanco.cards import Card
from puntobanco.croupier import Croupier
from puntobanco.drills import DRILLS, AnswerWord, Drill, Practice, Question, Reply, find_drill
from puntobanco.drills.practice import LEARNED
from puntobanco.drills.questions import CHOICES
from puntobanco.errors import NotationError
from puntobanco.house import CLASSIC, CLASSROOM, HOUSES, Burning, House, Limits, OwnBet
from puntobanco.settlement import Chips, Rounding
from puntobanco.store import Store
from puntobanco.table.commands import BuyIn, Deal, PlaceBet, Sit
from puntobanco.table.events import BetSettled
from puntobanco.words import in_english
from tests.roads import endless_sheet

PLAYER_CARD_MAKES_BANKER_DRAW_UP_TO = {0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3}
"""The rule by Player's third card, as document-style tables print it: Banker draws up to this."""

LOOKS_BACK = {"big_eye_boy": 1, "small_road": 2, "cockroach_pig": 3}
TAGS = dict(zip("A23456789TJQK", (0, 0, 0, -1, -1, -1, -1, 2, 2, 0, 0, 0, 0), strict=True))

Facts = dict[str, Any]


def questions(name: str, house: House = CLASSIC, times: int = 3) -> list[Question]:
    drill, chance = find_drill(name), random.Random(name).randrange
    return [drill.make(topic, house, chance) for _ in range(times) for topic in drill.topics(house)]


def facts_of(question: Question) -> Facts:
    return dict(question.ask.facts)


def total(cards: tuple[Card, ...]) -> int:
    return sum(card.points for card in cards) % 10


def totals(facts: Facts) -> tuple[int, int]:
    return total(facts["player_cards"]), total(facts["banker_cards"])


# --- each kind again: the topic and the answer, from nothing but the cards of the question --------


def natural(facts: Facts) -> tuple[str, AnswerWord]:
    player, banker = totals(facts)
    if max(player, banker) < 8:
        return "six_or_seven" if max(player, banker) > 5 else "none", AnswerWord.NO
    if min(player, banker) > 7:
        return "both", AnswerWord.YES
    return f"player_{player}" if player > 7 else f"banker_{banker}", AnswerWord.YES


def players_third_card(facts: Facts) -> tuple[str, AnswerWord]:
    player, banker = totals(facts)
    assert max(player, banker) < 8, "nobody draws against a natural"
    return f"player_{player}", AnswerWord.DRAW if player < 6 else AnswerWord.STAND


def bankers_third_card(facts: Facts) -> tuple[str, AnswerWord]:
    player, banker = totals(facts)
    third: Card | None = facts.get("card")
    assert max(player, banker) < 8, "nobody draws against a natural"
    assert (third is None) == (player > 5), "Player has drawn by the rule"
    draws_to = 5 if third is None else PLAYER_CARD_MAKES_BANKER_DRAW_UP_TO[third.points]
    topic = f"banker_{banker}_{'stood' if third is None else third.points}"
    return topic, AnswerWord.DRAW if banker <= draws_to else AnswerWord.STAND


def winner(facts: Facts, *, naturals_tie: bool = False) -> tuple[str, AnswerWord]:
    player, banker = totals(facts)
    has_two_cards = len(facts["player_cards"]) == len(facts["banker_cards"]) == 2
    higher = (player > banker) - (player < banker)
    if naturals_tie and has_two_cards and min(player, banker) > 7:
        higher = 0
    answer = (AnswerWord.BANKER, AnswerWord.TIE, AnswerWord.PLAYER)[higher + 1]
    is_natural = has_two_cards and max(player, banker) > 7
    return f"{answer.value}{'_natural' if is_natural else ''}", answer


def next_mark(facts: Facts) -> tuple[str, AnswerWord]:
    (said,) = facts["runs"]
    runs = [(run.facts["side"].value[0].upper(), run.facts["count"]) for run in said.facts["runs"]]
    shown = "".join(letter * count for letter, count in runs)
    key, letter = facts["road"].key, facts["side"].value[0].upper()
    back = LOOKS_BACK[key]
    mark = endless_sheet.derived(shown + letter, back)[len(endless_sheet.derived(shown, back)) :]
    answer = {"R": AnswerWord.RED, "B": AnswerWord.BLUE, "": AnswerWord.NONE}[mark]
    columns = endless_sheet.columns(shown)
    if len(columns) <= back:
        return f"{key}_none", answer
    now, compared = len(columns[-1]), len(columns[-1 - back])
    if letter != shown[-1]:
        return f"{key}_{'equal' if now == compared else 'unequal'}", answer
    return f"{key}_{'beside' if now < compared else 'below' if now == compared else 'drop'}", answer


def count(facts: Facts) -> tuple[str, int]:
    cards = facts["first_cards"]
    return f"cards_{len(cards)}", facts["count"] + sum(TAGS[str(card)[0]] for card in cards)


TWINS: dict[str, Callable[[Facts], tuple[str, AnswerWord | int]]] = {
    "naturals": natural,
    "player": players_third_card,
    **dict.fromkeys(("banker_0_2", "banker_7", "banker_stood", "banker_drew"), bankers_third_card),
    "winner": winner,
    "roads": next_mark,
    "count": count,
}


@pytest.mark.parametrize("name", TWINS)
def test_a_question_for_each_topic_has_the_one_answer_that_its_cards_imply(name: str) -> None:
    for each in questions(name):
        topic, answer = TWINS[name](facts_of(each))
        assert topic == each.topic
        assert each.answer == answer
        assert sum(map(each.is_right, CHOICES[each.reply] or range(-99, 99))) == 1


def test_the_drills_of_the_tableau_ask_all_96_squares_once() -> None:
    topics = [topic for drill in DRILLS[1:6] for topic in drill.topics(CLASSIC)]
    thirds = ["stood", *range(10)]
    squares = {f"banker_{holding}_{third}" for holding in range(8) for third in thirds}
    assert sorted(topics) == sorted({f"player_{holding}" for holding in range(8)} | squares)


def test_each_road_is_asked_for_each_mark() -> None:
    asked = {(facts_of(each)["road"].key, each.answer) for each in questions("roads")}
    marks = (AnswerWord.RED, AnswerWord.BLUE, AnswerWord.NONE)
    assert asked == {(road, mark) for road in LOOKS_BACK for mark in marks}


def test_two_naturals_tie_if_the_house_says_so() -> None:
    for each in questions("winner", HOUSES["classroom_naturals_tie"]):
        assert winner(facts_of(each), naturals_tie=True) == (each.topic, each.answer)


@pytest.mark.parametrize("name", [name for name, house in HOUSES.items() if house.limits])
def test_a_payout_is_what_the_table_pays_by_the_line_of_the_topic(name: str) -> None:
    house = HOUSES[name]
    asked = questions("payouts", house, times=1)
    lines = {(bet.key, line) for bet in house.bets for line in range(len(bet.lines) + 1)}
    assert {topic_line(each) for each in asked} == lines
    for each in asked:
        assert paid_at_the_table(each, house) == each.answer
        assert house.rounding is not Rounding.DOWN or printed(each, house) == each.answer


def topic_line(question: Question) -> tuple[str, int]:
    """Return the bet of a topic, and its line from 1, or 0 if it loses."""
    key, _, line = question.topic.rpartition("_")
    return key, int(line)


def printed(question: Question, house: House) -> AnswerWord | int:
    """Return the stake times the odds that the pay table prints on the line of the topic."""
    key, line = topic_line(question)
    if not line:
        return AnswerWord.TAKE
    return int(facts_of(question)["stake"] * Fraction(house.bet(key).lines[line - 1].pays))


def paid_at_the_table(question: Question, house: House) -> AnswerWord | int:
    """Deal the question's cards at a real table. Return what the bet earned."""
    facts = facts_of(question)
    (p1, p2, *p3), (b1, b2, *b3) = facts["player_cards"], facts["banker_cards"]
    key, stake = topic_line(question)[0], Chips(facts["stake"])
    with Store.in_memory() as store:
        croupier = Croupier.open(store, "table", replace(house, burn=Burning.NONE))
        croupier.do(Sit(1, "Ann"), BuyIn(1, chips=Chips(stake)))
        croupier.do(*croupier.given_shoe((p1, b1, p2, b2, *p3, *b3)))
        happened = croupier.do(PlaceBet(1, key, chips=stake), Deal())
    (settled,) = (each for each in happened if isinstance(each, BetSettled))
    return AnswerWord.TAKE if settled.earned < 0 else settled.earned


def test_a_line_that_cannot_come_up_is_asked_as_a_loss() -> None:
    bet = Bet.parse("never", ["player total = 9 and player total = 8: 5", "tie: 1"])
    house = replace(CLASSIC, side_bets=(bet,), own_bets=(OwnBet(bet),))
    made = find_drill("payouts").make("never_1", house, random.Random(1).randrange)
    assert (made.topic, made.answer) == ("never_0", AnswerWord.TAKE)


def test_a_house_without_wagers_has_no_payouts() -> None:
    assert find_drill("payouts").topics(CLASSROOM) == ()


@pytest.mark.parametrize("drill", DRILLS, ids=lambda drill: drill.name)
def test_every_question_can_be_asked_answered_and_explained(drill: Drill) -> None:
    for each in questions(drill.name, times=1):
        assert in_english(each.ask).endswith(("?", "loses."))
        assert in_english(each.why).endswith(".")
        assert each.answer in CHOICES[each.reply] or each.reply in (Reply.PAY, Reply.NUMBER)
        assert each.is_right(each.answer)


def test_hyphens_and_capitals_are_read_and_an_unknown_drill_is_refused_with_the_list() -> None:
    assert find_drill("Banker-0-2").name == "banker_0_2"
    with pytest.raises(NotationError, match=r"'bankr' is not a drill: naturals, player, .*, count"):
        find_drill("bankr")


# --- practice -------------------------------------------------------------------------------------


def test_mistakes_are_asked_first_then_what_is_new_then_the_least_known() -> None:
    chance = random.Random(1).randrange
    drill = find_drill("player")
    made = {topic: drill.make(topic, CLASSIC, chance) for topic in drill.topics(CLASSIC)}
    practice = Practice()
    for topic in ("player_0", "player_1", "player_1"):
        practice = practice.after(made[topic], is_right=True)
    practice = practice.after(made["player_5"], is_right=False)
    planned = [topic for _, topic in practice.plan([drill], CLASSIC, 8, chance).topics]
    assert planned[0] == "player_5"
    assert planned[-2:] == ["player_0", "player_1"]


def test_a_mistake_comes_back_after_three_other_questions() -> None:
    chance = random.Random(1).randrange
    question, plan = Practice().plan(DRILLS, CLASSIC, 20, chance).next(CLASSIC, chance)
    again = plan.with_mistake(question)
    assert (again.topics[3][0].name, again.topics[3][1]) == (question.drill, question.topic)
    assert len(again.topics) == 20


def test_a_drill_is_learned_after_right_answers_in_a_row_to_each_topic() -> None:
    chance = random.Random(1).randrange
    practice, first = Practice(), DRILLS[0]
    assert practice.next_drill(CLASSIC) is first
    for question in questions(first.name, times=LEARNED):
        practice = practice.after(question, is_right=True)
    assert practice.next_drill(CLASSIC) is DRILLS[1]
    slip = first.make("both", CLASSIC, chance)
    assert practice.after(slip, is_right=False).next_drill(CLASSIC) is first


def test_a_long_set_repeats_topics() -> None:
    plan = Practice().plan([find_drill("player")], CLASSIC, 20, random.Random(1).randrange)
    assert len(plan.topics) == 20
    assert len(set(plan.topics)) == 8


def test_the_commission_is_exact_to_the_cent() -> None:
    house = replace(CLASSIC, limits=Limits(step=Chips(25), minimum=Chips(25)))
    chance = random.Random(2).randrange
    for _ in range(20):
        each = find_drill("payouts").make("banker_2", house, chance)
        stake = facts_of(each)["stake"]
        assert each.answer == stake - int(Fraction(stake, 20))


@pytest.mark.parametrize(
    "topic, said",
    [
        ("tie_1", r"[\d,]+ on Tie at 8 to 1 wins [\d,]+\."),
        ("banker_2", r"[\d,]+ on Banker at 19 to 20 wins [\d,]+\."),
        ("small_1", r"Small, four cards: [\d,]+ at 3 to 2 wins [\d,]+\."),
        ("player_1", r"Player, tie: a push\. The guest keeps [\d,]+\."),
    ],
)
def test_a_bet_with_the_name_of_its_outcome_says_it_once(topic: str, said: str) -> None:
    each = find_drill("payouts").make(topic, CLASSIC, random.Random(1).randrange)
    assert re.fullmatch(said, in_english(each.why))


def test_a_rounded_commission_is_part_of_the_sum() -> None:
    burt, chance = HOUSES["burt"], random.Random(3).randrange
    said = set()
    for _ in range(60):
        each = find_drill("payouts").make("banker_2", burt, chance)
        stake = facts_of(each)["stake"]
        why = in_english(each.why)
        exact = Fraction(stake, 20)
        kept = stake - each.answer
        rounded = "up" if kept > exact else "down" if kept < exact else None
        said.add(rounded)
        assert ("commission" in why) == bool(rounded)
        assert rounded is None or f"commission rounded {rounded} to {kept:,}." in why
    assert said == {"up", "down", None}
