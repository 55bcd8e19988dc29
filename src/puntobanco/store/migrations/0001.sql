-- The log: every fact in the order in which it was made durable.
CREATE TABLE facts (
    number  INTEGER PRIMARY KEY,
    stream  TEXT    NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    at      INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    format  INTEGER NOT NULL,
    private INTEGER NOT NULL CHECK (private IN (0, 1)),
    data    TEXT    NOT NULL,
    crc     INTEGER NOT NULL, -- of all of the above but the number: SQLite does not notice a flipped bit
    UNIQUE (stream, version)
) STRICT;

-- Where a stream stood at some version, so that reading it need not start at the beginning.
CREATE TABLE snapshots (
    stream  TEXT    NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    format  INTEGER NOT NULL,
    data    TEXT    NOT NULL,
    crc     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was answered to a request that carried an id, so that a retry changes nothing.
CREATE TABLE receipts (
    stream TEXT NOT NULL,
    id     TEXT NOT NULL,
    data   TEXT NOT NULL,
    PRIMARY KEY (stream, id)
) STRICT, WITHOUT ROWID;
