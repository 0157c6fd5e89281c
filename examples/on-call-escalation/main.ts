// A restart of a database at night. The desk does not answer, so the person on call may decide five minutes later, and not
// a second earlier. The server, its people and the evidence are real; only the clock is moved by hand. Exits non-zero if
// any part of the story does not hold.
import assert from 'node:assert/strict';
import type { Clock } from '@countersign/coordinator';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { decide, propose, startedServer } from '@countersign/server/testing';

const policy = `version: "2026-11"
default: require_approval
default_chain: nights
chain_by_risk: { low: nights, medium: nights, high: nights, critical: nights }
chains:
  - id: nights
    stages:
      - name: desk
        approvers: { roles: [desk] }
        escalation:
          - { after: 5m, approvers: { roles: [on_call] } }
          - { after: 10m, approvers: { roles: [head_of_operations] } }
`;

const began = Date.now();
let moved = 0;
const clock: Clock = {
  now: () => timestampFromMilliseconds(began + moved),
  pause: (_, signal) =>
    new Promise(done => {
      if (signal.aborted) done();
      signal.addEventListener('abort', () => done());
    }),
};
const minutes = (count: number): void => {
  moved += count * 60_000;
};

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const server = await startedServer({ policy, clock });
try {
  await server.person(['desk']);
  const onCall = await server.person(['on_call']);
  const head = await server.person(['head_of_operations']);
  const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['ops-bot'] });
  const restart = {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'ops-bot',
    subject_id: null,
    target: { tool_name: 'db.restart', tool_schema_version: '1', resource: 'db-7' },
    parameters: { node: 'db-7', drain_seconds: 30 },
  };

  const asked = await propose(server, agent, restart);
  const id = asked.approval_request_id;
  assert.equal(asked.request.asked_since, asked.request.requested_at);
  say('At night the agent asks to restart a database. The desk is asked first.');

  assert.equal(await codeOf(decide(server, onCall.headers, id, 'allow')), 'approver_joins_later');
  minutes(4);
  assert.equal(await codeOf(decide(server, onCall.headers, id, 'allow')), 'approver_joins_later');
  say('The person on call cannot decide yet: the desk has five minutes.');

  minutes(1);
  assert.equal(await codeOf(decide(server, head.headers, id, 'allow')), 'approver_joins_later');
  const decided = await decide(server, onCall.headers, id, 'allow');
  assert.equal(decided.status, 'allowed');
  assert.equal(decided.request.expires_at, asked.request.expires_at);
  say('Five minutes later the person on call decides. The deadline has not moved.');

  const [entry] = decided.entries;
  assert.equal(entry?.approver_identity, onCall.person_id);
  assert.deepEqual(entry?.approver_roles, ['on_call']);
  say('The record names who decided, with which role, and when they had joined.');
} finally {
  await server.remove();
}

async function codeOf(run: Promise<unknown>): Promise<string> {
  const error = await run.then(
    () => assert.fail('it was taken'),
    (thrown: unknown) => thrown,
  );
  return (JSON.parse((error as Error).message) as { code: string }).code;
}
