"""An independent reading of the log: what must be true of it, and of every frame."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from puntobanco.cards import Card, Rank, Suit
from puntobanco.coup import Coup
from puntobanco.house import NoCutCard
from puntobanco.roads import Roads, layout
from puntobanco.roads.good_roads import good_roads
from puntobanco.store import Fact, Store
from puntobanco.table import MAX_SEATS, Event, State, evolve
from puntobanco.table.events import (
    BetPlaced,
    BetSettled,
    BetTakenBack,
    BoughtIn,
    Burned,
    CoupDealt,
    Fate,
    GuestLeft,
    GuestSat,
    SeedRevealed,
    ShoeCommitted,
    ShoeOpened,
    ShoeOrdered,
    ShoeRevealed,
    ShoeSeeded,
)
from puntobanco.web.room.views import state_view
from puntobanco.wire import kind_of, plain, read_event
from tests.fairness import reference
from tests.web.screen import Screen

CARD = re.compile(r"[A2-9TJQK](?<!\w.)[cdhs]\b")
"""A card as a word of its own; letters are quicker to look for than the edges of words."""

RANKS = {rank.name.lower(): rank.letter for rank in Rank}
SUITS = {suit.name.lower(): suit.letter for suit in Suit}
GAP = r"[\s\",]+"
"""Between two words of a frame, which may be in two of its lines."""
OF_SUIT = re.compile(rf"of{GAP}({'|'.join(SUITS)})")
SPOKEN_CARD = re.compile(rf"\b({'|'.join(RANKS)}){GAP}of{GAP}({'|'.join(SUITS)})\b")

LOGGED_AS = {
    "sit": "guest_sat",
    "buy_in": "bought_in",
    "place_bet": "bet_placed",
    "undo": "bet_taken_back",
    "take_back": "bet_taken_back",
    "repeat": "bet_placed",
    "double": "bet_placed",
    "commit_seed": "seed_committed",
    "reveal_seed": "seed_revealed",
    "leave": "guest_left",
}
"""The last event that follows from each command; other commands need not be logged."""


@dataclass
class Account:
    """A guest's money at one table, counted by hand."""

    cash: int = 0
    felt: Counter[str] = field(default_factory=Counter)


