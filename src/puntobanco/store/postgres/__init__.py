"""A log in PostgreSQL, which several servers share.

connection  connecting, what a database must be like, migrations, and errors without passwords
turn        the statement that writes one turn
house       DatabaseLog: the connection, the house clock, who is connected, wake-ups, and orders
log         PostgresStore
copying     a log from SQLite into an empty database, and back
"""

from puntobanco.store.postgres.log import PostgresStore

__all__ = ["PostgresStore"]
