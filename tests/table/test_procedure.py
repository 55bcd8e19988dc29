"""Shoes, seats, and commands out of turn."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from puntobanco.cards import Card
from puntobanco.errors import FairnessError, IllegalCommand
from puntobanco.house import CLASSIC, CLASSROOM, EZ, FixedBurn, House
from puntobanco.settlement import Chips
from puntobanco.shoe import Shoe
from puntobanco.table import (
    MAX_SEATS,
    Command,
    Fate,
    Phase,
    State,
    decide,
    evolve,
    fold,
    is_public,
)
from puntobanco.table.commands import (
    BuyIn,
    CloseTable,
    CommitSeed,
    CommitShoe,
    Deal,
    Leave,
    OpenShoe,
    OpenTable,
    PlaceBet,
    RevealSeed,
    RevealShoe,
    Sit,
)
from puntobanco.table.events import (
    BetPlaced,
    BetTakenBack,
    BoughtIn,
    Burned,
    CoupDealt,
    GuestLeft,
    ShoeClosed,
    ShoeOpened,
    ShoeOrdered,
    ShoeRevealed,
    ShoeSeeded,
    TableClosed,
    TableOpened,
    Wager,
)
from puntobanco.table.state import LONGEST_BOARD
from tests.table.rigged import NO_BURN, TIE, Table, rigged_shoe


def dealt_out(house: House) -> tuple[Table, list[CoupDealt]]:
    table = Table(house)
    coups = []
    while table.state.phase is Phase.BETTING:
        dealt, _ = table.deal()
        coups.append(dealt)
    return table, coups


def test_the_burn_card_is_shown_and_says_how_many_are_hidden() -> None:
    table = Table(CLASSIC, coups=("Kd",))
    assert Burned(Card.parse("Kd"), 10) in table.events
    assert (table.state.place, table.state.seen_at) == (11, (0,))
    assert table.state.left == table.shoe.left == 405


@pytest.mark.parametrize(
    "burn, event, seen",
    [
        (FixedBurn(8), Burned(None, 8), ()),
        (FixedBurn(8, first_shown=True), Burned(Card.parse("Kd"), 7), (0,)),
        (FixedBurn(1, first_shown=True), Burned(Card.parse("Kd"), 0), (0,)),
    ],
)
def test_a_fixed_number_is_burned_and_the_first_shown_where_the_house_does(
    burn: FixedBurn, event: Burned, seen: tuple[int, ...]
) -> None:
    table = Table(replace(CLASSIC, burn=burn), coups=("Kd",))
    assert [each for each in table.events if isinstance(each, Burned)] == [event]
    assert (table.state.place, table.state.seen_at) == (burn.cards, seen)
    dealt, _ = table.deal()
    assert table.state.seen_at == (*seen, *range(burn.cards, burn.cards + len(dealt.coup.cards)))


def test_seen_cards_know_their_positions() -> None:
    table = Table(CLASSIC, coups=("2d", "Ts Ts", TIE))
    table.deal()
    assert table.state.seen_at == (0, 3, 4, 5, 6)
    assert [str(card) for card in table.state.seen] == ["2d", *TIE.split()]


def test_the_last_coup_is_the_one_in_which_a_card_behind_the_cut_card_is_drawn() -> None:
    table, coups = dealt_out(NO_BURN)
    *before, last = coups
    assert last.last
    assert last.cut_after is not None
    assert not any(coup.last or coup.cut_after is not None for coup in before)
    drawn_before = sum(len(coup.coup.cards) for coup in before)
    assert drawn_before + last.cut_after == NO_BURN.cards - 7
    assert table.state.phase is Phase.NO_SHOE


def test_one_more_coup_follows_a_cut_card_that_came_out_in_the_middle() -> None:
    _, coups = dealt_out(replace(EZ, burn=NO_BURN.burn))
    (cut,) = (index for index, coup in enumerate(coups) if coup.cut_after is not None)
    expected = len(coups) - 1 if coups[cut].cut_after == 0 else len(coups) - 2
    assert cut == expected
    assert [coup.last for coup in coups] == [False] * (len(coups) - 1) + [True]


@pytest.mark.parametrize("house", [NO_BURN, replace(EZ, burn=NO_BURN.burn)])
def test_the_last_coup_is_known_before_it_where_the_cut_card_came_out_earlier(
    house: House,
) -> None:
    table = Table(house)
    while table.state.phase is Phase.BETTING:
        is_last = table.state.last_coup
        dealt, _ = table.deal()
        assert is_last == (dealt.last and dealt.cut_after is None)
    assert not table.state.last_coup


def test_stakes_never_stand_beyond_the_last_coup_of_a_shoe() -> None:
    table = Table(replace(CLASSROOM, limits=CLASSIC.limits, ties=NO_BURN.ties), coups=(TIE,))
    table.bet("player", 5)
    dealt, (settled,) = table.deal()
    assert dealt.last
    assert settled.fate is Fate.RETURNED


def test_a_shoe_shuffled_before_every_coup_closes_after_one() -> None:
    table, coups = dealt_out(CLASSROOM)
    assert len(coups) == 1
    assert ShoeClosed(1, 1) in table.events


def test_coups_are_numbered_from_one_in_every_shoe_and_decisions_are_cleared() -> None:
    table, coups = dealt_out(NO_BURN)
    assert [coup.number for coup in coups] == list(range(1, len(coups) + 1))
    table.open_shoe(TIE)
    assert table.state.outcomes == ()
    dealt, _ = table.deal()
    assert (dealt.number, table.state.shoe) == (1, 2)
    assert table.state.coups_dealt == len(coups) + 1


def test_a_board_goes_on_over_shoes_of_one_coup_until_it_is_full() -> None:
    table = Table(CLASSROOM, coups=(TIE,))
    lengths = []
    for _ in range(2 * LONGEST_BOARD + 1):
        table.deal()
        lengths.append(len(table.state.outcomes))
        table.open_shoe(TIE)
    assert lengths == [*range(1, LONGEST_BOARD + 1), *range(1, LONGEST_BOARD + 1), 1]
    assert not table.state.coups


def test_the_seed_and_the_order_are_the_only_private_events() -> None:
    table, _ = dealt_out(CLASSIC)
    private = {type(event) for event in table.events if not is_public(event)}
    assert private == {ShoeSeeded, ShoeOrdered}


def promised() -> Table:
    """Return a table at which seat 1 has committed to a seed for the second shoe."""
    table, _ = dealt_out(NO_BURN)
    table.do(CommitShoe("44" * 32, "55" * 32))
    table.do(CommitSeed(1, "66" * 32))
    return table


def test_a_seat_that_promised_and_did_not_reveal_is_named() -> None:
    _, opened, *_ = promised().do(OpenShoe(Shoe.shuffled(8, lambda n: n - 1), "77" * 32))
    assert isinstance(opened, ShoeOpened)
    assert opened.withheld == (1,)


def test_a_seed_that_was_not_promised_is_refused() -> None:
    assert isinstance(promised().refuses(RevealSeed(1, "other")), FairnessError)


def test_everyone_goes_home_with_all_chips_when_the_table_closes() -> None:
    table = Table()
    table.do(Sit(2, "Bob"))
    table.do(BuyIn(2, chips=Chips(50_00)))
    table.bet("player", 10)
    table.do(CloseTable())
    left = {event.seat: event.chips for event in table.events if isinstance(event, GuestLeft)}
    assert left == {1: 1_000_00, 2: 50_00}
    assert table.state.phase is Phase.CLOSED


@pytest.mark.parametrize(
    "command",
    [
        OpenTable("again", CLASSIC),
        CommitShoe("88" * 32, "99" * 32),
        CommitSeed(1, "66" * 32),
        RevealSeed(1, "rosebud"),
        RevealShoe("11" * 32),
        OpenShoe(Shoe(()), ""),
        Sit(1, "Eve"),
        Sit(0, "Eve"),
        Sit(MAX_SEATS + 1, "Eve"),
        BuyIn(2, chips=Chips(1_00)),
        BuyIn(1, chips=Chips(0)),
        BuyIn(1, chips=Chips(10**12)),
        PlaceBet(2, "player", chips=Chips(1_00)),
        Leave(2),
    ],
)
def test_a_command_out_of_turn_is_refused_and_changes_nothing(command: Command) -> None:
    Table().refuses(command)


@pytest.mark.parametrize(
    "value,kind",
    [([Deal()], "a value of type list"), (Deal, "the class Deal"), ("deal", "a value of type str")],
)
def test_what_is_no_command_is_refused_by_what_it_is(value: Command, kind: str) -> None:
    with pytest.raises(TypeError, match=f"^a command is a value such as Deal.., not {kind}; "):
        decide(State(), value, Shoe(()))


def test_a_table_is_opened_by_a_house_and_by_nothing_that_names_one() -> None:
    with pytest.raises(TypeError, match=r"HOUSES\['classic'\], not by a value of type str$"):
        decide(State(), OpenTable("table", "classic"), Shoe(()))  # type: ignore[arg-type]  # refused


@pytest.mark.parametrize("command", [PlaceBet(1, "player", chips=Chips(1_00)), Deal()], ids=str)
def test_nothing_is_bet_or_dealt_without_a_shoe(command: Command) -> None:
    table, _ = dealt_out(CLASSROOM)
    assert isinstance(table.refuses(command), IllegalCommand)


def test_the_state_is_the_fold_of_its_events() -> None:
    table, _ = dealt_out(CLASSIC)
    assert fold(table.events) == table.state
    half = len(table.events) // 2
    assert fold(table.events[half:], fold(table.events[:half])) == table.state
    assert fold([]) == State()


def test_buy_ins_add_up() -> None:
    table = Table()
    table.do(BuyIn(1, chips=Chips(5_00)))
    assert [e.chips for e in table.events if isinstance(e, BoughtIn)] == [1_000_00, 5_00]
    assert (table.seat.bankroll, table.seat.bought) == (1_005_00, 1_005_00)


def test_a_bet_changes_the_wagers_of_one_seat_and_nothing_else() -> None:
    """`evolve` copies states in a fast way. This is its obvious twin."""
    table = Table(CLASSIC)
    table.do(Sit(2, "Ben"))
    before, bet = table.state, BetPlaced(2, "tie", Chips(500))
    seat = replace(before.seats[2], wagers=(*before.seats[2].wagers, Wager("tie", Chips(500))))
    after = evolve(before, bet)
    assert after == replace(before, seats={**before.seats, 2: seat})
    assert before.seats[2].wagers == ()
    with pytest.raises(FrozenInstanceError):
        after.phase = Phase.CLOSED  # type: ignore[misc] # that it cannot be written is the point


def test_a_table_is_closed_between_two_shoes_without_closing_one() -> None:
    table, _ = dealt_out(CLASSROOM)
    closed = sum(isinstance(event, ShoeClosed) for event in table.events)
    assert table.do(CloseTable())[-1] == TableClosed()
    assert sum(isinstance(event, ShoeClosed) for event in table.events) == closed
    assert isinstance(table.refuses(Sit(2, "Bob")), IllegalCommand)


def test_a_secret_is_shown_when_its_shoe_is_over_and_not_before_the_first() -> None:
    table, _ = dealt_out(CLASSROOM)
    before = table.state
    assert table.do(RevealShoe("11" * 32)) == (ShoeRevealed(1, "11" * 32),)
    assert table.state == before
    with pytest.raises(IllegalCommand, match="no shoe"):
        decide(fold([TableOpened("table", CLASSIC)]), RevealShoe("11" * 32), Shoe(()))


def test_seeding_takes_hexadecimal_commitments_and_whole_fresh_shoes() -> None:
    table, _ = dealt_out(CLASSROOM)
    table.do(CommitShoe("44" * 32, "55" * 32))
    assert "hexadecimal" in str(table.refuses(CommitSeed(1, "not hex")))
    assert "fresh shoe" in str(table.refuses(OpenShoe(Shoe(()), "77" * 32)))


def test_taking_back_a_stake_that_is_not_there_changes_no_wager() -> None:
    table = Table()
    table.bet("player", 10)
    state = table.state
    assert evolve(state, BetTakenBack(1, "tie", Chips(500))).seats == state.seats


def test_a_shoe_without_a_commitment_is_one_of_given_cards() -> None:
    table, _ = dealt_out(NO_BURN)
    assert (State().is_given, table.state.is_given) == (False, False)
    table.do(CommitShoe("", ""))
    table.do(OpenShoe(rigged_shoe(NO_BURN, TIE), ""))
    given = table.state
    assert (given.is_given, given.root, given.ceremony.seeds) == (True, "", ())
