"""One table of the hall: orders are proposed, then published or abandoned.

value        the room value: what a table stores beside its log
display      how long the page takes to show an event
changes      how events, time and guests change the room value
decisions    what follows from a guest's order or a deadline
broadcasts   the frames that follow from two room values
refusals     the exception of a refused command, and how errors are explained
audience     connections, their queues, and broadcasts
views        houses, states and roads as facts for the page
event_views  events as they are broadcast, and what they changed
board        the state and roads of a table, rebuilt only when they change
replay       the latest events of a table, for guests who reconnect
shoe_replay  a finished shoe, coup by coup, with the bets of one guest
room         the table itself: a croupier, a room value, and an audience
"""
