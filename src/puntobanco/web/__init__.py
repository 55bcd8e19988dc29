"""The web table: a hall of tables, and the HTTP and WebSocket faces of it.

names      what a guest may be called
pace       how long things take, and how much of everything there may be
guests     guests, and who sits at a table; noted beside the log
outbox     frames that wait for one socket
visit      one socket of a guest, and how its commands are answered
views      houses, states, events and roads as plain data for the page
board      what a table shows, drawn only when it changes
recent     the latest events of a table, for those who return
timing     who is connected, the betting clock, the ceremony of seeds
button     who is ready for the cards, and how long the others are waited for
room       one table: orders are proposed, then published or abandoned
agenda     when each table must be looked after next
health     whether the log can be written
guestbook  who holds which token
sweep      clears away what is old
retries    how a command is known that was sent before
hall       every table and guest; decides in batches, makes them durable, and only then tells
closing    the end of an evening, table by table
guard      whose requests are answered, and what every answer carries
requests   bodies and answers of the HTTP half
houses     the house that a table is opened with
turnstile  how often each guest and address may ask
pages      the page itself, and the page where nothing is
lobby      its routes
records    shoes and odds, read from the log
bankroll   the money of each seat, read from the log
openapi    its description for machines
socket     the WebSocket
app        all of it as one ASGI application
server     runs it

The hall is synchronous and takes its clocks and its store as arguments, so that a test can run
thousands of evenings of it; everything above only carries bytes.
"""
