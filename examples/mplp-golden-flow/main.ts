// Golden flow 05 of MPLP, executed: a migration plan needs a DBA. The agent opens a Confirm on the plan; while it waits
// no step runs. The DBA rejects it, the plan recovers by writing down how to roll back, and a second round is approved.
// Only then do the steps run. The Confirm and the Trace that come out are compared member by member. Exits non-zero if
// any part of the story does not hold. The plan and its context are MPLP's own and are read from beside the checkout.
// `--write FILE` writes the objects for MPLP's own harness.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@countersign/client';
import {
  type CaseRounds,
  extensionName,
  findDisagreements,
  fromMplpConfirm,
  type MplpConfirm,
  type MplpPlan,
  parseMplpConfirm,
  parseMplpContext,
  parseMplpPlan,
  proposalFromConfirm,
  toMplpConfirm,
  toMplpPlan,
  toMplpTrace,
} from '@countersign/dialects/mplp';
import { createGatekeeper } from '@countersign/dialects/runtime';
import { importPublicKey, sha256, verifyJws } from '@countersign/protocol/crypto';
import type { PlanState } from '@countersign/protocol/plan';
import {
  parseRequestArtifact,
  parseRequestEvent,
  requestArtifactType,
} from '@countersign/protocol/request';
import {
  ChainEntryId,
  idFromUuid,
  millisecondsOf,
  type Timestamp,
} from '@countersign/protocol/value';
import { type SignedIn, startedServer } from '@countersign/server/testing';
import { checkGolden, id } from './check-golden.ts';

const folder = process.env['VECTORS_DIR'] ?? join(import.meta.dirname, '../../../shared/vectors');
const input = join(folder, 'mplp', 'flow-05', 'input');
if (!existsSync(input)) {
  console.log(
    'Skipped: the inputs of golden flow 05 are absent; set VECTORS_DIR to the folder that holds mplp/.',
  );
  process.exit(process.env['CI'] === 'true' ? 1 : 0);
}
const read = (name: string): unknown => JSON.parse(readFileSync(join(input, name), 'utf8'));
const context = parseMplpContext(read('context.json'));
const plan = parseMplpPlan(read('plan.json'));

// Ids and the clock are injected, so that what comes out is the same every time.
const rollbackStep = id('513');
let minute = '12:01';
const now = () => `2025-12-01T${minute}:00.000Z` as Timestamp;

const policy = `version: "1"
default: deny
default_chain: dba
chain_by_risk: { low: dba, medium: dba, high: dba, critical: dba }
chains:
  - id: dba
    stages:
      - { name: dba, approvers: { roles: [dba_reviewer] } }
rules:
  - { id: migrations, match: { tool: "mplp.plan" }, outcome: require_approval, chain: dba }
  - { id: steps, match: { tool: "copying.*" }, outcome: allow }
  - { id: documents, match: { tool: "document.*" }, outcome: allow }
`;

const server = await startedServer({
  policy,
  clock: { now, pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined) },
});
try {
  await tellStory();
} finally {
  await server.remove();
}

