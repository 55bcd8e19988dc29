"""All tables and guests of one log: decides in batches, writes each at once, then broadcasts.

names        which names guests may have
guests       guests by the hash of their token, with a cache
batch        requests that wait for a turn, and what one turn writes
idempotency  recognises a resent command
timers       when each table must be looked after next
health       whether the log can be written
cleanup      purges old receipts and absent guests
hall         the hall itself
"""
