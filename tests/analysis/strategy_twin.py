"""The plain twin of the kernel that plays strategies: every bet goes through the real `decide`.

It reads a placement from its syntax tree, keeps everything in Python's own numbers, and knows
nothing of programs or arrays but the cards that were dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import eq, ge, gt, le, lt
from typing import assert_never

import numpy as np

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.counting.counts import find_count
from puntobanco.analysis.odds import price
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies._arrays import WholeShoes
from puntobanco.analysis.strategies._program import bet_of
from puntobanco.analysis.strategies.placement import (
    Check,
    Choice,
    Condition,
    Either,
    Every,
    Negated,
    Placement,
)
from puntobanco.analysis.strategies.staking import AtCap, Reset, Staking
from puntobanco.analysis.strategies.strategy_job import StrategyJob
from puntobanco.bets import Bet, Seen
from puntobanco.cards import DECK, Card
from puntobanco.coup import Coup
from puntobanco.house import Burning, FixedBurn, House, Ties
from puntobanco.roads import DerivedRoad, Roads
from puntobanco.roads.good_roads import good_roads
from puntobanco.settlement import Chips
from puntobanco.shoe import Shoe
from puntobanco.table import State, decide, evolve
from puntobanco.table.commands import (
    BuyIn,
    Command,
    CommitShoe,
    Deal,
    OpenShoe,
    OpenTable,
    PlaceBet,
    Sit,
    TakeBack,
)
from puntobanco.table.events import BetSettled, CoupDealt, ShoeClosed

RELATIONS = {"=": eq, "<": lt, ">": gt, "<=": le, ">=": ge}


@dataclass
class Table:
    house: House
    bankroll: Chips
    state: State = field(default_factory=State)
    shoe: Shoe = field(default_factory=lambda: Shoe(()))

    def __post_init__(self) -> None:
        self.ask(OpenTable("twin", self.house))
        self.ask(Sit(1, "Twin"))
        self.ask(BuyIn(1, chips=self.bankroll))

    def ask(self, command: Command) -> tuple[object, ...]:
        events, self.shoe = decide(self.state, command, self.shoe)
        for event in events:
            self.state = evolve(self.state, event)
        return events

    def open(self, order: tuple[Card, ...]) -> None:
        """Begin a shoe whose order is known: `decide` takes commitments as they are."""
        self.ask(CommitShoe("00" * 32, "00" * 32))
        self.ask(OpenShoe(Shoe(order), "00" * 32))

    @property
    def money(self) -> int:
        return self.state.seats[1].bankroll

    @property
    def stakes(self) -> Mapping[str, int]:
        return self.state.seats[1].stakes


@dataclass
class TwinSession:
    """One session, played coup by coup."""

    job: StrategyJob
    money: int = 0
    coups: int = 0
    bets: int = 0
    action: int = 0
    taken: int = 0
    ruined: bool = False
    drawdown: int = 0
    longest_losing_run: int = 0

    def __post_init__(self) -> None:
        session = self.job.session
        self.table = Table(self.job.house, session.bankroll)
        self.money = self.highest = int(session.bankroll)
        self.nets: list[int] = []
        self.wins = self.losses = 0
        self.decided = 0
        self.staking = TwinStaking(self.job.strategy.staking)
        self.gone = False

    # --- what the strategy knows

    def begin(self, order: tuple[Card, ...]) -> None:
        self.table.open(order)
        self.roads = Roads()
        self.sides = ""
        self.number = 0
        self.coups_with_bets = 0
        shown = order[0] if _shows(self.job.house) else None
        self.seen = [shown] if shown else []

    def count(self, name: str) -> int:
        count = find_count(name)
        tags = dict(zip(DECK, count.by_card, strict=True))
        return count.start + sum(tags[card] for card in self.seen)

    @property
    def unseen(self) -> int:
        return self.job.house.cards - len(self.seen)

    def edge(self, bet: Bet) -> Fraction:
        left = Counter(DECK * self.job.house.decks) - Counter(self.seen)
        shoe = Composition.of_cards(left.elements())
        return 100 * Fraction(price(bet, shoe, naturals=self.job.house.naturals).edge)

    def holds(self, condition: Condition | None) -> bool:
        match condition:
            case None:
                return True
            case Negated(inner):
                return not self.holds(inner)
            case Every(conditions):
                return all(map(self.holds, conditions))
            case Either(conditions):
                return any(map(self.holds, conditions))
            case Check():
                return self.passes(condition)
            case _:
                assert_never(condition)

    def passes(self, check: Check) -> bool:
        match check.quantity:
            case "won":
                return bool(self.nets) and self.nets[-1] > 0
            case "lost":
                return bool(self.nets) and self.nets[-1] < 0
            case "pushed":
                return bool(self.nets) and self.nets[-1] == 0
            case "last":
                pattern = str(check.value)
                letters = str(self.roads).lower()
                letters = letters if "t" in pattern else letters.replace("t", "")
                return letters.endswith(pattern)
            case "big_eye_boy" | "small_road" | "cockroach_pig":
                marks = self.roads.marks(DerivedRoad[check.quantity.upper()])
                return bool(marks) and marks[-1].name.lower() == check.value
            case "good_road":
                return good_roads(self.roads)[:1] == (check.value,)
        return bool(RELATIONS[check.relation](self.quantity(check), check.value))

    def quantity(self, check: Check) -> Fraction:
        unit = self.job.session.unit
        quantities: dict[str, Callable[[], int | Fraction]] = {
            "streak": lambda: self.roads.run.length if self.roads.run else 0,
            "coup": lambda: self.number,
            "cards_left": lambda: self.table.shoe.left,
            "decks_left": lambda: Fraction(self.table.shoe.left, 52),
            "wins": lambda: self.wins,
            "losses": lambda: self.losses,
            "bankroll": lambda: Fraction(self.money, unit),
            "profit": lambda: Fraction(self.money - self.job.session.bankroll, unit),
            "count": lambda: self.count(check.of),
            "true_count": lambda: Fraction(52 * self.count(check.of), self.unseen),
            "edge": lambda: self.edge(bet_of(self.job.house, check.of)),
        }
        return Fraction(quantities[check.quantity]())

    def wanted(self) -> dict[str, int]:
        placement = self.job.strategy.placement
        assert isinstance(placement, Placement)
        most = self.job.session.bets_per_shoe
        if most is not None and self.coups_with_bets >= most:
            return {}
        for line in placement.lines:
            if self.holds(line.condition):
                units: Counter[str] = Counter()
                for choice in line.choices:
                    if key := self.key(choice):
                        units[key] += choice.units
                return dict(units)
        return {}

    def key(self, choice: Choice) -> str | None:
        sides = self.sides
        house = self.job.house
        other = {"b": "p", "p": "b"}
        letter = ""
        match choice.word:
            case "last":
                letter = sides[-1:]
            case "opposite":
                letter = other[sides[-1]] if sides else ""
            case "before_last":
                letter = sides[-2:-1]
            case "template":
                letter = choice.template[self.decided % len(choice.template)]
            case "best":
                return min(house.main_bets, key=self.edge).key
            case key:
                return bet_of(house, key).key
        return house.main_bet({"b": "banker", "p": "player"}[letter]).key if letter else None

    # --- the course of a session

    def leaves(self) -> bool:
        session = self.job.session
        return (
            self.gone
            or (session.coups is not None and self.coups >= session.coups)
            or (
                session.stop_loss is not None and self.money <= session.bankroll - session.stop_loss
            )
            or (session.goal is not None and self.money >= session.bankroll + session.goal)
            or (
                session.trailing_stop is not None
                and self.money <= self.highest - session.trailing_stop
            )
            or (session.losing_run is not None and self.losses >= session.losing_run)
        )

    def shoe(self, order: tuple[Card, ...], coups: int) -> None:
        """Play a shoe of so many coups, or leave."""
        self.begin(order)
        for number in range(coups):
            locked = dict(self.table.stakes) if self.job.house.ties is Ties.LOCKED else {}
            if self.table.stakes and not locked:
                self.table.ask(TakeBack(1))
            if not locked and self.leaves():
                self.gone = True
                break
            if not self.coup(locked):
                break
            assert self.is_last == (number == coups - 1)

    def coup(self, locked: Mapping[str, int]) -> bool:
        """Play a coup; return whether the guest stays for it."""
        self.number += 1
        unit = self.job.session.unit
        virtual = self.wanted()
        want = virtual if (is_real := self.staking.is_active) else {}
        if locked:
            main = {bet.key for bet in self.job.house.main_bets}
            want = {key: units for key, units in want.items() if key not in main}
        units = self.staking.units(self)
        for key, each in want.items():
            most = self.job.session.most_units(self.job.house, self.job.house.bet(key))
            assert most is not None
            units = min(units, most // each)
        stakes = {key: each * units * unit for key, each in want.items() if each * units}
        if sum(stakes.values()) + sum(locked.values()) > self.money:
            if not locked:
                self.ruined = self.gone = True
                return False
            stakes = {}
        for key, stake in stakes.items():
            self.table.ask(PlaceBet(1, key, chips=Chips(stake)))
        events = self.table.ask(Deal())
        self.settle(events, stakes, locked, units)
        if not is_real:
            self.staking.watch(self.net_of(virtual))
        return True

    def net_of(self, want: Mapping[str, int]) -> int:
        seen = Seen.of(self.dealt, self.job.house.naturals)
        house, unit = self.job.house, self.job.session.unit
        return sum(
            house.earned(Chips(units * unit), Fraction(house.bet(key).earns(seen)))
            for key, units in want.items()
        )

    def settle(
        self,
        events: tuple[object, ...],
        stakes: Mapping[str, int],
        locked: Mapping[str, int],
        units: int,
    ) -> None:
        (dealt,) = (event for event in events if isinstance(event, CoupDealt))
        self.dealt: Coup = dealt.coup
        self.is_last = any(isinstance(event, ShoeClosed) for event in events)
        settled = [event for event in events if isinstance(event, BetSettled)]
        assert {each.key for each in settled} == {*stakes, *locked}
        net = sum(each.earned for each in settled)
        self.coups += 1
        self.bets += len(settled)
        self.action += sum(each.stake for each in settled)
        self.taken += sum(-each.earned for each in settled if each.earned < 0)
        self.money += net
        assert self.money == self.table.money
        if settled:
            self.coups_with_bets += 1
            self.nets.append(net)
            self.highest = max(self.highest, self.money)
            self.drawdown = max(self.drawdown, self.highest - self.money)
        if net:
            self.wins, self.losses = (self.wins + 1, 0) if net > 0 else (0, self.losses + 1)
            self.longest_losing_run = max(self.longest_losing_run, self.losses)
            placed = None if locked else units
            self.gone |= self.staking.after(net > 0, placed)
        outcome = dealt.coup.outcome(self.job.house.naturals)
        self.roads = self.roads.add(outcome)
        if outcome.letter != "T":
            self.sides += outcome.letter.lower()
            self.decided += 1
        self.seen += [*dealt.coup.player.cards, *dealt.coup.banker.cards]


@dataclass
class TwinStaking:
    staking: Staking

    def __post_init__(self) -> None:
        self.losses = 0
        self.is_active = not self.staking.virtual
        self.start()

    def start(self) -> None:
        self.memory = np.zeros(kernels.MEMORY, np.int64)
        self.memory[:1] = self.staking.first_memory
        self.wanted = self.first = self.held = int(kernels.next_stake(self.memory, 0))
        self.step = 0

    def new_shoe(self) -> None:
        if self.staking.reset is Reset.SHOE:
            self.start()

    def units(self, session: TwinSession) -> int:
        if not self.staking.ramp:
            return self.wanted
        true_count = Fraction(52 * session.count(self.staking.count), session.unseen)
        return next((units for at, units in reversed(self.staking.ramp) if true_count >= at), 0)

    def watch(self, net: int) -> None:
        if net:
            self.losses = self.losses + 1 if net < 0 else 0
        self.is_active = self.losses >= self.staking.virtual

    def after(self, won: bool, placed: int | None) -> bool:
        """Take the result of a bet; return whether the guest leaves."""
        leaves = False
        if placed is not None:
            self.memory[kernels.PLACED] = placed
        self.wanted = int(kernels.next_stake(self.memory, 1 if won else -1))
        self.step = self.step + 1 if self.wanted > self.first else 0
        if self.staking.max_steps is not None:
            if self.step <= self.staking.max_steps:
                self.held = self.wanted
            elif self.staking.at_cap is AtCap.HOLD:
                self.wanted = min(self.wanted, self.held)
            elif self.staking.at_cap is AtCap.LEAVE:
                leaves = True
            else:
                self.start()
        if self.staking.virtual and won and self.wanted <= self.first:
            self.is_active, self.losses = False, 0
        return leaves


def _shows(house: House) -> bool:
    if isinstance(house.burn, FixedBurn):
        return house.burn.first_shown
    return house.burn is Burning.FIRST_CARD


def orders(shoes: WholeShoes, house: House) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield a whole order of cards for each shoe, and how many coups it deals."""
    assert shoes.cards is not None
    assert shoes.shown is not None
    for shoe, (first, end) in enumerate(zip(shoes.first[:-1], shoes.first[1:], strict=True)):
        dealt = [DECK[code] for code in shoes.cards[first:end].ravel().tolist() if code < 52]
        burned = house.cards - int(shoes.left[first])
        shown = int(shoes.shown[shoe])
        head = [DECK[shown]] if shown < 52 else []
        rest = list((Counter(DECK * house.decks) - Counter(dealt + head)).elements())
        hidden = burned - len(head)
        yield (*head, *rest[:hidden], *dealt, *rest[hidden:]), int(end - first)


def play(job: StrategyJob, block: int = 0) -> list[TwinSession]:
    """Play the sessions of a block, whose job deals cards."""
    shoes = list(orders(job.shoes(block), job.house))
    sessions = []
    for start in range(0, len(shoes), job.shoes_a_session):
        session = TwinSession(job)
        for number, (order, coups) in enumerate(shoes[start : start + job.shoes_a_session]):
            if number:
                session.staking.new_shoe()
            session.shoe(order, coups)
            if session.gone:
                break
        session.ruined |= session.money < job.session.unit
        sessions.append(session)
    return sessions