async function tellStory(): Promise<void> {
  const agent = await server.apiKey({
    verbs: ['propose', 'consume', 'observe'],
    agent_ids: ['migrator'],
    executor: 'migrator',
  });
  const dba = await server.person(['dba_reviewer']);
  const gate = await connect({
    url: server.origin,
    key: (agent['authorization'] ?? '').replace('Bearer ', ''),
    agent: 'migrator',
    clock: {
      now: () => millisecondsOf(now()),
      elapsed: () => performance.now(),
      pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    },
  });
  const rounds: string[] = [];
  const readRounds = async (): Promise<CaseRounds> =>
    Promise.all(rounds.map(round => history(round, agent)));
  const gatekeeper = createGatekeeper({
    gate,
    readPlan: async plan_id => (await call('GET', `/v1/plans/${plan_id}`, agent)) as PlanState,
    readConfirms: async () => [toMplpConfirm(await readRounds())],
  });

  // The agent opens a Confirm on the whole plan, in MPLP's form.
  const asked: MplpConfirm = parseMplpConfirm({
    meta: { protocol_version: '1.0.0', schema_version: '1.0.0', created_at: now() },
    confirm_id: id('520'),
    target_type: 'plan',
    target_id: plan.plan_id,
    status: 'pending',
    requested_by_role: 'agent',
    requested_at: now(),
    reason: 'High-risk migration requires DBA approval',
    trace: { trace_id: id('550'), span_id: id('551'), context_id: context.context_id },
  });
  const facts = { agent_id: 'migrator', audience: 'migrator' };
  const recovery = [rollbackStep, ...plan.steps.map(({ step_id }) => step_id)];
  const first = proposalFromConfirm(asked, {
    ...facts,
    plan,
    recovery,
    parameters: { plan_digest: sha256(plan) },
  });
  const opened = (await call('POST', '/v1/requests', agent, first)) as {
    approval_request_id: string;
  };
  rounds.push(opened.approval_request_id);
  console.log('The agent opens a Confirm on the migration plan.');

  // While it is pending, no tool of any step runs: not past the gatekeeper, and not past the server either.
  const effects: string[] = [];
  const invoke = (of: MplpPlan, step_id: string, tool_name: string) =>
    gatekeeper.invoke(
      { plan: of, step_id },
      { target: { tool_name }, parameters: { step_id } },
      () => effects.push(tool_name),
    );
  const tools = ['copying.read', 'copying.write', 'copying.count'];
  for (const [index, { step_id }] of plan.steps.entries()) {
    const tool_name = tools[index] ?? '';
    const stopped = await invoke(plan, step_id, tool_name);
    assert.ok(
      !stopped.ran && stopped.action === 'BLOCK' && stopped.refusal.code === 'plan_blocked',
    );
    const scope = { plan_id: plan.plan_id, step_id };
    const past = gate.run({ target: { tool_name }, parameters: {} }, () => effects.push('past'), {
      scope,
    });
    await assert.rejects(past, { name: 'NotAllowed', code: 'plan_blocked' });
  }
  const blocked = toMplpPlan(
    plan,
    (await call('GET', `/v1/plans/${plan.plan_id}`, agent)) as PlanState,
  );
  assert.deepEqual(
    blocked.steps.map(({ status }) => status),
    ['blocked', 'blocked', 'blocked'],
  );
  assert.deepEqual(effects, []);
  console.log('While it is pending every step is blocked.');

  // 12:05: rejected. The plan does not end, because it names how to recover.
  minute = '12:05';
  await decide(
    dba,
    rounds[0] ?? '',
    'deny',
    id('521'),
    'Missing rollback plan for high-risk migration',
    null,
  );
  const duties: string[] = [];
  const duty = {
    resume: () => void duties.push('resume'),
    abort: () => void duties.push('abort'),
    cleanUp: () => void duties.push('clean up'),
    recover: async (steps: readonly string[]) => {
      duties.push('recover');
      assert.ok(steps.includes(rollbackStep));
      const written = await invoke(plan, rollbackStep, 'document.write');
      assert.ok(written.ran);
    },
  };
  assert.equal(await gatekeeper.settle(gate.ticket(rounds[0] ?? ''), plan, duty), 'RECOVER');
  const still = await invoke(plan, plan.steps[0]?.step_id ?? '', 'copying.read');
  assert.ok(!still.ran && still.action === 'RECOVER');
  assert.deepEqual(effects, ['document.write']);
  console.log(
    'The DBA rejects it. The plan recovers: the rollback is written down, and nothing else runs.',
  );

  // The reworked plan is asked about again, in a second round of the same case.
  const reworked = parseMplpPlan({
    ...plan,
    steps: [
      {
        step_id: rollbackStep,
        description: 'Document the rollback',
        status: 'completed',
        agent_role: 'agent',
      },
      ...plan.steps.map((step, index) =>
        index === 0 ? { ...step, dependencies: [rollbackStep] } : step,
      ),
    ],
  });
  const second = proposalFromConfirm(asked, {
    ...facts,
    plan: reworked,
    step_id: rollbackStep,
    recovery,
    parameters: { plan_digest: sha256(reworked) },
  });
  const again = (await call('POST', `/v1/requests/${rounds[0]}/rounds`, agent, {
    ...second,
    change: 'The rollback is documented.',
  })) as { approval_request_id: string };
  rounds.push(again.approval_request_id);
  const waits = await invoke(reworked, plan.steps[0]?.step_id ?? '', 'copying.read');
  assert.ok(!waits.ran && waits.action === 'BLOCK');

  await checkTraceLink(agent, rounds);

  // 12:15: approved.
  minute = '12:15';
  const words = 'Rollback addressed via manual procedure documentation';
  await decide(dba, rounds[1] ?? '', 'allow', id('522'), words, 'Rollback addressed');
  assert.equal(await gatekeeper.settle(gate.ticket(rounds[1] ?? ''), reworked, duty), 'RESUME');
  assert.deepEqual(duties, ['recover', 'resume']);
  console.log('A second round is approved, and the plan resumes.');

  // What the flow demands of its objects, and the golden values.
  const event_ids = [id('560'), id('561'), id('562')];
  const golden = { profile: 'golden_flow', bare: true } as const;
  const confirm = toMplpConfirm(await readRounds(), golden);
  const trace = toMplpTrace(await readRounds(), { ...golden, event_ids });
  assert.deepEqual(findDisagreements({ context, plan: reworked, confirm, trace }), []);
  assert.deepEqual(findDisagreements({ context, plan, confirm, trace }), []);
  checkGolden(confirm, trace, plan.plan_id);
  console.log('Plan, Confirm and Trace agree, and are those of the golden flow.');
  const [, , option, file = ''] = process.argv;
  if (option === '--write') writeFileSync(file, JSON.stringify({ context, plan, confirm, trace }));

  // The approval is consumed once, and under it the steps run in order, each past the gatekeeper.
  const run = async (): Promise<void> => {
    for (const [index, { step_id }] of plan.steps.entries()) {
      const ran = await invoke(reworked, step_id, tools[index] ?? '');
      assert.ok(ran.ran, ran.ran ? '' : ran.refusal.detail);
    }
  };
  await gate.execute(gate.ticket(rounds[1] ?? ''), second.action, run);
  assert.deepEqual(effects, ['document.write', ...tools]);
  await assert.rejects(gate.execute(gate.ticket(rounds[1] ?? ''), second.action, run), {
    name: 'NotAllowed',
    outcome: 'consumed',
  });
  assert.equal(effects.length, 4);
  console.log('The steps run once, in order; the approval is used up.');

  const complete = toMplpConfirm(await readRounds());
  const imported = fromMplpConfirm(JSON.parse(JSON.stringify(complete)));
  assert.equal(imported.status, 'consumed');
  assert.equal(complete.status, 'approved');
  assert.deepEqual(imported.rounds, await readRounds());
  assert.equal(complete.events?.at(-1)?.event_type, 'confirm.consumed');
  console.log('The whole Confirm comes back as it was, with the state that MPLP has no word for.');
}

