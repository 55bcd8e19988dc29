"""Recorded shoes: every way to write them, what they lack, and the same answers as dealt ones."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO

import pytest

from puntobanco.analysis import Plan, Session, Specification, Strategy
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import price
from puntobanco.analysis.shoe_files import Rows, read_shoes, write_shoes
from puntobanco.analysis.simulation.recorded import Knowledge, RecordedShoes
from puntobanco.analysis.simulation.specification import deal_to_record
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies._own_place import StrategyFailed
from puntobanco.analysis.strategies.strategy_statistics import StrategyStatistics
from puntobanco.analysis.strategies.view import GuestView
from puntobanco.errors import AnalysisError, RecordError
from puntobanco.house import CLASSIC, EZ, House
from tests.analysis.strategy_twin import play

COUPS = """shoe,hand,player cards,banker cards,player total,banker total,winner
1,1,9S KH,7D 5C,9,2,Player
1,2,TC TC 2H,AH AH 2H,2,4,Banker
2,1,4H 3C,KS 5D 9C,7,4,Player
"""


def played(
    recorded: RecordedShoes,
    text: str,
    session: Session = Session(),  # noqa: B008 - frozen
) -> StrategyStatistics:
    plan = Plan(
        Specification.of(recorded), seed="", strategies=(Strategy.parse(text),), session=session
    )
    (found,) = plan.simulate(threads=1).strategies
    return found


@pytest.mark.parametrize(
    "text",
    [
        "BPTB\nPPB",
        "bptb\n\nppb\n",
        "\ufeffB P T B\r\nP,P,B\r\n",
        "莊閒和莊\n閒閒莊",
        "庄闲和庄\n闲 闲 庄",
        "ＢＰＴＢ\nＰＰＢ",
        "shoe,results\n1,BPTB\n2,PPB",
        "Shoe;Outcomes\n7;b p t b\n8;ppb",
        "shoe,1,2,3,4\na,B,P,T,B\nb,P,P,B,",
        "shoe,hand,winner\n1,1,Banker\n1,2,player wins\n1,3,TIE\n1,4,b\n2,1,p\n2,2,P\n2,3,莊",
        "Hand\tOutcome\n1\tB\n2\tP\n3\tT\n4\tB\n1\tP\n2\tP\n3\tB",
    ],
)
def test_results_are_read_in_every_way_people_write_them(text: str) -> None:
    assert [shoe.results for shoe in read_shoes(text.splitlines())] == ["BPTB", "PPB"]


@pytest.mark.parametrize(
    "king, nine",
    [
        ("KS", "9H"),
        ("SK", "H9"),
        ("S_K", "H_9"),
        ("K♠", "9♥"),
        ("♠K", "♥️9"),
        ("ks", "9h"),
        ("KS", "9h "),
    ],
)
@pytest.mark.parametrize("between", [" ", "", "|", "', '"])
def test_cards_are_read_in_every_way_people_write_them(king: str, nine: str, between: str) -> None:
    row = f'"{king}{between}{nine}",10C 8D,9,8,player'
    header = "player_cards,Banker Hand,PlayerTotal,banker-score,winner"
    (shoe,) = read_shoes([header, row])
    assert shoe.hands == [("Ks 9h", "Tc 8d")]


def test_cards_may_have_a_column_each_and_a_winner_may_be_left_out() -> None:
    text = "shoe,p1,p2,p3,b1,b2,b3\n1,TC,TC,2H,AH,AH,2H"
    recorded = RecordedShoes.parse(text, CLASSIC)
    assert recorded.known is Knowledge.CARDS
    assert next(iter(recorded.files())).results == "B"


def test_columns_called_player_and_banker_may_hold_totals() -> None:
    recorded = RecordedShoes.parse("player,banker\n7,7\n9,2", CLASSIC)
    assert (recorded.known, next(iter(recorded.files())).results) == (Knowledge.TOTALS, "TP")
    assert RecordedShoes.parse("totals\n7-7\n9:2", CLASSIC).digest == recorded.digest


@pytest.mark.parametrize(
    "text, message",
    [
        ("BPTB\nBPX", "line 2: 'X' is not a result (column 3): write B, P and T"),
        ("shoe,hand\n1,1", "columns such as shoe and winner"),
        ("shoe,winner\n1,house", "line 2: 'house' is not a winner: banker, player or tie"),
        ("shoe,winner\n1,B\n2,B\n1,P", "line 4: 'shoe 1' is not in one piece"),
        ("shoe,hand,winner\n1,2,B\n1,1,P", "line 3: 'hand 1' is not after hand 2 of the same"),
        ("player cards,banker cards\nKX,9H 9H", "line 2: 'KX' is not cards such as KS 9H"),
        ("player cards,banker cards\nKS,9H 9H", "line 2: 'KS' is not a hand of two or three"),
        ("shoe,winner,totals\n1,B,2-4\n1,P,", "line 3: 'totals' is not in every row"),
        ("player total,banker total\n7,11", "line 2: '11' is not a whole number from 0 to 9"),
        ("shoe,cards\n1,KS KS KS KS 2H", "is not enough to finish coup 1"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=re.escape(message)):
        RecordedShoes.parse(text, CLASSIC)


def test_a_file_without_shoes_is_refused() -> None:
    with pytest.raises(AnalysisError, match="there is no coup in these shoes"):
        RecordedShoes.parse("", CLASSIC)


@pytest.mark.parametrize(
    "change, message",
    [
        (("9,2,Player", "9,2,Banker"), "shoe 1, coup 1: the winner isn't that of the cards"),
        (("2,4,Banker", "2,5,Banker"), "shoe 1, coup 2: the totals aren't those of the cards"),
        (("4H 3C,", "4H 3C 2D,"), "shoe 2, coup 1: the third cards don't follow the rules"),
    ],
)
def test_coups_that_contradict_themselves_are_refused(
    change: tuple[str, str], message: str
) -> None:
    assert RecordedShoes.parse(COUPS, CLASSIC).coups == 3
    with pytest.raises(AnalysisError, match=re.escape(message)):
        RecordedShoes.parse(COUPS.replace(*change), CLASSIC)


@pytest.mark.parametrize(
    "text, decks, message",
    [
        (COUPS, 1, "shoe 1 has Tc 2 times, but classic has 1 deck"),
        ("B" * 105, 8, "shoe 1 has 105 coups, more than a shoe of 416 cards deals"),
        ("player total,banker total,winner\n7,2,banker", 8, "doesn't follow from the totals"),
    ],
)
def test_shoes_that_no_house_dealt_are_refused(text: str, decks: int, message: str) -> None:
    with pytest.raises(AnalysisError, match=message):
        RecordedShoes.parse(text, replace(CLASSIC, decks=decks))


# --- the same answers -----------------------------------------------------------------------------

TEXTS = (
    "follow",
    "otherwise: banker_pair + 2 small",
    "edge banker < 1.02: banker",
    "true_count dragon_7 >= 1: tie",
    "cards_left < 200 and streak > 1: opposite",
)


@pytest.mark.parametrize("rows", ["coups", "shoes"])
def test_exported_shoes_read_back_have_the_same_report(rows: Rows) -> None:
    dealt = deal_to_record(CLASSIC, 40, "export")
    stream = StringIO()
    write_shoes(dealt.files(), stream, rows=rows)
    read = RecordedShoes.parse(stream.getvalue(), CLASSIC)
    assert read.digest == dealt.digest
    bets = (CLASSIC.bet("banker"), CLASSIC.bet("perfect_pair"))
    strategies = tuple(map(Strategy.parse, TEXTS))
    one, other = (
        Plan(Specification.of(each, bets), seed="", strategies=strategies).simulate(threads=2)
        for each in (dealt, read)
    )
    assert one.json() == other.json()
    assert [each.bet.key for each in one.report.bets] == ["banker", "perfect_pair"]


@pytest.mark.parametrize("text", TEXTS)
def test_recorded_shoes_are_played_as_the_real_table_would(text: str) -> None:
    recorded = deal_to_record(CLASSIC, 6, "twin")
    found = played(recorded, text, Session(shoes=2))
    job = found.job
    for block in range(job.blocks):
        twins = [(twin.money, twin.action, twin.drawdown) for twin in play(job, block)]
        columns = (kernels.FINAL, kernels.ACTION, kernels.DRAWDOWN)
        books = job.books(block).sessions.tolist()
        assert [tuple(book[at] for at in columns) for book in books] == twins


def test_results_without_cards_play_as_the_same_shoes_with_cards() -> None:
    whole = deal_to_record(CLASSIC, 50, "bare")
    bare = RecordedShoes.parse("\n".join(shoe.results for shoe in whole.files()), CLASSIC)
    assert bare.known is Knowledge.RESULTS
    for text in ("follow", "otherwise: tie + 3 banker", "good_road = ping_pong: opposite"):
        one, other = (played(each, text, Session(shoes=3, goal=None)) for each in (whole, bare))
        timeless = {"seconds", "coups_per_second"}
        assert {k: v for k, v in one.json().items() if k not in timeless} == {
            k: v for k, v in other.json().items() if k not in timeless
        }


def test_a_shoe_by_hand() -> None:
    found = played(RecordedShoes.parse("BPTBB\nPP", CLASSIC), "follow")
    # Banker, Player (lost), tie (push), Player again (lost), Banker (won 9.50); then Player won.
    assert found.lost == 20_00 - 9_50 - 10_00
    assert (found.bets, found.action, found.coups, found.sessions) == (5, 50_00, 7, 2)
    assert found.verdict == "Too few sessions to tell luck from skill."


def test_sessions_of_coups_take_as_many_recorded_shoes_as_each_needs() -> None:
    recorded = RecordedShoes.parse("BPBP\nPPPPPP\nBBPPB\nBBBBB\nP", CLASSIC)
    found = played(recorded, "follow", Session(coups=8))
    assert (found.job.shoes_a_session, found.sessions, found.coups) == (2, 2, 16)
    with pytest.raises(AnalysisError, match="a session of 22 coups is longer than the recorded"):
        played(recorded, "follow", Session(coups=22))
    with pytest.raises(AnalysisError, match="a session of 6 shoes is longer than the recorded 5"):
        played(recorded, "follow", Session(shoes=6))


# --- what a file lacks ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, house, message",
    [
        ("otherwise: player_pair", CLASSIC, "player_pair needs cards"),
        ("otherwise: small", CLASSIC, "small needs the number of cards"),
        ("follow", EZ, "banker_ez needs the number of cards"),
        ("edge banker < 1: banker", CLASSIC, "edge needs cards"),
        ("count dragon_7 > 1: tie", CLASSIC, "count needs cards"),
        ("decks_left < 2: last", CLASSIC, "decks_left needs cards"),
        ("otherwise: best", CLASSIC, "best needs cards"),
    ],
)
def test_what_needs_cards_is_refused_by_name_for_plain_results(
    text: str, house: House, message: str
) -> None:
    recorded = RecordedShoes.parse("BPTB", house)
    with pytest.raises(AnalysisError, match=f"{message}, which the recorded shoes lack"):
        played(recorded, text)


def test_totals_decide_bets_on_totals() -> None:
    egalite = Strategy.parse("otherwise: egalite_7")
    house = replace(CLASSIC, side_bets=(CLASSIC.known_bet("egalite_7"),))
    totals = RecordedShoes.parse("totals\n7-7\n9-2", house)
    plan = Plan(Specification.of(totals), seed="", strategies=(egalite,))
    (found,) = plan.simulate(threads=1).strategies
    assert found.lost == 10_00 - 45 * 10_00
    with pytest.raises(AnalysisError, match="egalite_7 needs totals"):
        played(RecordedShoes.parse("TP", house), "otherwise: egalite_7")


@pytest.mark.parametrize(
    "text, message",
    [
        ("always tie", "tie needs ties"),
        ("coup > 3: last", "coup needs ties"),
        ("last = bt: last", "last = bt needs ties"),
        ("cards_left < 9: last", "cards_left needs ties"),
    ],
)
def test_what_needs_ties_is_refused_by_name_for_files_without_them(text: str, message: str) -> None:
    recorded = RecordedShoes.parse("BPB", CLASSIC, has_ties=False)
    with pytest.raises(AnalysisError, match=f"{message}, which the recorded shoes lack"):
        played(recorded, text)
    with pytest.raises(AnalysisError, match="shoe 1, coup 3: this is a tie, but"):
        RecordedShoes.parse("BPT", CLASSIC, has_ties=False)


def test_without_ties_the_exact_edge_is_that_of_a_decided_coup() -> None:
    recorded = RecordedShoes.parse("BPB", CLASSIC, has_ties=False)
    exact = price(CLASSIC.bet("banker"), Composition.of_decks(8)).edge_decided
    assert exact is not None
    assert recorded.price(CLASSIC.bet("banker")).edge == exact
    assert played(recorded, "always banker").exact_share == pytest.approx(float(exact))


@pytest.mark.parametrize("asks", ["cards", "totals", "cards_left"])
def test_an_own_function_is_told_what_recorded_shoes_lack(asks: str) -> None:
    def place(view: GuestView) -> dict[str, int]:
        getattr(view, asks)
        return {}

    def pairs(_view: GuestView) -> dict[str, int]:
        return {"player_pair": 1}

    recorded = RecordedShoes.parse("BPTB", CLASSIC)
    for function, message in ((place, "the recorded shoes have no"), (pairs, "needs cards, which")):
        plan = Plan(Specification.of(recorded), seed="", strategies=(Strategy.own(function),))
        with pytest.raises(StrategyFailed, match=f"failed at shoe 1, coup 1: .*{message}"):
            plan.simulate(threads=1)


def test_a_file_that_seems_to_leave_ties_out_is_noted() -> None:
    for text, notes in (("BP" * 50, 1), ("BP" * 49, 0), ("BP" * 50 + "T", 0)):
        assert len(RecordedShoes.parse(text, CLASSIC).notes) == notes


def test_the_power_of_a_file_is_a_sentence() -> None:
    assert RecordedShoes.parse("BPTB", CLASSIC).power == (
        "Telling the edge of Banker (1.06 %) from zero takes about 30,000 coups; "
        "these shoes have 4."
    )
