"""The web table: a hall of tables, and its HTTP and WebSocket interface.

limits     durations and upper bounds
rates      token buckets and a least-recently-used cache
observing  log events, and counts for the metrics
room       one table: its connections, clock, ceremony, ready button and broadcasts
hall       all tables and guests of one log: requests, batches, timers, idempotency
http       the HTTP routes and the WebSocket between browsers and the hall
static     the page

`room` is below `hall`, and `hall` is below `http`. Both lower packages are synchronous and take
their clocks and their store as arguments, so that a test can simulate thousands of evenings.
"""
