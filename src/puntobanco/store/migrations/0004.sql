-- When a receipt was given and when a note was last written, in microseconds since 1970 UTC, so that
-- both can be cleared away in time. Those that are there count as new.
ALTER TABLE receipts ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE notes ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
UPDATE receipts SET at = coalesce((SELECT at FROM facts ORDER BY number DESC LIMIT 1), 0);
UPDATE notes SET at = coalesce((SELECT at FROM facts ORDER BY number DESC LIMIT 1), 0);
