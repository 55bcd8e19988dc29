"""Who is connected, and for how long somebody may be away."""

from __future__ import annotations

from puntobanco.web.limits import Pace
from puntobanco.web.room.presence import Presence


def test_a_seat_expires_when_its_guest_was_away_for_as_long_as_may_be() -> None:
    presence = Presence(Pace(away=1_000))
    presence.update({1: "ada"}, 1_000)
    assert presence.expired_seats(1_999) == []
    assert presence.expired_seats(2_000) == [1]


def test_a_guest_is_there_until_the_last_socket_is_closed() -> None:
    presence, there = Presence(Pace()), []
    for _ in range(2):
        presence.connect("ada")
        there.append(presence.present_seats({1: "ada"}))
    for _ in range(2):
        presence.disconnect("ada", 0)
        there.append(presence.present_seats({1: "ada"}))
    assert there == [[1], [1], [1], []]


def test_who_comes_and_goes_is_told_only_so_often() -> None:
    presence = Presence(Pace(room=100))
    told = []
    for now in (1_000, 1_099, 1_100):
        presence.connect("ada")
        told.append(presence.update({1: "ada"}, now) is not None)
    assert told == [True, False, True]
