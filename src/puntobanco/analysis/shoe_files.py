"""Recorded shoes as text: plain results, CSV with a row per coup, and CSV with a row per shoe.

Needs only Python, so that shoes can be exported without the extra ``lab``.

>>> [shoe.results for shoe in read_shoes(["bpt B", "莊閒和"])]
['BPTB', 'BPT']
>>> read_shoes(["shoe,winner,player cards,banker cards", "1,Banker,S_K 3♥,9D 10c"])[0].hands
[('Ks 3h', '9d Tc')]
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple, TextIO
from unicodedata import normalize

from puntobanco.cards import DECK, Card, format_cards
from puntobanco.coup import Coup, deal
from puntobanco.errors import RecordError, ShoeExhausted
from puntobanco.shoe import Shoe

NO_CARD = len(DECK)
"""Stands for a card that wasn't drawn or isn't known."""
PER_COUP = 6
MOST_SHOES = 1_000_000
"""The most shoes to read."""

Rows = Literal["coups", "shoes"]
"""The content of a row of a CSV file: a coup or a shoe."""

_PLACES = {card: place for place, card in enumerate(DECK)}


class RecordedShoe(NamedTuple):
    """One shoe of a file. Fields that the file lacks are empty."""

    results: str = ""
    """The letters P, B and T."""
    totals: bytes = b""
    """Player's and Banker's total of each coup."""
    cards: bytes = b""
    """Six places in `DECK` for each coup: the first four as dealt, then the third cards."""
    shown: int = NO_CARD
    """The card that the burn showed."""
    hidden: int = 0
    """How many cards were burned face down."""

    @property
    def coups(self) -> int:
        """The number of coups."""
        return len(self.results) or len(self.totals) // 2 or len(self.cards) // PER_COUP

    @property
    def hands(self) -> list[tuple[str, str]]:
        """The cards of Player and Banker in each coup, as text."""
        rows = (self.cards[at : at + PER_COUP] for at in range(0, len(self.cards), PER_COUP))
        return [(_text(row[0::2]), _text(row[1::2])) for row in rows]


def _text(codes: bytes) -> str:
    return format_cards(tuple(DECK[code] for code in codes if code < NO_CARD))


def card_codes(coup: Coup) -> bytes:
    """Return the six places of a coup's cards in `DECK`."""
    return _six(*([_PLACES[card] for card in hand.cards] for hand in (coup.player, coup.banker)))


def card_code(card: Card | None) -> int:
    """Return the place of a card in `DECK`, or `NO_CARD`."""
    return NO_CARD if card is None else _PLACES[card]


def _six(player: Sequence[int], banker: Sequence[int]) -> bytes:
    (p1, p2, *p3), (b1, b2, *b3) = player, banker
    return bytes((p1, b1, p2, b2, *(p3 or (NO_CARD,)), *(b3 or (NO_CARD,))))


# --- results --------------------------------------------------------------------------------------

_BETWEEN = " \t,;|-\r\n"
_LETTERS = (
    dict.fromkeys("Bb莊庄", "B") | dict.fromkeys("Pp閒闲閑", "P") | dict.fromkeys("Tt和", "T")
)
_RESULTS = str.maketrans(_LETTERS | dict.fromkeys(_BETWEEN))
_WINNERS = {
    "banker": "B",
    "banco": "B",
    "player": "P",
    "punto": "P",
    "tie": "T",
    **{letter.casefold(): result for letter, result in _LETTERS.items()},
}


def _results(text: str, line: int) -> str:
    """Read letters of results; anything between them is ignored."""
    text = text if text.isascii() else normalize("NFKC", text)
    results = text.translate(_RESULTS)
    if wrong := results.translate(dict.fromkeys(map(ord, "BPT"))):
        at = text.index(wrong[0]) + 1
        expected = f"a result (column {at}): write B, P and T, a shoe on each line, or name columns"
        raise RecordError(wrong[0], expected=expected, line=line)
    return results


def _winner(cell: str, line: int) -> str:
    word = normalize("NFKC", cell).casefold().strip().removesuffix("s").removesuffix(" win")
    if word not in _WINNERS:
        raise RecordError(cell, expected="a winner: banker, player or tie", line=line)
    return _WINNERS[word]


# --- cards ----------------------------------------------------------------------------------------

_RANK, _SUIT = "10|[A2-9TJQK]", "[CDHS♣♦♥♠♧♢♡♤]"
_CARD = re.compile(
    rf"(?P<rank>{_RANK})[_ ]?(?P<suit>{_SUIT})|"
    rf"(?P<first>{_SUIT})[\ufe0e\ufe0f]?[_ ]?(?P<second>{_RANK})",
    re.IGNORECASE,
)
_AROUND = " \t,;|/-[]'\"()\ufe0e\ufe0f"


def _codes(cell: str, line: int) -> list[int]:
    """Read cards such as KS, SK, S_K or K♠, with or without something between them."""
    if _CARD.sub("", cell).strip(_AROUND):
        raise RecordError(cell, expected="cards such as KS 9H, S_K H_9 or K♠ 9♥", line=line)
    return list(_known_codes(cell))


