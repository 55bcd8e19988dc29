"""A coup in messages: cards, the call, third cards and why, the result.

On screen, the first four cards may take four lines. Speech is slower: it combines the cards with
the call, each draw with its reason, and a hand that stood with the result.
"""

from __future__ import annotations

from typing import assert_never

from puntobanco.announcer.audience import (
    EAR,
    EYE,
    FROM_NORMAL,
    FULL,
    NORMAL,
    TERSE,
    Level,
    Sense,
    listening,
    messages_for,
)
from puntobanco.announcer.catalogues import english_lines
from puntobanco.cards import Card, Hand
from puntobanco.coup import Called, Coup, CoupEvent, Dealt, Drew, Ended, Naturals, Outcome, Stood
from puntobanco.tableau import Side, Square, rule_message
from puntobanco.words import Message, message

FIRST_CARDS = 4

StepMessages = tuple[CoupEvent | None, list[Message]]
"""A step of a coup with its messages. The cut card is the step None."""


def coup_lines(
    coup: Coup,
    naturals: Naturals = Naturals.HIGHER_WINS,
    level: Level = Level.NORMAL,
    *,
    cut_after: int | None = None,
    is_last: bool = False,
) -> list[str]:
    """Return all lines of a coup, including the cut card.

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
    steps = coup_steps(coup, naturals, cut_after=cut_after, is_last=is_last)
    messages = [each for _, messages in steps for each in messages]
    return english_lines(messages_for(listening(level, Sense.EYE), messages))


def coup_steps(
    coup: Coup, naturals: Naturals, *, cut_after: int | None = None, is_last: bool = False
) -> list[StepMessages]:
    """Return the steps of a coup, including the cut card, with the messages of each.

    At the terse level the first four cards share a line with the call, unless the cut card came out
    between them.
    """
    is_brief = cut_after not in range(1, FIRST_CARDS)
    steps: list[StepMessages] = []
    shown = 0
    for event in coup.events:
        if isinstance(event, Dealt | Drew):
            if shown == cut_after:
                steps.append((None, [message("coup.cut_card", shown=shown, is_last=is_last)]))
            shown += 1
        messages = step_messages(event, coup, naturals)
        if isinstance(event, Dealt) and not is_brief:
            side, card = event.side, event.card
            messages.append(message("coup.dealt.brief", EYE & TERSE, side=side, short=card))
        elif isinstance(event, Called) and is_brief:
            cards = coup.cards[:FIRST_CARDS]
            messages.insert(0, message("coup.cards", EYE & TERSE, first_cards=cards))
        steps.append((event, messages))
    return steps


def step_messages(event: CoupEvent, coup: Coup, naturals: Naturals) -> list[Message]:
    """Return all messages of one step of a coup."""
    match event:
        case Dealt(side, card):
            return [message("coup.dealt", EYE & FROM_NORMAL, side=side, card=card)]
        case Called(player, banker):
            return [
                message("coup.call.brief", EYE & TERSE, player=player, banker=banker),
                message("coup.call", EYE & FROM_NORMAL, player_total=player, banker_total=banker),
                *_opening(coup),
            ]
        case Stood():
            return _stood(event, event.reason) if event.reason else _natural_first(event, coup)
        case Drew():
            return _drew(event)
        case Ended(score):
            result = result_message(
                score.outcome(naturals), player=score.player_total, banker=score.banker_total
            )
            return [*_who_stood(coup), result]
        case _:
            assert_never(event)


def _opening(coup: Coup) -> list[Message]:
    """Return the first four cards and the call, to hear. The full level names naturals later."""
    player, banker = coup.opening
    return [
        message(
            "coup.opening.brief",
            EAR & TERSE,
            player_first=player.total,
            player_total=player.total,
            banker_total=banker.total,
            player_natural=player.is_natural,
            banker_natural=banker.is_natural,
        ),
        _cards_and_call(player, banker, EAR & NORMAL, tells_naturals=True),
        _cards_and_call(player, banker, EAR & FULL, tells_naturals=False),
    ]


def _cards_and_call(player: Hand, banker: Hand, audience: int, *, tells_naturals: bool) -> Message:
    return message(
        "coup.opening",
        audience,
        player_cards=player.cards,
        banker_cards=banker.cards,
        player_total=player.total,
        banker_total=banker.total,
        player_natural=tells_naturals and player.is_natural,
        banker_natural=tells_naturals and banker.is_natural,
    )


def _drew(event: Drew) -> list[Message]:
    side, card, hand, square = event.side, event.card, event.total, event.reason
    return [
        message("coup.draws.brief", EYE & TERSE, side=side, short=card, hand=hand),
        message("coup.draws.brief.heard", EAR & TERSE, side=side, card=card, hand=hand),
        _draws(square, card, hand),
        message("coup.rule", FULL, rule=rule_message(square)),
    ]


def _draws(square: Square, card: Card, hand: int) -> Message:
    holding, third = square.holding, square.third
    if square.side is Side.PLAYER:
        return message("coup.draws.player", FROM_NORMAL, holding=holding, card=card, hand=hand)
    if third is None:
        return message(
            "coup.draws.banker.stood", FROM_NORMAL, holding=holding, card=card, hand=hand
        )
    return message(
        "coup.draws.banker", FROM_NORMAL, holding=holding, third=third, card=card, hand=hand
    )


def _stood(event: Stood, square: Square) -> list[Message]:
    side, hand = event.side, event.total
    return [
        message("coup.stands.brief", EYE & TERSE, side=side, hand=hand),
        _stands(square).to(EYE & NORMAL | FULL),
        message("coup.rule", FULL, rule=rule_message(square)),
    ]


def _natural_first(event: Stood, coup: Coup) -> list[Message]:
    """Return a natural before the side that stands because of it."""
    side, hand, other = event.side, event.total, coup.hand(event.side.other)
    if not coup.hand(side).is_natural:
        stands = message("coup.stands.brief", FULL, side=side, hand=hand)
        return [stands] if side is Side.BANKER else []
    natural = message("coup.natural", EYE | FULL, side=side, hand=hand)
    if other.is_natural and side is Side.BANKER:
        return [natural]
    rule = message("coup.rule", FULL, rule=message("rule.natural"))
    if side is Side.PLAYER:
        return [natural, rule]
    return [natural, rule, message("coup.stands.brief", FULL, side=side.other, hand=other.total)]


def _stands(square: Square) -> Message:
    holding = square.holding
    if square.side is Side.PLAYER:
        return message("coup.stands.player", holding=holding)
    if square.third is None:
        return message("coup.stands.banker.stood", holding=holding)
    return message("coup.stands.banker", holding=holding, third=square.third)


def _who_stood(coup: Coup) -> list[Message]:
    """Return who stood by the tableau, to hear, unless the sentence of a draw implies it."""
    if coup.is_natural or coup.banker.third:
        return []
    stood = message("coup.both_stand")
    if coup.player.third:
        stood = next(
            _stands(step.reason) for step in coup.events if isinstance(step, Stood) and step.reason
        )
    return [stood.to(EAR & NORMAL)]


def result_message(outcome: Outcome, *, player: int, banker: int) -> Message:
    """Return the result with its totals: "8 over 4", because "8 to 4" sounds like odds."""
    match outcome:
        case Outcome.PLAYER:
            return message("coup.result.player", player=player, banker=banker)
        case Outcome.BANKER:
            return message("coup.result.banker", player=player, banker=banker)
        case Outcome.TIE if player != banker:
            return message("coup.result.naturals_tie", player=player, banker=banker)
        case Outcome.TIE:
            return message("coup.result.tie", player=player, banker=banker)
        case _:
            assert_never(outcome)


def result_line(outcome: Outcome, *, player: int, banker: int) -> str:
    """Return the result in English."""
    (line,) = english_lines([result_message(outcome, player=player, banker=banker)])
    return line


def why_lines(coup: Coup) -> list[str]:
    """Return the squares of the tableau that decided a coup, each with its rule.

    >>> for line in why_lines(Coup.parse("Jd 5h 9s / Qh Qd 8h")):
    ...     print(line)
    Player 5: drew. Player draws on 0 to 5.
    Banker 0, Player's third card 9: drew.
    Banker with 0 draws whatever Player's third card is.
    """
    return english_lines(why_messages(coup))


def why_messages(coup: Coup) -> list[Message]:
    """Return why third cards were drawn or not."""
    if coup.is_natural:
        return [*_naturals(coup), message("why.natural.rule")]
    return [
        each
        for event in coup.events
        if isinstance(event, Stood | Drew) and event.reason
        for each in _decided(event.reason, "drew" if isinstance(event, Drew) else "stood")
    ]


def _naturals(coup: Coup) -> list[Message]:
    hands = {side: coup.hand(side) for side in Side}
    if all(hand.is_natural for hand in hands.values()):
        player, banker = hands.values()
        return [message("why.naturals", player=player.total, banker=banker.total)]
    return [
        message("coup.natural", side=side, hand=hand.total)
        for side, hand in hands.items()
        if hand.is_natural
    ]


def _decided(square: Square, did: str) -> list[Message]:
    holding, rule = square.holding, rule_message(square, is_first=True)
    if square.side is Side.PLAYER:
        return [message("why.player", holding=holding, did=did, rule=rule)]
    if square.third is None:
        which = message("why.banker.stood", holding=holding, did=did)
    else:
        which = message("why.banker", holding=holding, third=square.third, did=did)
    return [which, message("why.rule", rule=rule)]
