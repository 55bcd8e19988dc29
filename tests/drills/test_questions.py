"""Every question has one right answer, by the rules stated in another way."""

from __future__ import annotations

import random
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
from puntobanco.house import CLASSIC, CLASSROOM, EZ, HOUSES, Burning, House, Limits, OwnBet
from puntobanco.roads import DerivedRoad, Roads
from puntobanco.settlement import Chips
from puntobanco.store import Store
from puntobanco.table.commands import BuyIn, Deal, PlaceBet, Sit
from puntobanco.table.events import BetSettled
from puntobanco.words import in_english

PLAYER_CARD_MAKES_BANKER_DRAW_UP_TO = {0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3}
"""The rule by Player's third card, as document-style tables print it: Banker draws up to this."""


def questions(name: str, house: House = CLASSIC, times: int = 3) -> list[Question]:
    drill, chance = find_drill(name), random.Random(name).randrange
    return [drill.make(topic, house, chance) for _ in range(times) for topic in drill.topics(house)]


def facts_of(question: Question) -> dict[str, Any]:
    return dict(question.ask.facts)


def total(cards: tuple[Card, ...]) -> int:
    return sum(card.points for card in cards) % 10


def test_a_natural_ends_the_coup() -> None:
    for each in questions("naturals"):
        high = max(total(facts_of(each)["player_cards"]), total(facts_of(each)["banker_cards"]))
        assert each.answer is (AnswerWord.YES if high >= 8 else AnswerWord.NO)


def test_player_draws_up_to_five() -> None:
    for each in questions("player"):
        holding = total(facts_of(each)["player_cards"])
        assert each.topic == f"player_{holding}"
        assert each.answer is (AnswerWord.DRAW if holding <= 5 else AnswerWord.STAND)


@pytest.mark.parametrize("name", ["banker_0_2", "banker_7", "banker_stood", "banker_drew"])
def test_banker_draws_by_players_third_card(name: str) -> None:
    for each in questions(name):
        holding, third = total(facts_of(each)["banker_cards"]), facts_of(each).get("card")
        draws_to = 5
        if isinstance(third, Card):
            draws_to = PLAYER_CARD_MAKES_BANKER_DRAW_UP_TO[third.points]
        assert each.topic.startswith(f"banker_{holding}_")
        assert each.answer is (AnswerWord.DRAW if holding <= draws_to else AnswerWord.STAND)


def test_the_drills_of_the_tableau_ask_all_96_squares_once() -> None:
    topics = [topic for drill in DRILLS for topic in drill.topics(CLASSIC) if drill in DRILLS[1:6]]
    assert len(topics) == len(set(topics)) == 8 + 88


@pytest.mark.parametrize("house", [CLASSIC, HOUSES["classroom_naturals_tie"]])
def test_the_higher_total_wins(house: House) -> None:
    for each in questions("winner", house):
        player, banker = facts_of(each)["player_cards"], facts_of(each)["banker_cards"]
        higher = (total(player) > total(banker)) - (total(player) < total(banker))
        two_naturals = len(player) == len(banker) == 2 and min(total(player), total(banker)) >= 8
        if two_naturals and house is not CLASSIC:
            higher = 0
        assert each.answer is (AnswerWord.BANKER, AnswerWord.TIE, AnswerWord.PLAYER)[higher + 1]


@pytest.mark.parametrize(
    "house", [CLASSIC, EZ, HOUSES["super_6"], HOUSES["burt"]], ids=lambda h: h.name
)
def test_a_payout_is_what_the_table_pays(house: House) -> None:
    asked = questions("payouts", house, times=1)
    assert {each.topic for each in asked} == set(find_drill("payouts").topics(house))
    for each in asked:
        assert paid_at_the_table(each, house) == each.answer


def paid_at_the_table(question: Question, house: House) -> AnswerWord | int:
    """Deal the question's cards at a real table. Return what the bet earned."""
    facts = facts_of(question)
    (p1, p2, *p3), (b1, b2, *b3) = facts["player_cards"], facts["banker_cards"]
    key, stake = question.topic.rpartition("_")[0], Chips(facts["stake"])
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


def test_the_next_mark_is_the_one_that_appears() -> None:
    marks = {"R": AnswerWord.RED, "B": AnswerWord.BLUE, "": AnswerWord.NONE}
    for each in questions("roads", times=5):
        road = next(each_ for each_ in DerivedRoad if each.topic.startswith(each_.key))
        (runs,) = facts_of(each)["runs"]
        shown = "".join(
            run.facts["side"].value[0].upper() * run.facts["count"] for run in runs.facts["runs"]
        )
        before = Roads.parse(shown)
        after = Roads.parse(shown + facts_of(each)["side"].value[0])
        appeared = "".join(m.letter for m in after.marks(road)[len(before.marks(road)) :])
        assert each.answer is marks[appeared]


def test_the_count_adds_the_tags() -> None:
    tags = dict(zip("A23456789TJQK", (0, 0, 0, -1, -1, -1, -1, 2, 2, 0, 0, 0, 0), strict=True))
    for each in questions("count"):
        cards = facts_of(each)["first_cards"]
        assert each.answer == facts_of(each)["count"] + sum(tags[str(card)[0]] for card in cards)


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
