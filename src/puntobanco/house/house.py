"""House: all rules of a table as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property

from puntobanco.bets import BANKER, CATALOGUE, PLAYER, TIE, Bet, Spot, find
from puntobanco.coup import LARGEST_COUP, Naturals
from puntobanco.errors import BetNotOffered, HouseError, OutsideLimits
from puntobanco.house.own_bets import OwnBet, SpotLimits, check_own_bets
from puntobanco.printable import is_printable
from puntobanco.settlement import DOLLARS, Chips, Currency, Rounding
from puntobanco.shoe import DECKS_ALLOWED, AfterCut, Burn, Shoe, ends_shoe

LARGEST_BURN = 11
"""The largest burn by the first card: a ten or court card, and ten more face down."""
FIXED_BURNS = range(1, 21)
"""How many cards a fixed burn may have. Macau's rules allow one for each deck."""


MAIN_BETS = tuple(
    key for spot in (Spot.PLAYER, Spot.BANKER, Spot.TIE) for key in CATALOGUE.keys_at(spot)
)
"""The catalogue's main bets, spot by spot."""


class Burning(Enum):
    """How cards are burned before the first coup."""

    FIRST_CARD = "first card"
    """Show one card, and burn as many more face down as its rank requires."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class FixedBurn:
    """Burn a fixed number of cards before the first coup."""

    cards: int
    first_shown: bool = field(default=False, kw_only=True)
    """Whether the first of them is shown."""

    def __post_init__(self) -> None:
        if self.cards not in FIXED_BURNS:
            low, high = FIXED_BURNS[0], FIXED_BURNS[-1]
            if not self.cards:
                none = repr(Burning.NONE.value)
                raise HouseError("burn", code="house_burn_none", least=low, most=high, text=none)
            raise HouseError("burn", code="house_burn", count=self.cards, least=low, most=high)

    def of(self, shoe: Shoe) -> tuple[Burn, Shoe]:
        """Return the burned cards of a fresh shoe, and the shoe without them."""
        burned, shoe = shoe.take(self.cards)
        burn = Burn(burned[0], burned[1:]) if self.first_shown else Burn(None, burned)
        return burn, shoe


class NoCutCard(Enum):
    """A shoe without a cut card, and when it is shuffled."""

    EVERY_COUP = "shuffle every coup"
    WHEN_SHORT = "shuffle when short"


class Ties(Enum):
    """What happens to a main bet that neither wins nor loses."""

    STAND = "stand"
    """It stays for the next coup. The guest may take it back."""
    LOCKED = "locked"
    """It stays for the next coup and may not be taken back."""
    PUSH = "push"
    """It is returned at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of each spot, in chips: ten dollars are ``Chips(10_00)``.

    The default is 1 to 10,000 whole dollars, and up to 1,000 on side bets.
    """

    minimum: Chips = Chips(1_00)
    maximum: Chips = Chips(10_000_00)
    side_maximum: Chips = Chips(1_000_00)
    step: Chips = Chips(1_00)

    def __post_init__(self) -> None:
        if self.step < 1:
            raise HouseError("limits", code="limits_step")
        if self.minimum < 1 or self.minimum % self.step:
            raise HouseError("limits", code="limits_minimum")
        if self.maximum < self.minimum or self.side_maximum < self.minimum:
            raise HouseError("limits", code="limits_maximum")


@dataclass(frozen=True, kw_only=True)
class House:
    """The rules of a table. The constructor refuses rules that contradict each other.

    >>> House(decks=6).commission
    Fraction(1, 20)
    >>> House(decks=13)
    Traceback (most recent call last):
    puntobanco.errors.HouseError: decks: 13 is out of range: use 1 to 12
    """

    name: str = "custom"
    decks: int = 8
    burn: Burning | FixedBurn = Burning.FIRST_CARD
    cut_card: int | NoCutCard = 7
    """How many cards are behind the cut card, or `NoCutCard`."""
    after_cut_card: AfterCut = AfterCut.LAST_COUP
    ties: Ties = Ties.STAND
    naturals: Naturals = Naturals.HIGHER_WINS
    rounding: Rounding = Rounding.DOWN
    main_bets: tuple[Bet, ...] = (PLAYER, BANKER, TIE)
    side_bets: tuple[Bet, ...] = ()
    limits: Limits | None = Limits()
    """None if there are no wagers."""
    own_bets: tuple[OwnBet, ...] = ()
    """Bets that the house defines, offered or not."""
    currency: Currency = DOLLARS
    """The currency whose smallest coins are the chips."""

    def __post_init__(self) -> None:
        if self.decks not in DECKS_ALLOWED:
            low, high = DECKS_ALLOWED[0], DECKS_ALLOWED[-1]
            raise HouseError("decks", code="house_decks", count=self.decks, least=low, most=high)
        if not self.name or not is_printable(self.name):
            typed = repr(self.name)
            raise HouseError("name", code="house_name", typed=typed)
        self._check_cut_card()
        self._check_bets()

    @property
    def cards(self) -> int:
        """The number of cards in a full shoe."""
        return 52 * self.decks

    @property
    def largest_burn(self) -> int:
        """The most cards that may be burned."""
        if isinstance(self.burn, FixedBurn):
            return self.burn.cards
        return LARGEST_BURN if self.burn is Burning.FIRST_CARD else 0

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        """Every bet on the felt, the main ones first."""
        return self.main_bets + self.side_bets

    def earned(self, stake: Chips, odds: Fraction) -> Chips:
        """Return what a stake earns at these odds by the house's rounding, in whole chips."""
        return self.rounding.earned(stake, odds, dollar=self.currency.chips)

    @property
    def commission(self) -> Fraction | None:
        """The part of a Banker win that the house keeps, or None without a plain Banker bet."""
        return next((1 - bet.pay_table[0] for bet in self.main_bets if bet.key == "banker"), None)

    def bet(self, key: str) -> Bet:
        """Return an offered bet by its key."""
        if bet := self._by_key.get(key):
            return bet
        error = BetNotOffered(key, offered=tuple(bet.key for bet in self.bets))
        if any(own.bet.key == key for own in self.own_bets):
            error.add_note(f"The house defines {key}. List it in side_bets to offer it.")
        raise error

    def main_bet(self, spot: str) -> Bet:
        """Return the main bet on the spot ``player``, ``banker`` or ``tie``."""
        for bet in self.main_bets:
            if bet.spot.value == spot:
                return bet
        raise BetNotOffered(spot, offered=tuple(bet.key for bet in self.bets))

    def limits_of(self, bet: Bet) -> SpotLimits | None:
        """Return the limits of a bet, or None if there are no wagers."""
        if self.limits is None:
            return None
        for own in self.own_bets:
            if own.limits and own.bet.key == bet.key:
                return own.limits
        limits = self.limits
        high = limits.maximum if bet in self.main_bets else limits.side_maximum
        return SpotLimits(minimum=limits.minimum, maximum=high, step=limits.step)

    @cached_property
    def _by_key(self) -> Mapping[str, Bet]:
        return {bet.key: bet for bet in self.bets}

    @cached_property
    def _limits_by_key(self) -> Mapping[str, SpotLimits | None]:
        """The limits of the offered bets, against which every stake is checked."""
        return {bet.key: self.limits_of(bet) for bet in self.bets}

    def known_bet(self, key: str) -> Bet:
        """Return a bet by its key, whether offered, defined or in the catalogue."""
        defined = (each.bet for each in self.own_bets)
        for bet in (*self.bets, *defined):
            if bet.key == key:
                return bet
        return find(key)

    def check_stake(self, bet: Bet, stake: Chips) -> None:
        """Refuse a total stake on one spot outside the limits."""
        limits = self._limits_by_key.get(bet.key)
        if limits is None:
            raise BetNotOffered(bet.key, offered=())
        if not limits.minimum <= stake <= limits.maximum or stake % limits.step:
            raise OutsideLimits(
                bet.key,
                stake=stake,
                low=limits.minimum,
                high=limits.maximum,
                step=limits.step,
            )

    def with_cut_card(self, shoe: Shoe) -> Shoe:
        """Place the cut card in a shoe, if this house uses one."""
        return shoe.with_cut_card(self.cut_card) if isinstance(self.cut_card, int) else shoe

    def open_shoe(self, shoe: Shoe) -> tuple[Burn | None, Shoe]:
        """Place the cut card in a freshly shuffled shoe, and burn."""
        shoe = self.with_cut_card(shoe)
        if isinstance(self.burn, FixedBurn):
            return self.burn.of(shoe)
        return (None, shoe) if self.burn is Burning.NONE else shoe.burn()

    def is_last_coup(self, before: Shoe, after: Shoe) -> bool:
        """Return whether the coup between these two states of a shoe is the last."""
        match self.cut_card:
            case NoCutCard.EVERY_COUP:
                return True
            case NoCutCard.WHEN_SHORT:
                return after.left < LARGEST_COUP
            case _:
                return ends_shoe(before, after, self.after_cut_card)

    def _repr_html_(self) -> str:
        from puntobanco.house.format import house_html  # noqa: PLC0415 - it shows a `House`

        return house_html(self)

    def _check_cut_card(self) -> None:
        """Check that no coup can run out of cards."""
        most = self.cards - self.largest_burn
        if isinstance(self.cut_card, NoCutCard):
            return
        one_more = self.after_cut_card is AfterCut.ONE_MORE
        least = 2 * LARGEST_COUP - 1 if one_more else LARGEST_COUP
        if not least <= self.cut_card <= most:
            after = self.after_cut_card.value
            raise HouseError(
                "cut_card",
                code="house_cut_card",
                count=self.cut_card,
                least=least,
                most=most,
                text=after,
            )

    def _check_bets(self) -> None:
        """Check that each spot has at most one main bet, and that no bet is offered twice."""
        keys = [bet.key for bet in self.bets]
        for bet in self.main_bets:
            if bet.spot is Spot.SIDE:
                allowed = ", ".join(MAIN_BETS)
                raise HouseError("main_bets", code="house_choice", typed=bet.key, text=allowed)
        spots = [bet.spot for bet in self.main_bets]
        if len(set(spots)) < len(spots):
            raise HouseError("main_bets", code="house_spots")
        if len(set(keys)) < len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise HouseError("side_bets", code="house_offered_twice", typed=twice)
        check_own_bets(self.own_bets, self.bets)
