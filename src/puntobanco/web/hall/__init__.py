"""All tables and guests of one log: decides requests in batches, writes them, then broadcasts.

names         which names guests may have
look_alikes   which names can be taken for each other
guests        guests by the hash of their token, with a cache
health        whether the log can be written
seeds         seeds of the shoes, by the order in which tables were opened
rooms         makes the rooms of new and of resumed tables
running_time  the time while the hall runs, by which things grow old
timers        when each table must be looked after next
open_tables   the open and the damaged tables, and when each is looked after
idempotency   recognises a resent command
requests      what the hall is asked to do, as values
quotas        how much each guest, table and address may write into the log
sockets       the sockets of all guests: their number, and the commands of their frames
batch         the decided requests of one turn, and what is written for them
cleanup       deletes old receipts and absent guests
hall          the hall itself
"""
