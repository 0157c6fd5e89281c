-- When the missing report of an execution is to be recorded; null once a report has arrived.
ALTER TABLE requests ADD COLUMN silent_at TEXT;

UPDATE requests SET silent_at = report_by
WHERE report_by IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM streams JOIN events USING (stream_no)
  WHERE stream = 'request/' || approval_request_id
    AND instr(text, '"type":"execution.reported"') > 0
);

CREATE INDEX requests_silent ON requests (silent_at) WHERE silent_at IS NOT NULL;
