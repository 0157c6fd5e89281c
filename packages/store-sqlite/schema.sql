-- Schema version 7. Written by src/testing/dump-schema.ts; a test compares it with the migrations.

CREATE TABLE actions (
  action_no INTEGER PRIMARY KEY,
  action_digest BLOB NOT NULL UNIQUE CHECK (length(action_digest) = 32),
  retain_until TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE claims (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  stream_no INTEGER NOT NULL,
  -- Null holds for ever.
  until TEXT,
  PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE dead_letters (
  id INTEGER PRIMARY KEY,
  topic TEXT NOT NULL,
  stream TEXT NOT NULL,
  payload TEXT NOT NULL,
  tries INTEGER NOT NULL,
  problem TEXT NOT NULL,
  died_at TEXT NOT NULL
) STRICT;

CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY,
  topic TEXT NOT NULL,
  stream TEXT NOT NULL,
  payload TEXT NOT NULL,
  -- Null while it waits.
  lease_owner TEXT,
  -- When the lease or the wait ends, so that one index serves both.
  available_at TEXT NOT NULL,
  tries INTEGER NOT NULL,
  problem TEXT NOT NULL
, key TEXT) STRICT;

CREATE TABLE events (
  position INTEGER PRIMARY KEY,
  stream_no INTEGER NOT NULL,
  version INTEGER NOT NULL,
  event_digest BLOB NOT NULL CHECK (length(event_digest) = 32),
  -- The canonical bytes that were hashed.
  text TEXT NOT NULL,
  -- The commit that appended here; on the first of its events to a stream.
  attempt TEXT,
  UNIQUE (stream_no, version)
) STRICT;

CREATE TABLE log_checkpoints (
  epoch INTEGER NOT NULL,
  size INTEGER NOT NULL,
  note TEXT NOT NULL,
  published INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (epoch, size)
) STRICT, WITHOUT ROWID;

CREATE TABLE log_leaves (
  epoch INTEGER NOT NULL,
  leaf_index INTEGER NOT NULL,
  position INTEGER NOT NULL UNIQUE,
  event_digest BLOB NOT NULL CHECK (length(event_digest) = 32),
  -- The hashes of the subtrees that the leaf completed, from two leaves upwards, 32 bytes each.
  nodes BLOB NOT NULL CHECK (length(nodes) % 32 = 0),
  PRIMARY KEY (epoch, leaf_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE logs (
  epoch INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  frontier BLOB NOT NULL CHECK (length(frontier) % 32 = 0)
) STRICT;

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  topic TEXT NOT NULL,
  stream TEXT NOT NULL,
  payload TEXT NOT NULL
) STRICT;

CREATE TABLE preferences (
  person_id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE requests (
  request_no INTEGER PRIMARY KEY,
  approval_request_id TEXT NOT NULL UNIQUE,
  case_id TEXT NOT NULL,
  status TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  risk_level TEXT NOT NULL,
  route TEXT NOT NULL,
  requested_at TEXT NOT NULL,
  due_at TEXT,
  report_by TEXT
, silent_at TEXT) STRICT;

CREATE TABLE search_entries (
  -- Milliseconds of the time it was requested at, times 1024, so that the newest first is the order of the key.
  entry_no INTEGER PRIMARY KEY,
  approval_request_id TEXT NOT NULL UNIQUE,
  action_digest BLOB NOT NULL CHECK (length(action_digest) = 32),
  -- What the index has of it, words with a space between them. Needed to take it out again.
  facets TEXT NOT NULL,
  words TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE search_index USING fts5(
  words, content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '='"
);

CREATE TABLE 'search_index_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'search_index_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'search_index_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE search_place (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  epoch INTEGER NOT NULL,
  leaf_index INTEGER NOT NULL,
  erasing INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE store_state (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  store_id TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  policy_version TEXT,
  -- The latest time at which anything was committed; a clock behind it is not believed.
  clock_mark TEXT NOT NULL,
  -- How many requests have each status: a JSON object, kept in step with the rows of `requests`.
  counters TEXT NOT NULL DEFAULT '{}',
  -- The last id given to a message. Ids are never given twice, so that a late settlement cannot meet
  -- another message.
  last_message_id INTEGER NOT NULL DEFAULT 0,
  -- Every event up to this position is in a log. Commits are written one after the other, so positions never
  -- appear behind one that was seen; whatever comes later is looked up in `log_leaves`.
  sequenced_to INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE streams (
  stream_no INTEGER PRIMARY KEY,
  stream TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE tallied (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  epoch INTEGER NOT NULL,
  leaf_index INTEGER NOT NULL,
  up_to TEXT
) STRICT;

CREATE TABLE tallies (
  -- What is counted: everything, one agent, one tool, one agent with one tool, or the decisions of one person.
  scope TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- In UTC.
  day TEXT NOT NULL,
  name TEXT NOT NULL,
  measure TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (scope, kind, day, name, measure)
) STRICT, WITHOUT ROWID;

CREATE INDEX actions_by_retention ON actions (retain_until);

CREATE INDEX dead_letters_by_time ON dead_letters (died_at);

CREATE INDEX deliveries_available ON deliveries (available_at);

CREATE UNIQUE INDEX deliveries_by_key ON deliveries (key) WHERE key IS NOT NULL;

CREATE INDEX log_checkpoints_unpublished ON log_checkpoints (epoch, size) WHERE published = 0;

CREATE INDEX requests_by_agent ON requests (agent_id, status, requested_at);

CREATE INDEX requests_by_agent_and_tool ON requests (agent_id, tool_name, status, requested_at);

CREATE INDEX requests_by_status ON requests (status, requested_at);

CREATE INDEX requests_by_tool ON requests (tool_name, status, requested_at);

CREATE INDEX requests_due ON requests (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX requests_pending_due ON requests (due_at, approval_request_id, agent_id, tool_name)
  WHERE status = 'pending';

CREATE INDEX requests_silent ON requests (silent_at) WHERE silent_at IS NOT NULL;

CREATE INDEX search_entries_by_action ON search_entries (action_digest);
