// An effect and the consumption of its approval in one transaction of one's own database: either the refund is booked and
// the approval is used up, or neither. The approvals live in the same Postgres as the ledger. Exits non-zero if any part
// of the story does not hold.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  activatePolicy,
  type Consumption,
  consumeGrant,
  createContext,
  evaluateAndOpen,
  issueGrant,
  type Ports,
  readRequest,
  recordEntry,
  reportExecution,
} from '@countersign/coordinator';
import { openFileSigner } from '@countersign/keys';
import { loadPolicy, PoliciesInForce, problemText } from '@countersign/policy';
import { parseEntrySubmission } from '@countersign/protocol/chain';
import type { Result } from '@countersign/protocol/reason';
import { inputDigest } from '@countersign/protocol/request';
import {
  authenticated,
  idFromUuid,
  PersonId,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import { loadGrammars, type RiskSettings, riskAssessor } from '@countersign/risk';
import { startPostgres } from '@countersign/server/testing';
import { openPostgresStore } from '@countersign/store-postgres';
import { Client } from 'pg';

const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'));
const clock: Ports['clock'] = {
  now: () => timestampFromMilliseconds(Date.now()),
  pause: () => Promise.resolve(),
};
const ids: Ports['ids'] = { uuid: () => randomUUID() };
const ada = idFromUuid(PersonId, 'person', randomUUID());
const executor = 'ledger';
const policyText = `version: "2026-11"
default: require_approval
default_chain: owner
chain_by_risk: { low: owner, medium: owner, high: owner, critical: owner }
chains:
  - id: owner
    stages:
      - name: owner
        approvers: { identities: [${ada}] }
`;

const postgres = await startPostgres();
try {
  const { url: connectionString } = await postgres.createDatabase();
  const store = await openPostgresStore({ connection: connectionString, clock, ids });
  const grammar = await loadGrammars();
  const inputs = { assessor: (settings: RiskSettings) => riskAssessor({ settings, grammar }) };
  const loaded = loadPolicy([{ name: 'policy.yaml', text: policyText, layer: 'operator' }], inputs);
  if (!loaded.ok) assert.fail(loaded.problems.map(problemText).join('\n'));
  const context = createContext({
    store,
    clock,
    ids,
    policies: new PoliciesInForce(loaded.policy, inputs),
    people: {
      directory: async () => [{ kind: 'human', identity: ada, roles: [], assurance: 'session' }],
      parties: async () => ({ requester: null, subject: null, agent_owner: null }),
      passkeyTrust: async () => ({ origin: 'http://localhost', rp_id: 'localhost', passkeys: [] }),
    },
    signer: await openFileSigner({ issuer: 'example', folder: join(folder, 'keys'), clock }),
    notifier: { committed: () => undefined },
    anchor: null,
  });
  must(await activatePolicy(context));

  const ledger = new Client({ connectionString });
  // That the database goes away at the end of a story that failed is not the story.
  ledger.on('error', () => undefined);
  await ledger.connect();
  await ledger.query('CREATE TABLE refunds (charge text PRIMARY KEY, amount integer NOT NULL)');
  const booked = async () =>
    (await ledger.query<{ charge: string }>('SELECT charge FROM refunds')).rows.map(
      row => row.charge,
    );
  const statusOf = async (id: string) => must(await readRequest(context, id)).status;

  /** Asks, and is allowed by Ada: everything a consumption needs. */
  async function allowed(charge: string): Promise<Consumption> {
    const action = {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id: 'support-bot',
      target: { tool_name: 'refund', tool_schema_version: '1', resource: charge },
      parameters: { charge, amount: 42 },
    };
    const agent = authenticated({ kind: 'agent', principal_id: 'key-1', roles: [] });
    const asked = must(
      await evaluateAndOpen(context, { action, principal: agent, audience: executor }),
    );
    if (asked.verdict !== 'require_approval') assert.fail('expected a question');
    const { request } = asked.state;
    const approvalRequestId = request.approval_request_id;
    const principal = authenticated({
      kind: 'human',
      principal_id: 'cookie-1',
      person_id: ada,
      roles: [],
      assurance: 'session',
    });
    must(
      await recordEntry(context, {
        approvalRequestId,
        principal,
        submission: parseEntrySubmission({
          chain_entry_id: `ace_${randomUUID().replaceAll('-', '')}`,
          stage_index: 0,
          decision: 'allow',
          reason_code: 'reviewed',
          input_digest: inputDigest(request),
        }),
      }),
    );
    const grant = must(await issueGrant(context, approvalRequestId));
    return { approvalRequestId, action, grant, executor, attempt: randomUUID() };
  }

  /** The refund and the consumption, in one transaction. What `fault` throws undoes both. */
  async function refund(use: Consumption, fault: () => void = () => undefined): Promise<string> {
    await ledger.query('BEGIN');
    try {
      const consumed = await consumeGrant(context, use, commit =>
        store.commitInTransaction(ledger, commit),
      );
      if (!consumed.ok) {
        await ledger.query('ROLLBACK');
        return consumed.refusal.code;
      }
      const { charge, amount } = (use.action as { parameters: { charge: string; amount: number } })
        .parameters;
      await ledger.query('INSERT INTO refunds VALUES ($1, $2)', [charge, amount]);
      fault();
      await ledger.query('COMMIT');
      return 'committed';
    } catch (error) {
      await ledger.query('ROLLBACK');
      return error instanceof Error ? error.message : 'failed';
    }
  }

  const first = await allowed('ch_1');
  const failed = await refund(first, () => {
    throw new Error('the ledger says no');
  });
  assert.equal(failed, 'the ledger says no');
  assert.deepEqual([await booked(), await statusOf(first.approvalRequestId)], [[], 'allowed']);
  console.log(
    'The ledger fails after the approval was used: both are undone, the approval is still good.',
  );

  assert.equal(await refund(first), 'committed');
  const done = { approvalRequestId: first.approvalRequestId, attempt: first.attempt };
  must(await reportExecution(context, { ...done, outcome: 'succeeded' }));
  assert.deepEqual(
    [await booked(), await statusOf(first.approvalRequestId)],
    [['ch_1'], 'consumed'],
  );
  console.log('The next try commits both at once: the refund is booked, the approval is used up.');

  assert.equal(await refund({ ...first, attempt: randomUUID() }), 'grant_already_consumed');
  const second = await allowed('ch_2');
  const swapped = { ...second, action: first.action };
  assert.equal(await refund(swapped), 'action_resource_mismatch');
  assert.deepEqual(await booked(), ['ch_1']);
  console.log('A second use, and an approval of another refund, book nothing.');

  await ledger.end();
  await store.close();
} finally {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}

function must<T>(outcome: Result<T>): T {
  if (!outcome.ok) assert.fail(`${outcome.refusal.code}: ${outcome.refusal.detail}`);
  return outcome.value;
}
