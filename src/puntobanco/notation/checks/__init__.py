"""The checks of a record: everything that follows from something else is computed again.

faults       Fault: something that cannot be true, and its line
seeds        the shoe that the revealed seeds give, and the house's commitment
context      the record, and what follows from it as a whole
rules        the rules that the record states
promises     commitments, seeds, the root and Merkle paths
play         cards, draws, totals, outcomes, and where the shoe ends
money        stakes, and what they earned
seats        the lines and the money of each seat
summary      what was checked and what could not be, in words
verdict      all checks of one record together
repetitions  several records compared: no seed and no shoe is used twice
"""
