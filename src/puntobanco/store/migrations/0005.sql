-- Where each stream ends, written with every commit: a log that lost its end says so. `chain` is the
-- hash of all events of the stream, each with the chain before it.
CREATE TABLE heads (
    stream  TEXT    NOT NULL PRIMARY KEY,
    first   INTEGER NOT NULL, -- the number of its first fact
    version INTEGER NOT NULL,
    at      INTEGER NOT NULL, -- the time of its last fact
    chain   BLOB    NOT NULL,
    crc     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Where the whole file ends: one row, whose first three values are also in the head file beside it.
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

ALTER TABLE notes ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
ALTER TABLE receipts ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
UPDATE notes SET crc = row_crc(shelf, key, data, at);
UPDATE receipts SET crc = row_crc(stream, id, data, at);

-- A snapshot carries the chain at its version, so that what follows it can be checked. An intact one
-- stays intact, a damaged one damaged.
ALTER TABLE snapshots ADD COLUMN chain BLOB NOT NULL DEFAULT x'';
UPDATE snapshots SET crc = row_crc(label, stream, version, format, data, chain)
    WHERE crc = row_crc(stream, version, format, data);