@dataclass
class Auditor:
    """Follows one table's log, fact by fact."""

    table: str
    version: int = 0
    at: int = 0
    """The time of the last fact."""
    public: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Every public event by its number, as it must be broadcast."""
    order: list[int] = field(default_factory=list)
    """The numbers of the public events."""
    states: dict[int, State] = field(default_factory=lambda: {0: State()})
    views: dict[int, dict[str, Any]] = field(default_factory=dict)
    accounts: dict[int, Account] = field(default_factory=dict)
    secrets: dict[int, str] = field(default_factory=dict)
    """The secrets that have not been revealed."""
    words: dict[int, str] = field(default_factory=dict)
    """The seeds that guests have revealed for the present shoe, by seat."""
    mixes: Counter[int] = field(default_factory=Counter)
    """How many shoes had how many guests' seeds."""
    shoe: list[Card] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)
    results: str = ""
    roads: dict[int, str] = field(default_factory=dict)
    """The results of the present shoe after each event."""
    drawn: dict[str, dict[str, object]] = field(default_factory=dict)
    causes: dict[int, str] = field(default_factory=dict)
    """The command that was acknowledged with each number."""

    def follow(self, store: Store) -> None:
        """Read what is new in the log."""
        for logged in store.facts(self.table, after=self.version):
            assert logged.at >= self.at, "time went back"
            self.at = logged.at
            self.take(logged.fact)

    def take(self, fact: Fact) -> None:
        assert fact.version == self.version + 1, "a gap in the log"
        event = read_event(fact.kind, fact.data)
        state = evolve(self.states[self.version], event)
        self.version = fact.version
        self.states[self.version] = state
        self._count(event)
        self._watch(event)
        self._follow_seeds(event)
        self.roads[self.version] = self.results
        if not fact.private:
            self.public[self.version] = {"kind": kind_of(event), **plain(event)}
            self.order.append(self.version)

    @property
    def state(self) -> State:
        return self.states[self.version]

    def _count(self, event: Event) -> None:
        """Count the chips; nothing may be settled twice."""
        match event:
            case GuestSat(seat):
                assert seat not in self.accounts
                self.accounts[seat] = Account()
            case BoughtIn(seat, chips):
                self.accounts[seat].cash += chips
            case BetPlaced(seat, key, stake):
                account = self.accounts[seat]
                assert account.cash >= stake > 0, "staked more than there was"
                account.cash -= stake
                account.felt[key] += stake
            case BetTakenBack(seat, key, stake):
                account = self.accounts[seat]
                assert account.felt[key] >= stake
                account.felt[key] -= stake
                account.cash += stake
            case CoupDealt():
                self.unsettled = {
                    (seat, key)
                    for seat, account in self.accounts.items()
                    for key, stake in account.felt.items()
                    if stake
                }
            case BetSettled(seat, key, stake, earned, fate):
                account = self.accounts[seat]
                self.unsettled.remove((seat, key))
                assert account.felt[key] == stake
                assert (earned == -stake) == (fate is Fate.LOST)
                assert (earned > 0) == (fate is Fate.WON)
                if fate is not Fate.STANDS:
                    account.cash += stake + earned
                    del account.felt[key]
            case GuestLeft(seat, chips):
                account = self.accounts.pop(seat)
                assert not account.felt.total()
                assert account.cash == chips
            case _:
                pass

    unsettled: set[tuple[int, str]] = field(default_factory=set)

    def _watch(self, event: Event) -> None:
        """Follow which cards were shown, and which results are on the board."""
        match event:
            case ShoeCommitted():
                self.shown_before |= self.shown
                self.shown = set()
                if not self._goes_on:
                    self.results = ""
            case ShoeOrdered(_, order):
                self.shoe = list(order)
            case Burned(card, hidden):
                if card:
                    self._show(card)
                del self.shoe[:hidden]
            case CoupDealt():
                for card in event.coup.cards:
                    self._show(card)
                self.results += result(event.coup, self.state)
            case _:
                pass

    def _follow_seeds(self, event: Event) -> None:
        """Follow the secrets of the house, and what guests add to them."""
        match event:
            case ShoeSeeded(shoe, secret):
                self.secrets[shoe], self.words = secret, {}
            case SeedRevealed(seat, seed):
                self.words[seat] = seed
            case ShoeOpened(shoe, _, root):
                self.mixes[len(self.words)] += 1
                if self.words:
                    self._check_order(bytes.fromhex(self.secrets[shoe]), root)
            case ShoeRevealed(shoe, secret):
                assert self.secrets.pop(shoe) == secret
            case _:
                pass

    def _check_order(self, secret: bytes, root: str) -> None:
        """The order and its root follow from the seeds of the house and of every guest."""
        mix = reference.mixed(tuple(self.words.items()))
        cards = reference.order(len(self.shoe) // 52, secret, mix)
        assert list(map(str, self.shoe)) == cards, "an order that the seeds do not give"
        assert reference.root(reference.leaves(cards, secret, mix)).hex() == root

    @property
    def _goes_on(self) -> bool:
        """Whether the board goes on over shoes of one coup, until eighty are on it."""
        coups = sum(letter in "BPT" for letter in self.results)
        return self.state.house.cut_card is NoCutCard.EVERY_COUP and coups < 80

    def _show(self, card: Card) -> None:
        assert self.shoe.pop(0) == card, "a card out of order"
        self.shown.add(str(card))

    def check_state(self, state: State) -> None:
        """The books agree with a state of the table."""
        assert state == self.state
        assert not self.unsettled
        assert state.seats.keys() == self.accounts.keys()
        for number, seat in state.seats.items():
            account = self.accounts[number]
            assert seat.bankroll == account.cash + account.felt.total()
            assert Counter(seat.stakes) == +account.felt

    def check_logged(
        self, request: str, body: dict[str, Any], name: str, *, number: int, since: int
    ) -> None:
        """Check that the log holds a guest's request after an event, exactly and only once."""
        assert number > since, "acknowledged with what had happened before"
        before, event, command = self.states[number - 1], self.public[number], body["command"]
        assert body.get("coups_dealt") in (None, before.coups_dealt), "taken for another coup"
        asked = {"seat": seat_of(before, name), **command, "kind": LOGGED_AS[command["kind"]]}
        if command["kind"] == "sit":
            free = (seat for seat in range(1, MAX_SEATS + 1) if seat not in before.seats)
            asked |= {"seat": command.get("seat") or next(free), "name": name}
        assert {each: event.get(each) for each in asked} == asked, "something else was logged"
        assert self.causes.setdefault(number, request) == request, "one event for two commands"

    def check_press(self, name: str, ready: list[int], *, number: int, since: int) -> None:
        """A guest who pressed the button got a coup, is ready for one, or has left."""
        seat = seat_of(self.states[number], name)
        assert seat, "pressed without a seat"
        is_dealt = any(event["kind"] == "coup_dealt" for event in self.events_after(since))
        has_left = any(
            event["kind"] == "guest_left" and event["seat"] == seat
            for event in self.events_after(number)
        )
        assert is_dealt or has_left or seat in ready, "a press that came to nothing"

    def events_after(self, number: int) -> Iterator[dict[str, Any]]:
        return (self.public[each] for each in self.order[bisect_right(self.order, number) :])

    def check_welcome(self, frame: dict[str, Any]) -> None:
        number = frame["number"]
        assert number in self.states, "a state that is not in the log"
        assert frame["state"] == self.view(number)
        self.check_roads(number, frame["roads"])

    def check_screen(self, screen: Screen, number: int) -> None:
        """A page that followed every frame shows the state of the log."""
        screen.check(self.view(number))

    def view(self, number: int) -> dict[str, Any]:
        """The state after an event, as a welcome has it; every guest's page is compared with it."""
        if number not in self.views:
            self.views[number] = msgspec.to_builtins(state_view(self.states[number]))
        return self.views[number]

    def check_roads(self, number: int, shown: dict[str, Any]) -> None:
        results = self.roads[number]
        if results not in self.drawn:
            self.drawn[results] = layout.data(Roads.parse(results))
            del self.drawn[results]["good_roads"]
            good = good_roads(Roads.parse(results))
            self.drawn[results]["good_road"] = good[0] if good else None
        for name, each in self.drawn[results].items():
            assert shown[name] == each

    def check_secrecy(self, text: str, *, is_late: bool) -> None:
        """A frame contains no cards that was not shown; a late one may be of an earlier shoe."""
        for secret in self.secrets.values():
            assert secret not in text
        assert "shoe_seeded" not in text
        assert "shoe_ordered" not in text
        allowed = self.shown | self.shown_before if is_late else self.shown
        assert set(CARD.findall(text)) <= allowed, "an undealt card"
        assert spoken_cards(text) <= allowed, "an undealt card in words"

    shown_before: set[str] = field(default_factory=set)
    """Cards of earlier shoes, which may still be replayed to a guest who returns."""


def spoken_cards(text: str) -> set[str]:
    text = text.lower()
    if not OF_SUIT.search(text):
        return set()  # most frames, and this is much quicker to see
    return {RANKS[rank] + SUITS[suit] for rank, suit in SPOKEN_CARD.findall(text)}


def seat_of(state: State, name: str) -> int | None:
    return next((number for number, seat in state.seats.items() if seat.name == name), None)


def result(coup: Coup, state: State) -> str:
    """A coup as the road's text form writes it, from the cards themselves."""
    (p1, p2, *_), (b1, b2, *_) = coup.player.cards, coup.banker.cards
    letter = coup.outcome(state.house.naturals).letter
    banker, player = "'" * (b1.rank is b2.rank), "." * (p1.rank is p2.rank)
    return f"{banker}{letter}{player}"
