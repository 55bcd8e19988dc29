from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from puntobanco.announcer.audience import (
    EAR,
    EYE,
    FROM_NORMAL,
    FULL,
    GUEST,
    NORMAL,
    OTHERS,
    TERSE,
    UP_TO_NORMAL,
    Level,
    Sense,
    about_guest,
    listening,
    said_to,
)
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.english import worded
from puntobanco.announcer.events import messages_of
from puntobanco.announcer.names import bet_fact, house_fact, named_bet
from puntobanco.house import CLASSIC, EZ
from puntobanco.table import is_public
from puntobanco.table.state import State, evolve
from puntobanco.tableau import PUNTO_BANCO, SQUARES, Square, rule_message
from puntobanco.words import ALL, GuestFact, message
from tests.announcer.test_events import evening

LISTENERS = {
    (level, sense, is_own): listening(level, sense, is_own=is_own)
    for level, sense, is_own in product(Level, Sense, (True, False))
}


def test_every_listener_is_one_bit_and_all_of_them_are_all() -> None:
    assert all(bit.bit_count() == 1 for bit in LISTENERS.values())
    assert sum(LISTENERS.values()) == ALL


@pytest.mark.parametrize(
    "audience, belongs",
    [
        (TERSE, lambda level, _sense, _own: level is Level.TERSE),
        (NORMAL, lambda level, _sense, _own: level is Level.NORMAL),
        (FULL, lambda level, _sense, _own: level is Level.FULL),
        (FROM_NORMAL, lambda level, _sense, _own: level is not Level.TERSE),
        (UP_TO_NORMAL, lambda level, _sense, _own: level is not Level.FULL),
        (EYE, lambda _level, sense, _own: sense is Sense.EYE),
        (EAR, lambda _level, sense, _own: sense is Sense.EAR),
        (GUEST, lambda _level, _sense, own: own),
        (OTHERS, lambda _level, _sense, own: not own),
    ],
)
def test_an_audience_is_all_its_listeners(audience: int, belongs: Callable[..., bool]) -> None:
    assert audience == sum(bit for who, bit in LISTENERS.items() if belongs(*who))


def test_a_listener_gets_the_messages_for_it_in_their_order() -> None:
    messages = [message("a"), message("b", EYE & FULL), message("c", EAR), message("d", OTHERS)]
    reader = listening(Level.FULL, Sense.EYE, is_own=True)
    assert [each.id for each in said_to(reader, messages)] == ["a", "b"]
    hearer = listening(Level.TERSE, Sense.EAR)
    assert [each.id for each in said_to(hearer, messages)] == ["a", "c", "d"]


def test_a_guest_is_told_without_a_name_and_others_with_it() -> None:
    ada = GuestFact("Ada", 1)
    own, others = about_guest("guest.bought", ada, FULL, chips=5)
    assert own == message("guest.bought", FULL & GUEST, chips=5)
    assert others == message("guest.bought.others", FULL & OTHERS, name=ada, chips=5)


def test_a_smaller_audience_is_within_the_first() -> None:
    assert message("a", EYE).to(FULL).audience == EYE & FULL


def test_an_evening_is_the_same_messages_for_everyone_and_all_can_be_worded() -> None:
    state = State()
    for event in evening():
        messages = messages_of(event, state)
        assert bool(messages) == is_public(event)
        assert all(each.audience for each in messages)
        assert all(worded(messages))
        state = evolve(state, event)


@pytest.mark.parametrize("square", SQUARES, ids=str)
def test_a_rule_that_begins_a_sentence_has_a_capital(square: Square) -> None:
    row = [each for each in SQUARES if each.side is square.side and each.third == square.third]
    for flipped in (*row, square):
        tableau = PUNTO_BANCO.with_flipped(flipped)
        rule = tableau.rule(square)
        first = rule[:1].upper() + rule[1:]
        assert worded([rule_message(square, tableau, is_first=True)]) == [first]


def test_a_name_that_a_house_gave_is_kept() -> None:
    words = catalogue("en")
    ours = EZ.bet("dragon_7")
    assert named_bet(ours) == bet_fact("dragon_7", EZ) == ("Dragon 7", "dragon_7")
    assert named_bet(replace(ours, name="Long Wang")) == ("Long Wang", "")
    assert words.bet(named_bet(replace(ours, name="Long Wang"))) == "Long Wang"
    assert house_fact(replace(EZ, name="long_bar")) == ("long bar", "")
    assert house_fact(CLASSIC).key == "classic"


def test_a_message_that_lacks_a_fact_or_a_template_is_told() -> None:
    with pytest.raises(ValueError, match="burned in en: 'card' is missing"):
        worded([message("burned", hidden=1)])
    with pytest.raises(ValueError, match="burnt in en: 'burnt' is missing"):
        worded([message("burnt")])
