"""The past, as folds of the log. The faces word it; nothing here knows a terminal or a browser.

books       every balance of a table again, from nothing but its log: the audit
records     the record of each shoe of a table
shoes       past shoes and evenings in short
statistics  what many shoes come to
ledger      the money of each seat, coup by coup
"""
