"""Every way we could think of to falsify a record."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

Tamper = Callable[[str, random.Random], tuple[str, int]]
"""Return a false text, and the line that must be named, given a record's text and chance."""

_CARD = re.compile(r"\b[A2-9TJQK][cdhs]\b")


def _coup_lines(lines: list[str]) -> list[int]:
    return [at for at, line in enumerate(lines) if re.match(r" *[0-9]+\. ", line)]


def _some_coup(text: str, chance: random.Random) -> tuple[int, str]:
    lines = text.split("\n")
    at = chance.choice(_coup_lines(lines))
    return at, lines[at]


def _edited(text: str, at: int, line: str) -> tuple[str, int]:
    lines = text.split("\n")
    assert lines[at] != line
    lines[at] = line
    return "\n".join(lines), at + 1


def _tag(text: str, name: str) -> tuple[int, str]:
    lines = text.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith(f"{name}: "))
    return at, lines[at]


def stripped(text: str) -> str:
    """Remove all commitments and paths from a record."""
    promises = ("Scheme", "Commitment", "Guest", "Withheld", "Root", "Reveal", "Path")
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if line.partition(":")[0] not in promises)


def altered_card(text: str, chance: random.Random) -> tuple[str, int]:
    at, line = _some_coup(text, chance)
    card = chance.choice(list(_CARD.finditer(line.partition("-")[0])))
    other = chance.choice([r + s for r in "A23456789TJQK" for s in "cdhs" if r + s != card[0]])
    return _edited(text, at, line[: card.start()] + other + line[card.end() :])


