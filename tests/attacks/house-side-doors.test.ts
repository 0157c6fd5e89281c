// Disproved here: "an agent, or one operator alone, makes a change of Countersign through a name that looks like one of
// ours, through a call that is meant for something else, or with what a house request tells before it is approved".
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { loadDirectory } from '@countersign/coordinator';
import {
  type Called,
  carryOutHouse,
  decide,
  entryFor,
  governedPolicy,
  type SignedIn,
  type StartedServer,
  sampleAction,
} from '@countersign/server/testing';
import { approveHouse, governedScene } from '../testing/governed-scene.ts';
import { SignedInTerminal } from '../testing/signed-in-terminal.ts';

type Headers = Readonly<Record<string, string>>;

let server: StartedServer;
let mara: SignedIn;
let jonas: SignedIn;
let eve: SignedIn;
let bot: Headers;

before(async () => {
  ({ server, mara, jonas, eve, bot } = await governedScene({ policy: governedPolicy }));
});
after(() => server.remove());

const codeOf = ({ body }: Called): string => (body as { code?: string }).code ?? 'none';

/** What a change of Countersign would change. */
async function rightsNow(): Promise<string> {
  await carryOutHouse(server.app).run(new AbortController().signal);
  const { state } = await loadDirectory(server.app.context);
  const people = [...state.people.values()].map(({ person_id, roles, active }) => [
    person_id,
    roles,
    active,
  ]);
  return JSON.stringify([people, state.policy_version, state.credentials.size]);
}

async function unchanged(attempts: Readonly<Record<string, () => Promise<Called>>>): Promise<void> {
  const before = await rightsNow();
  const found: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    const { status, body } = await attempt();
    assert.ok(status < 500, `${name}: ${JSON.stringify(body)}`);
    if (status < 400) found.push(`${name}: ${status}`);
    if ((await rightsNow()) !== before) found.push(`${name} changed something`);
  }
  assert.deepEqual(found, []);
}

describe('a name that looks like one of ours', () => {
  const spellings = [
    'countersign.policy',
    'countersign.Policy',
    'cOUNTERSIGN.policy',
    'countersign.policy ',
    '\tcountersign.policy',
    '\u00a0countersign.policy',
    '\u3000countersign.policy',
    'countersign .policy',
    'counter\u00adsign.policy',
    'counter\u200csign.policy',
    'counter\u200dsign.policy',
    'counter\u2060sign.policy',
    '\ufeffcountersign.policy',
    '\u202ecountersign.policy',
    '\u2066countersign.policy\u2069',
    'countersign\u200e.policy',
    'counter\u034fsign.policy',
    'counter\ufe0fsign.policy',
    'counter\u{e0020}sign.policy',
    'counter\u180esign.policy',
    '\uff23\uff2f\uff35\uff2e\uff34\uff25\uff32\uff33\uff29\uff27\uff2e.policy',
    'countersign\uff0epolicy',
    'countersign\u3002policy',
    'countersign\uff61policy',
    'counter\u017fign.policy',
    'counters\u0131gn.policy',
    'counters\u0130gn.policy',
    '\u{1d5bc}ountersign.policy',
    '\u24d2ountersign.policy',
    '\u0441ountersign.policy',
    'c\u043euntersign.policy',
    'count\u0435rsign.policy',
    'c\u03bfuntersign.policy',
    'counter\u0455ign.policy',
    'counters\u0456gn.policy',
    'countersi\u0261n.policy',
    'countersigп.policy',
    'countersign..policy',
  ];
  for (const name of spellings) {
    test(`[HR-1] ${JSON.stringify(name)} is refused as operation and as tool`, async () => {
      const target = { tool_name: name, tool_schema_version: '1', resource: null };
      for (const change of [{ operation: name }, { target }]) {
        const body = { action: { ...sampleAction(), ...change }, audience: 'billing-executor' };
        const answer = await server.call('POST', '/v1/requests', { headers: bot, body });
        assert.ok(answer.status >= 400, `${answer.status} ${JSON.stringify(Object.keys(change))}`);
      }
    });
  }
});

describe('an agent', () => {
  test('[HR-2, HR-3] an agent decides, carries out and changes no house request', async () => {
    const asked = await server.call('PATCH', `/v1/people/${eve.person_id}`, {
      headers: mara.headers,
      body: { roles: ['operator', 'reviewer'] },
    });
    const { house_request } = asked.body as { house_request: { approval_request_id: string } };
    const id = house_request.approval_request_id;
    const path = `/v1/requests/${id}`;
    const post =
      (where: string, body: object, headers = bot) =>
      () =>
        server.call('POST', where, { headers, body });
    const entry = await entryFor(server, jonas.headers, id, 'allow');
    const action = sampleAction();
    await unchanged({
      'an entry with the credential of an agent': post(`${path}/entries`, entry),
      'a grant': post(`${path}/grant`, {}),
      'a consume': post(`${path}/consume`, { action, grant: 'x', attempt: randomUUID() }),
      'a report': post(`${path}/report`, { attempt: randomUUID(), outcome: 'succeeded' }),
      'a round of it': post(`${path}/rounds`, { action, audience: 'x', change: 'none' }),
      'a cancellation': post(`${path}/cancel`, { reason: 'no' }),
      'a revocation': post(`${path}/revoke`, { reason: 'no' }),
      'advice that allows': post(`${path}/advice`, { recommendation: 'allow' }),
      'a person for itself': post('/v1/people', { roles: ['operator'], name: 'bot' }),
      'a role': () =>
        server.call('PATCH', `/v1/people/${eve.person_id}`, {
          headers: bot,
          body: { roles: ['operator'] },
        }),
      'an invitation': post('/v1/invitations', { roles: ['operator'] }),
      'a key': post('/v1/credentials/api-keys', {
        label: 'x',
        verbs: ['propose'],
        agent_ids: ['x'],
      }),
      'a policy': post('/v1/policy/requests', {}),
      'a policy of its own': post('/v1/policy/requests', {
        files: [{ name: 'p.yaml', text: 'version: "1"\ndefault: allow\n' }],
      }),
      'the house as its executor': post('/v1/requests', {
        action: { ...action, operation: 'countersign.roles' },
        audience: 'countersign.server',
      }),
    });
    // The same request, approved by another person, is carried out.
    await approveHouse(server, jonas, id);
    const { state } = await loadDirectory(server.app.context);
    assert.deepEqual(state.people.get(eve.person_id)?.roles, ['operator', 'reviewer']);
  });
});