/** The digest of the trace reference is in the request that the server signed and in what the DBA decided on. */
async function checkTraceLink(
  agent: Readonly<Record<string, string>>,
  rounds: readonly string[],
): Promise<void> {
  const { artifact } = (await call('GET', `/v1/requests/${rounds[1]}/artifact`, agent)) as {
    artifact: string;
  };
  const { keys } = (await call('GET', '/.well-known/jwks.json', agent)) as {
    keys: { kid: string; kty: string; crv: string; x: string }[];
  };
  const trusted = new Map(
    keys.map(({ kid, kty, crv, x }) => [kid, importPublicKey({ kty, crv, x })]),
  );
  const signed = verifyJws({ jws: artifact, typ: requestArtifactType, keys: trusted });
  assert.ok(signed.ok);
  const { request, input_digest } = parseRequestArtifact(signed.value.payload);
  const trace = {
    trace_id: id('550'),
    span_id: id('551'),
    parent_span_id: null,
    correlation_id: context.context_id,
    attributes: {},
  };
  assert.equal(request.trace_digest, sha256(trace));
  const linked = toMplpConfirm(await Promise.all(rounds.map(round => history(round, agent))));
  const kept = linked.trace?.attributes?.[extensionName] as {
    trace_digest: string;
    input_digest: string;
  };
  assert.deepEqual([kept.trace_digest, kept.input_digest], [request.trace_digest, input_digest]);
  assert.equal(linked.confirm_id, id('520'));
  const moved = structuredClone(linked);
  Object.assign(moved.trace ?? {}, { trace_id: id('559') });
  assert.throws(() => fromMplpConfirm(moved), /record_inconsistent/);
  console.log('The Confirm is tied to its trace by a digest that is in what was signed.');
}

async function history(round: string, headers: Readonly<Record<string, string>>) {
  const { events } = (await call('GET', `/v1/requests/${round}/history`, headers)) as {
    events: { type: string; at: string; data: unknown }[];
  };
  return events.map(({ type, at, data }) => parseRequestEvent({ type, at, data }));
}

async function decide(
  { headers }: SignedIn,
  round: string,
  decision: 'allow' | 'deny',
  uuid: string,
  reason: string,
  summary: string | null,
): Promise<void> {
  const view = (await call('GET', `/v1/requests/${round}/view`, headers)) as {
    input_digest: string;
    view_digest: string;
  };
  await call('POST', `/v1/requests/${round}/entries`, headers, {
    chain_entry_id: idFromUuid(ChainEntryId, 'ace', uuid),
    stage_index: 0,
    decision,
    reason_code: 'reviewed',
    reason,
    summary,
    input_digest: view.input_digest,
    view_digest: view.view_digest,
    assertion: null,
  });
}

async function call(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<unknown> {
  const called = await server.call(method, path, {
    headers,
    ...(body === undefined ? {} : { body }),
  });
  assert.ok(called.status < 300, `${method} ${path}: ${JSON.stringify(called.body)}`);
  return called.body;
}
