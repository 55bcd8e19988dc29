"""One table of the hall: orders are proposed, then published or abandoned.

setup          stored data of guests and tables, beside the log
refusals       the exception of a refused command, and how errors are explained
quota          how much the commands of one connection may write into the log
presence       which guests are connected, and how long others have been away
audience       connections, their queues, and broadcasts
betting_clock  the betting clock, and how long the page shows an event
ceremony       when the next shoe begins, and how long each stage of its ceremony lasts
ready_button   which guests are ready for the next coup, and how long they wait for the others
views          houses, states and roads as facts for the page
event_views    events as they are broadcast, and what they changed
board          the state and roads of a table, rebuilt only when they change
replay         the latest events of a table, for guests who reconnect
orders         a guest's command at the table, proposed until it is durable
room           the table itself, composed of these parts
"""
