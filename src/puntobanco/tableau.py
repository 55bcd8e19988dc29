"""The tableau: when each side draws a third card, drawn like the croupier's card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from puntobanco._html import html_table
from puntobanco.errors import NotationError
from puntobanco.words import Message, in_english, message

HOLDINGS = range(8)
"""Two-card totals in the tableau. 8 and 9 are naturals."""

POINTS = range(10)
"""The possible points of Player's third card."""


class Side(Enum):
    """One of the two hands. Neither is a person."""

    PLAYER = "player"
    BANKER = "banker"

    @property
    def other(self) -> Side:
        """The opposing hand."""
        return Side.BANKER if self is Side.PLAYER else Side.PLAYER

    def __str__(self) -> str:
        return self.value.capitalize()


@dataclass(frozen=True, slots=True)
class Square:
    """One square of the picture: a side, its total, and the points of Player's third card.

    `third` is None for Player's squares, and if Player stood.

    >>> print(Square(Side.BANKER, holding=3, third=8))
    Banker 3, Player's third card 8
    """

    side: Side
    holding: int
    third: int | None = None

    def __str__(self) -> str:
        if self.side is Side.PLAYER:
            return f"Player {self.holding}"
        if self.third is None:
            return f"Banker {self.holding}, Player stood"
        return f"Banker {self.holding}, Player's third card {self.third}"


SQUARES = (
    *(Square(Side.PLAYER, holding) for holding in HOLDINGS),
    *(Square(Side.BANKER, holding, third) for holding in HOLDINGS for third in (None, *POINTS)),
)
"""All 96, in the picture's order: 8 of Player's, then 88 of Banker's."""


@dataclass(frozen=True, slots=True)
class Tableau:
    """The picture, row by row: True draws. Each Banker row starts with "Player stood".

    >>> PUNTO_BANCO.player_draws(5), PUNTO_BANCO.banker_draws(3, 8)
    (True, False)
    >>> PUNTO_BANCO.rule(Square(Side.BANKER, 6, 7))
    "Banker with 6 draws if Player's third card is 6 or 7"
    """

    player: tuple[bool, ...]
    banker: tuple[tuple[bool, ...], ...]

    @classmethod
    def parse(cls, picture: str) -> Tableau:
        """Read the picture: a row for Player, one per Banker holding; D draws, . stands."""
        lines = (line.split() for line in picture.splitlines() if line.strip())
        rows = [row for row in lines if row[0] not in {"holding", "banker"}]
        shape = [("player", len(HOLDINGS)), *((str(each), 1 + len(POINTS)) for each in HOLDINGS)]
        if [(label, len(marks)) for label, *marks in rows] != shape:
            raise NotationError(
                picture, expected="a row of 8 for player, then rows of 11 for 0 to 7"
            )
        if not {mark for _, *marks in rows for mark in marks} <= {"D", "."}:
            raise NotationError(picture, expected="a picture of D and . only")
        player, *banker = (tuple(mark == "D" for mark in marks) for _, *marks in rows)
        return cls(player, tuple(banker))

    @classmethod
    def where(cls, drawing: Iterable[Square]) -> Tableau:
        """Return the tableau that draws on these squares only."""
        drawn = set(drawing)
        return cls(
            tuple(Square(Side.PLAYER, holding) in drawn for holding in HOLDINGS),
            tuple(
                tuple(Square(Side.BANKER, holding, third) in drawn for third in (None, *POINTS))
                for holding in HOLDINGS
            ),
        )

    def player_draws(self, holding: int) -> bool:
        """Return whether Player draws on a two-card total of 0 to 7."""
        return self.player[holding]

    def banker_draws(self, holding: int, player_third: int | None) -> bool:
        """Return whether Banker draws, given the points of Player's third card, if any."""
        return self.banker[holding][0 if player_third is None else 1 + player_third]

    def draws(self, square: Square) -> bool:
        """Return whether this square draws."""
        if square.side is Side.PLAYER:
            return self.player_draws(square.holding)
        return self.banker_draws(square.holding, square.third)

    def with_flipped(self, square: Square) -> Tableau:
        """Return the tableau with one square changed."""
        return self.where({each for each in SQUARES if self.draws(each)} ^ {square})

    def rule(self, square: Square) -> str:
        """Return the rule that a croupier would quote for this square."""
        return in_english(rule_message(square, self))

    def __str__(self) -> str:
        def marks(row: tuple[bool, ...]) -> str:
            return "  ".join("D" if draws else "." for draws in row)

        return "\n".join(
            (
                f"holding    {'  '.join(map(str, HOLDINGS))}",
                f"player     {marks(self.player)}",
                "",
                "banker   Player    Player's third card",
                f"holding  stood    {'  '.join(map(str, POINTS))}",
                *(
                    f"   {holding}       {marks(row[:1])}      {marks(row[1:])}"
                    for holding, row in enumerate(self.banker)
                ),
            )
        )

    def __repr__(self) -> str:
        return f'Tableau.parse("""\n{self}\n""")'

    def _repr_html_(self) -> str:
        columns = ("holding", "Player", "Banker, Player stood", *map(str, POINTS))
        rows = [
            (holding, *("D" if draws else "." for draws in (self.player[holding], *banker)))
            for holding, banker in enumerate(self.banker)
        ]
        caption = "Tableau: D draws, . stands; numbers are Player's third card, against Banker"
        return html_table(caption, columns, rows)


PUNTO_BANCO = Tableau.parse("""
    holding    0  1  2  3  4  5  6  7
    player     D  D  D  D  D  D  .  .

    banker   Player    Player's third card
    holding  stood    0  1  2  3  4  5  6  7  8  9
       0       D      D  D  D  D  D  D  D  D  D  D
       1       D      D  D  D  D  D  D  D  D  D  D
       2       D      D  D  D  D  D  D  D  D  D  D
       3       D      D  D  D  D  D  D  D  D  .  D
       4       D      .  .  D  D  D  D  D  D  .  .
       5       D      .  .  .  .  D  D  D  D  .  .
       6       .      .  .  .  .  .  .  D  D  .  .
       7       .      .  .  .  .  .  .  .  .  .  .
""")
"""The tableau that every casino plays by."""


@lru_cache(maxsize=256)  # the squares of one tableau
def rule_message(
    square: Square, tableau: Tableau = PUNTO_BANCO, *, is_first: bool = False
) -> Message:
    """Return the rule of a square as a message. `is_first` if it begins a sentence."""
    holding, draws = square.holding, tableau.draws(square)
    if square.side is Side.PLAYER:
        row = tableau.player
        return message("rule.player", draws=draws, holdings=_like(row, holding))
    if square.third is None:
        holdings = _like(tuple(row[0] for row in tableau.banker), holding)
        return message("rule.banker.stood", is_first=is_first, draws=draws, holdings=holdings)
    return _against(holding, tableau.banker[holding][1:])


def _like(row: tuple[bool, ...], holding: int) -> list[int]:
    """Return the holdings that draw like this one."""
    return [other for other in HOLDINGS if row[other] == row[holding]]


def _against(holding: int, row: tuple[bool, ...]) -> Message:
    """Return the rule for one holding of Banker against every third card of Player."""
    drawing = [third for third in POINTS if row[third]]
    standing = [third for third in POINTS if not row[third]]
    if not standing:
        return message("rule.banker.always", holding=holding)
    if not drawing:
        return message("rule.banker.never", holding=holding)
    if len(standing) == 1:
        return message("rule.banker.unless", holding=holding, third=standing[0])
    return message("rule.banker.if", holding=holding, thirds=drawing)
