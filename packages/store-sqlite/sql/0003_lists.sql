-- What waits for people, soonest deadline first. With the agent and the tool in it, lists that ask for one of them pass
-- the others over without reading their rows.
CREATE INDEX requests_pending_due ON requests (due_at, approval_request_id, agent_id, tool_name)
  WHERE status = 'pending';

-- Lists of one tool, and of one tool of one agent: how earlier requests of the same kind ended.
CREATE INDEX requests_by_tool ON requests (tool_name, status, requested_at);
CREATE INDEX requests_by_agent_and_tool ON requests (agent_id, tool_name, status, requested_at);
