"""The card of bets: every bet of the catalogue, in the language that houses use.

A row starts with the bet's key. A main bet has a spot. A code or a name follows if it isn't the
default for the key. Then come the bet's lines. The first line that applies decides; if none does,
the bet loses. A dot separates two lines in one row. Pays are to one, and the stake comes back too.
Houses set their own pays in the order of these lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from puntobanco.bets.bet import Bet, Spot, code_of

CARD = """
player [player]                     tie: push · Player wins: 1
banker [banker]                     tie: push · Banker wins: 19/20
tie [tie]                           tie: 8
tie_9 [tie] "Tie at 9"              tie: 9
banker_super_6 [banker] "Banker"    tie: push
                                    Banker wins with 6: 1/2
                                    Banker wins: 1
banker_ez [banker] "Banker"         tie: push
                                    Banker wins with a three-card 7: push
                                    Banker wins: 1

super_6 (su6)                       Banker wins with 6: 12
lucky_6                             Banker wins with a two-card 6: 12
                                    Banker wins with a three-card 6: 20
small_tiger                         Banker wins with a two-card 6: 22
big_tiger                           Banker wins with a three-card 6: 50
tiger_tie                           tie on 6: 35
dragon_7                            Banker wins with a three-card 7: 40
panda_8 (pa8)                       Player wins with a three-card 8: 25
ox_6                                Player wins with a three-card 6: 40
heavenly_9                          both hands a three-card 9: 75
                                    Player has a three-card 9: 10
                                    Banker has a three-card 9: 10
blazing_7s (bl7)                    tie on 7 with two cards each: 50
                                    tie on 7 with three cards each: 200
dragon_bonus_player                 tie of two naturals: push
                                    Player wins with a natural: 1
                                    Player wins by 9 without a natural: 30
                                    Player wins by 8 without a natural: 10
                                    Player wins by 7 without a natural: 6
                                    Player wins by 6 without a natural: 4
                                    Player wins by 5 without a natural: 2
                                    Player wins by 4 without a natural: 1
dragon_bonus_banker                 tie of two naturals: push
                                    Banker wins with a natural: 1
                                    Banker wins by 9 without a natural: 30
                                    Banker wins by 8 without a natural: 10
                                    Banker wins by 7 without a natural: 6
                                    Banker wins by 6 without a natural: 4
                                    Banker wins by 5 without a natural: 2
                                    Banker wins by 4 without a natural: 1
big (bg)                            five or six cards: 0.54
small (sm)                          four cards: 1.5
egalite_0 "Égalité 0"               tie on 0: 150
egalite_1 "Égalité 1"               tie on 1: 215
egalite_2 "Égalité 2"               tie on 2: 225
egalite_3 "Égalité 3"               tie on 3: 200
egalite_4 "Égalité 4"               tie on 4: 120
egalite_5 "Égalité 5"               tie on 5: 110
egalite_6 "Égalité 6"               tie on 6: 45
egalite_7 "Égalité 7"               tie on 7: 45
egalite_8 "Égalité 8"               tie on 8: 80
egalite_9 "Égalité 9"               tie on 9: 80
lucky_7                             Player wins with a two-card 7: 6
                                    Player wins with a three-card 7: 15
natural_8_player                    Player has a two-card 8: 9
natural_9_player                    Player has a two-card 9: 9
natural_8_banker                    Banker has a two-card 8: 9
natural_9_banker                    Banker has a two-card 9: 9
bad_beat                            Player wins with natural 9 over natural 8: 50
                                    Banker wins with natural 9 over natural 8: 50
both_8_or_9 (both)                  both totals 8 or 9: 20
quik (qk)                           totals add to 0: 50
                                    totals add to 18: 25
                                    totals add to 1, 2, 3, 15, 16, 17: 1
player_even                         Player's total is even: 0.86
player_odd                          Player's total is odd: 0.9
banker_even                         Banker's total is even: 0.86
banker_odd                          Banker's total is odd: 0.86
three_card_player "Three-card Player"  Player wins with three cards: 4
three_card_banker "Three-card Banker"  Banker wins with three cards: 5

player_pair                         Player's first two cards are a pair: 11
banker_pair                         Banker's first two cards are a pair: 11
either_pair                         either hand a pair: 5
perfect_pair (pf)                   either hand a pair of one suit: 25
perfect_pair_player                 Player's first two cards are a pair of one suit: 25
perfect_pair_banker                 Banker's first two cards are a pair of one suit: 25
perfect_pair_250 (pfb)              both hands pairs of one suit: 250
                                    either hand a pair of one suit: 25
tiger_pair                          four cards of one rank: 100
                                    both hands pairs: 20
                                    one hand a pair: 4
royal_match                         king and queen of one suit in either hand: 75
                                    king and queen in either hand: 30

three_giving_8                      Banker holds 3 and Player draws an 8: 200
low_tie_max                         tie with no card above 5: 55
high_tie_max                        tie with a card of 6 or more: 10
all_red                             every card red: 22
all_black                           every card black: 24
super_tie (sut)                     tie of six cards on 6 to 9 all of one colour: 100
                                    tie of six cards on 6 to 9: 25
                                    tie: 7
