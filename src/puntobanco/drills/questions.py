"""Questions, in the order in which croupiers' schools teach them.

A drill has topics: the squares of the tableau, the lines of a pay table, the marks of a road. It
makes a question for any of its topics from random cards. Cards, totals, pays and marks come from
the real `deal`, `House.earned` and `Roads`, and so do the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from math import ceil

from puntobanco.analysis.counting.counts import COUNTS
from puntobanco.bets import LOSE, PUSH, Bet, Seen
from puntobanco.bets.phrases import condition_message
from puntobanco.cards import DECK, Card
from puntobanco.coup import LARGEST_COUP, Coup, Outcome, deal
from puntobanco.errors import NotationError
from puntobanco.house import House
from puntobanco.roads import DerivedRoad, Mark, Roads, Run
from puntobanco.roads.speech import runs_message
from puntobanco.settlement import Chips
from puntobanco.shoe import Shoe
from puntobanco.tableau import HOLDINGS, POINTS, PUNTO_BANCO, Side, Square, rule_message
from puntobanco.words import Message, Named, message

Chance = Callable[[int], int]
"""Return a random whole number below its argument, as `Random.randrange` does."""

MOST_TRIES = 20_000
"""Most coups to deal in search of a topic. The rarest line of our houses needs about 500."""


class Reply(Enum):
    """The kind of answer that a question expects."""

    YES_NO = "yes_no"
    DRAW_STAND = "draw_stand"
    OUTCOME = "outcome"
    MARK = "mark"
    PAY = "pay"
    """An amount in chips, 0 for a push, or `AnswerWord.TAKE`."""
    NUMBER = "number"


class AnswerWord(Enum):
    """An answer that is a word."""

    YES = "yes"
    NO = "no"
    DRAW = "draw"
    STAND = "stand"
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    RED = "red"
    BLUE = "blue"
    NONE = "none"
    TAKE = "take"


CHOICES: dict[Reply, tuple[AnswerWord, ...]] = {
    Reply.YES_NO: (AnswerWord.YES, AnswerWord.NO),
    Reply.DRAW_STAND: (AnswerWord.DRAW, AnswerWord.STAND),
    Reply.OUTCOME: (AnswerWord.PLAYER, AnswerWord.BANKER, AnswerWord.TIE),
    Reply.MARK: (AnswerWord.RED, AnswerWord.BLUE, AnswerWord.NONE),
    Reply.PAY: (AnswerWord.TAKE,),
    Reply.NUMBER: (),
}
"""The words that answer each kind of question."""

Answer = AnswerWord | int


@dataclass(frozen=True, slots=True)
class Question:
    """One question, its only right answer, and why that is right."""

    drill: str
    topic: str
    ask: Message
    reply: Reply
    answer: Answer
    why: Message
    square: Square | None = None
    """The square of the tableau that decides, if one does."""

    def is_right(self, answer: Answer) -> bool:
        """Return whether this is the answer."""
        return answer == self.answer


@dataclass(frozen=True, slots=True)
class Drill:
    """A kind of question: its name, its topics, and how to make a question for one of them."""

    name: str
    topics: Callable[[House], tuple[str, ...]]
    make: Callable[[str, House, Chance], Question]


def _coups(house: House, chance: Chance) -> Iterator[Coup]:
    """Deal coups, each from a fresh shoe of the house, for ever."""
    while True:
        yield deal(Shoe(random_cards(house, chance, {})))[0]


def random_cards(house: House, chance: Chance, places: dict[int, None]) -> tuple[Card, ...]:
    """Take six cards from a fresh shoe of the house: those in these places, then others."""
    while len(places) < LARGEST_COUP:
        places[chance(house.cards)] = None
    return tuple(DECK[place % len(DECK)] for place in places)


# --- naturals and third cards ---------------------------------------------------------------------

NATURALS: dict[str, Callable[[int, int], bool]] = {
    "none": lambda player, banker: max(player, banker) < 6,
    "six_or_seven": lambda player, banker: max(player, banker) in (6, 7),
    "player_8": lambda player, banker: player == 8 and banker < 8,
    "player_9": lambda player, banker: player == 9 and banker < 8,
    "banker_8": lambda player, banker: banker == 8 and player < 8,
    "banker_9": lambda player, banker: banker == 9 and player < 8,
    "both": lambda player, banker: min(player, banker) > 7,
}
"""Whether two opening totals belong to a topic."""


def _natural(topic: str, house: House, chance: Chance) -> Question:
    fits = NATURALS[topic]
    coups = _coups(house, chance)
    coup = next(each for each in coups if fits(*(hand.total for hand in each.opening)))
    player, banker = coup.opening
    ask = message("drill.natural", player_cards=player.cards, banker_cards=banker.cards)
    over = coup.is_natural
    why = message("drill.natural.why", player=player.total, banker=banker.total, is_last=over)
    answer = AnswerWord.YES if over else AnswerWord.NO
    return Question("naturals", topic, ask, Reply.YES_NO, answer, why)


def square_topic(square: Square) -> str:
    """Return the topic of a square: ``player_5``, ``banker_3_stood``, ``banker_3_8``."""
    if square.side is Side.PLAYER:
        return f"player_{square.holding}"
    third = "stood" if square.third is None else square.third
    return f"banker_{square.holding}_{third}"


def _squares(name: str, squares: Iterable[Square]) -> Drill:
    by_topic = {square_topic(square): square for square in squares}

    def make(topic: str, house: House, chance: Chance) -> Question:
        square = by_topic[topic]
        coup = _coup_at(square, house, chance)
        answer = AnswerWord.DRAW if PUNTO_BANCO.draws(square) else AnswerWord.STAND
        ask = _third_card(square, coup)
        why = _why_drawn(square, coup)
        return Question(name, topic, ask, Reply.DRAW_STAND, answer, why, square)

    return Drill(name, lambda _: tuple(by_topic), make)


def _coup_at(square: Square, house: House, chance: Chance) -> Coup:
    """Return a random coup that a square decides.

    Player's third card is chosen and the holding compared before a coup is dealt: to wait for both
    would take hundreds of coups.
    """
    held = (0, 2) if square.side is Side.PLAYER else (1, 3)
    deck = enumerate(DECK * house.decks)
    thirds = [place for place, card in deck if card.points == square.third]
    while True:
        places = {thirds[chance(len(thirds))]: None} if thirds else {}
        cards = random_cards(house, chance, places)
        if thirds:
            third, *opening = cards
            cards = (*opening[:4], third, *opening[4:])
        if sum(cards[place].points for place in held) % 10 == square.holding:
            coup, _ = deal(Shoe(cards))
            if any(getattr(event, "reason", None) == square for event in coup.events):
                return coup


def _why_drawn(square: Square, coup: Coup) -> Message:
    """Return the sum of the cards, and the rule."""
    side, holding, rule = square.side, square.holding, rule_message(square, is_first=True)
    held = [card.points for card in coup.hand(side).cards[:2]]
    if square.third is None:
        return message("drill.square.why", side=side, holdings=held, holding=holding, rule=rule)
    third = square.third
    return message("drill.square.why.third", holdings=held, holding=holding, third=third, rule=rule)


def _third_card(square: Square, coup: Coup) -> Message:
    """Ask whether a side draws. Show only the cards that are on the table by then."""
    player, banker = coup.opening
    if square.side is Side.PLAYER:
        return message("drill.player", player_cards=player.cards, banker_cards=banker.cards)
    if coup.player.third is None:
        return message("drill.banker.stood", player_cards=player.cards, banker_cards=banker.cards)
    return message(
        "drill.banker.drew",
        player_cards=player.cards,
        card=coup.player.third,
        banker_cards=banker.cards,
    )


# --- who won, and what is paid --------------------------------------------------------------------


def _winner(topic: str, house: House, chance: Chance) -> Question:
    wanted, _, kind = topic.partition("_")
    coup = next(
        each
        for each in _coups(house, chance)
        if each.outcome(house.naturals).value == wanted and each.is_natural == bool(kind)
    )
    ask = message("drill.winner", player_cards=coup.player.cards, banker_cards=coup.banker.cards)
    return Question("winner", topic, ask, Reply.OUTCOME, AnswerWord(wanted), _result(coup, house))


def _result(coup: Coup, house: House) -> Message:
    player, banker, *_ = coup.score
    match coup.outcome(house.naturals):
        case Outcome.PLAYER:
            return message("coup.result.player", player=player, banker=banker)
        case Outcome.BANKER:
            return message("coup.result.banker", player=player, banker=banker)
        case _ if player != banker:
            return message("coup.result.naturals_tie", player=player, banker=banker)
        case _:
            return message("coup.result.tie", player=player, banker=banker)


STAKES = (1, 2, 3, 5, 8, 10, 15, 20, 25, 30, 35, 40, 50, 60, 75, 80, 100, 125, 150, 200, 300, 500)
"""Stakes, in multiples of what a house accepts."""


def pay_topics(house: House) -> tuple[str, ...]:
    """Return the lines of every bet that a house offers, and the case that it loses."""
    if house.limits is None:
        return ()
    return tuple(
        f"{bet.key}_{line}" for bet in house.bets for line in (*range(1, len(bet.lines) + 1), 0)
    )


def _pay(topic: str, house: House, chance: Chance) -> Question:
    key, _, line = topic.rpartition("_")
    bet = house.bet(key)
    wanted = int(line) - 1 if line != "0" else None
    coups = islice(_coups(house, chance), MOST_TRIES)
    found = (each for each in coups if bet.line(Seen.of(each, house.naturals)) == wanted)
    coup = next(found, None)
    if coup is None:  # a bet of the house's own may have a line that almost never applies
        return _pay(f"{key}_0", house, chance)
    stake = _stake(bet, house, chance)
    odds = bet.decide(coup, house.naturals)
    earned = house.earned(stake, odds)
    ask = message(
        "drill.pay",
        player_cards=coup.player.cards,
        banker_cards=coup.banker.cards,
        stake=stake,
        bet=_named(bet),
    )
    answer: Answer = AnswerWord.TAKE if odds == LOSE else earned
    why = _why_paid(bet, wanted, stake, earned)
    return Question("payouts", topic, ask, Reply.PAY, answer, why)


def _stake(bet: Bet, house: House, chance: Chance) -> Chips:
    limits = house.limits_of(bet)
    if limits is None:  # pragma: no cover - such a house has no topics
        raise AssertionError("no wagers")
    allowed = [
        stake
        for each in STAKES
        if limits.minimum <= (stake := each * limits.step) <= limits.maximum
    ]
    return Chips(allowed[chance(len(allowed))] if allowed else limits.minimum)


def _named(bet: Bet) -> Named:
    return Named(bet.name, bet.key)


def _why_paid(bet: Bet, line: int | None, stake: Chips, earned: Chips) -> Message:
    if line is None:
        winning = [condition_message(each.condition) for each in bet.lines if each.pays != PUSH]
        return message("drill.pay.lost", stake=stake, bet=_named(bet), any_of=winning)
    condition, pays = bet.lines[line].condition, bet.lines[line].pays
    said = condition_message(condition)
    if pays == PUSH:
        return message("drill.pay.push", said=said, bet=_named(bet), stake=stake)
    is_named = str(condition).removesuffix(" wins") == bet.name.lower()
    exact = stake * pays
    return message(
        "drill.pay.won",
        is_named=is_named,
        said=said,
        bet=_named(bet),
        pays=pays,
        stake=stake,
        earned=earned,
        did="up" if earned < exact else "down" if earned > exact else "exact",
        chips=stake * ceil(pays) - earned,
    )


# --- the roads ------------------------------------------------------------------------------------

LONGEST_ROAD = 24
"""Results that a question about the roads shows at most."""

ROAD_CASES = ("none", "beside", "below", "drop", "equal", "unequal")
"""How a mark comes about. The first: there is none yet. The last two: a new column."""


def road_case(road: DerivedRoad, run: Run | None, side: Side) -> str:
    """Return which case of the rule decides the next mark of a derived road."""
    earlier = run and run.back(road.back)
    if run is None or earlier is None:
        return "none"
    if side is not run.side:
        return "equal" if run.length == earlier.length else "unequal"
    over = run.length + 1 - earlier.length
    return "beside" if over <= 0 else "below" if over == 1 else "drop"


def _road(topic: str, house: House, chance: Chance) -> Question:
    key, _, case = topic.rpartition("_")
    road = next(each for each in DerivedRoad if each.key == key)
    while True:
        shown = 2 if case == "none" else LONGEST_ROAD
        won = [(Outcome.BANKER, Outcome.PLAYER)[chance(2)] for _ in range(2 + chance(shown))]
        roads, side = Roads.of(won), (Side.BANKER, Side.PLAYER)[chance(2)]
        if road_case(road, roads.run, side) == case:
            break
    mark = roads.asked(road, side)
    ask = message("drill.road", runs=[runs_message(roads)], side=side, road=road)
    answer = {Mark.RED: AnswerWord.RED, Mark.BLUE: AnswerWord.BLUE, None: AnswerWord.NONE}[mark]
    del house  # roads are the same everywhere
    return Question("roads", topic, ask, Reply.MARK, answer, _why_mark(road, roads, side))


def _why_mark(road: DerivedRoad, roads: Roads, side: Side) -> Message:
    run = roads.run
    earlier = run and run.back(road.back)
    if run is None or earlier is None:
        return message("drill.road.none", first_road=road, count=road.back)
    depth = run.length + 1 if side is run.side else run.length
    return message(
        "drill.road.why",
        did=road_case(road, run, side),
        count=depth,
        shown=earlier.length,
        mark=roads.asked(road, side),
    )


# --- counting -------------------------------------------------------------------------------------

COUNT = COUNTS["dragon_7_simple"]
COUNTED = (1, 2, 4, 6, 12)
"""How many cards a question counts."""


def _count(topic: str, house: House, chance: Chance) -> Question:
    cards = tuple(DECK[chance(len(DECK))] for _ in range(int(topic.rpartition("_")[2])))
    before = chance(21) - 10
    tags = [COUNT.by_points[card.points] for card in cards]
    ask = message("drill.count", count=before, first_cards=cards)
    why = message("drill.count.why", numbers=tags, count=before, shown=before + sum(tags))
    del house  # the system doesn't depend on it
    return Question("count", topic, ask, Reply.NUMBER, before + sum(tags), why)


# --- all of them ----------------------------------------------------------------------------------


def _against(holdings: Iterable[int], thirds: Iterable[int | None]) -> list[Square]:
    thirds = tuple(thirds)
    return [Square(Side.BANKER, holding, third) for holding in holdings for third in thirds]


DRILLS = (
    Drill("naturals", lambda _: tuple(NATURALS), _natural),
    _squares("player", (Square(Side.PLAYER, holding) for holding in HOLDINGS)),
    _squares("banker_0_2", _against(range(3), (None, *POINTS))),
    _squares("banker_7", _against([7], (None, *POINTS))),
    _squares("banker_stood", _against(range(3, 7), [None])),
    _squares("banker_drew", _against(range(3, 7), POINTS)),
    Drill(
        "winner",
        lambda _: tuple(f"{each.value}{kind}" for each in Outcome for kind in ("", "_natural")),
        _winner,
    ),
    Drill("payouts", pay_topics, _pay),
    Drill(
        "roads",
        lambda _: tuple(f"{road.key}_{case}" for road in DerivedRoad for case in ROAD_CASES),
        _road,
    ),
    Drill("count", lambda _: tuple(f"cards_{count}" for count in COUNTED), _count),
)
"""Every drill, in the order in which schools teach them."""


def find_drill(name: str) -> Drill:
    """Return the drill of a name. Hyphens count as underscores, capitals as small letters."""
    wanted = name.strip().lower().replace("-", "_")
    for drill in DRILLS:
        if drill.name == wanted:
            return drill
    known = ", ".join(drill.name for drill in DRILLS)
    raise NotationError(name, expected=f"a drill: {known}")
