-- What requests are found by, made from the log. Nothing here is evidence: it can be made again. body has the words and
-- the facets, which begin with a sign that no word has. They come folded and cut from the coordinator.
CREATE TABLE :schema.search_entries (
  approval_request_id text COLLATE "C" PRIMARY KEY,
  requested_at timestamptz NOT NULL,
  action_digest bytea NOT NULL,
  body tsvector NOT NULL
);
CREATE INDEX search_entries_by_body ON :schema.search_entries USING gin (body);
CREATE INDEX search_entries_by_time ON :schema.search_entries (requested_at, approval_request_id);
CREATE INDEX search_entries_by_action ON :schema.search_entries (action_digest);

-- Every word that an entry has, and how many have it. Facets are not in it.
CREATE TABLE :schema.search_words (
  word text COLLATE "C" PRIMARY KEY,
  uses integer NOT NULL
);

-- Every event before this place of the logs is in the index. The first step makes the row.
CREATE TABLE :schema.search_place (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  epoch integer NOT NULL,
  leaf_index bigint NOT NULL
);

-- Adds to the number of entries that have each word. In the order of the words, so that two of these never wait for
-- each other.
CREATE FUNCTION :schema.count_words(changes json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO :schema.search_words AS kept (word, uses)
  SELECT c.word, sum(c.change)::integer FROM json_to_recordset(changes) AS c(word text, change integer)
  GROUP BY c.word HAVING sum(c.change) <> 0 ORDER BY c.word COLLATE "C"
  ON CONFLICT (word) DO UPDATE SET uses = kept.uses + excluded.uses;
  DELETE FROM :schema.search_words kept USING json_to_recordset(changes) AS c(word text, change integer)
  WHERE kept.word = c.word AND c.change < 0 AND kept.uses <= 0;
END
$$;

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
  changes json;
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
  -- Everything here sees the entries as they were before.
  WITH put AS MATERIALIZED (
    SELECT g.id, g.at, decode(g.digest, 'hex') AS digest, array_to_tsvector(
      CASE WHEN decode(g.digest, 'hex') = ANY (kept) THEN g.facets || g.words ELSE g.facets END) AS body
    FROM json_to_recordset(given) AS g(id text, at timestamptz, digest text, facets text[], words text[])
  ), written AS (
    INSERT INTO :schema.search_entries AS e (approval_request_id, requested_at, action_digest, body)
    SELECT p.id, p.at, p.digest, p.body FROM put p ORDER BY p.id
    ON CONFLICT (approval_request_id) DO UPDATE SET body = excluded.body WHERE e.body <> excluded.body
  )
  SELECT json_agg(json_build_object('word', c.word, 'change', c.change)) INTO changes FROM (
    SELECT n.lexeme AS word, 1 AS change FROM put p, unnest(p.body) AS n
    UNION ALL
    SELECT o.lexeme, -1 FROM put p
    JOIN :schema.search_entries e ON e.approval_request_id = p.id, unnest(e.body) AS o
  ) AS c WHERE c.word NOT LIKE '=%';
  PERFORM :schema.count_words(coalesce(changes, '[]'));
  RETURN true;
END
$$;

-- Takes the words of these actions out of the index. Their facets stay, which say nothing of their values. Called after
-- the bytes were deleted, in the same transaction.
CREATE FUNCTION :schema.erase_words(digests bytea[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  changes json;
BEGIN
  PERFORM FROM :schema.search_entries e WHERE e.action_digest = ANY (digests)
  ORDER BY e.approval_request_id FOR UPDATE;
  SELECT json_agg(json_build_object('word', o.lexeme, 'change', -1)) INTO changes
  FROM :schema.search_entries e, unnest(e.body) AS o
  WHERE e.action_digest = ANY (digests) AND o.lexeme NOT LIKE '=%';
  UPDATE :schema.search_entries e
  SET body = array_to_tsvector(ARRAY(SELECT o.lexeme FROM unnest(e.body) AS o WHERE o.lexeme LIKE '=%'))
  WHERE e.action_digest = ANY (digests);
  PERFORM :schema.count_words(coalesce(changes, '[]'));
END
$$;
