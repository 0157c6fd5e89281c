// Disproved here: "an agent that knows the name of another agent's plan, session or hold can read it, stop it, end it or
// let it go on", on any route.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sha256OfText } from '@countersign/protocol/crypto';
import { sealEvents } from '@countersign/protocol/stream';
import { addSeconds } from '@countersign/protocol/value';
import {
  type Called,
  decide,
  type RequestRepresentation,
  routes,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;

let server: StartedServer;
let owner: Headers;
let stranger: Headers;
let both: Headers;
let reviewer: SignedIn;
let roleless: SignedIn;

before(async () => {
  server = await startedServer();
  await server.person(['operator']);
  reviewer = await server.person(['reviewer']);
  roleless = await server.person([]);
  const verbs = ['propose', 'observe', 'consume'] as const;
  owner = await server.apiKey({ agent_ids: ['billing-bot'], verbs, executor: 'billing-executor' });
  stranger = await server.apiKey({ agent_ids: ['other-bot'], verbs, executor: 'billing-executor' });
  both = await server.apiKey({ agent_ids: ['billing-bot', 'third-bot'], verbs: ['propose'] });
});
after(() => server.remove());

const codeOf = ({ body }: Called): string | undefined => (body as { code?: string }).code;

const call = (headers: Headers, method: string, path: string, body?: object) =>
  server.call(method, path, { headers, ...(body === undefined ? {} : { body }) });

const propose = (headers: Headers, agent: string, scope: object, tool = 'wire_transfer') => {
  const action = sampleAction(agent);
  const target = { tool_name: tool, tool_schema_version: '1', resource: null };
  // In a session of its own: a hold of the same agent halts the calls that name none.
  const inSession = { session_id: `own-${randomUUID()}`, ...scope };
  const body = { action: { ...action, target }, audience: 'billing-executor', scope: inSession };
  return call(headers, 'POST', '/v1/requests', body);
};

const announce = (headers: Headers, agent_id: string, session_id: string) => {
  const text = 'I am going to delete all 500 users. Should I proceed?';
  return call(headers, 'POST', '/v1/messages', { agent_id, session_id, text });
};

/** A plan of the owner that waits for a person. */
async function waitingPlan(): Promise<{ plan_id: string; id: string }> {
  const plan_id = `plan-${randomUUID()}`;
  const asked = await propose(owner, 'billing-bot', { plan_id, step_id: 'pay' });
  assert.equal(asked.status, 201, JSON.stringify(asked.body));
  return { plan_id, id: (asked.body as RequestRepresentation).approval_request_id };
}

const planOf = async (plan_id: string) =>
  (await call(owner, 'GET', `/v1/plans/${plan_id}`)).body as Record<string, unknown>;

/** Everything that can be done to a plan by hand. */
const changes = [
  { type: 'block', blocker: 'me' },
  { type: 'resume', blocker: 'me' },
  { type: 'abort', reason: 'because' },
  { type: 'recover', reason: 'because', steps: ['a'] },
  { type: 'complete' },
];

/** What an answer says, without the name that was asked for. */
const withoutName = (answer: Called, name: string): string =>
  JSON.stringify([answer.status, answer.body])
    .replaceAll(name, '…')
    .replace(/"call_id":"[^"]*"/, '');

describe('a plan of another agent', () => {
  test('[GT-11] every route answers a foreign name as it answers an unknown one, and changes nothing', async () => {
    const planned = routes.filter(({ path }) => path.includes(':plan_id'));
    assert.deepEqual(
      planned.map(({ id }) => id),
      ['getPlan', 'changePlan'],
    );
    for (const { method, path } of planned) {
      for (const body of method === 'GET' ? [undefined] : changes) {
        for (const query of ['', '?agent_id=other-bot', '?agent_id=billing-bot']) {
          const { plan_id } = await waitingPlan();
          const before = await planOf(plan_id);
          const unknown = `plan-${randomUUID()}`;
          const at = (name: string) => `${path.replace(':plan_id', name)}${query}`;
          const foreign = await call(stranger, method, at(plan_id), body);
          const none = await call(stranger, method, at(unknown), body);
          assert.equal(withoutName(foreign, plan_id), withoutName(none, unknown), `${query}`);
          assert.deepEqual(await planOf(plan_id), before);
        }
      }
    }
  });

  test('[GT-11] a foreign plan neither stops nor is stopped by a proposal that names it', async () => {
    const { plan_id } = await waitingPlan();
    const before = await planOf(plan_id);
    const reading = await propose(stranger, 'other-bot', { plan_id, step_id: 'pay' }, 'read.it');
    assert.equal((reading.body as { verdict: string }).verdict, 'allow');
    const asked = await propose(stranger, 'other-bot', { plan_id, step_id: null });
    assert.equal(asked.status, 201);
    const { approval_request_id } = asked.body as RequestRepresentation;
    await decide(server, reviewer.headers, approval_request_id, 'deny');
    assert.deepEqual(
      await planOf(plan_id),
      before,
      'a denial touches the plan of its own agent alone',
    );
    const own = await propose(stranger, 'other-bot', { plan_id, step_id: 'pay' }, 'read.it');
    assert.equal(codeOf(own), 'plan_blocked');
  });

  test('[GT-11] an agent cannot take a name before its owner uses it', async () => {
    const plan_id = `plan-${randomUUID()}`;
    const aborted = await call(stranger, 'POST', `/v1/plans/${plan_id}`, changes[2]);
    assert.equal(aborted.status, 200);
    const asked = await propose(owner, 'billing-bot', { plan_id, step_id: 'pay' }, 'read.it');
    assert.equal((asked.body as { verdict: string }).verdict, 'allow');
  });

  test('[GT-11] a credential of several agents, and a person, say whose plan they mean', async () => {
    const { plan_id, id } = await waitingPlan();
    const path = `/v1/plans/${plan_id}`;
    assert.equal(codeOf(await call(both, 'GET', path)), 'parameter_malformed');
    const named = await call(both, 'GET', `${path}?agent_id=billing-bot`);
    assert.deepEqual(named.body, await planOf(plan_id));
    const seen = await call(reviewer.headers, 'GET', `${path}?agent_id=billing-bot`);
    assert.equal((seen.body as { blocks: { blocker: string }[] }).blocks[0]?.blocker, id);
    const unnamed = await call(reviewer.headers, 'POST', path, changes[2]);
    assert.equal(codeOf(unnamed), 'parameter_malformed');
    const without = await call(
      roleless.headers,
      'POST',
      `${path}?agent_id=billing-bot`,
      changes[2],
    );
    assert.equal(codeOf(without), 'not_permitted');
    const stopped = await call(
      reviewer.headers,
      'POST',
      `${path}?agent_id=billing-bot`,
      changes[2],
    );
    assert.equal((stopped.body as { status: string }).status, 'aborted');
  });
});

describe('a session of another agent', () => {
  test('[GT-11] a hold halts the session of its own agent and no other of the same name', async () => {
    const session_id = `session-${randomUUID()}`;
    assert.equal((await announce(stranger, 'other-bot', session_id)).status, 200);
    const owned = await propose(owner, 'billing-bot', { session_id }, 'read.it');
    assert.equal((owned.body as { verdict: string }).verdict, 'allow');
    const halted = await propose(stranger, 'other-bot', { session_id }, 'read.it');
    assert.equal(codeOf(halted), 'session_on_hold');
    assert.equal((await announce(owner, 'billing-bot', session_id)).status, 200, 'its own hold');
    assert.equal(
      codeOf(await announce(stranger, 'billing-bot', session_id)),
      'not_permitted',
      'in the name of another',
    );
  });

  test('[GT-11] every route answers a foreign hold as it answers an unknown one', async () => {
    const placed = await announce(owner, 'billing-bot', `session-${randomUUID()}`);
    const { hold_id } = (placed.body as { hold: { hold_id: string } }).hold;
    const unknown = `hold_${randomUUID().replaceAll('-', '')}`;
    const held = routes.filter(({ path }) => path.includes(':hold_id'));
    assert.ok(held.length >= 2);
    for (const { method, path } of held) {
      const body = method === 'GET' ? undefined : { choice: 'Proceed' };
      const foreign = await call(stranger, method, path.replace(':hold_id', hold_id), body);
      const none = await call(stranger, method, path.replace(':hold_id', unknown), body);
      assert.equal(withoutName(foreign, hold_id), withoutName(none, unknown), path);
    }
    const own = await call(owner, 'GET', `/v1/holds/${hold_id}`);
    assert.equal((own.body as { hold: { agent_id: string } }).hold.agent_id, 'billing-bot');
  });
});

describe('what was there before names had owners', () => {
  async function commit(stream: string, event: object, claims: readonly object[] = []) {
    const { store } = server.app.context;
    const { epoch } = await store.readState();
    const result = await store.commit({
      attempt: randomUUID(),
      appends: [
        {
          stream,
          expectedVersion: 0,
          events: sealEvents(stream, null, [event as never]),
          row: null,
          claims: claims as never,
        },
      ],
      guards: { epoch, streams: [], absentClaims: [] },
      actions: [],
      outbox: [],
    });
    assert.equal(result.outcome, 'committed');
  }

  test('[GT-11] a plan without an owner still stops every agent that names it, and only people change it', async () => {
    const plan_id = `plan-${randomUUID()}`;
    const at = server.app.context.clock.now();
    const data = { plan_id, blocker: 'by hand', steps: null, recovery: [] };
    await commit(`plan/${plan_id}`, { type: 'plan.blocked', at, data });
    for (const [headers, agent] of [
      [owner, 'billing-bot'],
      [stranger, 'other-bot'],
    ] as const) {
      const asked = await propose(headers, agent, { plan_id, step_id: 'pay' }, 'read.it');
      assert.equal(codeOf(asked), 'plan_blocked');
      assert.equal(codeOf(await call(headers, 'GET', `/v1/plans/${plan_id}`)), 'not_permitted');
      const ended = await call(headers, 'POST', `/v1/plans/${plan_id}`, { type: 'complete' });
      assert.equal(codeOf(ended), 'not_permitted');
    }
    const lift = { type: 'resume', blocker: 'by hand' };
    const lifted = await call(reviewer.headers, 'POST', `/v1/plans/${plan_id}`, lift);
    assert.equal((lifted.body as { status: string }).status, 'active');
    const asked = await propose(owner, 'billing-bot', { plan_id, step_id: 'pay' }, 'read.it');
    assert.equal((asked.body as { verdict: string }).verdict, 'allow');
  });

  test('[GT-11] a hold without an owner halts every session of its name, and only people see it', async () => {
    const session_id = `session-${randomUUID()}`;
    const hold_id = `hold_${randomUUID().replaceAll('-', '')}`;
    const at = server.app.context.clock.now();
    const hold = {
      hold_id,
      session_id,
      plan_id: null,
      message_digest: sha256OfText('Should I?'),
      intent: {
        confirmation_required: true,
        risk_level: 'high',
        action_type: 'delete',
        scope: {
          records: null,
          type: null,
          amount: null,
          currency: null,
          environment: null,
          path: null,
          branch: null,
        },
      },
      placed_at: at,
      expires_at: addSeconds(at, 900),
    };
    await commit(`hold/${hold_id}`, { type: 'hold.placed', at, data: { hold } }, [
      { scope: 'hold', key: session_id, until: null },
    ]);
    const small = () => propose(owner, 'billing-bot', { session_id }, 'read.it');
    assert.equal(codeOf(await small()), 'session_on_hold');
    assert.equal(codeOf(await call(owner, 'GET', `/v1/holds/${hold_id}`)), 'hold_not_found');
    const path = `/v1/holds/${hold_id}/answer`;
    const answered = await call(reviewer.headers, 'POST', path, { choice: 'Proceed' });
    assert.equal(answered.status, 200, JSON.stringify(answered.body));
    assert.equal(((await small()).body as { verdict: string }).verdict, 'allow');
  });
});
