"""All tables and guests of one log: decides requests in batches, writes them, then broadcasts.

names        guests' names, and which look alike
guests       stored guests, and the seeds of tables
admin        what an operator may order, and the answers
requests     requests to the hall, and how a resent command is recognised
batch        the results of requests that are written at once
sockets      the sockets of all guests: their number, their rates, and what they may write
tables       the open and the damaged tables, and when each needs attention
cleanup      delete old receipts and guests, and watch whether the log is writable
look         what a turn reads from the log before it decides
decisions    the first half of a turn: what follows from requests
turns        the second half: write, broadcast and answer
hall         what guests may ask
"""
