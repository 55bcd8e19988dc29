"""All tables and guests of one log: decides requests in batches, writes them, then broadcasts.

names        guests' names, and which look alike
guests       stored guests, and the seeds of tables
rooms        makes the rooms of new and of resumed tables
timers       deadlines of tables, and the hall's running time
open_tables  the open and the damaged tables, and when each needs attention
idempotency  recognises a resent command
quotas       how much each guest, table and address may write into the log
sockets      the sockets of all guests: their number, and the commands of their frames
batch        requests, and the batch of their results
cleanup      delete old receipts and guests, and watch whether the log is writable
hall         the hall itself
"""