@lru_cache(maxsize=1 << 16)
def _known_codes(cell: str) -> tuple[int, ...]:
    found = (each.groupdict() for each in _CARD.finditer(cell))
    return tuple(
        _PLACES[Card.parse((each["rank"] or each["second"]) + (each["suit"] or each["first"]))]
        for each in found
    )


def _hand(cell: str, line: int) -> list[int]:
    codes = _codes(cell, line)
    if len(codes) not in (2, 3):
        raise RecordError(cell, expected="a hand of two or three cards", line=line)
    return codes


def _dealt(cell: str, line: int) -> bytes:
    shoe = Shoe(tuple(DECK[code] for code in _codes(cell, line)))
    coups: list[bytes] = []
    while shoe.left:
        try:
            coup, shoe = deal(shoe)
        except ShoeExhausted:
            expected = f"enough to finish coup {len(coups) + 1}"
            raise RecordError(cell[-20:], expected=expected, line=line) from None
        coups.append(card_codes(coup))
    return b"".join(coups)


# --- CSV ------------------------------------------------------------------------------------------

_NAMES = {
    "shoe": "shoe shoeid shoeno shoenumber",
    "hand": "hand handid handno handnumber coup coupno coupnumber round roundno roundnumber",
    "player": "player playercards playerhand",
    "banker": "banker bankercards bankerhand",
    "player_total": "playertotal playerscore playerpoints playervalue",
    "banker_total": "bankertotal bankerscore bankerpoints bankervalue",
    "totals": "totals total scores score",
    "winner": "winner outcome result",
    "results": "results outcomes sequence",
    "cards": "cards",
    "burned": "burned burn burncard",
    "hidden": "hidden",
}
_COLUMNS = {name: column for column, names in _NAMES.items() for name in names.split()}
_ONE_CARD = re.compile(r"(?P<side>player|banker|p|b)(?:card)?[123]")
_ONE_RESULT = re.compile(r"(?:hand|coup|round|result)?[0-9]+")
_COUP_COLUMNS = {"player", "banker", "player_total", "banker_total", "totals", "winner"}
_SHOE_COLUMNS = {"results", "cards"}


def _column(name: str) -> str:
    """Return the meaning of a column by its name, or an empty text."""
    folded = re.sub(r"[^0-9a-z]", "", name.casefold())
    if found := _ONE_CARD.fullmatch(folded):
        return "player" if found["side"].startswith("p") else "banker"
    return _COLUMNS.get(folded, "results" if _ONE_RESULT.fullmatch(folded) else "")


def read_shoes(lines: Iterable[str]) -> list[RecordedShoe]:
    """Read plain results, a shoe on each line, or CSV whose first line names its columns."""
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    first = next(numbered, None)
    if first is None:
        return []
    header = first[1].lstrip("\ufeff")
    delimiter = max(",;\t", key=header.count)
    columns = [_column(name) for name in next(csv.reader([header], delimiter=delimiter))]
    named = {*columns} - {""}
    if not named & (_COUP_COLUMNS | _SHOE_COLUMNS):
        if named:
            expected = "enough: columns such as shoe and winner, or shoe and results, are needed"
            raise RecordError(header.strip(), expected=expected, line=first[0])
        everything = chain([(first[0], header)], numbered)
        return _limited(RecordedShoe(_results(line, number)) for number, line in everything)
    rows = _rows(numbered, columns, delimiter)
    per_coup = named & _COUP_COLUMNS
    return _limited(_by_coup(rows) if per_coup else (_of_row(*row) for row in rows))


def _limited(shoes: Iterable[RecordedShoe]) -> list[RecordedShoe]:
    found: list[RecordedShoe] = []
    for shoe in shoes:
        if len(found) == MOST_SHOES:
            raise RecordError("the file", expected=f"within {MOST_SHOES:,} shoes", line=1)
        if shoe.coups:
            found.append(shoe)
    return found


Row = dict[str, list[str]]
"""The cells of a row by the meaning of their columns, without empty cells."""


def _rows(
    numbered: Iterator[tuple[int, str]], columns: list[str], delimiter: str
) -> Iterator[tuple[int, Row]]:
    for number, line in numbered:
        try:
            cells = next(csv.reader([line], delimiter=delimiter, strict=True))
        except csv.Error as error:
            raise RecordError(
                line.strip(), expected=f"a row of CSV: {error}", line=number
            ) from None
        row: Row = {}
        for column, cell in zip(columns, cells, strict=False):
            if column and cell.strip():
                row.setdefault(column, []).append(cell.strip())
        yield number, row


def _of_row(line: int, row: Row) -> RecordedShoe:
    return RecordedShoe(
        _results("".join(row.get("results", ())), line),
        b"",
        _dealt(" ".join(row.get("cards", ())), line),
        *_burn(line, row),
    )


def _burn(line: int, row: Row) -> tuple[int, int]:
    """Return the card that the burn showed, and how many it didn't."""
    shown, *_ = _codes(row.get("burned", [""])[0], line) or [NO_CARD]
    return shown, _whole(row.get("hidden", ["0"])[0], 60, line)


