"""The checks of a record: everything that follows from something else is computed again.

findings     what the checks work on, and what they find
play         cards, draws, totals, outcomes, and where the shoe ends
money        stakes, and what they earned
seats        who sat where, and what each seat brought and had
promises     commitments, seeds, the root and Merkle paths
repetitions  several records side by side: no seed serves two shoes, and no shoe is dealt twice
verdict      all of them together
"""
