import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { changeDirectory } from '@countersign/coordinator';
import { PublicKey } from '@countersign/protocol/crypto';
import type { CredentialFacts } from '@countersign/protocol/directory';
import { systemActor } from '@countersign/protocol/value';
import type { RequestRow } from '@countersign/wire/requests';
import type { Eligibility } from '@countersign/wire/views';
import { decide, propose, sampleAction } from '../testing/sample-call.ts';
import { type SignedIn, type StartedServer, startedServer } from '../testing/started-server.ts';

const policy = `version: "1"
default: require_approval
default_chain: two
chain_by_risk: { low: two, medium: two, high: two, critical: two }
chains:
  - id: two
    stages:
      - name: first look
        approvers: { roles: [reviewer] }
      - name: finance
        approvers: { roles: [finance] }
        min_assurance: webauthn
  - id: own
    stages:
      - name: confirm
        approvers: { roles: [reviewer] }
        separation: self_confirm
rules:
  - id: wire
    match: { tool: wire_transfer }
    outcome: require_approval
    display: Wire {/amount} {/currency} to {/to}
    expires_in: 1h
  - id: own
    match: { tool: mail }
    outcome: require_approval
    chain: own
    expires_in: 5m
`;

type Headers = Readonly<Record<string, string>>;

interface View {
  readonly display: { rule_id: string; parts: unknown[] } | null;
  readonly eligibility: Eligibility;
  readonly similar: { approval_request_id: string; status: string }[];
  readonly previous: { approval_request_id: string; action_text: string } | null;
  readonly action_text: string;
  readonly marks: { pointer: string; start: number; end: number; findings: number[] }[];
}

