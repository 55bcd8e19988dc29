"""Folds of the log: what happened at past tables, as values. The faces put them into words.

books       the audit: every balance of a table, recomputed from its log
records     the record of each shoe of a table
shoes       past shoes and evenings in short
statistics  outcomes, bets, runs and swings of many shoes
last_coups  the last coups of a guest, each with what became of the bets
ledger      the money of each seat, coup by coup
"""
