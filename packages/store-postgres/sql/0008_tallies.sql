-- How often something happened on one day, folded from the log. Nothing here is evidence: it can be counted again.
-- scope says what is counted: everything, one agent, one tool, one agent with one tool, or the decisions of one person.
-- day is in UTC.
CREATE TABLE :schema.tallies (
  scope text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  measure text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (scope, kind, day, name, measure)
);

-- Every event before this place of the logs is in the tallies, and none after it. The first step makes the row. up_to is
-- the time of the last event before the place.
CREATE TABLE :schema.tallied (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  epoch integer NOT NULL,
  leaf_index bigint NOT NULL,
  up_to text
);
