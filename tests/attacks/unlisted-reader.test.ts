// Disproved here: "a person whom no stage of a request lists, and whom it does not concern, finds out what it would do",
// through any route that reads.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { maySeeValues, type OpenedRequest } from '@countersign/protocol/request';
import {
  decide,
  grantOf,
  provenHeaders,
  type RequestRepresentation,
  type Route,
  routes,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;

const secret = `SECRET-${randomUUID()}`;

const policy = `version: "1"
default: require_approval
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages:
      - name: reviewer
        approvers: { roles: [reviewer] }
      - name: second
        approvers: { roles: [manager] }
        required: false
rules:
  - id: wires
    match: { tool: "wire_transfer" }
    outcome: require_approval
    chain: reviewer
    reason: a transfer
    display: "Send {/amount} to {/to}"
`;

let server: StartedServer;
let bot: Headers;
let outsider: SignedIn;
let other: SignedIn;
const insiders: Record<string, SignedIn> = {};
const requests: Record<string, string> = {};

function action() {
  return {
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'billing-bot',
    subject_id: insiders['subject']?.person_id ?? null,
    target: {
      tool_name: 'wire_transfer',
      tool_schema_version: '2',
      resource: `${secret}-resource`,
    },
    parameters: { amount: `${secret}-amount`, to: `${secret}-to`, nonce: randomUUID() },
  };
}

async function ask(): Promise<RequestRepresentation> {
  const scope = { plan_id: `${secret}-${randomUUID()}`, step_id: `${secret}-step` };
  const asked = await server.call('POST', '/v1/requests', {
    headers: bot,
    body: {
      action: action(),
      audience: 'billing-executor',
      agent_reasoning: `${secret}-reasoning`,
      context: { about: `${secret}-context` },
      scope,
    },
  });
  assert.equal(asked.status, 201, JSON.stringify(asked.body));
  return asked.body;
}

before(async () => {
  server = await startedServer({ policy });
  insiders['operator'] = await server.person(['operator']);
  insiders['reviewer'] = await server.person(['reviewer']);
  insiders['manager'] = await server.person(['manager']);
  insiders['auditor'] = await server.person(['auditor']);
  insiders['subject'] = await server.person([]);
  insiders['owner'] = await server.person(['accounting']);
  outsider = await server.person([]);
  other = await server.person(['reader', 'reviewers', 'Reviewer']);
  bot = await server.apiKey({
    agent_ids: ['billing-bot'],
    subject_ids: [insiders['subject'].person_id],
    executor: 'billing-executor',
    verbs: ['propose', 'consume', 'observe'],
    owner: insiders['owner'].person_id,
  });
  const reviewer = insiders['reviewer'].headers;
  requests['pending'] = (await ask()).approval_request_id;
  for (const decision of ['allow', 'deny'] as const) {
    const { approval_request_id } = await ask();
    await decide(server, reviewer, approval_request_id, decision);
    requests[decision] = approval_request_id;
  }
  const consumed = action();
  const asked = await server.call('POST', '/v1/requests', {
    headers: bot,
    body: { action: consumed, audience: 'billing-executor' },
  });
  const { approval_request_id } = asked.body as RequestRepresentation;
  await decide(server, reviewer, approval_request_id, 'allow');
  const grant = await grantOf(server, bot, approval_request_id);
  const body = { action: consumed, grant, attempt: 'one' };
  const path = `/v1/requests/${approval_request_id}/consume`;
  assert.equal((await server.call('POST', path, { headers: bot, body })).status, 200);
  requests['consumed'] = approval_request_id;
});
after(() => server.remove());

/** The beginning of an answer: a stream is read for as long as it has something to say at once. */
async function textOf(route: Route, path: string, headers: Headers): Promise<string> {
  const leave = new AbortController();
  const { method } = route;
  const body = method === 'GET' ? undefined : JSON.stringify(bodies[route.id] ?? {});
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const proven = provenHeaders({ origin: server.origin, method, path, body }, headers);
  const response = await fetch(`${server.origin}${path}`, {
    method,
    headers: { ...proven, ...type },
    signal: leave.signal,
    ...(body === undefined ? {} : { body }),
  });
  const knows = response.status !== 401 || route.access.includes('anyone');
  assert.ok(knows, `${route.id} did not know the person`);
  if (!/event-stream/.test(response.headers.get('content-type') ?? '')) return response.text();
  const reader = response.body?.getReader();
  let text = '';
  // The first event names the request; a heartbeat or the end of what there was comes last.
  while (!text.includes('event: request') && !text.includes(': still here')) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    text += Buffer.from(value).toString();
  }
  leave.abort();
  return text;
}

