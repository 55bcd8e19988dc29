"""One table of the hall: guests' orders are proposed, then published or abandoned.

setup          a guest, and what is stored of a table beside its log
frame          a frame before it is encoded
outbox         frames that wait for one socket
connection     one socket of a guest, and how its commands are answered
presence       who is connected
showing        how long the page takes to show what was dealt
betting_clock  how long bets are taken
ceremony       the stages in which guests add their seeds to a shoe
ready_button   who is ready for the next coup, and how long the others are waited for
views          houses, states, events and roads as plain data for the page
board          the state and roads of a table, encoded only when they change
replay         the latest events of a table, for guests who return
room           the table itself
"""
