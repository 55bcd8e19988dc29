"""The checks of a record: everything that follows from something else is computed again.

context   what the checks share: the shoe of the revealed seeds, Fault
rules     the rules that the record states
promises  commitments, seeds, the root and Merkle paths
play      cards, draws, totals, outcomes, and where the shoe ends
money     stakes, and what they earned
seats     the lines and the money of each seat
summary   what was checked and what could not be, in words
verdict   all checks together, and several records compared
"""
