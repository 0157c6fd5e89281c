-- How often something happened on one day, folded from the log. Nothing here is evidence: it can be counted again.
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

-- Every event before this place of the logs is in the tallies, and none after it. The first step makes
-- the row. `up_to` is the time of the last event before the place.
CREATE TABLE tallied (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  epoch INTEGER NOT NULL,
  leaf_index INTEGER NOT NULL,
  up_to TEXT
) STRICT;
