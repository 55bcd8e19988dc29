"""The web table: a hall of tables, and the HTTP and WebSocket faces of it.

limits     how long things take, and how much of everything there may be
cache      a mapping of bounded size
rates      token buckets: how often something may happen
room       one table: its guests, clock, ceremony, ready button and broadcasts
hall       all tables and guests of one log: batches, timers, health, idempotency
http       requests and sockets: carries bytes between browsers and the hall
static     the page itself

`room` is below `hall`, and `hall` is below `http`. Both lower packages are synchronous and take
their clocks and their store as arguments, so that a test can run thousands of evenings of them.
"""