def swapped_cards(text: str, chance: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    while True:
        at = chance.choice(_coup_lines(lines))
        first, second = chance.sample(list(_CARD.finditer(lines[at].partition("-")[0])), 2)
        if first[0] != second[0]:
            swapped = list(lines[at])
            swapped[first.start() : first.end()] = second[0]
            swapped[second.start() : second.end()] = first[0]
            return _edited(text, at, "".join(swapped))


def swapped_coups(text: str, chance: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    first = chance.choice(_coup_lines(lines)[:-1])
    lines[first : first + 2] = lines[first + 1], lines[first]
    return "\n".join(lines), first + 1


def swapped_coups_with_their_numbers_kept(text: str, chance: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    first = chance.choice(_coup_lines(lines)[:-1])
    one, two = lines[first], lines[first + 1]
    lines[first : first + 2] = one[:5] + two[5:], two[:5] + one[5:]
    return "\n".join(lines), first + 1


def dropped_coup(text: str, chance: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    at = chance.choice(_coup_lines(lines)[:-1])
    del lines[at]
    return "\n".join(lines), at + 1


def repeated_coup(text: str, chance: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    at = chance.choice(_coup_lines(lines))
    lines.insert(at, lines[at])
    return "\n".join(lines), at + 2


def wrong_total(text: str, chance: random.Random) -> tuple[str, int]:
    at, line = _some_coup(text, chance)
    found = re.search(r"([0-9])-([0-9]) ([PBT])", line)
    assert found
    which = chance.choice((1, 2))
    wrong = (int(found[which]) + chance.randint(1, 9)) % 10
    return _edited(text, at, line[: found.start(which)] + str(wrong) + line[found.end(which) :])


def wrong_outcome(text: str, chance: random.Random) -> tuple[str, int]:
    at, line = _some_coup(text, chance)
    found = re.search(r"[0-9]-[0-9] ([PBT])", line)
    assert found
    wrong = chance.choice([letter for letter in "PBT" if letter != found[1]])
    return _edited(text, at, line[: found.start(1)] + wrong + line[found.end(1) :])


def _bets(lines: list[str], pattern: str) -> list[tuple[int, re.Match[str]]]:
    return [(at, m) for at in _coup_lines(lines) for m in re.finditer(pattern, lines[at])]


def changed_pay(text: str, chance: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    at, bet = chance.choice(_bets(lines, r"[+-][0-9]+\.[0-9][0-9]"))
    coins = int(bet[0].replace(".", "")) + chance.choice((-1, 1, 100))
    new = f"{'-' if coins < 0 else '+'}{abs(coins) // 100}.{abs(coins) % 100:02}"
    return _edited(text, at, lines[at][: bet.start()] + new + lines[at][bet.end() :])


def changed_stake(text: str, chance: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    at, bet = chance.choice(_bets(lines, r" ([0-9]+)\.00 [+-]"))
    new = f" {int(bet[1]) + chance.randint(1, 5)}.00 {bet[0][-1]}"
    return _edited(text, at, lines[at][: bet.start()] + new + lines[at][bet.end() :])


def dropped_bet(text: str, chance: random.Random) -> tuple[str, int]:
    """Drop a bet, which the total of the seat reveals."""
    lines = text.split("\n")
    at, bet = chance.choice(_bets(lines, r", [a-z_0-9]+ [0-9.]+ [+-][0-9.]+$"))
    seat = int(lines[at].rpartition("#")[2].split()[0])
    changed, _ = _edited(text, at, lines[at][: bet.start()])
    return changed, _tag(text, "Total")[0] + seat


def changed_sum(text: str, _: random.Random) -> tuple[str, int]:
    at, line = _tag(text, "Total")
    return _edited(
        text, at, line + "1" if "." not in line else line[:-1] + str((int(line[-1]) + 1) % 10)
    )


def _other_hex(text: str, name: str, chance: random.Random) -> tuple[str, int]:
    at, line = _tag(text, name)
    place = chance.randint(1, 30)
    digit = chance.choice([each for each in "0123456789abcdef" if each != line[-place]])
    return _edited(text, at, line[:-place] + digit + line[len(line) - place + 1 :])


def reused_seed(text: str, chance: random.Random) -> tuple[str, int]:
    return _other_hex(text, "Reveal", chance)


def changed_commitment(text: str, chance: random.Random) -> tuple[str, int]:
    return _other_hex(text, "Commitment", chance)


def changed_root(text: str, chance: random.Random) -> tuple[str, int]:
    return _other_hex(text, "Root", chance)


def changed_guest_seed(text: str, _: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("Guest: ") and "word" in line)
    return _edited(text, at, lines[at] + "!")


def hidden_guest_seed(text: str, _: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("Guest: ") and "word" in line)
    changed, _line = _edited(text, at, lines[at].partition(" word")[0])
    return changed, _tag(text, "Withheld")[0] + 1


def miscounted_withheld(text: str, chance: random.Random) -> tuple[str, int]:
    at, _ = _tag(text, "Withheld")
    return _edited(text, at, f"Withheld: {chance.choice((0, 2, 3))}")


def another_table(text: str, _: random.Random) -> tuple[str, int]:
    at, line = _tag(text, "Table")
    return _edited(text, at, line + "2")[0], _tag(text, "Commitment")[0] + 1


def another_shoe(text: str, _: random.Random) -> tuple[str, int]:
    at, _line = _tag(text, "Shoe")
    return _edited(text, at, "Shoe: 2")[0], _tag(text, "Commitment")[0] + 1


def changed_rule(text: str, chance: random.Random) -> tuple[str, int]:
    old, new = chance.choice(
        (
            ('banker = ["19/20"]', 'banker = ["1"]'),
            ('rounding = "down"', 'rounding = "up"'),
            ("maximum = 10000", "maximum = 20000"),
            ("both_naturals_tie = false", "both_naturals_tie = true"),
            ('ties = "stand"', 'ties = "locked"'),
            ("cut_card = 7", "cut_card = 8"),
            ("decks = 8", "decks = 6"),
            ('tie = ["8"]', 'tie = ["9"]'),
            ("step = 1", "step = 0.5"),
        )
    )
    return _replaced(text, f"Rule: {old}", f"Rule: {new}")


def impossible_rule(text: str, chance: random.Random) -> tuple[str, int]:
    old, new = chance.choice(
        (
            ('ties = "stand"', 'ties = "sit"'),
            ("decks = 8", "decks = 80"),
            ("cut_card = 7", "cut_card = 0"),
        )
    )
    return _replaced(text, f"Rule: {old}", f"Rule: {new}")


def truncated(text: str, chance: random.Random) -> tuple[str, int]:
    end = chance.randint(len("BGN: 1\n"), len(text) - 2)
    return text[:end], text[:end].removesuffix("\n").count("\n") + 1


def dropped_end(text: str, _: random.Random) -> tuple[str, int]:
    at, line = _tag(text, "End")
    return text.replace(f"{line}\n", ""), at


def cut_short_and_closed_again(text: str, chance: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    coups = _coup_lines(lines)
    keep = chance.randint(1, len(coups) - 1)
    del lines[coups[keep] : coups[-1] + 1]
    at = next(at for at, line in enumerate(lines) if line.startswith("End: "))
    lines[at] = f"End: finished, {keep} coups"
    return "\n".join(lines), at + 1


def other_burn(text: str, chance: random.Random) -> tuple[str, int]:
    at, line = _tag(text, "Burn")
    card = chance.choice([r + s for r in "A23456789TJQK" for s in "cdhs" if r + s != line[6:8]])
    return _edited(text, at, f"Burn: {card}{line[8:]}")


def one_more_burned(text: str, _: random.Random) -> tuple[str, int]:
    at, line = _tag(text, "Burn")
    return _edited(text, at, f"{line} ??")


def hidden_cards(text: str, chance: random.Random) -> tuple[str, int]:
    """Hide the cards of a coup, so that nobody can check its outcome."""
    at, line = _some_coup(text, chance)
    cards, mark, bets = line.partition("#")
    hidden = _CARD.sub("??", cards)
    if chance.random() < 0.5:
        hidden = re.sub(r"[0-9]-[0-9] [PBT]", "?-? ?", hidden)
    return _edited(text, at, hidden + mark + bets)


def one_hidden_card(text: str, chance: random.Random) -> tuple[str, int]:
    at, line = _some_coup(text, chance)
    return _edited(text, at, _CARD.sub("??", line, count=1))


def coup_without_cards(text: str, chance: random.Random) -> tuple[str, int]:
    at, line = _some_coup(text, chance)
    cards, dash, rest = line.partition("-")
    return _edited(text, at, _CARD.sub("", cards) + dash + rest)


def coup_called_interrupted(text: str, chance: random.Random) -> tuple[str, int]:
    """Call a coup interrupted, and return its stakes."""
    at, line = _some_coup(text, chance)
    line = re.sub(r"[0-9]-[0-9] [PBT]", "interrupted", line)
    return _edited(text, at, re.sub(r"[+-][0-9]+\.[0-9]+", "returned", line))


def interrupted_coup_put_in(text: str, chance: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    at = chance.choice(_coup_lines(lines))
    number = lines[at].partition(".")[0]
    lines.insert(at, f"{number}. {' '.join(['??'] * chance.randint(0, 5)):<17}  interrupted")
    return "\n".join(lines), at + 1


def second_seat_line(text: str, _: random.Random) -> tuple[str, int]:
    at, line = _tag(text, "Seat")
    return text.replace(f"{line}\n", f"{line}\nSeat: 1 9999.00 A\n"), at + 2


def dropped_seat(text: str, chance: random.Random) -> tuple[str, int]:
    """Drop a seat, which its first bet reveals."""
    lines = text.split("\n")
    seat = chance.choice([1, 2])
    at = next(at for at, line in enumerate(lines) if line.startswith(f"Seat: {seat} "))
    first = next(n for n in _coup_lines(lines) if f"#{seat} " in lines[n])
    if chance.random() < 0.5:
        return _edited(text, at, f"Seat: {seat} - A")[0], first + 1
    del lines[at]
    return "\n".join(lines), first


def dropped_rules(text: str, _: random.Random) -> tuple[str, int]:
    changed = re.sub(r"(?m)^Rule:.*\n", "", text)
    return changed, _tag(changed, "Scheme")[0] + 1


def rule_given_twice(text: str, _: random.Random) -> tuple[str, int]:
    line = "Rule: decks = 8\n"
    return text.replace(line, line + line), _tag(text, "Rule")[0] + 3


def end_cut_off(text: str, chance: random.Random) -> tuple[str, int]:
    return text[: -chance.randint(1, 12)], text.count("\n")


def path_in_a_finished_shoe(text: str, _: random.Random) -> tuple[str, int]:
    at, line = _tag(text, "Total")
    return text.replace(line, f"Path: 5 {'00' * 16}\n{line}"), at + 1


FINISHED: tuple[Tamper, ...] = (
    hidden_cards,
    one_hidden_card,
    coup_without_cards,
    coup_called_interrupted,
    interrupted_coup_put_in,
    second_seat_line,
    dropped_seat,
    dropped_rules,
    rule_given_twice,
    end_cut_off,
    path_in_a_finished_shoe,
    altered_card,
    swapped_cards,
    swapped_coups,
    swapped_coups_with_their_numbers_kept,
    dropped_coup,
    repeated_coup,
    wrong_total,
    wrong_outcome,
    changed_pay,
    changed_stake,
    dropped_bet,
    changed_sum,
    reused_seed,
    changed_commitment,
    changed_root,
    changed_guest_seed,
    hidden_guest_seed,
    miscounted_withheld,
    another_table,
    another_shoe,
    changed_rule,
    impossible_rule,
    truncated,
    dropped_end,
    cut_short_and_closed_again,
    other_burn,
    one_more_burned,
)
"""Ways to tamper with the record of a finished shoe."""


def altered_path(text: str, chance: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    at = chance.choice([at for at, line in enumerate(lines) if line.startswith("Path: ")])
    place = chance.randint(12, len(lines[at]) - 1)
    while lines[at][place] == " ":
        place -= 1
    digit = "0" if lines[at][place] != "0" else "1"
    return _edited(text, at, lines[at][:place] + digit + lines[at][place + 1 :])


def dropped_path(text: str, _: random.Random) -> tuple[str, int]:
    line = _tag(text, "Path")[1]
    return text.replace(f"{line}\n", ""), _tag(text, "Burn")[0] + 1


def card_changed_under_its_path(text: str, chance: random.Random) -> tuple[str, int]:
    """Change a card, which the path of its position reveals."""
    changed, line = altered_card(text, chance)
    lines = text.split("\n")
    now, was = changed.split("\n")[line - 1].split(), lines[line - 1].split()
    index = next(i for i, (a, b) in enumerate(zip(now, was, strict=True)) if a != b) - 1
    before = sum(
        len(_CARD.findall(lines[at].partition("-")[0]))
        for at in _coup_lines(lines)
        if at < line - 1
    )
    return changed, _tag(text, "Path")[0] + 2 + before + index


def false_finish(text: str, _: random.Random) -> tuple[str, int]:
    at, line = _tag(text, "End")
    return _edited(text, at, line.replace("unfinished", "finished"))


UNFINISHED: tuple[Tamper, ...] = (
    hidden_cards,
    coup_called_interrupted,
    interrupted_coup_put_in,
    second_seat_line,
    dropped_rules,
    rule_given_twice,
    end_cut_off,
    altered_path,
    dropped_path,
    card_changed_under_its_path,
    changed_root,
    false_finish,
    wrong_total,
    changed_pay,
    truncated,
)
"""Ways to tamper with the record of an unfinished shoe."""


def _replaced(text: str, old: str, new: str) -> tuple[str, int]:
    return _edited(text, text.split("\n").index(old), new)


def _changed_promise(text: str, old: str, new: str) -> tuple[str, int]:
    """Change a rule, which only the commitment reveals."""
    return _replaced(text, old, new)[0], _tag(text, "Commitment")[0] + 1


def changed_definition(text: str, chance: random.Random) -> tuple[str, int]:
    old, new = chance.choice(
        (
            ("either pair red: 8", "either pair black: 8"),
            ("margin = 1: 2", "margin = 2: 2"),
            ("margin = 1 and winner natural: push", "margin = 1 and loser natural: push"),
        )
    )
    return _changed_promise(text, f'Rule: "{old}",', f'Rule: "{new}",')


def changed_pay_of_a_definition(text: str, _: random.Random) -> tuple[str, int]:
    return _changed_promise(text, 'Rule: "margin = 1: 2",', 'Rule: "margin = 1: 3",')


def changed_limit_of_a_definition(text: str, _: random.Random) -> tuple[str, int]:
    rule = "Rule: limits = {{ minimum = 1, maximum = {}, step = 1 }}"
    return _changed_promise(text, rule.format(50), rule.format(60))


def dropped_definition(text: str, _: random.Random) -> tuple[str, int]:
    """Drop the definition of a bet that is not offered."""
    start, end = text.index("Rule:\nRule: [bets.two_aces]"), text.index("Scheme: ")
    changed = text[:start] + text[end:]
    return changed, _tag(changed, "Commitment")[0] + 1


def changed_settlement_of_an_own_bet(text: str, chance: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    at, bet = chance.choice(_bets(lines, r"(close_call|red_pair) ([0-9]+)\.00 [+-][0-9.]+"))
    fate = chance.choice(("returned", f"+{int(bet[2]) * 5}.00"))
    return _edited(text, at, lines[at].replace(bet[0], f"{bet[1]} {bet[2]}.00 {fate}"))


def unreadable_definition(text: str, chance: random.Random) -> tuple[str, int]:
    new = chance.choice(
        ("either piar red: 8", "either total = 12: 8", "either pair red: 0", "either pair red 8")
    )
    return _replaced(text, 'Rule: "either pair red: 8",', f'Rule: "{new}",')


def definition_in_other_words(text: str, chance: random.Random) -> tuple[str, int]:
    new = chance.choice(("margin in {1}: 2", "margin = 1: 2 to 1", "(margin = 1): 2"))
    return _replaced(text, 'Rule: "margin = 1: 2",', f'Rule: "{new}",')


def definition_that_only_pushes(text: str, _: random.Random) -> tuple[str, int]:
    changed, line = _replaced(text, 'Rule: "either pair red: 8",', 'Rule: "either pair red: push",')
    return changed, line - 4


OWN_BETS: tuple[Tamper, ...] = (
    changed_definition,
    changed_pay_of_a_definition,
    changed_limit_of_a_definition,
    dropped_definition,
    changed_settlement_of_an_own_bet,
    unreadable_definition,
    definition_in_other_words,
    definition_that_only_pushes,
)
"""More ways to tamper with the record of a finished shoe, if the house defines bets."""


def another_number_burned(text: str, chance: random.Random) -> tuple[str, int]:
    at, line = _tag(text, "Burn")
    return _edited(text, at, chance.choice((f"{line} ??", line[:-3])))


def burn_left_out(text: str, _: random.Random) -> tuple[str, int]:
    """Drop the burn. The fault is in the line of the scheme then."""
    line = _tag(text, "Burn")[1]
    return text.replace(f"{line}\n", ""), _tag(text, "Scheme")[0] + 1


def other_card_burned(text: str, _: random.Random) -> tuple[str, int]:
    at, line = _tag(text, "Burn")
    card = "2c" if line[6:8] != "2c" else "3c"
    changed, number = _edited(text, at, f"Burn: {card}{line[8:]}")
    path = [n for n, each in enumerate(text.split("\n"), 1) if each.startswith("Path: 0 ")]
    return changed, path[0] if path else number


def impossible_burn(text: str, _: random.Random) -> tuple[str, int]:
    lines = text.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("Rule: burn = "))
    return _edited(text, at, "Rule: burn = 21")


FIXED_BURN: tuple[Tamper, ...] = (
    another_number_burned,
    burn_left_out,
    other_card_burned,
    impossible_burn,
)
"""Ways to tamper with the record of a shoe with a fixed burn."""

CUT_SHORT: tuple[Tamper, ...] = (*FINISHED, false_finish)
"""Ways to tamper with the record of a shoe whose table was closed early."""
