-- What a Countersign store keeps. No rule of the protocol is written here: the coordinator decides, and
-- this file only says what is kept, what is unique, and what is found without a scan.
--
-- Rows that are written together are numbered in the order of their commit, so that a batch of commits
-- touches a few pages at the end of each table rather than one random page per row. Long names are kept
-- once and referred to by number.

-- One row, made when the store is, and written once by each batch of commits. What is counted over the whole
-- store is kept here, because that page is written anyway.
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

-- The truth. That a version of a stream exists once is what makes a grant be consumed once.
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

-- How far the log of each epoch has come: its size, and the hashes of its largest complete subtrees, 32 bytes each.
CREATE TABLE logs (
  epoch INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  frontier BLOB NOT NULL CHECK (length(frontier) % 32 = 0)
) STRICT;

-- The events in the order of the logs. The digest is kept once more, so that an edited event shows against it.
CREATE TABLE log_leaves (
  epoch INTEGER NOT NULL,
  leaf_index INTEGER NOT NULL,
  position INTEGER NOT NULL UNIQUE,
  event_digest BLOB NOT NULL CHECK (length(event_digest) = 32),
  -- The hashes of the subtrees that the leaf completed, from two leaves upwards, 32 bytes each.
  nodes BLOB NOT NULL CHECK (length(nodes) % 32 = 0),
  PRIMARY KEY (epoch, leaf_index)
) STRICT, WITHOUT ROWID;

-- What was signed: one for each size of a log, never changed.
CREATE TABLE log_checkpoints (
  epoch INTEGER NOT NULL,
  size INTEGER NOT NULL,
  note TEXT NOT NULL,
  published INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (epoch, size)
) STRICT, WITHOUT ROWID;

CREATE INDEX log_checkpoints_unpublished ON log_checkpoints (epoch, size) WHERE published = 0;

CREATE TABLE claims (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  stream_no INTEGER NOT NULL,
  -- Null holds for ever.
  until TEXT,
  PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;

-- What lists are made from: one row for each approval request, as its stream last left it.
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
) STRICT;

-- Lists without a status are merged from these, status by status, which saves two more indexes. The id that
-- orders requests of one millisecond is sorted as they are read.
CREATE INDEX requests_by_status ON requests (status, requested_at);
CREATE INDEX requests_by_agent ON requests (agent_id, status, requested_at);
CREATE INDEX requests_due ON requests (due_at) WHERE due_at IS NOT NULL;

-- Apart from the streams and erasable: a stream keeps the digest only.
CREATE TABLE actions (
  action_no INTEGER PRIMARY KEY,
  action_digest BLOB NOT NULL UNIQUE CHECK (length(action_digest) = 32),
  retain_until TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;

CREATE INDEX actions_by_retention ON actions (retain_until);

-- Messages that no worker has taken yet, oldest first. A commit only adds here, behind the others.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  topic TEXT NOT NULL,
  stream TEXT NOT NULL,
  payload TEXT NOT NULL
) STRICT;

-- Messages that a worker has taken: leased, or waiting to be tried again.
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
) STRICT;

CREATE INDEX deliveries_available ON deliveries (available_at);

CREATE TABLE dead_letters (
  id INTEGER PRIMARY KEY,
  topic TEXT NOT NULL,
  stream TEXT NOT NULL,
  payload TEXT NOT NULL,
  tries INTEGER NOT NULL,
  problem TEXT NOT NULL,
  died_at TEXT NOT NULL
) STRICT;

CREATE INDEX dead_letters_by_time ON dead_letters (died_at);