describe('what a person sees before deciding', () => {
  let server: StartedServer;
  let reviewer: SignedIn;
  let owner: SignedIn;
  let finance: SignedIn;
  let agent: Headers;

  before(async () => {
    server = await startedServer({ policy });
    reviewer = await server.person(['reviewer']);
    owner = await server.person(['reviewer']);
    finance = await server.person(['finance']);
    await givePasskey(finance);
    agent = await server.apiKey({
      verbs: ['propose'],
      agent_ids: ['billing-bot', 'other-bot'],
      owner: owner.person_id,
    });
  });
  after(() => server.remove());

  async function givePasskey({ person_id }: SignedIn): Promise<void> {
    const jwk = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const credential: CredentialFacts = {
      kind: 'passkey',
      credential_id: Buffer.from(randomUUID()).toString('base64url'),
      person_id,
      public_key: PublicKey.parse(jwk),
      label: 'key ring',
      transports: [],
    };
    const change = { type: 'register_credential', credential } as const;
    assert.ok((await changeDirectory(server.app.context, change, systemActor)).ok);
  }

  const action = (tool_name: string, parameters = {}, agentId = 'billing-bot') => ({
    ...sampleAction(agentId),
    target: { tool_name, tool_schema_version: '1', resource: 'acct-42' },
    parameters: { note: randomUUID(), ...parameters },
  });
  const ask = async (tool: string, parameters = {}, agentId = 'billing-bot') =>
    (await propose(server, agent, action(tool, parameters, agentId))).approval_request_id;
  const list = async (query: string, { headers }: SignedIn = reviewer): Promise<RequestRow[]> => {
    const answer = await server.call('GET', `/v1/requests?${query}`, { headers });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return (answer.body as { rows: RequestRow[] }).rows;
  };
  const view = async (id: string, { headers }: SignedIn = reviewer): Promise<View> => {
    const answer = await server.call('GET', `/v1/requests/${id}/view`, { headers });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body as View;
  };
  const rowOf = async (id: string, query = 'limit=200', who = reviewer) => {
    const found = (await list(query, who)).find(row => row.approval_request_id === id);
    assert.ok(found);
    return found;
  };

  test('the view says where in the action each grave finding of its decision stands', async () => {
    const places = async (parameters: object, tool = 'shell.run'): Promise<unknown[]> => {
      const id = await ask(tool, parameters);
      const read = await server.call('GET', `/v1/requests/${id}`, { headers: reviewer.headers });
      const { signals } = (read.body as { request: { risk: { signals: { signal: string }[] } } })
        .request.risk;
      return (await view(id)).marks.map(({ pointer, start, end, findings }) => [
        pointer,
        start,
        end,
        findings.map(index => signals[index]?.signal),
      ]);
    };
    // The first is small enough for the thread that answers, the second is not.
    for (const padding of ['', 'x'.repeat(4000)]) {
      const command = 'cd web && rm -rf /srv/data';
      assert.deepEqual(await places({ command, padding }), [
        ['/command', 17, 26, ['destructive_command']],
      ]);
    }
    assert.deepEqual(await places({ user: 'bob', role: 'admin' }, 'iam.update_user'), [
      ['/role', 0, 5, ['access_change']],
    ]);
  });

  test('a row has the sentence of its rule with all characters visible', async () => {
    const id = await ask('wire_transfer', { amount: '4200.00', currency: 'USD', to: 'A\u202eB' });
    const row = await rowOf(id);
    assert.equal(row.title, 'Wire 4,200.00 USD to A<U+202E>B');
    assert.deepEqual(await rowOf(id), row, 'the same when it is read again');
    assert.equal(row.target_resource, 'acct-42');
    assert.equal(row.outcome, 'pending');
    assert.deepEqual(row.stage, { name: 'first look', index: 1, count: 2 });
    const { display } = await view(id);
    assert.equal(display?.rule_id, 'wire');
    assert.deepEqual(display?.parts[1], { pointer: '/amount' });
  });

  test('a row names a very long action by its tool and target', async () => {
    const parameters = { amount: '1.00', currency: 'USD', to: 'A', rest: 'x'.repeat(65_536) };
    const id = await ask('wire_transfer', parameters);
    assert.equal((await rowOf(id)).title, 'wire_transfer on acct-42');
    assert.match((await view(id)).action_text, /x{65536}/);
  });

  test('a row without the sentence of a rule has one that is made from the action', async () => {
    const id = await ask('mail', { to: 'ana@example.com', subject: 'Minutes' });
    assert.equal((await rowOf(id)).title, 'Send “Minutes” to ana@example.com');
  });

  test('pending requests are listed by deadline, page after page', async () => {
    const later = await ask('wire_transfer');
    const sooner = await ask('mail');
    const rows = await list('status=pending&order=due&limit=200');
    const due = rows.map(row => row.due_at ?? '');
    assert.deepEqual(due, due.toSorted());
    const at = (id: string) => rows.findIndex(row => row.approval_request_id === id);
    assert.ok(at(sooner) >= 0 && at(sooner) < at(later));
    const path = '/v1/requests?status=pending&order=due&limit=1';
    const first = await server.call('GET', path, { headers: reviewer.headers });
    const { next, rows: head } = first.body as { next: string; rows: RequestRow[] };
    const [second] = await list(
      `status=pending&order=due&limit=1&after=${encodeURIComponent(next)}`,
    );
    assert.deepEqual([head[0], second], rows.slice(0, 2));
    const { headers } = reviewer;
    const refused = await server.call('GET', '/v1/requests?order=due', { headers });
    assert.equal((refused.body as { code: string }).code, 'parameter_malformed');
  });

  test('a list is filtered by tool', async () => {
    await ask('mail');
    const rows = await list('tool_name=mail&limit=200');
    assert.ok(rows.length > 0);
    assert.ok(rows.every(row => row.tool_name === 'mail'));
    assert.deepEqual(await list('tool_name=unknown'), []);
  });

  test('exactly the people who can decide are told so', async () => {
    const id = await ask('wire_transfer');
    const stranger = await server.person(['somebody']);
    const auditor = await server.person(['auditor']);
    const hidden = await server.call('GET', `/v1/requests/${id}/view`, stranger);
    assert.equal((hidden.body as { code: string }).code, 'values_not_visible');
    assert.equal((await rowOf(id, 'limit=200', stranger)).eligible, false);
    for (const [who, code] of [
      [owner, 'approver_not_independent'],
      [auditor, 'approver_not_eligible'],
      [reviewer, null],
    ] as const) {
      const { eligibility } = await view(id, who);
      assert.equal(eligibility.may_decide, code === null);
      assert.equal(eligibility.may_deny, who !== auditor);
      assert.equal(eligibility.code, code);
      assert.equal((await rowOf(id, 'limit=200', who)).eligible, code === null);
      const { needs, stage, stage_index } = eligibility;
      assert.deepEqual([needs, stage, stage_index], ['session', 'first look', 0]);
      const decided = decide(server, who.headers, id, 'allow');
      if (code === null) await decided;
      else await assert.rejects(decided, new RegExp(code));
    }
  });

  test('the next stage states its requirements, and earlier deciders cannot decide again', async () => {
    const id = await ask('wire_transfer');
    await decide(server, reviewer.headers, id, 'allow');
    const seen = async (who: SignedIn) => {
      const { may_decide, code, needs, stage } = (await view(id, who)).eligibility;
      return [may_decide, code, needs, stage];
    };
    const without = await server.person(['finance']);
    const tooLow = 'approver_assurance_too_low';
    assert.deepEqual(await seen(without), [false, tooLow, 'webauthn', 'finance']);
    assert.deepEqual(await seen(finance), [true, null, 'webauthn', 'finance']);
    assert.deepEqual((await view(id)).eligibility.people, [
      { person_id: finance.person_id, name: 'Test Person', away_until: null },
    ]);
    assert.equal((await view(id)).eligibility.code, 'approver_already_decided');
    assert.deepEqual((await rowOf(id)).stage, { name: 'finance', index: 2, count: 2 });
  });

  test('a row names the gravest mark of the action by itself, beside what the policy weighed', async () => {
    const edit = (new_text: string) =>
      ask('fs.edit', { path: 'src/a.ts', old_text: 'return a;', new_text });
    const levels = async (id: string, who = reviewer) => {
      const { risk_level, marked_level } = await rowOf(id, 'limit=200', who);
      return [risk_level, marked_level];
    };
    assert.deepEqual(await levels(await edit('return b;')), ['low', null]);
    assert.deepEqual(await levels(await edit("fetch('https://a.example')")), ['low', 'high']);
    const widened = await edit('return a || b;');
    assert.deepEqual(await levels(widened), ['low', 'critical']);
    const { headers } = await server.person([]);
    const unseen = await server.call('GET', '/v1/requests?limit=200', { headers });
    const rows = (unseen.body as { rows: RequestRow[] }).rows;
    const row = rows.find(({ approval_request_id }) => approval_request_id === widened);
    assert.deepEqual([row?.values, row?.marked_level], [false, null]);
  });

  test('a page that names its language gets titles and marks in it, and the same bytes', async () => {
    const id = await ask('shell.run', { command: 'rm -rf ~/data' });
    const written = await ask('wire_transfer', { amount: 4200, currency: 'EUR', to: 'Acme' });
    const inLanguage = async (language: string | null) => {
      const headers = {
        ...reviewer.headers,
        ...(language === null ? {} : { 'countersign-language': language }),
      };
      const row = async (wanted: string) => {
        const { body } = await server.call('GET', '/v1/requests?limit=200', { headers });
        return (body as { rows: RequestRow[] }).rows.find(
          ({ approval_request_id }) => approval_request_id === wanted,
        )?.title;
      };
      const answer = await server.call('GET', `/v1/requests/${id}/view`, { headers });
      const { marks, view_digest, short_code, action_text } = answer.body as View & {
        readonly marks: readonly { words: string }[];
        readonly view_digest: string;
        readonly short_code: string;
      };
      const bytes = [view_digest, short_code, action_text];
      return { title: await row(id), own: await row(written), words: marks[0]?.words, bytes };
    };
    const english = await inLanguage(null);
    assert.equal(english.title, 'Run rm -rf ~/data in acct-42');
    assert.match(english.words ?? '', /^Deletes ~\/data and everything/);
    const german = await inLanguage('de');
    assert.equal(german.title, 'rm -rf ~/data in acct-42 ausführen');
    assert.match(german.words ?? '', /^Löscht ~\/data mit allem/);
    const japanese = await inLanguage('ja');
    assert.equal(japanese.title, 'acct-42 で rm -rf ~/data を実行');
    assert.match(japanese.words ?? '', /~\/data を中身ごと削除/);
    for (const { own, bytes } of [german, japanese]) {
      // The sentence of a rule stays as it was written, and nothing that is hashed changes.
      assert.deepEqual([own, bytes], [english.own, english.bytes]);
    }
    for (const unknown of ['xx', '../de', '__proto__', 'de,ja', '日本']) {
      const header = encodeURIComponent(unknown);
      assert.deepEqual(await inLanguage(header), english, unknown);
    }
  });

  test('a person who confirms their own agent is told so', async () => {
    const id = await ask('mail');
    const { eligibility } = await view(id, owner);
    assert.deepEqual([eligibility.may_decide, eligibility.self_confirm], [true, true]);
    assert.ok(eligibility.people.some(({ person_id }) => person_id === owner.person_id));
    assert.ok(eligibility.people.every(({ name }) => name === 'Test Person'));
  });

  test('a decided request cannot be decided, and becomes a precedent of its tool and agent', async () => {
    const denied = await ask('mail', {}, 'other-bot');
    await decide(server, owner.headers, denied, 'deny');
    const row = await rowOf(denied, 'status=denied&limit=200', owner);
    assert.deepEqual([row.eligible, row.stage, row.outcome], [false, null, 'denied']);
    assert.equal((await view(denied, owner)).eligibility.code, 'request_denied');
    const next = await ask('mail', {}, 'other-bot');
    const { similar } = await view(next);
    assert.deepEqual(
      similar.map(({ approval_request_id, status }) => [approval_request_id, status]),
      [[denied, 'denied']],
    );
    assert.deepEqual((await view(await ask('wire_transfer', {}, 'other-bot'))).similar, []);
  });

  test('a later round shows the action of the round before', async () => {
    const asked = action('mail', { body: 'first' });
    const first = (await propose(server, agent, asked)).approval_request_id;
    assert.equal((await view(first)).previous, null);
    await decide(server, owner.headers, first, 'deny');
    const again = await server.call('POST', `/v1/requests/${first}/rounds`, {
      headers: agent,
      body: {
        action: action('mail', { body: 'second' }),
        audience: 'billing-executor',
        change: 'other words',
      },
    });
    assert.equal(again.status, 201, JSON.stringify(again.body));
    const { approval_request_id } = again.body as { approval_request_id: string };
    const { previous } = await view(approval_request_id);
    assert.equal(previous?.approval_request_id, first);
    assert.match(previous?.action_text ?? '', /"body":"first"/);
  });
});
