"""Cards, draws, totals and outcomes of a record, and where the shoe ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from puntobanco.cards import Card
from puntobanco.coup import LARGEST_COUP, Coup, Naturals, Outcome, deal
from puntobanco.errors import ShoeExhausted
from puntobanco.house import LARGEST_BURN, Burning
from puntobanco.notation.checks.findings import Case, Finding, capped
from puntobanco.notation.record import RecordedCoup, Seen
from puntobanco.notation.writing import UNKNOWN
from puntobanco.shoe import Shoe


def play_faults(case: Case) -> Iterator[Finding]:
    """What does not fit in the cards and in what was made of them."""
    yield from capped(_order_faults(case))
    yield from capped(_openness_faults(case))
    yield from _burn_faults(case)
    yield from capped(_count_faults(case))
    expected = 1
    for line, coup in zip(case.lines.coups, case.record.coups, strict=True):
        if coup.number != expected:
            yield Finding(line, f"coup {coup.number} stands where coup {expected} should")
        expected = coup.number + 1
        for text in _coup_faults(_stated(coup, case), case.house.naturals):
            yield Finding(line, f"coup {coup.number}: {text}")
    if case.rules_known:
        yield from _ending_faults(case)


def played(coup: RecordedCoup) -> Coup | None:
    """The coup that the cards stand for, if all are known and they are exactly one coup's."""
    known = _known(coup.cards)
    if not known or coup.interrupted:
        return None
    try:
        whole, rest = deal(Shoe(known))
    except ShoeExhausted:
        return None
    return None if rest.left else whole


def _known(cards: tuple[Seen, ...]) -> tuple[Card, ...] | None:
    known = tuple(card for card in cards if card)
    return known if len(known) == len(cards) else None


def _is_whole(cards: tuple[Seen, ...]) -> bool:
    """Whether nothing is left to deal."""
    known = _known(cards)
    if not known:
        return len(cards) == LARGEST_COUP
    try:
        deal(Shoe(known))
    except ShoeExhausted:
        return False
    return True


def _stated(coup: RecordedCoup, case: Case) -> RecordedCoup:
    """The coup, with what was left open filled in where nothing obliges anyone to state it."""
    whole = played(coup)
    if whole is None or case.record.promises:
        return coup
    score, outcome = whole.score, whole.outcome(case.house.naturals)
    return replace(
        coup,
        player_total=score.player_total if coup.player_total is None else coup.player_total,
        banker_total=score.banker_total if coup.banker_total is None else coup.banker_total,
        outcome=coup.outcome or outcome,
    )


def _coup_faults(coup: RecordedCoup, naturals: Naturals) -> Iterator[str]:
    whole = played(coup)
    if whole:
        score = whole.score
        yield from _total_faults("Player", coup.player_total, score.player_total)
        yield from _total_faults("Banker", coup.banker_total, score.banker_total)
        if coup.outcome is not whole.outcome(naturals):
            letter = coup.outcome.letter if coup.outcome else "?"
            yield f"the outcome is {whole.outcome(naturals).letter}, not {letter}"
    elif coup.interrupted:
        if _is_whole(coup.cards):
            yield "these cards are a whole coup: it was not interrupted"
    elif coup.cards and _known(coup.cards):
        yield from _draw_faults(tuple(card for card in coup.cards if card))
    elif 0 < len(coup.cards) < 4:
        yield f"{len(coup.cards)} cards are no coup, unless it was interrupted"
    else:
        yield from _result_faults(coup, naturals)


def _total_faults(side: str, written: int | None, total: int) -> Iterator[str]:
    if written != total:
        yield f"{side}'s total is {total}, not {'?' if written is None else written}"


def _draw_faults(cards: tuple[Card, ...]) -> Iterator[str]:
    try:
        whole, _ = deal(Shoe(cards))
    except ShoeExhausted:
        yield f"the tableau deals more than these {len(cards)} cards"
    else:
        yield f"the tableau deals {len(whole.cards)} cards, not {len(cards)}"


