"""The rules of the tableau in messages: which square decided, and what a croupier would quote."""

from __future__ import annotations

from functools import lru_cache

from puntobanco.tableau import HOLDINGS, POINTS, PUNTO_BANCO, Side, Square, Tableau
from puntobanco.words import Message, message


@lru_cache(maxsize=256)  # the squares of one tableau
def rule_message(
    square: Square, tableau: Tableau = PUNTO_BANCO, *, is_first: bool = False
) -> Message:
    """The rule of a square; `is_first` if it begins a sentence."""
    holding, draws = square.holding, tableau.draws(square)
    if square.side is Side.PLAYER:
        row = tableau.player
        return message("rule.player", draws=draws, holdings=_like(row, holding))
    if square.third is None:
        holdings = _like(tuple(row[0] for row in tableau.banker), holding)
        return message("rule.banker.stood", is_first=is_first, draws=draws, holdings=holdings)
    return _against(holding, tableau.banker[holding][1:])


def _like(row: tuple[bool, ...], holding: int) -> list[int]:
    """The holdings that are played like this one."""
    return [other for other in HOLDINGS if row[other] == row[holding]]


def _against(holding: int, row: tuple[bool, ...]) -> Message:
    """What Banker does with one holding, over all third cards of Player's."""
    drawing = [third for third in POINTS if row[third]]
    standing = [third for third in POINTS if not row[third]]
    if not standing:
        return message("rule.banker.always", holding=holding)
    if not drawing:
        return message("rule.banker.never", holding=holding)
    if len(standing) == 1:
        return message("rule.banker.unless", holding=holding, third=standing[0])
    return message("rule.banker.if", holding=holding, thirds=drawing)
