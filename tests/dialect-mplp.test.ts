// Goal: document 000 on a real server: the Gatekeeper stops every tool that a pending Confirm covers, and does what
// each state demands. Method: a server with SQLite, an agent with a gate over HTTP, and people who decide.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { connect, type Gate } from '@countersign/client';
import { logOrigin } from '@countersign/coordinator';
import {
  type CaseRounds,
  fromMplpConfirm,
  idOfOurs,
  type MplpConfirm,
  type MplpPlan,
  parseMplpPlan,
  proposalFromConfirm,
  toMplpConfirm,
  toMplpEvents,
} from '@countersign/dialects/mplp';
import {
  createGatekeeper,
  type Gatekeeper,
  type RuntimeDuties,
} from '@countersign/dialects/runtime';
import {
  type BundleSigningKey,
  bundleText,
  type EvidenceBundle,
  verifyBundle,
} from '@countersign/protocol/bundle';
import type { PlanState } from '@countersign/protocol/plan';
import { parseRequestEvent } from '@countersign/protocol/request';
import {
  decide,
  entryFor,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';

const policy = `version: "1"
default: require_approval
default_chain: finance
chain_by_risk: { low: finance, medium: finance, high: finance, critical: finance }
fatigue: { requests: 1000, window: 10m }
chains:
  - id: finance
    stages:
      - { name: finance, approvers: { roles: [finance] } }
rules:
  - { id: reading, match: { tool: "read.*" }, outcome: allow }
  - { id: small-orders, match: { tool: orders.create, risk: medium }, outcome: allow }
  - { id: brief, match: { tool: "mplp.plan", resource: "*brief*" }, outcome: require_approval, expires_in: 1s }
`;

const timeout = 60_000;
type Headers = Readonly<Record<string, string>>;

describe('a Confirm on a plan', () => {
  let server: StartedServer;
  let agent: Headers;
  let finance: SignedIn;
  let gate: Gate;
  before(async () => {
    server = await startedServer({ policy });
    agent = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['payer'],
      executor: 'payer',
    });
    finance = await server.person(['finance']);
    const key = (agent['authorization'] ?? '').replace('Bearer ', '');
    gate = await connect({ url: server.origin, key, agent: 'payer' });
  });
  after(() => server?.remove());

  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const called = await server.call(method, path, {
      headers: agent,
      ...(body === undefined ? {} : { body }),
    });
    assert.ok(called.status < 300, JSON.stringify(called.body));
    return called.body;
  };

  /** A plan of three steps with an open Confirm on one of them, and a Gatekeeper in front of its tools. */
  class Flow {
    readonly plan: MplpPlan;
    readonly effects: string[] = [];
    readonly duties: string[] = [];
    readonly gatekeeper: Gatekeeper;
    rounds: string[] = [];

    constructor() {
      const step = (dependencies: string[] = []) => ({
        step_id: randomUUID(),
        description: 'a step',
        status: 'pending',
        dependencies,
      });
      const [lookUp, unrelated] = [step(), step()];
      const transfer = step([lookUp.step_id]);
      this.plan = parseMplpPlan({
        meta: { protocol_version: '1.0.0', schema_version: '1.0.0' },
        plan_id: randomUUID(),
        context_id: randomUUID(),
        title: 'Pay',
        objective: 'Pay the invoice',
        status: 'in_progress',
        steps: [lookUp, transfer, unrelated],
      });
      this.gatekeeper = createGatekeeper({
        gate,
        readPlan: async plan_id => (await call('GET', `/v1/plans/${plan_id}`)) as PlanState,
        readConfirms: async () =>
          this.rounds.length === 0 ? [] : [toMplpConfirm(await this.events())],
      });
    }

    step(index: number): string {
      return this.plan.steps[index]?.step_id ?? '';
    }

    async open(span_id: string = randomUUID(), recovery: string[] = []): Promise<string> {
      this.#asked = { span_id, recovery, confirm_id: randomUUID(), trace_id: randomUUID() };
      return this.#ask('/v1/requests', {});
    }

    /** Asks the same Confirm again. A rollback is a change of what would run. */
    askAgain(round: string, rollback: string | null): Promise<string> {
      return this.#ask(
        `/v1/requests/${round}/rounds`,
        rollback === null ? {} : { rollback },
        'the rollback is written down',
      );
    }

    #asked = { span_id: '', recovery: [] as string[], confirm_id: '', trace_id: '' };

    async #ask(path: string, parameters: object, change?: string): Promise<string> {
      const { span_id, recovery, confirm_id, trace_id } = this.#asked;
      const confirm: MplpConfirm = {
        meta: { protocol_version: '1.0.0', schema_version: '1.0.0' },
        confirm_id,
        target_type: 'plan',
        target_id: this.plan.plan_id,
        status: 'pending',
        requested_by_role: 'executor-agent',
        requested_at: '2025-12-22T10:00:00Z',
        reason: 'Step 3 requires financial authorization for amount > $1000.',
        trace: { trace_id, span_id },
      };
      const proposal = proposalFromConfirm(confirm, {
        agent_id: 'payer',
        audience: 'payer',
        plan: this.plan,
        recovery,
        parameters: { ...parameters },
      });
      const body = change === undefined ? proposal : { ...proposal, change };
      const opened = (await call('POST', path, body)) as {
        approval_request_id: string;
      };
      this.rounds.push(opened.approval_request_id);
      return opened.approval_request_id;
    }

    invoke(index: number, tool_name = 'read.rows') {
      const action = { target: { tool_name }, parameters: { step: this.step(index) } };
      return this.gatekeeper.invoke({ plan: this.plan, step_id: this.step(index) }, action, () => {
        this.effects.push(tool_name);
        return 'done';
      });
    }

    settle() {
      const duties: RuntimeDuties = {
        resume: () => void this.duties.push('resume'),
        abort: () => void this.duties.push('abort'),
        recover: () => void this.duties.push('recover'),
        cleanUp: () => void this.duties.push('clean up'),
      };
      return this.gatekeeper.settle(gate.ticket(this.rounds.at(-1) ?? ''), this.plan, duties);
    }

    async events(): Promise<CaseRounds> {
      return Promise.all(
        this.rounds.map(async round => {
          const { events } = (await call('GET', `/v1/requests/${round}/history`)) as {
            events: { type: string; at: string; data: unknown }[];
          };
          return events.map(({ type, at, data }) => parseRequestEvent({ type, at, data }));
        }),
      );
    }
  }

  test('[D0-2] [D0-3] [D0-4] a risky step opens a pending Confirm, and its tools wait', {
    timeout,
  }, async () => {
    const flow = new Flow();
    assert.equal((await flow.invoke(1)).ran, true);
    // The policy allows orders of low and medium risk: the runtime finds the risk in the action itself, without a hint.
    const order = (total: number) =>
      call('POST', '/v1/requests', {
        audience: 'payer',
        scope: { plan_id: flow.plan.plan_id, step_id: flow.step(1) },
        action: {
          schema_version: '1.0',
          operation: 'tool.invoke',
          agent_id: 'payer',
          subject_id: null,
          target: { tool_name: 'orders.create', tool_schema_version: '1', resource: null },
          parameters: { total, currency: 'USD', note: randomUUID() },
        },
      }) as Promise<{
        verdict: string;
        approval_request_id: string;
        request: { case_id: string; risk: { level: string } };
      }>;
    assert.equal((await order(1000)).verdict, 'allow');
    const { approval_request_id, request } = await order(1001);
    assert.equal(request?.risk.level, 'high', 'the step was not found to be risky');
    flow.rounds.push(approval_request_id);
    const confirm = toMplpConfirm(await flow.events());
    assert.equal(confirm.status, 'pending');
    assert.equal(confirm.confirm_id, idOfOurs(request.case_id));
    assert.equal(confirm.target_id, flow.plan.plan_id);
    const stopped = await flow.invoke(1);
    assert.ok(!stopped.ran);
    assert.deepEqual([stopped.action, stopped.refusal.code], ['BLOCK', 'plan_blocked']);
    assert.deepEqual(flow.effects, ['read.rows']);
  });

  test('[D0-9] [D0-13] a pending Confirm blocks the step of its span and its dependents, and no other', {
    timeout,
  }, async () => {
    const flow = new Flow();
    await flow.open(flow.step(0));
    const ran = [await flow.invoke(0), await flow.invoke(1), await flow.invoke(2)].map(
      done => done.ran,
    );
    assert.deepEqual(ran, [false, false, true]);
    // The server alone refuses too, also for what policy allows.
    const scope = { plan_id: flow.plan.plan_id, step_id: flow.step(0) };
    const past = gate.run({ target: { tool_name: 'read.rows' }, parameters: {} }, () => 1, {
      scope,
    });
    await assert.rejects(past, { name: 'NotAllowed', code: 'plan_blocked' });
  });

  test('[D0-6] [D0-10] an approved Confirm resumes the plan', { timeout }, async () => {
    const flow = new Flow();
    const round = await flow.open();
    const settled = flow.settle();
    await decide(server, finance.headers, round, 'allow');
    assert.equal(await settled, 'RESUME');
    assert.deepEqual(flow.duties, ['resume']);
    assert.equal((await flow.invoke(0)).ran, true);
    const events = toMplpEvents(await flow.events()).map(({ event_type }) => event_type);
    assert.deepEqual(events, ['confirm.requested', 'confirm.approved']);
  });

  test('[D0-6] [D0-11] a Confirm rejected for good permanently aborts a plan that names no recovery', {
    timeout,
  }, async () => {
    const flow = new Flow();
    const round = await flow.open();
    await decide(server, finance.headers, round, 'deny', { reason_code: 'never' });
    assert.equal(await flow.settle(), 'ABORT');
    assert.deepEqual(flow.duties, ['abort']);
    for (const index of [0, 1, 2]) {
      const stopped = await flow.invoke(index);
      assert.ok(
        !stopped.ran && stopped.action === 'ABORT' && stopped.refusal.code === 'plan_aborted',
      );
    }
    assert.deepEqual(flow.effects, []);
    assert.equal(toMplpConfirm(await flow.events()).status, 'rejected');
  });

  test('[D0-6] [D0-16] after a rejection the Confirm is asked again, approved, and resumes the plan, without recovery steps', {
    timeout,
  }, async () => {
    for (const [reason_code, action] of [
      ['reviewed', 'ABORT'],
      ['fix:missing_information', 'RECOVER'],
    ] as const) {
      const flow = new Flow();
      const first = await flow.open();
      await decide(server, finance.headers, first, 'deny', { reason_code });
      assert.equal(await flow.settle(), action, reason_code);
      assert.equal((await flow.invoke(0)).ran, false, reason_code);
      const rollback = reason_code === 'reviewed' ? null : 'restore the snapshot of noon';
      const second = await flow.askAgain(first, rollback);
      assert.equal((await flow.invoke(0)).ran, false, reason_code);
      await decide(server, finance.headers, second, 'allow');
      assert.equal(await flow.settle(), 'RESUME', reason_code);
      assert.equal((await flow.invoke(0)).ran, true, reason_code);
      const confirm = toMplpConfirm(await flow.events());
      assert.equal(confirm.status, 'approved');
      const decisions = confirm.decisions?.map(({ status }) => status);
      assert.deepEqual(decisions, ['rejected', 'approved'], reason_code);
    }
  });

  test('[D0-11] a rejected Confirm starts the recovery that the plan names, and nothing else', {
    timeout,
  }, async () => {
    const flow = new Flow();
    const recoveryStep = randomUUID();
    const round = await flow.open(undefined, [recoveryStep]);
    await decide(server, finance.headers, round, 'deny');
    assert.equal(await flow.settle(), 'RECOVER');
    const undo = { target: { tool_name: 'read.notes' }, parameters: {} };
    const step = { plan: flow.plan, step_id: recoveryStep };
    const recovered = await flow.gatekeeper.invoke(step, undo, () => 'undone');
    assert.deepEqual(recovered, { ran: true, value: 'undone' });
    const stopped = await flow.invoke(0);
    assert.ok(!stopped.ran && stopped.action === 'RECOVER');
  });

  test('[D0-12] a cancelled Confirm removes its block, and does not approve the step', {
    timeout,
  }, async () => {
    const flow = new Flow();
    const round = await flow.open(flow.step(1));
    await call('POST', `/v1/requests/${round}/cancel`, { reason: 'not needed any more' });
    assert.equal(await flow.settle(), 'CLEANUP');
    assert.deepEqual(flow.duties, ['clean up']);
    const state = (await call('GET', `/v1/plans/${flow.plan.plan_id}`)) as PlanState;
    assert.deepEqual([state.status, state.blocks], ['active', []]);
    assert.equal((await flow.invoke(0)).ran, true);
    const stopped = await flow.invoke(1);
    assert.ok(
      !stopped.ran && stopped.action === 'CLEANUP' && stopped.refusal.code === 'request_cancelled',
    );
    const events = toMplpEvents(await flow.events());
    assert.equal(events.at(-1)?.event_type, 'confirm.cancelled');
    assert.equal(fromMplpConfirm(toMplpConfirm(await flow.events())).status, 'cancelled');
  });

  test('[D0-13] a plan that cannot be read blocks its tools', { timeout }, async () => {
    const flow = new Flow();
    const fails = () => Promise.reject(new Error('gone'));
    const readPlan = async (plan_id: string) =>
      (await call('GET', `/v1/plans/${plan_id}`)) as PlanState;
    for (const ports of [
      { gate, readPlan: fails, readConfirms: async () => [] },
      { gate, readPlan, readConfirms: fails },
    ]) {
      const checked = await createGatekeeper(ports).check({
        plan: flow.plan,
        step_id: flow.step(0),
      });
      assert.ok(!checked.ok);
      assert.equal(checked.refusal.code, 'store_unavailable');
    }
  });

  test('an error of a tool is passed on, and is not a refusal', { timeout }, async () => {
    const flow = new Flow();
    const step = { plan: flow.plan, step_id: flow.step(0) };
    const broken = flow.gatekeeper.invoke(
      step,
      { target: { tool_name: 'read.rows' }, parameters: {} },
      () => {
        throw new RangeError('broken');
      },
    );
    await assert.rejects(broken, RangeError);
  });

  test('[D0-1] [D0-5] only a person with the role decides, and a label in a file does not', {
    timeout,
  }, async () => {
    const flow = new Flow();
    const round = await flow.open();
    const stranger = await server.person(['dba_reviewer', 'auditor']);
    const body = await entryFor(server, stranger.headers, round, 'allow');
    const path = `/v1/requests/${round}/entries`;
    const refused = await server.call('POST', path, { headers: stranger.headers, body });
    assert.equal((refused.body as { code: string }).code, 'approver_not_eligible');
    const claimed = { ...body, approver_roles: ['finance'] };
    const forged = await server.call('POST', path, { headers: stranger.headers, body: claimed });
    assert.equal(forged.status, 400);
    assert.equal(toMplpConfirm(await flow.events()).status, 'pending');
  });

  test('[D0-14] [D0-15] every execution has a valid approval, which anyone can verify', {
    timeout,
  }, async () => {
    const flow = new Flow();
    const round = await flow.open();
    await decide(server, finance.headers, round, 'allow');
    const confirm = toMplpConfirm(await flow.events());
    const proposal = proposalFromConfirm(
      {
        ...confirm,
        trace: { trace_id: confirm.trace?.trace_id ?? '', span_id: confirm.trace?.span_id ?? '' },
      },
      { agent_id: 'payer', audience: 'payer', plan: flow.plan },
    );
    await gate.execute(gate.ticket(round), proposal.action, () => flow.effects.push('paid'));
    assert.deepEqual(flow.effects, ['paid']);
    const ran = toMplpConfirm(await flow.events());
    assert.equal(ran.status, 'approved');
    assert.equal(ran.events?.at(-1)?.event_type, 'confirm.consumed');
    const bundle = await exported(round);
    const statements = await verified(bundle);
    for (const wanted of ['path', 'entries', 'resolution', 'consumption']) {
      assert.equal(statements.find(each => each.id === wanted)?.result, 'proven', wanted);
    }
    // The same record without its approval proves no execution.
    const events = bundle.stream.events.filter(
      ({ text }) => !text.includes('"type":"entry.recorded"'),
    );
    assert.ok(events.length < bundle.stream.events.length);
    const without = await verified({ ...bundle, stream: { ...bundle.stream, events } });
    assert.ok(without.some(({ result }) => result === 'failed'));
  });

  async function exported(round: string): Promise<EvidenceBundle> {
    const path = `/v1/requests/${round}/bundle`;
    const called = await server.call('GET', path, { headers: finance.headers });
    assert.equal(called.status, 200, JSON.stringify(called.body));
    return called.body as EvidenceBundle;
  }

  /** What the exported evidence proves to a verifier who has only the published keys. */
  async function verified(bundle: EvidenceBundle) {
    const { keys, log_name } = (await call('GET', '/v1/keys')) as {
      keys: BundleSigningKey[];
      log_name: string;
    };
    const { store_id, epoch } = bundle;
    return verifyBundle(bundleText(bundle), {
      signing_keys: keys.map(({ kid, public_key, not_before, not_after, revoked_at }) => ({
        kid,
        public_key,
        not_before,
        not_after,
        revoked_at,
      })),
      note_keys: keys.map(({ public_key }) => ({ name: log_name, public_key })) as never,
      origin: logOrigin({ storeId: store_id, epoch }),
      passkeys: { origin: server.origin, rp_id: 'localhost' },
      audience: 'payer',
    }).statements;
  }
});