def _result_faults(coup: RecordedCoup, naturals: Naturals) -> Iterator[str]:
    """Totals and outcome where cards are unknown."""
    player, banker = coup.player_total, coup.banker_total
    if player is None or banker is None or coup.outcome is None:
        return
    if naturals is Naturals.TIE and min(player, banker) >= 8:
        return
    won = Outcome.PLAYER if player > banker else Outcome.BANKER
    outcome = Outcome.TIE if player == banker else won
    if coup.outcome is not outcome:
        yield f"the outcome is {outcome.letter}, not {coup.outcome.letter}"


def _order_faults(case: Case) -> Iterator[Finding]:
    """Known cards against the order that the seeds give."""
    if case.fair is None:
        return
    order = case.fair.shoe.order
    if text := _mismatch(case.record.burn, order):
        yield Finding(case.tag("Burn"), f"the burn: {text}")
    for line, place, coup in zip(case.lines.coups, case.places, case.record.coups, strict=True):
        if place is None:
            yield Finding(line, f"coup {coup.number}: its place in the shoe is not known")
        elif text := _mismatch(coup.cards, order[place.position :]):
            yield Finding(line, f"coup {coup.number}: {text}")


def _mismatch(cards: tuple[Seen, ...], order: tuple[Card, ...]) -> str | None:
    for number, (card, true) in enumerate(zip(cards, order, strict=False), 1):
        if card and card != true:
            return f"card {number} is {card}, and the seeds give {true}"
    return None


def _openness_faults(case: Case) -> Iterator[Finding]:
    """Where the order is promised, coups are dealt at one go and every card is face up."""
    for line, coup in zip(case.lines.coups, case.record.coups, strict=True):
        if not case.record.promises:
            return
        if coup.interrupted:
            text = "no coup of a promised shoe is interrupted"
            yield Finding(line, f"coup {coup.number}: {text}")
        elif not _known(coup.cards):
            text = "a card is not told, and in a promised shoe each card of a coup is"
            yield Finding(line, f"coup {coup.number}: {text}")


def _burn_faults(case: Case) -> Iterator[Finding]:
    burn, line = case.record.burn, case.tag("Burn")
    if len(burn) > LARGEST_BURN:
        text = f"{len(burn)} cards are burned, and no house burns more than {LARGEST_BURN}"
        yield Finding(line, text)
    elif case.house.burn is Burning.NONE:
        if burn:
            yield Finding(line, "this house burns no card")
    elif burn and burn[0]:
        if len(burn) != 1 + burn[0].rank.burns:
            text = f"{burn[0]} burns {burn[0].rank.burns} more cards, not {len(burn) - 1}"
            yield Finding(line, text)
    elif case.record.promises and case.record.coups:
        yield Finding(line, f"the burn is {'unknown' if burn else 'missing'}; this house burns")


def _count_faults(case: Case) -> Iterator[Finding]:
    """No card comes more often than there are decks, and no more cards than the shoe holds."""
    decks, seen, cards = case.house.decks, Counter[str](), len(case.record.burn)
    seen.update(str(card) for card in case.record.burn if card)
    for line, coup in zip(case.lines.coups, case.record.coups, strict=True):
        cards += len(coup.cards)
        if cards > case.house.cards >= cards - len(coup.cards):
            yield Finding(line, f"coup {coup.number}: the shoe holds {case.house.cards} cards")
        for card in map(str, filter(None, coup.cards)):
            seen[card] += 1
            if card != UNKNOWN and seen[card] == decks + 1:
                yield Finding(line, f"coup {coup.number}: {card} comes {decks + 1} times")


def _ending_faults(case: Case) -> Iterator[Finding]:
    """The shoe ends with the coup that the cut card makes the last, and not before."""
    record = case.record
    for index, place in enumerate(case.places[:-1]):
        if place and place.last:
            text = f"coup {record.coups[index + 1].number}: dealt after the last coup of the shoe"
            yield Finding(case.lines.coups[index + 1], text)
            return
    final = case.places[-1] if case.places else None
    if record.end is None:
        return
    if record.end.finished and record.promises and not record.coups:
        yield Finding(case.tag("End"), "the shoe is finished, and no coup is recorded")
    elif final and record.end.finished and not final.last:
        yield Finding(case.tag("End"), "the shoe does not end here: coups are missing")
    elif final and final.last and record.promises and not record.end.finished:
        yield Finding(case.tag("End"), "the last coup of the shoe is recorded: it is finished")