def _whole(cell: str, most: int, line: int) -> int:
    if not re.fullmatch(r"[0-9]{1,3}(\.0)?", cell) or int(float(cell)) > most:
        raise RecordError(cell, expected=f"a whole number from 0 to {most}", line=line)
    return int(float(cell))


_Coup = tuple[str, bytes, bytes]
"""The result, the totals and the cards of a coup, as far as its row has them."""


def _coup(line: int, row: Row, first: list[_Coup]) -> _Coup:
    """Read a coup from a row. It must have the same parts as the first coup of its shoe."""
    coup = _read_winner(line, row), _read_totals(line, row), _read_cards(line, row)
    for one in first:
        for name, part, other in zip(("results", "totals", "cards"), coup, one, strict=True):
            if bool(part) != bool(other):
                raise RecordError(name, expected="in every row of this shoe", line=line)
    if not any(coup):
        expected = "a coup: it has no winner, totals or cards"
        raise RecordError("the row", expected=expected, line=line)
    return coup


def _read_winner(line: int, row: Row) -> str:
    return _winner(row["winner"][0], line) if "winner" in row else ""


def _read_totals(line: int, row: Row) -> bytes:
    cells = row.get("player_total", []) + row.get("banker_total", [])
    if not cells and "totals" in row:
        cells = re.findall(r"[0-9]+", row["totals"][0])
    if not cells and _are_totals(row):
        cells = row["player"] + row["banker"]
    if not cells:
        return b""
    if len(cells) != 2:
        text = " ".join(cells)
        raise RecordError(text, expected="two totals, Player's and Banker's", line=line)
    return bytes(_whole(cell, 9, line) for cell in cells)


def _read_cards(line: int, row: Row) -> bytes:
    if _are_totals(row) or not (row.keys() & {"player", "banker"}):
        return b""
    return _six(*(_hand(" ".join(row.get(side, ())), line) for side in ("player", "banker")))


def _are_totals(row: Row) -> bool:
    """Return whether the columns Player and Banker hold totals, not cards."""
    cells = row.get("player", []), row.get("banker", [])
    return all(len(each) == 1 and each[0].isdecimal() for each in cells)


def _by_coup(rows: Iterable[tuple[int, Row]]) -> Iterator[RecordedShoe]:
    """Read rows that are coups. A shoe ends when its name changes or hands start again."""
    names: set[str] = set()
    shoe: str | None = None
    last, burn, coups = -1.0, (NO_CARD, 0), list[_Coup]()
    for line, row in rows:
        if not row:
            continue
        name, hand = row.get("shoe", [""])[0], _number(row.get("hand", [""])[0])
        starts_again = hand is not None and hand <= last
        if name and name == shoe and starts_again:
            expected = f"after hand {last:g} of the same shoe"
            raise RecordError(f"hand {hand:g}", expected=expected, line=line)
        if name != shoe or starts_again:
            if name in names:
                raise RecordError(f"shoe {name}", expected="in one piece", line=line)
            yield from _finished(coups, burn)
            names |= {name} - {""}
            shoe, last, burn, coups = name, -1.0, _burn(line, row), []
        coups.append(_coup(line, row, coups[:1]))
        last = last if hand is None else hand
    yield from _finished(coups, burn)


def _finished(coups: list[_Coup], burn: tuple[int, int]) -> Iterator[RecordedShoe]:
    if coups:
        results, totals, cards = zip(*coups, strict=True)
        yield RecordedShoe("".join(results), b"".join(totals), b"".join(cards), *burn)


def _number(cell: str) -> float | None:
    return float(cell) if re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", cell) else None


# --- writing --------------------------------------------------------------------------------------

_COUP_HEADER = (
    "shoe",
    "hand",
    "player_cards",
    "banker_cards",
    "player_total",
    "banker_total",
    "winner",
    "burned",
    "hidden",
)
_SHOE_HEADER = ("shoe", "results", "burned", "hidden", "cards")
_WORDS = {"B": "banker", "P": "player", "T": "tie"}


def write_shoes(shoes: Iterable[RecordedShoe], stream: TextIO, *, rows: Rows) -> None:
    """Write shoes as CSV. Columns of what isn't known stay empty."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COUP_HEADER if rows == "coups" else _SHOE_HEADER)
    for number, shoe in enumerate(shoes, 1):
        if rows == "coups":
            writer.writerows(_coup_rows(number, shoe))
        else:
            cards = _text(bytes(shoe.cards))
            writer.writerow((number, shoe.results, *_burn_cells(shoe), cards))


def _coup_rows(number: int, shoe: RecordedShoe) -> Iterator[tuple[object, ...]]:
    hands = shoe.hands or [("", "")] * shoe.coups
    totals = shoe.totals or ("",) * (2 * shoe.coups)
    burn = _burn_cells(shoe)
    for at, (result, hand) in enumerate(zip(shoe.results, hands, strict=True)):
        yield (number, at + 1, *hand, totals[2 * at], totals[2 * at + 1], _WORDS[result], *burn)
        burn = ("", "")


def _burn_cells(shoe: RecordedShoe) -> tuple[str, str]:
    return _text(bytes((shoe.shown,))), str(shoe.hidden or "")
