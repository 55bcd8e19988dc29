-- The tables of the SQLite log, but for two: `heads` has no sums of checksums over it, because every
-- server would wait for that one row. `crc`, `chain` and times are those of the SQLite log.

CREATE TABLE log (
    one BOOLEAN PRIMARY KEY DEFAULT true CHECK (one),
    id  TEXT NOT NULL
);

CREATE TABLE facts (
    stream        TEXT COLLATE "C" NOT NULL,
    version       BIGINT   NOT NULL CHECK (version > 0),
    commit_number BIGINT   NOT NULL,
    more          SMALLINT NOT NULL CHECK (more IN (0, 1)),
    at            BIGINT   NOT NULL,
    kind          TEXT     NOT NULL,
    format        BIGINT   NOT NULL,
    private       SMALLINT NOT NULL CHECK (private IN (0, 1)),
    data          TEXT     NOT NULL,
    crc           BIGINT   NOT NULL,
    PRIMARY KEY (stream, version)
);

CREATE TABLE snapshots (
    stream  TEXT COLLATE "C" NOT NULL,
    label   TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    format  BIGINT NOT NULL,
    data    TEXT   NOT NULL,
    chain   BYTEA  NOT NULL,
    crc     BIGINT NOT NULL,
    PRIMARY KEY (stream, label)
);

CREATE TABLE receipts (
    stream TEXT COLLATE "C" NOT NULL,
    id     TEXT COLLATE "C" NOT NULL,
    data   TEXT   NOT NULL,
    at     BIGINT NOT NULL,
    crc    BIGINT NOT NULL,
    PRIMARY KEY (stream, id)
);

CREATE TABLE notes (
    shelf TEXT COLLATE "C" NOT NULL,
    key   TEXT COLLATE "C" NOT NULL,
    data  TEXT   NOT NULL,
    at    BIGINT NOT NULL,
    crc   BIGINT NOT NULL,
    PRIMARY KEY (shelf, key)
) WITH (fillfactor = 50);

-- Every turn updates heads, so pages have room for the next version of a row.
CREATE TABLE heads (
    stream   TEXT COLLATE "C" PRIMARY KEY,
    first    BIGINT  NOT NULL, -- the order in which streams began
    version  BIGINT  NOT NULL,
    at       BIGINT  NOT NULL,
    chain    BYTEA   NOT NULL,
    revision BIGINT  NOT NULL,
    due      BIGINT  NOT NULL,
    crc      BIGINT  NOT NULL,
    is_open  BOOLEAN NOT NULL  -- whether the stream has a value
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
CREATE INDEX heads_due ON heads (due) WHERE is_open;

CREATE SEQUENCE firsts;
CREATE SEQUENCE commits INCREMENT 1000; -- a server takes a thousand numbers at a time

-- The house clock in microseconds, and the time of the database at its last beat.
CREATE TABLE house (
    one  BOOLEAN PRIMARY KEY DEFAULT true CHECK (one),
    beat TIMESTAMPTZ NOT NULL,
    now  BIGINT      NOT NULL
) WITH (fillfactor = 10);

-- Who is connected to which server. A crash of the database empties these tables.
CREATE UNLOGGED TABLE running (
    one   BOOLEAN PRIMARY KEY DEFAULT true CHECK (one),
    since BIGINT NOT NULL -- by the house clock
);
CREATE UNLOGGED TABLE servers (
    id     TEXT COLLATE "C" PRIMARY KEY,
    beat   BIGINT NOT NULL, -- by the house clock
    serial BIGINT NOT NULL  -- rises when somebody comes or goes
) WITH (fillfactor = 10);
CREATE UNLOGGED TABLE presence (
    server TEXT COLLATE "C" NOT NULL REFERENCES servers ON DELETE CASCADE,
    stream TEXT COLLATE "C" NOT NULL,
    guest  TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (server, stream, guest)
);
INSERT INTO running (since) VALUES (-1000000000);

-- An operator's orders to all servers, and their answers.
CREATE UNLOGGED TABLE orders (
    id   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at   TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    role TEXT NOT NULL DEFAULT session_user,
    by   TEXT NOT NULL,
    data TEXT NOT NULL
);
CREATE UNLOGGED TABLE order_answers (
    id     BIGINT NOT NULL REFERENCES orders ON DELETE CASCADE,
    server TEXT COLLATE "C" NOT NULL,
    data   TEXT NOT NULL,
    PRIMARY KEY (id, server)
);
