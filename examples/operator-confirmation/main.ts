// Document 004, told against a real server: a guard asks in its own dialog and keeps evidence of the answer; a wrapper
// passes a signal on as a hidden envelope; a suite is approved as one bounded action. Evidence permits nothing: what
// runs, runs on a consumed grant. Exits non-zero if any part of the story does not hold.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from '@countersign/client';
import {
  buildOperatorApprovalPacket,
  consumeTrustedOperatorConfirmationAuditEnvelope,
  resolveOperatorConfirmationSignalSourcePlan,
  suiteAction,
} from '@countersign/dialects/operator';
import {
  consumeOperatorConfirmation,
  type EvidenceKeeper,
  recordOperatorConfirmation,
} from '@countersign/dialects/runtime';
import type { EvidenceState } from '@countersign/protocol/evidence';
import type { Refusal } from '@countersign/protocol/reason';
import { decide, startedServer } from '@countersign/server/testing';

const agent = 'pi';
const server = await startedServer();

try {
  const reviewer = await server.person(['reviewer']);
  const guard = await server.apiKey({ verbs: ['observe'], agent_ids: [agent] });
  const executor = await server.apiKey({
    verbs: ['propose', 'consume'],
    agent_ids: [agent],
    executor: agent,
  });

  const call = async (
    path: string,
    headers: Readonly<Record<string, string>>,
    body: unknown,
  ): Promise<{ ok: true; value: EvidenceState } | { ok: false; refusal: Refusal }> => {
    const answer = await server.call('POST', path, { headers, body });
    const told = answer.body as EvidenceState & Refusal;
    return answer.status < 300 ? { ok: true, value: told } : { ok: false, refusal: told };
  };
  const keeper: EvidenceKeeper = {
    record: envelope => call('/v1/evidence', guard, envelope),
    consume: (id, fingerprint) => call(`/v1/evidence/${id}/consume`, executor, { fingerprint }),
  };
  const now = () => server.app.context.clock.now();

  // 1. A guard that owns its dialog: what `ctx.ui.confirm` returned goes straight into the store.
  const plan = resolveOperatorConfirmationSignalSourcePlan({
    guardOwnsConfirmationDialog: true,
    auditEntryAppendAvailable: true,
  });
  assert.equal(plan.decision, 'use-guard-owned-audit-entry');
  const read = {
    actionKind: 'protected',
    toolName: 'read',
    path: '../secrets/prod.env',
    payload: { path: '../secrets/prod.env' },
  } as const;
  const recorded = await recordOperatorConfirmation(keeper, {
    ...read,
    confirmed: true,
    now: now(),
    uuid: randomUUID(),
  });
  assert.equal(recorded.decision, 'recorded');
  console.log(`The guard asks, the operator says yes: ${recorded.summary}`);

  // 2. A wrapper passes the envelope on; the consumer looks at nothing but the id in its details.
  const hidden = JSON.parse(JSON.stringify(recorded.envelope)) as unknown;
  const once = await consumeOperatorConfirmation(keeper, hidden, { ...read, now: now() });
  assert.equal(once.decision, 'consumed');
  const twice = await consumeOperatorConfirmation(keeper, hidden, { ...read, now: now() });
  assert.equal(twice.decision, 'rejected');
  assert.deepEqual(twice.reasons, ['confirmation-already-consumed']);
  const pure = consumeTrustedOperatorConfirmationAuditEnvelope(hidden, { ...read, nowIso: now() });
  assert.equal(pure.dispatchAllowed, false);
  console.log('The envelope is consumed once. Shown again, it is rejected, on whichever server.');

  const text = 'operator-confirmation-evidence: decision=match';
  const typed = await consumeOperatorConfirmation(keeper, text, { ...read, now: now() });
  assert.equal(typed.decision, 'rejected');
  console.log('Text that says decision=match is only text.');

  // 3. Evidence never ran anything. A bounded suite is one action, approved once, run once.
  const suite = {
    intentKind: 'worker-suite',
    suiteId: 'nightly',
    providerModelRef: 'provider/model',
    maxCalls: 2,
    maxCostUsd: 1,
    structuredConfirmationAvailable: true,
  } as const;
  console.log(buildOperatorApprovalPacket(suite).prompt);
  const { authorization = '' } = executor;
  const key = authorization.slice('Bearer '.length);
  const gate = await connect({ url: server.origin, key, agent });
  const action = suiteAction(suite, {
    agent_id: agent,
    runs: [{ prompt: 'one' }, { prompt: 'two' }],
  });
  const ticket = await gate.request(action);
  await decide(server, reviewer.headers, ticket.id, 'allow');
  let calls = 0;
  await gate.execute(ticket, action, ({ parameters }) => {
    calls += (parameters['runs'] as unknown[]).length;
  });
  const more = suiteAction(
    { ...suite, maxCalls: 3 },
    { agent_id: agent, runs: [{ prompt: 'one' }] },
  );
  await assert.rejects(
    gate.execute(ticket, more, () => calls++),
    { name: 'NotAllowed' },
  );
  assert.equal(calls, 2);
  console.log('One approval covered exactly two runs; a third bound is another action.');
} finally {
  await server.remove();
}