const files = [{ name: 'policy.yaml', text: policy, layer: 'operator' }];

/** What changes something is asked with a body that it accepts, so that its answer would say something. */
const bodies: Readonly<Record<string, object>> = {
  replayPolicy: { files, limit: 50 },
  cancelRequest: { reason: 'x' },
  revokeGrant: { reason: 'x' },
  reconcileExecution: { outcome: 'failed', reason: 'x' },
};

/** Every route that a person may call, with a real id in its path. The feed of hints has no end and names ids alone. */
const called = routes.filter(
  ({ access, page, id }) =>
    page !== true &&
    id !== 'streamFeed' &&
    access.some(right => ['anyone', 'person', 'role'].includes(right)),
);

function pathsOf({ path }: Route): string[] {
  const named = Object.values(requests);
  return path.includes(':approval_request_id')
    ? named.map(id => path.replace(':approval_request_id', id))
    : [path.replace(/:\w+/g, 'x')];
}

describe('who sees the values of a request', () => {
  test('[DR-4] no route tells an outsider a value of a request, whatever its state is', async () => {
    assert.ok(called.length > 30);
    for (const person of [outsider, other]) {
      for (const route of called.filter(({ id }) => id !== 'signOut')) {
        for (const path of pathsOf(route)) {
          const text = await textOf(route, path, person.headers);
          assert.ok(!text.includes(secret), `${route.id} ${path} tells ${text.slice(0, 300)}`);
        }
      }
    }
  });

  test('[DR-4] those whom a stage lists, whom it concerns, and who oversee see the values on every reading route', async () => {
    const reading = called.filter(({ id }) =>
      ['getRequest', 'getHistory', 'getView', 'getBundle', 'streamRequest'].includes(id),
    );
    assert.equal(reading.length, 5);
    for (const [name, { headers }] of Object.entries(insiders)) {
      for (const route of reading) {
        const path = route.path.replace(':approval_request_id', requests['pending'] ?? '');
        const text = await textOf(route, path, headers);
        assert.ok(text.includes(secret), `${route.id} hides the values from the ${name}`);
      }
    }
  });

  test('[DR-4] a list shows others that something waits, from which agent and tool, and no more', async () => {
    const rowsFor = async ({ headers }: SignedIn) => {
      const listed = await server.call('GET', '/v1/requests', { headers });
      const { rows } = listed.body as { rows: { approval_request_id: string }[] };
      return rows.find(row => row.approval_request_id === requests['pending']) as unknown as Record<
        string,
        unknown
      >;
    };
    const seen = await rowsFor(insiders['reviewer'] ?? outsider);
    assert.deepEqual([seen['values'], seen['target_resource']], [true, `${secret}-resource`]);
    assert.match(String(seen['title']), /Send SECRET/);
    const hidden = await rowsFor(outsider);
    assert.equal(hidden['values'], false);
    assert.equal(hidden['agent_id'], 'billing-bot');
    assert.equal(hidden['tool_name'], 'wire_transfer');
    assert.equal(hidden['status'], 'pending');
    assert.equal(hidden['target_resource'], null);
    assert.match(String(hidden['title']), /you may not see the values of this request/);
  });

  test('[DR-4] an approver who lost the role still sees what they decided', () => {
    const state = {
      request: { amends: [{ changed_by: 'person_3' }] },
      chain: { stages: [{ approvers: { identities: ['service-1'], roles: ['reviewer'] } }] },
      entries: [{ approver_identity: 'person_1' }],
      parties: { requester: null, subject: null, agent_owner: null },
    } as unknown as OpenedRequest;
    const sees = (identity: string, ...roles: string[]) => maySeeValues(state, { identity, roles });
    assert.equal(sees('person_1'), true);
    assert.equal(sees('person_2'), false);
    assert.equal(sees('person_3'), true, 'who changed the action');
    assert.equal(sees('person_2', 'reviewer'), true);
    assert.equal(sees('person_2', 'auditor'), true);
    assert.equal(sees('person_2', 'Auditor', 'REVIEWER', ''), false);
    assert.equal(sees('service-1'), true, 'listed by identity');
  });
});
