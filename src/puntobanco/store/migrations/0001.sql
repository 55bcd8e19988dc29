-- Every `crc` is the checksum of the other columns of its row but the number: SQLite does not notice
-- a flipped bit. Times are in microseconds since 1970 UTC.

-- The log: every fact in the order in which it was made durable.
CREATE TABLE facts (
    number        INTEGER PRIMARY KEY,
    stream        TEXT    NOT NULL,
    version       INTEGER NOT NULL CHECK (version > 0),
    commit_number INTEGER NOT NULL,
    more          INTEGER NOT NULL CHECK (more IN (0, 1)), -- whether its stream has more in this commit
    at            INTEGER NOT NULL,
    kind          TEXT    NOT NULL,
    format        INTEGER NOT NULL,
    private       INTEGER NOT NULL CHECK (private IN (0, 1)),
    data          TEXT    NOT NULL,
    crc           INTEGER NOT NULL,
    UNIQUE (stream, version)
) STRICT;

-- The state of a stream at some version, so that reading it need not start at the beginning. `chain`
-- is the chain of the stream at that version, so that what follows it can be checked.
CREATE TABLE snapshots (
    stream  TEXT    NOT NULL,
    label   TEXT    NOT NULL,
    version INTEGER NOT NULL,
    format  INTEGER NOT NULL,
    data    TEXT    NOT NULL,
    chain   BLOB    NOT NULL,
    crc     INTEGER NOT NULL,
    PRIMARY KEY (stream, label)
) STRICT, WITHOUT ROWID;

-- The answer to a request that carried an id, so that a retry changes nothing.
CREATE TABLE receipts (
    stream TEXT    NOT NULL,
    id     TEXT    NOT NULL,
    data   TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    crc    INTEGER NOT NULL,
    PRIMARY KEY (stream, id)
) STRICT, WITHOUT ROWID;

-- What may change and is looked up by a key, such as the guest who holds a token.
CREATE TABLE notes (
    shelf TEXT    NOT NULL,
    key   TEXT    NOT NULL,
    data  TEXT    NOT NULL,
    at    INTEGER NOT NULL, -- of its last change
    crc   INTEGER NOT NULL,
    PRIMARY KEY (shelf, key)
) STRICT, WITHOUT ROWID;

-- The end of each stream, written with every commit: a log that lost its end says so. `chain` is the
-- hash of all events of the stream, each with the chain before it.
CREATE TABLE heads (
    stream   TEXT    NOT NULL PRIMARY KEY,
    first    INTEGER NOT NULL, -- the number of its first fact
    version  INTEGER NOT NULL,
    at       INTEGER NOT NULL, -- the time of its last fact
    chain    BLOB    NOT NULL,
    revision INTEGER NOT NULL, -- rises with every change to the stream, its receipts or its value
    due      INTEGER NOT NULL, -- the next deadline of its value
    crc      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The end of the whole file: one row, whose first three values are also in the head file beside it.
-- `heads`, `notes` and `receipts` are the sums of the checksums of these tables: a lost row shows.
CREATE TABLE file_head (
    one      INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    id       TEXT    NOT NULL,
    commits  INTEGER NOT NULL,
    digest   TEXT    NOT NULL,
    heads    INTEGER NOT NULL,
    notes    INTEGER NOT NULL,
    receipts INTEGER NOT NULL,
    crc      INTEGER NOT NULL
) STRICT;
