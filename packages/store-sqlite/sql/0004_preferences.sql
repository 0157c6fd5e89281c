-- Messages that no commit brings wait in `deliveries` from the beginning. Of messages with one key only the first is there.
ALTER TABLE deliveries ADD COLUMN key TEXT;

CREATE UNIQUE INDEX deliveries_by_key ON deliveries (key) WHERE key IS NOT NULL;

-- What people have set for themselves: how they are told of requests, when they are away. No evidence, and erasable.
CREATE TABLE preferences (
  person_id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
