import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BatchAnswer } from '@countersign/wire/batches';
import { decide, entryFor, propose } from '../testing/sample-call.ts';
import { type SignedIn, type StartedServer, startedServer } from '../testing/started-server.ts';

const policy = `version: "1"
default: require_approval
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
chains:
  - id: one
    stages: [{ name: desk, approvers: { roles: [reviewer] } }]
rules:
  - { id: grave, match: { tool: "grave.*" }, outcome: require_approval, risk: critical }
`;

describe('deciding several requests together', () => {
  let server: StartedServer;
  let agent: Readonly<Record<string, string>>;
  let mara: SignedIn;
  let jonas: SignedIn;
  let count = 0;
  before(async () => {
    server = await startedServer({ policy });
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot', 'other-bot'] });
    mara = await server.person(['reviewer']);
    jonas = await server.person(['auditor']);
  });
  after(() => server?.remove());

  const ask = async (parameters: object, tool_name: string, agent_id = 'billing-bot') => {
    const action = {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id,
      subject_id: null,
      target: { tool_name, tool_schema_version: '1', resource: null },
      parameters: { ...parameters, invoice: `inv-${count++}` },
    };
    return (await propose(server, agent, action)).approval_request_id;
  };
  const read = async (tool_name: string, { headers } = mara): Promise<BatchAnswer> => {
    const query = new URLSearchParams({ agent_id: 'billing-bot', tool_name });
    return (await server.call('GET', `/v1/batches?${query}`, { headers })).body as BatchAnswer;
  };
  const reject = async (ids: readonly string[], reason: string, { headers } = mara) => {
    const rows = [];
    for (const id of ids) {
      const entry = { ...(await entryFor(server, mara.headers, id, 'deny')), reason };
      rows.push({ approval_request_id: id, entry });
    }
    return server.call('POST', '/v1/batches', { headers, body: { rows } });
  };
  const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code ?? 'done';

  test('[BA-4] new payees and unusual values are decided alone, and are refused in an approved batch', async () => {
    for (const payee of ['Nordvik', 'Kestrel']) {
      const id = await ask({ payee, amount: 100 }, 'pay');
      await decide(server, mara.headers, id, 'allow');
    }
    const usual = [];
    for (const amount of [101, 102, 103])
      usual.push(await ask({ payee: 'Nordvik', amount }, 'pay'));
    const trap = await ask({ payee: 'Kestrel', amount: 9000 }, 'pay');
    const stranger = await ask({ payee: 'Unknown Ltd', amount: 104 }, 'pay');
    const { rows, left_out } = await read('pay');
    assert.equal(left_out, 0);
    const alone = new Map(rows.map(row => [row.representation.approval_request_id, row.alone]));
    for (const id of usual) assert.deepEqual(alone.get(id), [], id);
    assert.match(String(alone.get(trap)), /times the median/);
    assert.match(String(alone.get(stranger)), /has not paid this payee before/);
    const approving = [];
    for (const id of [...usual, trap]) {
      const entry = await entryFor(server, mara.headers, id, 'allow');
      approving.push({ approval_request_id: id, entry });
    }
    const body = { rows: approving };
    const refused = await server.call('POST', '/v1/batches', { headers: mara.headers, body });
    assert.equal(codeOf(refused), 'batch_row_alone');
    assert.match((refused.body as { detail: string }).detail, new RegExp(trap));
    const unsigned = { rows: approving.slice(0, 3) };
    const bare = await server.call('POST', '/v1/batches', {
      headers: mara.headers,
      body: unsigned,
    });
    assert.equal(codeOf(bare), 'assertion_missing');
  });

  test('[BA-3] many are rejected with one reason, and the answer has all of them', async () => {
    const ids = [await ask({ n: 1 }, 'note'), await ask({ n: 2 }, 'note')];
    const done = await reject(ids, 'not now');
    assert.equal(done.status, 200, JSON.stringify(done.body));
    const { requests } = done.body as {
      requests: { status: string; approval_request_id: string }[];
    };
    assert.deepEqual(
      requests.map(({ status, approval_request_id }) => [approval_request_id, status]),
      ids.map(id => [id, 'denied']),
    );
    assert.equal(codeOf(await reject(ids, 'once more')), 'batch_row_stale');
  });

  test('[BA-5] rows of two agents are refused, and a single row is no batch', async () => {
    const one = await ask({ n: 3 }, 'note');
    const other = await ask({ n: 4 }, 'note', 'other-bot');
    assert.equal(codeOf(await reject([one, other], 'no')), 'batch_rows_differ');
    assert.equal(codeOf(await reject([one], 'no')), 'object_malformed');
    assert.deepEqual((await read('note')).rows, []);
  });

  test('[BA-4] critical risk says why it is decided alone', async () => {
    await ask({ n: 1 }, 'grave.delete');
    await ask({ n: 2 }, 'grave.delete');
    const { rows } = await read('grave.delete');
    assert.equal(rows.length, 2);
    for (const { alone } of rows) assert.match(alone.join(' '), /risk is critical/);
  });

  test('a person whom no stage lists is offered no batch and decides none', async () => {
    const ids = [await ask({ n: 5 }, 'memo'), await ask({ n: 6 }, 'memo')];
    assert.deepEqual((await read('memo', jonas)).rows, []);
    assert.equal(codeOf(await reject(ids, 'no', jonas)), 'approver_not_eligible');
  });
});
