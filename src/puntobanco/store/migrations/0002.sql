-- What may change and is looked up by a key, such as who holds a token.
CREATE TABLE notes (
    shelf TEXT NOT NULL,
    key   TEXT NOT NULL,
    data  TEXT NOT NULL,
    PRIMARY KEY (shelf, key)
) STRICT, WITHOUT ROWID;

-- Every stream by its first fact, so that listing them need not read the whole log.
CREATE INDEX first_facts ON facts (number) WHERE version = 1;
