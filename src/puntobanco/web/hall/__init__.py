"""All tables and guests of one log: decides requests in batches, writes them, then broadcasts.

names        guests' names, and which look alike
guests       stored guests, and the seeds of tables
idempotency  recognises a resent command
batch        requests, and the batch of their results
sockets      the sockets of all guests: their number, their rates, and what they may write
tables       the open and the damaged tables, and when each needs attention
cleanup      delete old receipts and guests, and watch whether the log is writable
hall         the hall itself
"""
