-- What requests are found by, made from the log. Nothing here is evidence: it can be made again.
CREATE TABLE search_entries (
  -- Milliseconds of the time it was requested at, times 1024, so that the newest first is the order of the key.
  entry_no INTEGER PRIMARY KEY,
  approval_request_id TEXT NOT NULL UNIQUE,
  action_digest BLOB NOT NULL CHECK (length(action_digest) = 32),
  -- What the index has of it, words with a space between them. Needed to take it out again.
  facets TEXT NOT NULL,
  words TEXT NOT NULL
) STRICT;

CREATE INDEX search_entries_by_action ON search_entries (action_digest);

-- The words come folded and cut from the coordinator. The tokenizer only splits them at spaces.
CREATE VIRTUAL TABLE search_index USING fts5(
  words, content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '='"
);

-- Every word that an entry has, and how many have it. Facets are not in it.
CREATE TABLE search_words (
  word TEXT PRIMARY KEY,
  entries INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Every event before this place of the logs is in the index. The first step makes the row. `erasing` is 1 while words
-- that were taken out are still in the file.
CREATE TABLE search_place (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  epoch INTEGER NOT NULL,
  leaf_index INTEGER NOT NULL,
  erasing INTEGER NOT NULL DEFAULT 0
) STRICT;
