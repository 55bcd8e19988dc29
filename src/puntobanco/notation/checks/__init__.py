"""The checks of a record. They recompute everything that follows from something else.

context   shared by the checks: the shoe of the revealed seeds, Fault; checks of promises
play      the stated rules, cards, draws, totals, outcomes, and the end of the shoe
money     stakes, what they earned, and the money of each seat
verdict   all checks together, a summary in words, and several records compared
"""
