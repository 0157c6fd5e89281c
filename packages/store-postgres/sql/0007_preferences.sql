-- Messages that no commit brings have a key. Of messages with one key only the first is in the outbox; a dead letter has
-- no key any more.
ALTER TABLE :schema.outbox ADD COLUMN key text COLLATE "C";
CREATE UNIQUE INDEX outbox_by_key ON :schema.outbox (key) WHERE key IS NOT NULL;

-- What people have set for themselves: how they are told of requests, when they are away. No evidence, and erasable.
CREATE TABLE :schema.preferences (
  person_id text COLLATE "C" PRIMARY KEY,
  version integer NOT NULL,
  body text NOT NULL
);
