-- When the missing report of an execution is to be recorded; null once a report has arrived.
ALTER TABLE :schema.requests ADD COLUMN silent_at timestamptz;

UPDATE :schema.requests r SET silent_at = report_by
WHERE report_by IS NOT NULL AND NOT EXISTS (
  SELECT FROM :schema.events e
  WHERE e.stream = 'request/' || r.approval_request_id
    AND position('"type":"execution.reported"' IN e.bodies) > 0
);

CREATE INDEX requests_silent
  ON :schema.requests (silent_at) WHERE silent_at IS NOT NULL;

-- Commits several independent commits at once; each is numbered n in the rows that describe it. Answers what
-- was refused, by n; whatever is not in the answer is committed once this transaction is. Answers also the time
-- it was judged at. The caller brings the latest time it was ever answered. So a clock that was set back is
-- noticed immediately by a process that saw a later time (TM-7), and by the others through the mark.
--
-- 1. Everything that a commit depends on is locked first, for as long as this transaction lasts: what it
--    writes exclusively, what it only compares shared. Every look is a new query after the locks, so it sees
--    what their last holders wrote. Without waiting, a commit whose locks are held is answered `busy`.
-- 2. Whatever hinders a commit is ranked in the order of the contract, and the first is its answer. Only the
--    first append (place 0) of a commit carries its attempt, its guards and its times.
-- 3. The rest is written. Nothing is refused from here on but by an error that undoes the whole statement:
--    unique_violation where a process wrote without the locks, CS001 where a deadline passed before COMMIT.
CREATE OR REPLACE FUNCTION :schema.commit_batch(
  waiting boolean,
  seen timestamptz,
  locks json,
  appends json,
  bodies text,
  guarded_streams json,
  absent_claims json,
  claims json,
  claim_ends json,
  views json,
  actions json,
  action_bodies text,
  outbox json,
  brings json,
  OUT answer json,
  OUT judged_at timestamptz
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  busy integer[] := '{}';
  refused integer[] := '{}';
  hindrances json;
  claim_hindrances json;
  deadline timestamptz;
BEGIN
  IF waiting THEN
    PERFORM CASE WHEN exclusive THEN pg_advisory_xact_lock(:schema.lock_key(name))
                 ELSE pg_advisory_xact_lock_shared(:schema.lock_key(name)) END
    FROM json_to_recordset(locks) AS l(name text, exclusive boolean);
  ELSE
    SELECT coalesce(array_agg(n), '{}') INTO busy
    FROM json_to_recordset(locks) AS l(n integer, name text, exclusive boolean)
    WHERE NOT CASE WHEN exclusive THEN pg_try_advisory_xact_lock(:schema.lock_key(name))
                   ELSE pg_try_advisory_xact_lock_shared(:schema.lock_key(name)) END;
  END IF;

  judged_at := :schema.store_clock();
  IF judged_at < seen THEN
    UPDATE :schema.store_state SET clock_mark = seen WHERE singleton AND clock_mark < seen;
  END IF;

  SELECT json_agg(r) FILTER (WHERE rank IS NOT NULL), min(not_after) FILTER (WHERE rank IS NULL)
  INTO hindrances, deadline FROM (
    SELECT n, place, stream, not_after, CASE
      WHEN n = ANY (busy) THEN 0
      WHEN place = 0 AND head > expected_version AND EXISTS (
        SELECT FROM :schema.events e WHERE e.stream = heads.stream
          AND e.version = heads.expected_version + 1 AND e.attempt = heads.attempt) THEN 1
      WHEN head <> expected_version THEN 2
      WHEN place = 0 AND epoch IS DISTINCT FROM state_epoch THEN 3
      WHEN policy_version <> coalesce(state_policy_version, '') THEN 4
      WHEN judged_at < clock_mark THEN 5
      WHEN judged_at < not_before THEN 9
      WHEN judged_at >= not_after THEN 10 END AS rank
    FROM (
      SELECT a.*, s.epoch AS state_epoch, s.policy_version AS state_policy_version, s.clock_mark,
        coalesce((SELECT e.version + octet_length(e.digests) / 32 - 1
                  FROM :schema.events e WHERE e.stream = a.stream
                  ORDER BY e.version DESC LIMIT 1), 0) AS head
      FROM json_to_recordset(appends) AS a(
        n integer, place integer, stream text, expected_version integer, attempt text,
        epoch integer, policy_version text, not_before timestamptz, not_after timestamptz)
      LEFT JOIN :schema.store_state s ON s.singleton
    ) AS heads
  ) AS r;

  -- Most commits are guarded by no stream and no claim, and take none.
  IF guarded_streams IS NOT NULL OR absent_claims IS NOT NULL OR claims IS NOT NULL THEN
    SELECT json_agg(r) INTO claim_hindrances FROM (
      SELECT n, 0 AS place, 6 AS rank, NULL AS scope, NULL AS key, NULL AS owner
      FROM json_to_recordset(guarded_streams) AS g(n integer, stream text, version integer)
      WHERE g.version <> coalesce((SELECT e.version + octet_length(e.digests) / 32 - 1
                                   FROM :schema.events e WHERE e.stream = g.stream
                                   ORDER BY e.version DESC LIMIT 1), 0)
    UNION ALL
      SELECT n, 0, 7, NULL, NULL, NULL
      FROM json_to_recordset(absent_claims) AS g(n integer, scope text, key text)
      WHERE EXISTS (SELECT FROM :schema.claims h WHERE h.scope = g.scope AND h.key = g.key
                      AND (h.until IS NULL OR h.until > judged_at))
    UNION ALL
      SELECT t.n, t.place, 8, h.scope, h.key, h.owner
      FROM json_to_recordset(claims) AS t(
        n integer, place integer, scope text, key text, owner text, taken_from text)
      JOIN :schema.claims h ON h.scope = t.scope AND h.key = t.key
      WHERE h.owner <> t.owner AND h.owner IS DISTINCT FROM t.taken_from
        AND (h.until IS NULL OR h.until > judged_at)
    ) AS r;
  END IF;

  answer := '{}';
  IF hindrances IS NOT NULL OR claim_hindrances IS NOT NULL THEN
    SELECT json_object_agg(n, CASE rank
        WHEN 0 THEN '{"outcome":"busy"}'
        WHEN 1 THEN '{"outcome":"committed"}'
        WHEN 2 THEN json_build_object('outcome', 'version_conflict', 'stream', stream)
        WHEN 3 THEN '{"outcome":"stale_guard","which":"epoch"}'
        WHEN 4 THEN '{"outcome":"stale_guard","which":"policy_version"}'
        WHEN 5 THEN '{"outcome":"stale_guard","which":"clock"}'
        WHEN 6 THEN '{"outcome":"stale_guard","which":"stream"}'
        WHEN 7 THEN '{"outcome":"stale_guard","which":"claim"}'
        WHEN 8 THEN json_build_object('outcome', 'claim_taken', 'owner', owner,
          'claim', json_build_object('scope', scope, 'key', key))
        WHEN 9 THEN '{"outcome":"too_early"}'
        WHEN 10 THEN '{"outcome":"too_late"}' END), array_agg(n)
    INTO answer, refused
    FROM (
      SELECT DISTINCT ON (n) * FROM (
        SELECT * FROM json_to_recordset(hindrances) AS h(
          n integer, place integer, rank integer, stream text, scope text, key text, owner text)
      UNION ALL
        SELECT * FROM json_to_recordset(claim_hindrances) AS h(
          n integer, place integer, rank integer, stream text, scope text, key text, owner text)
      ) AS every_one
      ORDER BY n, rank, place
    ) AS firsts;
    IF cardinality(refused) = (SELECT count(*) FROM json_to_recordset(appends) AS a(place integer)
                               WHERE place = 0) THEN
      RETURN;
    END IF;
  END IF;

  WITH written AS (
    INSERT INTO :schema.events (stream, version, attempt, digests, bodies)
    SELECT stream, expected_version + 1, attempt, decode(digests, 'hex'), body
    FROM ROWS FROM (
      json_to_recordset(appends) AS (
        n integer, stream text, expected_version integer, attempt text, digests text),
      string_to_table(bodies, E'\x1e')
    ) AS a(n, stream, expected_version, attempt, digests, body)
    WHERE n <> ALL (refused)
    RETURNING stream, version, octet_length(digests) / 32 AS count
  )
  INSERT INTO :schema.unsequenced (streams, versions, counts, deadline)
  SELECT array_agg(stream), array_agg(version), array_agg(count), deadline FROM written;

  IF views IS NOT NULL THEN
    WITH shown AS MATERIALIZED (
      SELECT v.*, (SELECT r.status FROM :schema.requests r
                   WHERE r.approval_request_id = v.approval_request_id) AS status_before
      FROM json_to_recordset(views) AS v(
        n integer, approval_request_id text, case_id text, status text, agent_id text,
        operation text, tool_name text, risk_level text, route text,
        requested_at timestamptz, due_at timestamptz, report_by timestamptz,
        silent_at timestamptz)
      WHERE n <> ALL (refused)
    ), changed AS (
      UPDATE :schema.requests r SET
        case_id = s.case_id, status = s.status, agent_id = s.agent_id, operation = s.operation,
        tool_name = s.tool_name, risk_level = s.risk_level, route = s.route,
        requested_at = s.requested_at, due_at = s.due_at, report_by = s.report_by,
        silent_at = s.silent_at
      FROM shown s
      WHERE s.status_before IS NOT NULL AND r.approval_request_id = s.approval_request_id
    ), added AS (
      INSERT INTO :schema.requests
      SELECT approval_request_id, case_id, status, agent_id, operation, tool_name, risk_level, route,
             requested_at, due_at, report_by, silent_at
      FROM shown WHERE status_before IS NULL
    )
    INSERT INTO :schema.request_count_deltas (status, delta)
    SELECT c.status, sum(c.delta)
    FROM shown s, LATERAL (VALUES (s.status_before, -1), (s.status, 1)) AS c(status, delta)
    WHERE s.status_before IS DISTINCT FROM s.status AND c.status IS NOT NULL
    GROUP BY c.status;
  END IF;

  -- A held claim that is not one's own is never overwritten: it falls to the insert, which its key refuses.
  IF claims IS NOT NULL THEN
    WITH taken AS MATERIALIZED (
      SELECT * FROM json_to_recordset(claims) AS t(
        n integer, scope text, key text, owner text, until timestamptz, taken_from text)
      WHERE n <> ALL (refused)
    ), retaken AS (
      UPDATE :schema.claims h SET owner = t.owner, until = t.until
      FROM taken t
      WHERE h.scope = t.scope AND h.key = t.key
        AND (h.until <= judged_at OR h.owner = t.owner OR h.owner = t.taken_from)
      RETURNING h.scope, h.key
    )
    INSERT INTO :schema.claims (scope, key, owner, until)
    SELECT scope, key, owner, until FROM taken t
    WHERE NOT EXISTS (SELECT FROM retaken r WHERE r.scope = t.scope AND r.key = t.key);
  END IF;

  IF claim_ends IS NOT NULL THEN
    UPDATE :schema.claims h SET until = t.until
    FROM json_to_recordset(claim_ends) AS t(
      n integer, scope text, key text, owner text, until timestamptz)
    WHERE h.scope = t.scope AND h.key = t.key AND h.owner = t.owner AND n <> ALL (refused);
  END IF;

  IF actions IS NOT NULL THEN
    INSERT INTO :schema.actions AS kept (action_digest, body, retain_until)
    SELECT DISTINCT ON (action_digest) decode(action_digest, 'hex'), body, retain_until
    FROM ROWS FROM (
      json_to_recordset(actions) AS (n integer, action_digest text, retain_until timestamptz),
      string_to_table(action_bodies, E'\x1e')
    ) AS a(n, action_digest, retain_until, body)
    WHERE n <> ALL (refused)
    ORDER BY action_digest, retain_until DESC
    ON CONFLICT (action_digest) DO UPDATE SET retain_until = excluded.retain_until
    WHERE kept.retain_until < excluded.retain_until;
  END IF;

  IF outbox IS NOT NULL THEN
    INSERT INTO :schema.outbox (topic, stream, payload, due_at)
    SELECT topic, stream, payload, judged_at
    FROM json_to_recordset(outbox) AS o(n integer, topic text, stream text, payload text)
    WHERE n <> ALL (refused);
  END IF;

  IF brings IS NOT NULL THEN
    UPDATE :schema.store_state s
    SET epoch = coalesce(b.epoch, s.epoch),
        policy_version = coalesce(b.policy_version, s.policy_version)
    FROM json_to_recordset(brings) AS b(n integer, epoch integer, policy_version text)
    WHERE s.singleton AND n <> ALL (refused);
  END IF;
END
$$;
