import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { indexEvents, sequenceEvents } from '@countersign/coordinator';
import type { FoundPage, FoundRow } from '@countersign/wire/search';
import { decide, propose, sampleAction } from '../testing/sample-call.ts';
import { type SignedIn, type StartedServer, startedServer } from '../testing/started-server.ts';

const policy = `version: "1"
default: require_approval
default_chain: finance
chain_by_risk: { low: finance, medium: finance, high: finance, critical: finance }
chains:
  - id: finance
    stages: [{ name: finance, approvers: { roles: [finance] } }]
rules:
  - { id: wires, match: { tool: wire_transfer }, outcome: require_approval, chain: finance }
`;

describe('finding requests by their values', () => {
  let server: StartedServer;
  let finance: SignedIn;
  let legal: SignedIn;
  let auditor: SignedIn;
  let outsider: SignedIn;
  let agent: Readonly<Record<string, string>>;
  let wire: string;
  let other: string;
  let contract: string;

  const ask = async (
    tool_name: string,
    parameters: object,
    agentId = 'billing-bot',
    headers = agent,
  ) =>
    (
      await propose(server, headers, {
        ...sampleAction(agentId),
        target: { tool_name, tool_schema_version: '1', resource: 'acct-42' },
        parameters,
      })
    ).approval_request_id;
  const call = (query: Record<string, string>, { headers }: SignedIn, path = '/v1/search') =>
    server.call('GET', `${path}?${new URLSearchParams({ text: '', ...query })}`, { headers });
  const search = async (query: Record<string, string>, who = auditor): Promise<FoundPage> => {
    const answer = await call(query, who);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body as FoundPage;
  };
  const ids = async (query: Record<string, string>, who = auditor): Promise<string[]> => {
    const page = await search(query, who);
    assert.equal(page.count, page.rows.length);
    return page.rows.map(row => row.approval_request_id);
  };
  const settle = async (): Promise<void> => {
    const { context, signer, logName } = server.app;
    await sequenceEvents({
      store: context.store,
      signer: signer.noteSigner(logName),
      sink: { publish: async () => undefined },
    });
    while (await indexEvents(context));
  };

  before(async () => {
    server = await startedServer({ policy });
    finance = await server.person(['finance']);
    legal = await server.person(['legal']);
    auditor = await server.person(['auditor']);
    outsider = await server.person(['guest']);
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot', 'other-bot'] });
    const ofLegal = await server.apiKey({
      verbs: ['propose'],
      agent_ids: ['legal-bot'],
      owner: legal.person_id,
    });
    wire = await ask('wire_transfer', {
      to: { name: 'Nordvik Paper AB', iban: 'SE35 5000 0000 0549 1000 0003' },
      amount: 4200,
      note: '=HYPERLINK("http://evil.example")',
    });
    other = await ask(
      'wire_transfer',
      { to: { name: 'Müller GmbH' }, body: 'our account is SE3550000000054910000003, thanks' },
      'other-bot',
    );
    contract = await ask(
      'sign_contract',
      { title: 'Merger with Nordvik', text: '請求書を送る' },
      'legal-bot',
      ofLegal,
    );
    await decide(server, finance.headers, other, 'deny', { reason: 'paid twice' });
    await settle();
  });
  after(() => server.remove());

  test('a value is found with its place, however it is written', async () => {
    const { rows, count, is_more, is_complete } = await search({ text: 'se35 5000' });
    assert.deepEqual([count, is_more, is_complete], [2, false, true]);
    const places = new Map(rows.map(row => [row.approval_request_id, row.found]));
    assert.deepEqual(places.get(wire), {
      path: 'to.iban',
      before: '',
      match: 'SE35 5000',
      after: ' 0000 0549 1000 0003',
    });
    assert.deepEqual(places.get(other), {
      path: 'body',
      before: 'our account is ',
      match: 'SE355000',
      after: '0000054910000003, thanks',
    });
    assert.deepEqual(await ids({ text: 'MULLER' }), [other]);
    assert.deepEqual(await ids({ text: 'nordv' }), [contract, wire]);
    assert.deepEqual(await ids({ text: '4,200.00' }), [wire]);
    assert.deepEqual(await ids({ text: '請求書' }), [contract]);
    assert.deepEqual(await ids({ text: 'paid twice' }), [other], 'the reason of a rejection');
  });

  test('filters by agent, tool, rule, risk, person, outcome and time narrow a search', async () => {
    assert.deepEqual(await ids({}), [contract, other, wire]);
    assert.deepEqual(await ids({ agent_id: 'other-bot' }), [other]);
    assert.deepEqual(await ids({ tool_name: 'sign_contract' }), [contract]);
    assert.deepEqual(await ids({ rule_id: 'wires', outcome: 'waiting' }), [wire]);
    assert.deepEqual(await ids({ outcome: 'rejected' }), [other]);
    assert.deepEqual(await ids({ person_id: finance.person_id }), [other]);
    assert.deepEqual(await ids({ person_id: legal.person_id }), []);
    const { rows } = await search({});
    for (const risk_level of ['low', 'medium', 'high', 'critical']) {
      const expected = rows.filter(row => row.risk_level === risk_level);
      assert.deepEqual(
        await ids({ risk_level }),
        expected.map(row => row.approval_request_id),
      );
    }
    const requested_at = rows[0]?.requested_at ?? '';
    assert.deepEqual(await ids({ from: requested_at }), [contract]);
    assert.deepEqual(await ids({ before: requested_at }), [other, wire]);
    const [row] = (await search({ outcome: 'rejected' })).rows;
    assert.deepEqual(
      row?.decided_by.map(({ decision, reason }) => [decision, reason]),
      [['deny', 'paid twice']],
    );
  });

  test('[DR-4] a person finds what they may see, and a search tells nothing of the rest', async () => {
    assert.deepEqual(await ids({ text: 'nordvik' }, finance), [contract, wire]);
    assert.deepEqual(await ids({ text: 'nordvik' }, legal), [contract]);
    assert.deepEqual(await ids({}, legal), [contract]);
    for (const query of [{}, { text: 'nordvik' }, { outcome: 'rejected' }]) {
      const { rows, count, next } = await search(query, outsider);
      assert.deepEqual([rows, count, next], [[], 0, null]);
    }
    const exported = await call({ text: 'nordvik' }, legal, '/v1/search/csv');
    assert.ok(String(exported.body).includes(contract));
    assert.ok(!String(exported.body).includes(wire));
    const forAgent = await server.call('GET', '/v1/search?text=nordvik', { headers: agent });
    assert.equal(forAgent.status, 403);
  });

  test('operators, wildcards, quotes and long texts give what they say or a clear error', async () => {
    for (const text of [
      '"nordvik" OR "muller"',
      'nordvik NOT gmbh',
      'nordvik NEAR(paper)',
      'words : nordvik',
      "nordvik' & !paper | x",
    ]) {
      assert.deepEqual(await ids({ text }), [], text);
    }
    for (const text of [
      'nordvik*',
      '"nordvik"',
      '^nordvik',
      '-nordvik',
      'nordvik:*',
      '%nordvik%',
    ]) {
      assert.deepEqual(await ids({ text }), [contract, wire], text);
    }
    for (const text of ['*', '"', '""', '%', '\u0000', '   ']) {
      assert.equal((await search({ text })).count, 3, 'no word narrows nothing');
    }
    const long = await call({ text: 'a'.repeat(10_000) }, auditor);
    assert.equal(long.status, 400);
    assert.match(JSON.stringify(long.body), /at most 200 characters/);
    const many = await call({ text: 'a '.repeat(100) }, auditor);
    assert.equal(many.status, 400);
    assert.match(JSON.stringify(many.body), /at most 16 words, found 100/);
    const cursor = await call({ after: 'nonsense' }, auditor);
    assert.equal(cursor.status, 400);
  });

  test('an export has every row, and no cell of it is a formula', async () => {
    const csv = await call({}, auditor, '/v1/search/csv');
    assert.equal(csv.status, 200);
    assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(csv.headers.get('content-disposition') ?? '', /requests\.csv/);
    const lines = String(csv.body)
      .split('\r\n')
      .filter(line => line !== '');
    assert.equal(lines.length, 4);
    assert.match(lines[0] ?? '', /^approval_request_id,requested_at,outcome,risk,agent/);
    for (const line of lines) assert.ok(!/(^|,)"?[=+@-]/.test(line), line);
    const rows = (await call({}, auditor, '/v1/search/json')).body as FoundRow[];
    assert.deepEqual(
      rows.map(row => row.approval_request_id),
      [contract, other, wire],
    );
    const none = await call({ text: 'nothing' }, auditor, '/v1/search/json');
    assert.deepEqual(none.body, []);
  });

  test('[DR-4] words that a person plants tell nothing of the words beside them', async () => {
    const words = (begin: string) =>
      Array.from({ length: 64 }, (_, n) => `${begin}${String(n).padStart(2, '0')}a`).join(' ');
    const ofLegal = await server.apiKey({
      verbs: ['propose'],
      agent_ids: ['planting-bot'],
      owner: legal.person_id,
    });
    const planted = `${words('alone')} ${words('crowd')}`;
    await ask('note', { planted }, 'planting-bot', ofLegal);
    await ask('wire_transfer', { secret: 'crowd99secret' });
    await settle();
    const [alone, crowd] = await Promise.all(
      ['alone', 'crowd'].map(text => search({ text }, legal)),
    );
    assert.equal(crowd?.count, 1);
    const rest = (page: FoundPage | undefined) => ({ ...page, rows: page?.rows.length });
    assert.deepEqual(rest(crowd), rest(alone));
    assert.equal((await search({ text: 'crowd99' }, legal)).count, 0);
    assert.equal((await search({ text: 'crowd' }, auditor)).count, 2);
  });
});
