"""The currency of a house. Dollars are the default, which its text leaves out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.errors import HouseError
from puntobanco.house import CLASSIC, HOUSES, House, format_house, parse_house
from puntobanco.settlement import DOLLARS, Currency, SignPlace, dollars

YEN = """
name = "ginza"
side_bets = ["red"]
currency = { sign = "¥", digits = 0 }

[limits]
minimum = 500
maximum = 50000
side_maximum = 5000
step = 500

[bets.red]
lines = ["all red: 10"]
limits = { maximum = 2500 }
"""

SIGNS = ["$", "€", "¥", "HK$", "Fr.", "kr", "zł", "元", "NT$"]


@pytest.mark.parametrize("house", HOUSES.values(), ids=lambda house: house.name)
def test_dollars_are_the_default_and_are_not_written(house: House) -> None:
    assert house.currency == DOLLARS
    assert "currency" not in format_house(house)


def test_dollars_that_are_named_are_not_written_either() -> None:
    named = 'name = "classic"\ncurrency = { sign = "$", place = "before", digits = 2 }'
    assert format_house(parse_house(named)) == format_house(CLASSIC)


def test_dollars_have_cents_only_if_there_are_some() -> None:
    assert [dollars(chips) for chips in (5, 25_00, -1_234_50)] == ["$0.05", "$25", "-$1,234.50"]


def test_only_a_currency_that_is_not_dollars_is_named() -> None:
    assert DOLLARS.named is None
    assert parse_house(YEN).currency.named == "¥"


def test_a_currency_without_coins_counts_chips_one_by_one() -> None:
    house = parse_house(YEN)
    assert house.currency == Currency("¥", SignPlace.BEFORE, 0)
    assert house.limits
    assert (house.limits.minimum, house.limits.maximum, house.limits.step) == (500, 50_000, 500)
    (own,) = house.own_bets
    assert own.limits
    assert (own.limits.minimum, own.limits.maximum) == (500, 2_500)


@given(
    sign=st.sampled_from(SIGNS), place=st.sampled_from(SignPlace), digits=st.sampled_from([0, 2])
)
def test_a_house_with_a_currency_is_read_as_it_is_written(
    sign: str, place: SignPlace, digits: int
) -> None:
    text = YEN.replace(
        '{ sign = "¥", digits = 0 }',
        f'{{ sign = "{sign}", place = "{place.value}", digits = {digits} }}',
    )
    house = parse_house(text)
    assert house.currency == Currency(sign, place, digits)
    assert parse_house(format_house(house)) == house


@pytest.mark.parametrize(
    "currency, fault",
    [
        ('"€"', "currency: '€' is not a table of sign, place and digits"),
        ("{}", "currency.sign: None is not text"),
        ('{ sign = "€", place = "left" }', "currency.place: 'left' is not one of"),
        ('{ sign = "€", digits = 3 }', "currency.digits: 3 is neither 0 nor 2"),
        ('{ sign = "€", digits = "2" }', "currency.digits: '2' is not a whole number"),
        ('{ sign = "€", coin = 1 }', "currency.coin: not a rule of a house"),
        *(
            (f'{{ sign = "{sign}" }}', f"currency.sign: '{sign}' is not a sign such as")
            for sign in ("-", "5", ".", "1$", "$ ", "{x}", "euros", "$,", "...")
        ),
    ],
)
def test_a_wrong_currency_is_refused_in_one_line(currency: str, fault: str) -> None:
    with pytest.raises(HouseError) as error:
        parse_house(f"currency = {currency}")
    assert str(error.value).startswith(fault)


def test_an_amount_between_two_coins_is_refused() -> None:
    with pytest.raises(HouseError, match=r"limits.minimum: 2\.5 is not a whole number of the sm"):
        parse_house('currency = { sign = "¥", digits = 0 }\n[limits]\nminimum = 2.5')
    with pytest.raises(HouseError, match=r"limits.minimum: 2\.505 is not a whole number of the s"):
        parse_house('currency = { sign = "€" }\n[limits]\nminimum = 2.505')
