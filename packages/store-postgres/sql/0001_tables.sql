-- The store's clock, in one place. Whatever compares with time asks here.
CREATE FUNCTION :schema.store_clock() RETURNS timestamptz
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN clock_timestamp();

-- One row. Guards of commits are compared with it; clock_mark follows the clock about once a second.
CREATE TABLE :schema.store_state (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  store_id text NOT NULL,
  epoch integer NOT NULL DEFAULT 1,
  policy_version text,
  clock_mark timestamptz NOT NULL
);

-- The truth: a row for what one commit appended to a stream, by the version of its first event. Its primary key
-- is what makes a consume happen once: commits that read the same version write the same key. The digests are 32
-- bytes for each event; the bodies are canonical JSON, which has no line ends of its own, one to a line.
CREATE TABLE :schema.events (
  stream text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  attempt text COLLATE "C" NOT NULL,
  digests bytea NOT NULL,
  bodies text NOT NULL,
  PRIMARY KEY (stream, version)
);
-- A row is kept whole; a long one by compressing its bodies, not by putting its smaller columns elsewhere.
ALTER TABLE :schema.events
  ALTER COLUMN stream SET STORAGE MAIN,
  ALTER COLUMN attempt SET STORAGE MAIN,
  ALTER COLUMN digests SET STORAGE MAIN,
  ALTER COLUMN bodies SET STORAGE MAIN;

-- Events not yet in the log: a set, because commits become visible in another order than any counter's. A row
-- is for all that was written together: streams, the version of the first event in each, and how many there
-- are. An event is in the log where it has a leaf; a row is here until all of its events are. The id is no cursor:
-- it only puts what is here in an order in which the events of one stream follow each other. deadline is the
-- earliest of those commits, for the trigger that looks again at COMMIT.
CREATE TABLE :schema.unsequenced (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  streams text[] COLLATE "C" NOT NULL,
  versions integer[] NOT NULL,
  counts integer[] NOT NULL,
  deadline timestamptz
) WITH (autovacuum_vacuum_scale_factor = 0.02);

-- How far the log of each epoch has come: its size, and the hashes of its largest complete subtrees, 32 bytes each.
CREATE TABLE :schema.logs (
  epoch integer PRIMARY KEY,
  size bigint NOT NULL,
  frontier bytea NOT NULL
);

-- The events in the order of the logs. The digest is kept once more, so that an edited event shows against it.
-- nodes are the hashes of the subtrees that the leaf completed, from two leaves upwards, 32 bytes each.
CREATE TABLE :schema.log_leaves (
  epoch integer NOT NULL,
  leaf_index bigint NOT NULL,
  stream text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  event_digest bytea NOT NULL,
  nodes bytea NOT NULL,
  PRIMARY KEY (epoch, leaf_index),
  UNIQUE (stream, version)
);

-- What was signed: one for each size of a log, never changed.
CREATE TABLE :schema.log_checkpoints (
  epoch integer NOT NULL,
  size bigint NOT NULL,
  note text NOT NULL,
  published boolean NOT NULL DEFAULT false,
  PRIMARY KEY (epoch, size)
);
CREATE INDEX log_checkpoints_unpublished ON :schema.log_checkpoints (epoch, size) WHERE NOT published;

-- A claim is held where until is null or in the future; a row that is past it is free to be taken.
CREATE TABLE :schema.claims (
  scope text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  until timestamptz,
  PRIMARY KEY (scope, key)
);

-- What lists show. Two indexes serve every list: one without a status merges the few statuses there are. They
-- leave out the id, which only orders the few requests of one millisecond.
CREATE TABLE :schema.requests (
  approval_request_id text COLLATE "C" PRIMARY KEY,
  case_id text NOT NULL,
  status text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  operation text NOT NULL,
  tool_name text NOT NULL,
  risk_level text NOT NULL,
  route text NOT NULL,
  requested_at timestamptz NOT NULL,
  due_at timestamptz,
  report_by timestamptz
);
CREATE INDEX requests_by_status
  ON :schema.requests (status, requested_at);
CREATE INDEX requests_by_agent
  ON :schema.requests (agent_id, status, requested_at);
CREATE INDEX requests_due
  ON :schema.requests (due_at) WHERE due_at IS NOT NULL;

-- A count is the folded number plus its deltas. Commits only add deltas, so that none waits for another.
CREATE TABLE :schema.request_counts (
  status text COLLATE "C" PRIMARY KEY,
  count bigint NOT NULL
);
CREATE TABLE :schema.request_count_deltas (
  status text COLLATE "C" NOT NULL,
  delta integer NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.02);

CREATE TABLE :schema.actions (
  action_digest bytea PRIMARY KEY,
  body text NOT NULL,
  retain_until timestamptz NOT NULL
);
CREATE INDEX actions_by_retention ON :schema.actions (retain_until);

-- due_at is when a message may be leased: its commit, the end of a lease, or the next try. A dead letter has
-- died_at.
CREATE TABLE :schema.outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  stream text NOT NULL,
  payload text NOT NULL,
  due_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  lease_owner text,
  problem text,
  died_at timestamptz
) WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX outbox_due ON :schema.outbox (due_at, id) WHERE died_at IS NULL;
CREATE INDEX outbox_dead ON :schema.outbox (died_at, id) WHERE died_at IS NOT NULL;
