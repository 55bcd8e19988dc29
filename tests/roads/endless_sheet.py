"""A twin of the roads: coins on paper, sharing nothing with the package but the letters.

The derived roads come from an endless sheet, on which a run goes down without limit. A coin is
red if the places beside it and just above that, in a column further left, are both full or both
empty; a coin in the top row is red if the two columns to its left are equally deep.
"""

from __future__ import annotations

from itertools import groupby


def columns(results: str) -> list[set[int]]:
    """Return the rows with a coin, column by column, on an endless sheet."""
    wins = results.replace("T", "")
    return [set(range(len(list(coins)))) for _, coins in groupby(wins)]


def derived(results: str, back: int) -> str:
    """Return the marks of the derived road that looks `back` columns to the left."""
    sheet: list[set[int]] = []
    marks = ""
    last = ""
    for letter in results.replace("T", ""):
        if letter != last:
            sheet.append(set())
        last = letter
        column, row = len(sheet) - 1, len(sheet[-1])
        sheet[column].add(row)
        if row > 0 and column - back >= 0:
            beside = sheet[column - back]
            marks += "R" if (row in beside) == (row - 1 in beside) else "B"
        if row == 0 and column - 1 - back >= 0:
            marks += "R" if sheet[column - 1] == sheet[column - 1 - back] else "B"
    return marks


def cells(kinds: str, rows: int = 6) -> list[tuple[int, int]]:
    """Return the place of each coin of a road on a sheet of six rows."""
    taken: set[tuple[int, int]] = set()
    laid: list[tuple[int, int]] = []
    head = -1
    for place, kind in enumerate(kinds):
        if place == 0 or kind != kinds[place - 1]:
            head += 1
            while (head, 0) in taken:
                head += 1
            cell = (head, 0)
        else:
            column, row = laid[-1]
            cell = (column, row + 1)
            if row + 1 == rows or cell in taken:
                cell = (column + 1, row)
        assert cell not in taken
        taken.add(cell)
        laid.append(cell)
    return laid


def ties(results: str) -> list[int]:
    """Return the ties counted on each coin of the big road."""
    leading = len(results) - len(results.lstrip("T"))
    counted: list[int] = []
    for letter in results[leading:]:
        if letter == "T":
            counted[-1] += 1
        else:
            counted.append(0)
    if counted:
        counted[0] += leading
    return counted
