"""One table of the hall: orders are proposed, then published or abandoned.

outbox         frames that wait to be sent over one socket
setup          what is stored of guests and tables beside the log
refusals       the exception of a refused command, and how errors are explained
quota          how much the commands of one connection may write into the log
connection     one WebSocket connection of a guest to a table
display_time   how long the page takes to show an event
presence       who is connected, and for how long others are not
audience       all connections of a table, and what is broadcast to them
betting_clock  how long bets are taken
ceremony       when the next shoe begins, and how long each stage of its ceremony lasts
ready_button   who is ready for the next coup, and how long the others are waited for
proposals      what is proposed at a table until it is durable
views          houses, states and roads as facts for the page
event_views    events as they are broadcast, and what they changed
board          the state and roads of a table, made anew only when they change
replay         the latest events of a table, for guests who reconnect
orders         what guests ask of a table, checked and proposed
room           the table itself, composed of these parts
"""