matching_dragon_A                   1 of rank A: 1 · 2 of rank A: 3 · 3 of rank A: 20
                                    4 of rank A: 40 · 5 of rank A: 60 · 6 of rank A: 100
matching_dragon_2                   1 of rank 2: 1 · 2 of rank 2: 3 · 3 of rank 2: 20
                                    4 of rank 2: 40 · 5 of rank 2: 60 · 6 of rank 2: 100
matching_dragon_3                   1 of rank 3: 1 · 2 of rank 3: 3 · 3 of rank 3: 20
                                    4 of rank 3: 40 · 5 of rank 3: 60 · 6 of rank 3: 100
matching_dragon_4                   1 of rank 4: 1 · 2 of rank 4: 3 · 3 of rank 4: 20
                                    4 of rank 4: 40 · 5 of rank 4: 60 · 6 of rank 4: 100
matching_dragon_5                   1 of rank 5: 1 · 2 of rank 5: 3 · 3 of rank 5: 20
                                    4 of rank 5: 40 · 5 of rank 5: 60 · 6 of rank 5: 100
matching_dragon_6                   1 of rank 6: 1 · 2 of rank 6: 3 · 3 of rank 6: 20
                                    4 of rank 6: 40 · 5 of rank 6: 60 · 6 of rank 6: 100
matching_dragon_7                   1 of rank 7: 1 · 2 of rank 7: 3 · 3 of rank 7: 20
                                    4 of rank 7: 40 · 5 of rank 7: 60 · 6 of rank 7: 100
matching_dragon_8                   1 of rank 8: 1 · 2 of rank 8: 3 · 3 of rank 8: 20
                                    4 of rank 8: 40 · 5 of rank 8: 60 · 6 of rank 8: 100
matching_dragon_9                   1 of rank 9: 1 · 2 of rank 9: 3 · 3 of rank 9: 20
                                    4 of rank 9: 40 · 5 of rank 9: 60 · 6 of rank 9: 100
matching_dragon_T                   1 of rank T: 1 · 2 of rank T: 3 · 3 of rank T: 20
                                    4 of rank T: 40 · 5 of rank T: 60 · 6 of rank T: 100
matching_dragon_J                   1 of rank J: 1 · 2 of rank J: 3 · 3 of rank J: 20
                                    4 of rank J: 40 · 5 of rank J: 60 · 6 of rank J: 100
matching_dragon_Q                   1 of rank Q: 1 · 2 of rank Q: 3 · 3 of rank Q: 20
                                    4 of rank Q: 40 · 5 of rank Q: 60 · 6 of rank Q: 100
matching_dragon_K                   1 of rank K: 1 · 2 of rank K: 3 · 3 of rank K: 20
                                    4 of rank K: 40 · 5 of rank K: 60 · 6 of rank K: 100
"""
"""The text of the catalogue."""

_ROW = re.compile(r'(?:(\w+)(?: \[(\w+)\])?(?: \((\w+)\))?(?: "([^"]+)")?)? {2,}(.+)')


@dataclass(frozen=True, slots=True)
class _Entry:
    """One bet of a card, before its lines are parsed."""

    key: str
    spot: Spot
    code: str
    name: str
    lines: tuple[str, ...]


class BetCatalogue(Mapping[str, Bet]):
    """The bets of a card by their keys, in its order.

    Each bet is parsed on first use, since a table offers only a dozen.
    """

    def __init__(self, card: str) -> None:
        self._entries = {entry.key: entry for entry in _entries(card)}
        self._bets: dict[str, Bet] = {}

    def __getitem__(self, key: str) -> Bet:
        if key not in self._bets:
            entry = self._entries[key]
            self._bets[key] = Bet.parse(
                key, entry.lines, name=entry.name, spot=entry.spot, code=entry.code
            )
        return self._bets[key]

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    @cached_property
    def codes(self) -> Mapping[str, str]:
        """The keys of all side bets by their codes."""
        sides = [entry for entry in self._entries.values() if entry.spot is Spot.SIDE]
        return {entry.code or code_of(entry.key): entry.key for entry in sides}

    def keys_at(self, spot: Spot) -> tuple[str, ...]:
        """Return the keys of the bets on this spot."""
        return tuple(key for key, entry in self._entries.items() if entry.spot is spot)


def _entries(card: str) -> Iterator[_Entry]:
    rows: list[tuple[str, str | None, str | None, str | None, list[str]]] = []
    for row in filter(None, card.splitlines()):
        found = _ROW.fullmatch(row)
        if found is None:
            raise ValueError(f"not a row of the card: {row!r}")
        key, spot, code, name, lines = found.groups()
        if key:
            rows.append((key, spot, code, name, []))
        rows[-1][-1].extend(lines.split(" · "))
    for key, spot, code, name, texts in rows:
        yield _Entry(key, Spot(spot or "side"), code or "", name or "", tuple(texts))


CATALOGUE = BetCatalogue(CARD)
"""Every bet by its key."""
