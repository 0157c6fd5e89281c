-- Adds leaves to the log of the present epoch, and answers whether it did. A process that adds locks the row of the
-- log and compares its size with the expected one; the first to add makes the row. That an event is in one log
-- only, once, is the unique key of its leaf: where it refuses, everything here is undone.
CREATE FUNCTION :schema.append_to_log(
  present_epoch integer,
  expected_size bigint,
  frontier_after text,
  leaves json
) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  added integer := json_array_length(leaves);
BEGIN
  IF present_epoch IS DISTINCT FROM (SELECT epoch FROM :schema.store_state WHERE singleton) THEN
    RETURN false;
  END IF;
  IF expected_size = 0 THEN
    INSERT INTO :schema.logs (epoch, size, frontier)
    VALUES (present_epoch, added, decode(frontier_after, 'hex'))
    ON CONFLICT (epoch) DO NOTHING;
  ELSE
    UPDATE :schema.logs SET size = expected_size + added, frontier = decode(frontier_after, 'hex')
    WHERE epoch = present_epoch AND size = expected_size;
  END IF;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO :schema.log_leaves (epoch, leaf_index, stream, version, event_digest, nodes)
  SELECT present_epoch, expected_size + l.place, l.stream, l.version,
    decode(l.event_digest, 'hex'), decode(l.nodes, 'hex')
  FROM json_to_recordset(leaves) AS l(
    place integer, stream text, version integer, event_digest text, nodes text);
  -- The leaves were taken from the front, each row having at least one. What is left behind because others
  -- appeared in front of it meanwhile is found done the next time.
  DELETE FROM :schema.unsequenced q
  WHERE q.id = ANY (ARRAY(SELECT id FROM :schema.unsequenced ORDER BY id LIMIT added))
    AND NOT EXISTS (
      SELECT FROM unnest(q.streams, q.versions, q.counts) AS a(stream, version, count)
      WHERE a.count > (SELECT count(*) FROM :schema.log_leaves l WHERE l.stream = a.stream
                         AND l.version >= a.version AND l.version < a.version + a.count));
  RETURN true;
EXCEPTION WHEN unique_violation THEN
  RETURN false;
END
$$;
