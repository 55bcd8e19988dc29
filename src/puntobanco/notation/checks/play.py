"""The play of a record: its rules, cards, draws, totals, outcomes, and the end of the shoe."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from msgspec.structs import replace

from puntobanco.cards import Card
from puntobanco.coup import LARGEST_COUP, Coup, Naturals, Outcome, deal
from puntobanco.errors import HouseError, PuntoBancoError, ShoeExhausted
from puntobanco.house import LARGEST_BURN, Burning, FixedBurn, format_house
from puntobanco.notation.checks.context import Context, Fault, are, capped, counted
from puntobanco.notation.parsing import Lines
from puntobanco.notation.record import Record, RecordedCard, RecordedCoup, coin_of
from puntobanco.shoe import Shoe


def unreadable_rules(record: Record, lines: Lines, error: PuntoBancoError) -> Fault:
    """Return the fault of a record whose rules cannot be read."""
    return Fault(_line_of(error, record, lines), f"the rules: {error}")


_IN_DEFINITION = re.compile(r"bets\.([a-z0-9_]+)(?:\.(\w+))?")
"""The field of an error in a definition: its key, and perhaps a field of it."""


def _line_of(error: PuntoBancoError, record: Record, lines: Lines) -> int:
    """Return the line of the rule that an error names, or of the first rule, or of a tag."""
    whole, number = (error.field, error.line) if isinstance(error, HouseError) else ("", None)
    if definition := _IN_DEFINITION.fullmatch(whole):
        return _line_in_definition(definition, number, record.rules.splitlines(), lines)
    field = whole.rpartition(".")[2]
    for line, rule in zip(lines.rules, record.rules.splitlines(), strict=True):
        if field and rule.replace(" ", "").startswith((f"{field}=", f"[{field}]")):
            return line
    if in_toml := re.search(r"\(at line ([0-9]+)", str(error)):
        return lines.rules[int(in_toml[1]) - 1]
    tag = lines.tags.get(field.capitalize()) or lines.tags.get("House", 1)
    return lines.rules[0] if lines.rules else tag


def _line_in_definition(
    found: re.Match[str], number: int | None, rules: list[str], lines: Lines
) -> int:
    key, name = found.groups()
    head = next((at for at, rule in enumerate(rules) if rule == f"[bets.{key}]"), 0)
    inside = (at for at, rule in enumerate(rules) if at > head and rule.startswith(f"{name} = "))
    start = next(inside, head)
    return lines.rules[min(start + (number or 0), len(rules) - 1)]


def rule_faults(context: Context) -> Iterator[Fault]:
    """Find rules that `format_house` would write differently, and tags that contradict them."""
    record, house, currency = context.record, context.house, context.house.currency
    if not record.rules:
        return
    if fault := _form_fault(context):
        yield fault
        return
    sign = currency.sign if currency.named else record.currency  # in dollars, any tag will do
    stated = (
        ("House", "the house is", record.house, "its rules", house.name.strip()),
        ("Decks", "the decks are", record.decks, "the rules", house.decks),
        ("Currency", "the currency is", record.currency, "the rules", sign),
        ("Coin", "the coin is", record.coin, "the rules", coin_of(currency)),
    )
    for tag, what, written, rules, true in stated:
        if written != true:
            yield Fault(context.lines.tags.get(tag, 1), f"{what} {written}, {rules} say {true}")


def _form_fault(context: Context) -> Fault | None:
    lines, written = context.lines.rules, context.record.rules.splitlines()
    wanted = format_house(context.house).splitlines()
    for line, rule, true in zip_longest(lines, written, wanted):
        if rule != true:
            here = "no further rule" if true is None else f"the rule {true!r}"
            return Fault(line or lines[-1], f"{here} belongs here, in the rules in full")
    return None


def play_faults(context: Context) -> Iterator[Fault]:
    """Find faults in the cards, and in what follows from them."""
    yield from capped(_order_faults(context))
    yield from capped(_unknown_card_faults(context))
    yield from _burn_faults(context)
    yield from capped(_count_faults(context))
    yield from _number_faults(context)
    for line, _, coup in context.coups():
        whole = coup.coup
        stated = _completed(coup, whole, context)
        for text in _coup_faults(stated, whole, context.house.naturals):
            yield Fault(line, f"coup {coup.number}: {text}")
    if context.rules_known:
        yield from _ending_faults(context)


def _number_faults(context: Context) -> Iterator[Fault]:
    expected = 1
    for line, _, coup in context.coups():
        if coup.number != expected:
            yield Fault(line, f"coup {coup.number} stands where coup {expected} should")
        expected = coup.number + 1


def _is_whole(coup: RecordedCoup) -> bool:
    known = coup.known_cards
    if not known:
        return len(coup.cards) == LARGEST_COUP
    try:
        deal(Shoe(known))
    except ShoeExhausted:
        return False
    return True


def _completed(coup: RecordedCoup, whole: Coup | None, context: Context) -> RecordedCoup:
    """Fill in omitted totals and outcome, which only a promised shoe must state."""
    if whole is None or context.record.promises:
        return coup
    score, outcome = whole.score, whole.outcome(context.house.naturals)
    return replace(
        coup,
        player_total=score.player_total if coup.player_total is None else coup.player_total,
        banker_total=score.banker_total if coup.banker_total is None else coup.banker_total,
        outcome=coup.outcome or outcome,
    )


def _coup_faults(coup: RecordedCoup, whole: Coup | None, naturals: Naturals) -> Iterator[str]:
    if whole:
        score = whole.score
        yield from _total_faults("Player", coup.player_total, score.player_total)
        yield from _total_faults("Banker", coup.banker_total, score.banker_total)
        if coup.outcome is not whole.outcome(naturals):
            letter = coup.outcome.letter if coup.outcome else "?"
            yield f"the outcome is {whole.outcome(naturals).letter}, not {letter}"
    elif coup.interrupted:
        if _is_whole(coup):
            yield "these cards are a whole coup: it was not interrupted"
    elif known := coup.known_cards:
        yield from _draw_faults(known)
    elif 0 < len(coup.cards) < 4:
        cards = len(coup.cards)
        yield f"{counted(cards, 'card')} {are(cards)} no coup, unless it was interrupted"
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
    player, banker = coup.player_total, coup.banker_total
    if player is None or banker is None or coup.outcome is None:
        return
    if naturals is Naturals.TIE and min(player, banker) >= 8:
        return
    won = Outcome.PLAYER if player > banker else Outcome.BANKER
    outcome = Outcome.TIE if player == banker else won
    if coup.outcome is not outcome:
        yield f"the outcome is {outcome.letter}, not {coup.outcome.letter}"


def _order_faults(context: Context) -> Iterator[Fault]:
    if context.fair is None:
        return
    order = context.fair.shoe.order
    if text := _mismatch(context.record.burn, order):
        yield Fault(context.tag("Burn"), f"the burn: {text}")
    for line, place, coup in context.coups():
        if place is None:
            yield Fault(line, f"coup {coup.number}: its place in the shoe is not known")
        elif text := _mismatch(coup.cards, order[place.position :]):
            yield Fault(line, f"coup {coup.number}: {text}")


def _mismatch(cards: tuple[RecordedCard, ...], order: tuple[Card, ...]) -> str | None:
    for number, (card, true) in enumerate(zip(cards, order, strict=False), 1):
        if card and card != true:
            return f"card {number} is {card}, and the shuffle gives {true}"
    return None


def _unknown_card_faults(context: Context) -> Iterator[Fault]:
    if not context.record.promises:
        return
    for line, _, coup in context.coups():
        if coup.interrupted:
            text = "no coup of a promised shoe is interrupted"
            yield Fault(line, f"coup {coup.number}: {text}")
        elif not coup.known_cards:
            text = "a card is not told, and in a promised shoe each card of a coup is"
            yield Fault(line, f"coup {coup.number}: {text}")


def _burn_faults(context: Context) -> Iterator[Fault]:
    burn, line = context.record.burn, context.tag("Burn")
    rule = context.house.burn
    if isinstance(rule, FixedBurn):
        yield from (Fault(line, text) for text in _fixed_burn_faults(context, rule))
    elif len(burn) > LARGEST_BURN:
        text = f"{len(burn)} cards are burned, and no house burns more than {LARGEST_BURN}"
        yield Fault(line, text)
    elif rule is Burning.NONE:
        if burn:
            yield Fault(line, "this house burns no card")
    elif burn and burn[0]:
        if len(burn) != 1 + burn[0].rank.burns:
            more = counted(burn[0].rank.burns, "more card")
            text = f"{burn[0]} burns {more}, not {len(burn) - 1}"
            yield Fault(line, text)
    elif context.record.promises and context.record.coups:
        yield Fault(line, f"the burn is {'unknown' if burn else 'missing'}; this house burns")


def _fixed_burn_faults(context: Context, rule: FixedBurn) -> Iterator[str]:
    burn = context.record.burn
    is_told = context.record.promises and context.record.coups
    if burn and len(burn) != rule.cards:
        burned = f"{counted(len(burn), 'card')} {are(len(burn))} burned"
        yield f"{burned}, and this house burns {rule.cards}"
    elif is_told and not burn:
        yield "the burn is missing; this house burns"
    elif is_told and rule.first_shown and not burn[0]:
        yield "the burn is unknown; this house shows its first card"


def _count_faults(context: Context) -> Iterator[Fault]:
    decks, seen, cards = context.house.decks, Counter[str](), len(context.record.burn)
    seen.update(str(card) for card in context.record.burn if card)
    for line, _, coup in context.coups():
        cards += len(coup.cards)
        if cards > context.house.cards >= cards - len(coup.cards):
            yield Fault(line, f"coup {coup.number}: the shoe holds {context.house.cards} cards")
        for card in map(str, filter(None, coup.cards)):
            seen[card] += 1
            if seen[card] == decks + 1:
                yield Fault(line, f"coup {coup.number}: {card} comes {decks + 1} times")


def _ending_faults(context: Context) -> Iterator[Fault]:
    """Check that the shoe ends with the coup that the cut card determines."""
    record = context.record
    for index, place in enumerate(context.places[:-1]):
        if place and place.last:
            text = f"coup {record.coups[index + 1].number}: dealt after the last coup of the shoe"
            yield Fault(context.lines.coups[index + 1], text)
            return
    final = context.places[-1] if context.places else None
    if record.end is None:
        return
    if record.end.finished and record.promises and not record.coups:
        yield Fault(context.tag("End"), "the shoe is finished, and no coup is recorded")
    elif final and record.end.finished and not final.last:
        yield Fault(context.tag("End"), "the shoe does not end here: coups are missing")
    elif final and final.last and record.promises and not record.end.finished:
        yield Fault(context.tag("End"), "the last coup of the shoe is recorded: it is finished")
