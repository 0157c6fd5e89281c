-- What a commit inside a caller's transaction was guarded by, until that transaction ends. Its locks would
-- last as long as the caller wants, and would keep everyone from placing a hold or bringing a policy into
-- force. So the locks are taken, and everything is compared again, only at the caller's COMMIT.
CREATE TABLE :schema.transaction_guards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  epoch integer NOT NULL,
  policy_version text,
  locks json NOT NULL,
  guarded_streams json,
  absent_claims json
);

-- One commit in the transaction of the caller (SU-4). The settings are those of the store's own connections:
-- plans by index whatever the statistics say, and no waiting without an end.
CREATE FUNCTION :schema.commit_in_transaction(
  expected_store_id text,
  locks json,
  shared_locks json,
  appends json,
  bodies text,
  guarded_streams json,
  absent_claims json,
  claims json,
  claim_ends json,
  views json,
  actions json,
  action_bodies text,
  outbox json
) RETURNS json LANGUAGE plpgsql
SET lock_timeout = '1s'
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
#variable_conflict use_variable
DECLARE
  answer json;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'expected a transaction that is READ COMMITTED and found %: a commit compares with what is true at COMMIT, not with a snapshot',
      upper(current_setting('transaction_isolation')) USING ERRCODE = 'CS003';
  END IF;
  IF expected_store_id IS DISTINCT FROM (SELECT store_id FROM :schema.store_state) THEN
    RAISE EXCEPTION 'expected a client of the database of store % and found one of another store',
      expected_store_id USING ERRCODE = 'CS003';
  END IF;
  IF current_setting('synchronous_commit') NOT IN ('on', 'remote_apply') THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
  SELECT b.answer INTO answer
  FROM :schema.commit_batch(true, NULL, locks, appends, bodies, guarded_streams, absent_claims, claims,
    claim_ends, views, actions, action_bodies, outbox, NULL) AS b;
  IF answer->'0' IS NULL THEN
    INSERT INTO :schema.transaction_guards
      (epoch, policy_version, locks, guarded_streams, absent_claims)
    SELECT a.epoch, a.policy_version, shared_locks, guarded_streams, absent_claims
    FROM json_to_recordset(appends) AS a(place integer, epoch integer, policy_version text)
    WHERE a.place = 0;
  END IF;
  RETURN answer;
END
$$;

CREATE FUNCTION :schema.recheck_guards() RETURNS trigger LANGUAGE plpgsql
SET lock_timeout = '1s'
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
DECLARE
  state :schema.store_state;
  stale text;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(:schema.lock_key(name))
  FROM json_to_recordset(NEW.locks) AS l(name text);
  SELECT * INTO STRICT state FROM :schema.store_state WHERE singleton;
  stale := CASE
    WHEN NEW.epoch <> state.epoch THEN 'epoch'
    WHEN NEW.policy_version <> coalesce(state.policy_version, '') THEN 'policy_version'
    WHEN :schema.store_clock() < state.clock_mark THEN 'clock'
    WHEN EXISTS (
      SELECT FROM json_to_recordset(NEW.guarded_streams) AS g(stream text, version integer)
      WHERE g.version <> coalesce((SELECT e.version + octet_length(e.digests) / 32 - 1
                                   FROM :schema.events e WHERE e.stream = g.stream
                                   ORDER BY e.version DESC LIMIT 1), 0)) THEN 'stream'
    WHEN EXISTS (
      SELECT FROM json_to_recordset(NEW.absent_claims) AS g(scope text, key text)
      JOIN :schema.claims h ON h.scope = g.scope AND h.key = g.key
      WHERE h.until IS NULL OR h.until > :schema.store_clock()) THEN 'claim' END;
  IF stale IS NOT NULL THEN
    RAISE EXCEPTION 'a guard of the commit no longer held at COMMIT: %', stale
      USING ERRCODE = 'CS002',
            DETAIL = json_build_object('outcome', 'stale_guard', 'which', stale)::text;
  END IF;
  DELETE FROM :schema.transaction_guards WHERE id = NEW.id;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER recheck_guards AFTER INSERT ON :schema.transaction_guards
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION :schema.recheck_guards();
