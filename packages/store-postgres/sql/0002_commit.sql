-- The key of an advisory lock. Names of the same store meet, names of others practically never.
CREATE FUNCTION :schema.lock_key(name text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN hashtextextended(name, hashtextextended(':schema', 0));

-- What commits is `commit_batch`, which the newest migration that changes it defines.

-- TM-5: a commit that waited past its deadline does not happen, however long it waited and for what.
CREATE FUNCTION :schema.refuse_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF :schema.store_clock() >= NEW.deadline THEN
    RAISE EXCEPTION 'the deadline of the commit passed before COMMIT'
      USING ERRCODE = 'CS001', DETAIL = '{"outcome":"too_late"}';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER refuse_late AFTER INSERT ON :schema.unsequenced
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION :schema.refuse_late();
