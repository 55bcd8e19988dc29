"""Folds of the log: past tables as values, which the user interfaces put into words.

books       the audit: every balance of a table, recomputed from its log
shoes       past shoes with their records and last coups
statistics  outcomes, bets, runs and swings of many shoes
ledger      the money of each seat, coup by coup, and its summary at the end
"""
