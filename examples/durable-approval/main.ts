// An approval that outlives the process that asked for it. One process opens the request and ends; another
// records the decisions; eight try to use the approval at once. Everything is in one SQLite file. Exits non-zero
// if any part of the story does not hold.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  activatePolicy,
  type Context,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  issueGrant,
  type Ports,
  readHistory,
  recordEntry,
  reportExecution,
} from '@countersign/coordinator';
import { openFileSigner } from '@countersign/keys';
import { loadPolicy, PoliciesInForce, problemText } from '@countersign/policy';
import { parseEntrySubmission } from '@countersign/protocol/chain';
import type { Result } from '@countersign/protocol/reason';
import { inputDigest, type OpenedRequest } from '@countersign/protocol/request';
import {
  authenticated,
  idFromUuid,
  PersonId,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import { loadGrammars, type RiskSettings, riskAssessor } from '@countersign/risk';
import { openSqliteStore } from '@countersign/store-sqlite';

const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'));
const clock: Ports['clock'] = {
  now: () => timestampFromMilliseconds(Date.now()),
  pause: (milliseconds, signal) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined),
};
const ids: Ports['ids'] = { uuid: () => randomUUID() };

const alice = idFromUuid(PersonId, 'person', randomUUID());
const policyText = `
version: "2026-11"
default: deny
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages:
      - name: reviewer
        approvers: { identities: [${alice}] }
rules:
  - id: transfers
    match: { tool: wire_transfer }
    outcome: require_approval
    reason: Money leaves the house.
`;
const grammar = await loadGrammars();
const inputs = { assessor: (settings: RiskSettings) => riskAssessor({ settings, grammar }) };
function loadPolicies(): PoliciesInForce {
  const loaded = loadPolicy([{ name: 'policy.yaml', text: policyText, layer: 'operator' }], inputs);
  if (!loaded.ok) assert.fail(loaded.problems.map(problemText).join('\n'));
  return new PoliciesInForce(loaded.policy, inputs);
}

/** What a process of its own would be made of: its own store handle and its own memory. */
async function startProcess(): Promise<Context> {
  const store = await openSqliteStore({ path: join(folder, 'countersign.db'), clock, ids });
  return createContext({
    store,
    clock,
    ids,
    policies: loadPolicies(),
    people: {
      directory: async () => [{ kind: 'human', identity: alice, roles: [], assurance: 'webauthn' }],
      parties: async () => ({ requester: null, subject: null, agent_owner: null }),
      passkeyTrust: async () => ({
        origin: 'http://localhost:8080',
        rp_id: 'localhost',
        passkeys: [],
      }),
    },
    signer: await openFileSigner({ issuer: 'example', folder: join(folder, 'keys'), clock }),
    notifier: { committed: () => undefined },
    anchor: null,
  });
}

function must<T>(outcome: Result<T>): T {
  if (!outcome.ok) assert.fail(`${outcome.refusal.code}: ${outcome.refusal.detail}`);
  return outcome.value;
}

const action = {
  schema_version: '1.0',
  operation: 'tool.invoke',
  agent_id: 'billing-bot',
  target: { tool_name: 'wire_transfer', tool_schema_version: '2', resource: 'acct-42' },
  parameters: { amount: 4200, currency: 'USD', to: 'Müller GmbH' },
};
const proposal = {
  action,
  principal: authenticated({ kind: 'agent', principal_id: 'key-billing-bot', roles: [] }),
  audience: 'billing-executor',
  idempotencyKey: 'invoice-7',
};

async function ask(context: Context): Promise<OpenedRequest> {
  const proposed = must(await evaluateAndOpen(context, proposal));
  return proposed.verdict === 'require_approval'
    ? proposed.state
    : assert.fail('expected a request');
}

try {
  const first = await startProcess();
  must(await activatePolicy(first));
  const { request } = await ask(first);
  const approvalRequestId = request.approval_request_id;
  await first.store.close();
  console.log('One process asks, and ends. The request waits in the file.');

  const second = await startProcess();
  const found = await ask(second);
  assert.equal(found.request.approval_request_id, approvalRequestId);
  console.log('Another asks the same with the same key and finds the same request.');

  must(
    await recordEntry(second, {
      approvalRequestId,
      principal: authenticated({
        kind: 'human',
        principal_id: 'cookie-1',
        person_id: alice,
        roles: [],
        assurance: 'session',
      }),
      submission: parseEntrySubmission({
        chain_entry_id: `ace_${randomUUID().replaceAll('-', '')}`,
        stage_index: 0,
        decision: 'allow',
        reason_code: 'reviewed',
        input_digest: inputDigest(found.request),
      }),
    }),
  );
  const grant = must(await issueGrant(second, approvalRequestId));
  console.log('Alice allows it, and a signed grant is issued.');

  const executors = await Promise.all(Array.from({ length: 8 }, startProcess));
  const outcomes = await Promise.all(
    executors.map((executor, number) =>
      consumeGrant(executor, {
        approvalRequestId,
        action,
        grant,
        executor: 'billing-executor',
        attempt: `attempt-${number}`,
      }),
    ),
  );
  const winner = outcomes.findIndex(({ ok }) => ok);
  assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
  const codes = new Set(outcomes.map(outcome => (outcome.ok ? 'consumed' : outcome.refusal.code)));
  assert.deepEqual([...codes].sort(), ['consumed', 'grant_already_consumed']);
  console.log('Eight executors try at once; one may start, seven hear grant_already_consumed.');

  const attempt = `attempt-${winner}`;
  must(await reportExecution(second, { approvalRequestId, attempt, outcome: 'succeeded' }));
  const history = must(await readHistory(second, approvalRequestId));
  console.log(
    `${history.length} linked events verify: ${history.map(({ type }) => type).join(', ')}.`,
  );
  await Promise.all([second, ...executors].map(({ store }) => store.close()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
