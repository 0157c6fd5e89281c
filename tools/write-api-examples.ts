// Writes packages/server/api-examples.json: one real sample for each body and answer of the API. It starts a server, calls
// it the way a person, an agent and an operator would, and keeps what was sent and answered. Samples of calls that need a
// browser or another service come from the tests of those: run them with COUNTERSIGN_API_EXAMPLES set to a folder, and
// give that folder to this program.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decide,
  grantOf,
  propose,
  sampleAction,
  startedServer,
  testBrowser,
} from '@countersign/server/testing';
import { root } from './repository.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('expected a folder for the samples');
process.env['COUNTERSIGN_API_EXAMPLES'] = folder;

const server = await startedServer({ settings: { sample_agent: true } });
try {
  await callEverything();
} finally {
  await server.remove();
}

const target = join(root, 'packages/server/api-examples.json');
const kept = JSON.parse(readFileSync(target, 'utf8')) as Record<string, unknown>;
for (const file of readdirSync(folder)) {
  kept[file.replace(/\.json$/, '')] = JSON.parse(readFileSync(join(folder, file), 'utf8'));
}
const sorted = Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(target, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);

async function callEverything(): Promise<void> {
  const { headers, person_id } = await server.person(['operator', 'reviewer']);
  const other = await server.person(['reviewer']);
  const agent = await server.apiKey({
    verbs: ['propose', 'observe', 'consume'],
    agent_ids: ['billing-bot'],
    executor: 'billing-executor',
  });
  const get = (path: string, as = headers) => server.call('GET', path, { headers: as });
  const post = (path: string, body?: unknown, as = headers) =>
    server.call('POST', path, { headers: as, ...(body === undefined ? {} : { body }) });

  const action = sampleAction();
  const { approval_request_id: id } = await propose(server, agent, action);
  const request = `/v1/requests/${id}`;
  await get('/v1/counts');
  await get('/v1/requests');
  await get(`${request}/view`);
  await get(`${request}/artifact`);
  await get(`${request}/action`, agent);
  await decide(server, headers, id, 'allow');
  const grant = await grantOf(server, agent, id);
  const consumed = { action, grant, attempt: 'attempt-1' };
  await post(`${request}/consume`, consumed, agent);
  await post(`${request}/report`, { attempt: 'attempt-1', outcome: 'unknown' }, agent);
  await post(`${request}/reconcile`, { outcome: 'succeeded', reason: 'the bank confirms it' });
  await get(`${request}/history`);
  await get(`${request}/bundle`);
  await get('/v1/log/checkpoint');
  await get(`/v1/log/inclusion?stream=request/${id}&version=1`);
  await get('/v1/log/consistency?epoch=1&size=1');
  const read = { ...sampleAction(), target: { tool_name: 'read.x', tool_schema_version: '1' } };
  await post('/v1/requests', { action: read, audience: 'billing-executor' }, agent);

  const said = await post(
    '/v1/messages',
    {
      agent_id: 'billing-bot',
      session_id: 's',
      text: 'Shall I delete the database? Please confirm.',
    },
    agent,
  );
  const { hold } = said.body as { hold: { hold_id: string } };
  await get('/v1/holds');
  const conversation = { agent_id: 'billing-bot', conversation_id: 'chat-7', session_id: 's' };
  await post('/v1/conversations', conversation, agent);
  await post(`/v1/holds/${hold.hold_id}/rendered`);
  await post(`/v1/holds/${hold.hold_id}/answer`, { choice: 'Proceed' });
  await post(`/v1/holds/${hold.hold_id}/resume`, undefined, agent);
  await get(`/v1/holds/${hold.hold_id}/record`);

  const fingerprint = {
    action_kind: 'destructive',
    tool_name: 'files.delete',
    path: '/srv/reports',
    scope: null,
    payload_hash: `sha256:${'a'.repeat(64)}`,
  };
  const now = Date.now();
  const evidence_id = 'ev_0123456789ab4def8123456789abcdef';
  await post('/v1/evidence', {
    evidence_id,
    fingerprint,
    origin: 'runtime_ui_confirm',
    created_at: new Date(now - 1000).toISOString(),
    expires_at: new Date(now + 60_000).toISOString(),
    consumed_at: null,
    dispatch_allowed: false,
    can_override_monitor_block: false,
    authorization: 'none',
  });
  await post(`/v1/evidence/${evidence_id}/consume`, { fingerprint }, agent);
  await post('/v1/plans/plan-1', { type: 'block', blocker: 'incident-7' }, agent);

  await get('/v1/policy');
  const { files } = (await get('/v1/policy')).body as { files: unknown };
  await post('/v1/policy/check', { files });
  await post('/v1/policy/explain', { action });
  await post('/v1/policy/replay', { files, limit: 10 });
  await get('/v1/unasked');
  await get('/v1/insights?days=2');
  await get('/v1/tools');
  await get('/v1/policy/proposals?approvals_min=2');
  await get('/.well-known/jwks.json');
  await get('/v1/keys');
  await post('/v1/session/options', { key_digest: testBrowser.key_digest });
  await get('/v1/session');
  await get('/v1/sign-in-ways');
  await get('/v1/dead-letters');

  const person = { name: 'Ada', email: 'ada@example.com', roles: ['reviewer'] };
  await post('/v1/people', person);
  await get('/v1/people');
  await server.call('PATCH', `/v1/people/${other.person_id}`, { headers, body: { active: false } });
  await post('/v1/invitations', person);
  const made = await post('/v1/credentials/api-keys', {
    label: 'billing',
    verbs: ['propose'],
    agent_ids: ['billing-bot'],
    owner: person_id,
  });
  const { credential } = made.body as { credential: { credential_id: string } };
  const public_key = {
    kty: 'OKP',
    crv: 'Ed25519',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  };
  await post('/v1/credentials/hosts', { label: 'chat', agent_ids: ['billing-bot'], public_key });
  await post('/v1/credentials/services', { label: 'fraud', service_id: 'fraud-desk' });
  await get('/v1/credentials');
  await post(`/v1/credentials/${credential.credential_id}/rotate`, { keep: true });
  await post(`/v1/credentials/${credential.credential_id}/revoke`, { reason: 'no longer used' });

  const asked = await post('/v1/terminal-sign-ins', { label: 'ada at laptop' });
  const { device_code, user_code } = asked.body as { device_code: string; user_code: string };
  await post('/v1/terminal-sign-ins/token', { device_code });
  await get(`/v1/terminal-sign-ins/${user_code}`);
  await post(`/v1/terminal-sign-ins/${user_code}/answer`, { answer: 'confirm' });
  await post('/v1/terminal-sign-ins/token', { device_code });
  await server.call('DELETE', '/v1/session', { headers });
}
