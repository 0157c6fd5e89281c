-- Words are found by their beginnings in the index itself, so that no list of all words is needed. Words are cut shorter
-- than before, so the index is made again from the log.
DROP FUNCTION :schema.erase_words(bytea[]);
DROP FUNCTION :schema.add_to_index(integer, bigint, integer, bigint, json);
DROP FUNCTION :schema.count_words(json);
DROP TABLE :schema.search_words;
TRUNCATE :schema.search_entries, :schema.search_place;

-- Puts entries in place of earlier ones and moves the place, and answers whether it did. The bytes of the actions are
-- locked, so that their words are not written while another process erases them.
CREATE FUNCTION :schema.add_to_index(
  from_epoch integer,
  from_index bigint,
  to_epoch integer,
  to_index bigint,
  given json
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  kept bytea[];
BEGIN
  INSERT INTO :schema.search_place AS place (epoch, leaf_index)
  SELECT to_epoch, to_index
  WHERE (from_epoch = 1 AND from_index = 0) OR EXISTS (SELECT FROM :schema.search_place WHERE singleton)
  ON CONFLICT (singleton) DO UPDATE SET epoch = excluded.epoch, leaf_index = excluded.leaf_index
  WHERE place.epoch = from_epoch AND place.leaf_index = from_index;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  kept := ARRAY(
    SELECT a.action_digest FROM :schema.actions a
    WHERE a.action_digest = ANY (ARRAY(
      SELECT decode(g.digest, 'hex') FROM json_to_recordset(given) AS g(digest text)))
    ORDER BY a.action_digest FOR KEY SHARE);
  INSERT INTO :schema.search_entries AS e (approval_request_id, requested_at, action_digest, body)
  SELECT g.id, g.at, decode(g.digest, 'hex'), array_to_tsvector(
    CASE WHEN decode(g.digest, 'hex') = ANY (kept) THEN g.facets || g.words ELSE g.facets END)
  FROM json_to_recordset(given) AS g(id text, at timestamptz, digest text, facets text[], words text[])
  ORDER BY g.id
  ON CONFLICT (approval_request_id) DO UPDATE SET body = excluded.body WHERE e.body <> excluded.body;
  RETURN true;
END
$$;

-- Takes the words of these actions out of the index. Their facets stay, which say nothing of their values. Called after
-- the bytes were deleted, in the same transaction.
CREATE FUNCTION :schema.erase_words(digests bytea[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM :schema.search_entries e WHERE e.action_digest = ANY (digests)
  ORDER BY e.approval_request_id FOR UPDATE;
  UPDATE :schema.search_entries e
  SET body = array_to_tsvector(ARRAY(SELECT o.lexeme FROM unnest(e.body) AS o WHERE o.lexeme LIKE '=%'))
  WHERE e.action_digest = ANY (digests);
END
$$;
