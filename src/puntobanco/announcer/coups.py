"""A coup in sentences: cards as they come, the call, third cards and why, the result."""

from __future__ import annotations

from typing import assert_never

from puntobanco.announcer.words import Level, capital, card_words, count, total_words
from puntobanco.coup import Called, Coup, CoupEvent, Dealt, Drew, Ended, Naturals, Outcome, Stood
from puntobanco.tableau import PUNTO_BANCO, Side, Square

TIE_CALL = "Égalité: tie bets win"

FIRST_CARDS = 4


def coup_lines(
    coup: Coup,
    naturals: Naturals = Naturals.HIGHER_WINS,
    level: Level = Level.NORMAL,
    *,
    cut_after: int | None = None,
    is_last: bool = False,
) -> list[str]:
    """All lines of a coup; the cut card is announced where it came out.

    >>> for line in coup_lines(Coup.parse("Jd 5h 9s / Qh Qd 8h")):
    ...     print(line)
    Player: jack of diamonds.
    Banker: queen of hearts.
    Player: five of hearts.
    Banker: queen of diamonds.
    Call: five Player, zero Banker.
    Player draws on 5: nine of spades, total 4.
    Banker draws on 0 against Player's 9: eight of hearts, total 8.
    Banker wins, 8 over 4.
    """
    parts = coup_parts(coup, naturals, level, cut_after=cut_after, is_last=is_last)
    return [line for _, lines in parts for line in lines]


def coup_parts(
    coup: Coup, naturals: Naturals, level: Level, *, cut_after: int | None, is_last: bool
) -> list[tuple[CoupEvent | None, list[str]]]:
    """The steps of a coup with the lines of each; None stands where the cut card came out.

    At the terse level the first four cards are one line of the call, unless the cut card came out
    between them.
    """
    is_brief = level is Level.TERSE and cut_after not in range(1, FIRST_CARDS)
    parts: list[tuple[CoupEvent | None, list[str]]] = []
    shown = 0
    for event in coup.events:
        if isinstance(event, Dealt | Drew):
            if shown == cut_after:
                parts.append((None, cut_card_lines(shown, is_last=is_last)))
            shown += 1
        lines = coup_event_lines(event, naturals, level)
        if is_brief and isinstance(event, Dealt):
            lines = []
        elif is_brief and isinstance(event, Called):
            lines = [f"Cards: {', '.join(map(str, coup.cards[:FIRST_CARDS]))}.", *lines]
        parts.append((event, lines))
    return parts


def coup_event_lines(
    event: CoupEvent, naturals: Naturals = Naturals.HIGHER_WINS, level: Level = Level.NORMAL
) -> list[str]:
    """The lines of one step of a coup."""
    match event:
        case Dealt(side, card):
            return [f"{side}: {card_words(card, level)}."]
        case Called(player, banker):
            totals = (total_words(player, level), total_words(banker, level))
            return ["Call: {} Player, {} Banker.".format(*totals)]
        case Stood():
            return _stood(event, level)
        case Drew(side, card, total, square):
            if level is Level.TERSE:
                return [f"{side} draws {card}: {total}."]
            drawn = f"{card_words(card, level)}, total {total}"
            return [f"{side} draws on {_holding(square)}: {drawn}.", *_rule(square, level)]
        case Ended(score):
            outcome = score.outcome(naturals)
            return [result_line(outcome, player=score.player_total, banker=score.banker_total)]
        case _:
            assert_never(event)


def result_line(outcome: Outcome, *, player: int, banker: int) -> str:
    """Who won, and with what totals: "8 over 4", as "8 to 4" would sound like odds."""
    match outcome:
        case Outcome.PLAYER:
            return f"Player wins, {player} over {banker}."
        case Outcome.BANKER:
            return f"Banker wins, {banker} over {player}."
        case Outcome.TIE if player != banker:
            return f"{TIE_CALL}; two naturals, {player} and {banker}, tie in this house."
        case Outcome.TIE:
            return f"{TIE_CALL}, {player} all."
        case _:
            assert_never(outcome)


def why_lines(coup: Coup) -> list[str]:
    """The squares of the tableau that decided a coup, each with its rule.

    >>> for line in why_lines(Coup.parse("Jd 5h 9s / Qh Qd 8h")):
    ...     print(line)
    Player 5: drew. Player draws on 0 to 5.
    Banker 0, Player's third card 9: drew.
    Banker with 0 draws whatever Player's third card.
    """
    if coup.is_natural:
        naturals = [side for side in Side if coup.hand(side).is_natural]
        totals = " and ".join(f"{side} {coup.hand(side).total}" for side in naturals)
        return [f"Natural: {totals}.", "8 or 9 in two cards ends the coup: no third cards."]
    lines: list[str] = []
    for event in coup.events:
        if isinstance(event, Stood | Drew) and event.reason:
            did = "drew" if isinstance(event, Drew) else "stood"
            rule = capital(PUNTO_BANCO.rule(event.reason))
            if event.side is Side.PLAYER:
                lines.append(f"{event.reason}: {did}. {rule}.")
            else:
                lines += [f"{event.reason}: {did}.", f"{rule}."]
    return lines


def cut_card_lines(shown: int, *, is_last: bool) -> list[str]:
    """The cut card came out after `shown` cards of the coup."""
    where = f"after {count(shown, 'card')}" if shown else "before the first card"
    then = "this is the last coup of the shoe" if is_last else "one more coup after this one"
    return [f"Cut card, {where}: {then}."]


def _stood(event: Stood, level: Level) -> list[str]:
    """A side that draws no card: by the tableau, or because of a natural on either side."""
    side, total, square = event.side, event.total, event.reason
    if square and level is Level.TERSE:
        return [f"{side} stands on {total}."]
    if square:
        return [f"{side} stands on {_holding(square)}.", *_rule(square, level)]
    if total >= 8:
        rule = "Rule: 8 or 9 in two cards ends the coup."
        return [f"Natural: {side} {total}.", *([rule] if level is Level.FULL else [])]
    if level is Level.FULL:
        return [f"{side} stands on {total}: a natural ends the coup."]
    return []


def _holding(square: Square) -> str:
    """The square, shortly: ``4 against Player's 7``."""
    if square.side is Side.PLAYER:
        return str(square.holding)
    if square.third is None:
        return f"{square.holding}, Player stood"
    return f"{square.holding} against Player's {square.third}"


def _rule(square: Square, level: Level) -> list[str]:
    return [f"Rule: {PUNTO_BANCO.rule(square)}."] if level is Level.FULL else []