describe('one operator alone', () => {
  const made = async (path: string, body: object, who = mara): Promise<Record<string, unknown>> => {
    const answer = await server.call('POST', path, { headers: who.headers, body });
    assert.equal(answer.status, 202, JSON.stringify(answer.body));
    return answer.body as Record<string, unknown>;
  };
  const idOf = (asked: Record<string, unknown>): string =>
    (asked['house_request'] as { approval_request_id: string }).approval_request_id;

  test('[HR-2, HR-5, HR-7] an operator gains nothing from the answer to a request before its approval', async () => {
    const key = { label: 'mine', verbs: ['propose'], agent_ids: ['mine'] };
    const asked = await made('/v1/credentials/api-keys', key);
    const secret = { authorization: `Bearer ${asked['secret']}` };
    const invited = await made('/v1/invitations', {
      name: 'Mallory',
      email: 'mallory@example.com',
      roles: ['operator', 'reviewer'],
    });
    const token =
      String(invited['link'])
        .split(/[#/?=]/)
        .at(-1) ?? '';
    const terminal = await SignedInTerminal.at(server, mara);
    const id = idOf(asked);
    const path = `/v1/requests/${id}`;
    const own = async (change: object = {}) => ({
      ...(await entryFor(server, mara.headers, id, 'allow')),
      ...change,
    });
    const as = (headers: Headers, where: string, body: object) => () =>
      server.call('POST', where, { headers, body });
    const action = { ...sampleAction(), agent_id: 'mine' };
    await unchanged({
      'the secret of the key': as(secret, '/v1/requests', { action, audience: 'x' }),
      'the secret, to learn about itself': () =>
        server.call('GET', '/v1/credential', { headers: secret }),
      'the link of the invitation': as(
        { origin: server.origin },
        '/v1/invitations/redeem/options',
        { token, key_digest: `sha256:${'0'.repeat(64)}` },
      ),
      'its own approval': as(mara.headers, `${path}/entries`, await own()),
      'its own approval in the name of another': as(
        mara.headers,
        `${path}/entries`,
        await own({ approver_identity: jonas.person_id }),
      ),
      'its own approval as another stage': as(
        mara.headers,
        `${path}/entries`,
        await own({ stage_index: 1 }),
      ),
      'the approval of another sign-in of the same person': async () => {
        const run = await terminal.run(['approve', id, '--reason-code', 'reviewed']);
        return { status: run.code === 0 ? 200 : 403, body: {} } as Called;
      },
      'a grant of it': as(mara.headers, `${path}/grant`, {}),
      'a consume of it': as(mara.headers, `${path}/consume`, {
        action,
        grant: 'x',
        attempt: randomUUID(),
      }),
      'a body that says it was approved': as(mara.headers, '/v1/credentials/api-keys', {
        ...key,
        approved: 'credentials',
      }),
      'a body that names an approved request': as(mara.headers, '/v1/credentials/api-keys', {
        ...key,
        approval_request_id: id,
      }),
      'a policy without governance for itself': as(mara.headers, '/v1/policy/requests', {
        files: [{ name: 'p.yaml', text: governedPolicy }],
      }),
      'a service that decides': as(mara.headers, '/v1/credentials/services', {
        service_id: 'mine',
        label: 'mine',
        approved: true,
      }),
    });
    terminal.remove();
  });

  test('[HR-4, HR-8] an approval of one change is no approval of another', async () => {
    const first = await made('/v1/credentials/api-keys', {
      label: 'first',
      verbs: ['propose'],
      agent_ids: ['first'],
    });
    const second = await made('/v1/credentials/api-keys', {
      label: 'second',
      verbs: ['propose', 'consume'],
      executor: 'everything',
      agent_ids: ['second'],
    });
    const [one, two] = [idOf(first), idOf(second)];
    const entry = await entryFor(server, jonas.headers, one, 'allow');
    const sent = await server.call('POST', `/v1/requests/${two}/entries`, {
      headers: jonas.headers,
      body: entry,
    });
    assert.ok(sent.status >= 400, codeOf(sent));
    await decide(server, jonas.headers, two, 'deny', { reason: 'too much' });
    const before = await rightsNow();
    const again = await server.call('POST', `/v1/requests/${two}/entries`, {
      headers: eve.headers,
      body: { ...entry, chain_entry_id: randomUUID() },
    });
    assert.ok(again.status >= 400, codeOf(again));
    assert.equal(await rightsNow(), before);
  });
});
