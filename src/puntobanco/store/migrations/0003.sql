-- A stream may have several snapshots, each with a label of its own.
CREATE TABLE labelled (
    stream  TEXT    NOT NULL,
    label   TEXT    NOT NULL,
    version INTEGER NOT NULL,
    format  INTEGER NOT NULL,
    data    TEXT    NOT NULL,
    crc     INTEGER NOT NULL,
    PRIMARY KEY (stream, label)
) STRICT, WITHOUT ROWID;

INSERT INTO labelled (stream, label, version, format, data, crc)
    SELECT stream, '', version, format, data, crc FROM snapshots;

DROP TABLE snapshots;
ALTER TABLE labelled RENAME TO snapshots;
