import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { loadPolicy, type PolicyFile } from '@countersign/policy';
import { ActionBinding } from '@countersign/protocol/action';
import type { PolicyReplay } from '@countersign/wire/replay';
import type {
  PolicyProposals,
  SeenTools,
  UnaskedPage,
  UnaskedRow,
} from '@countersign/wire/unasked';
import { decide, grantOf, propose } from '../testing/sample-call.ts';
import { sequenceAnswers } from '../testing/sequence-answers.ts';
import {
  type SignedIn,
  type StartedServer,
  samplePolicy,
  startedServer,
} from '../testing/started-server.ts';

type Headers = Readonly<Record<string, string>>;

function actionOf(
  tool: string,
  parameters: object,
  resource: string | null = 'ledger',
): ActionBinding {
  return ActionBinding.parse({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'billing-bot',
    subject_id: null,
    target: { tool_name: tool, tool_schema_version: '1', resource },
    parameters,
  });
}

async function read<T>(server: StartedServer, path: string, { headers }: SignedIn): Promise<T> {
  const answer = await server.call('GET', path, { headers });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as T;
}

/** What is in the log, after everything that was answered has been added to it. */
async function unaskedRows(
  server: StartedServer,
  who: SignedIn,
  query = '',
): Promise<readonly UnaskedRow[]> {
  await sequenceAnswers(server);
  return (await read<UnaskedPage>(server, `/v1/unasked?limit=100${query}`, who)).rows;
}

async function send(
  server: StartedServer,
  headers: Headers,
  action: ActionBinding,
): Promise<string> {
  const body = { action, audience: 'billing-executor' };
  const answer = await server.call('POST', '/v1/requests', { headers, body });
  return (answer.body as { verdict?: string }).verdict ?? `${answer.status}`;
}

describe('what policy answered without asking anyone', () => {
  let server: StartedServer;
  let operator: SignedIn;
  let reviewer: SignedIn;
  let owner: SignedIn;
  let agent: Headers;

  before(async () => {
    const retention = 'retention: { unasked: parameters, for: 30d }\n';
    server = await startedServer({ policy: samplePolicy + retention });
    operator = await server.person(['operator']);
    reviewer = await server.person(['reviewer']);
    owner = await server.person(['reviewer']);
    agent = await server.apiKey({
      verbs: ['propose', 'consume'],
      agent_ids: ['billing-bot'],
      executor: 'billing-executor',
      owner: owner.person_id,
    });
  });
  after(() => server.remove());

  test('[UA-1] agent, tool, resource and parameters are listed where the policy keeps them, and found by tool', async () => {
    assert.equal(await send(server, agent, actionOf('read.ledger', { month: 'May' })), 'allow');
    assert.equal(await send(server, agent, actionOf('forbidden.wipe', {})), 'deny');
    const rows = await unaskedRows(server, operator);
    const [denied, allowed] = rows;
    assert.deepEqual(
      [denied?.tool_name, denied?.verdict, allowed?.tool_name, allowed?.verdict],
      ['forbidden.wipe', 'deny', 'read.ledger', 'allow'],
    );
    assert.equal(allowed?.agent_id, 'billing-bot');
    assert.equal(allowed?.resource, 'ledger');
    assert.deepEqual(
      JSON.parse(allowed?.action_text ?? ''),
      actionOf('read.ledger', { month: 'May' }),
    );
    const found = await unaskedRows(server, operator, '&tool_name=forbidden.wipe');
    assert.deepEqual(
      found.map(({ tool_name }) => tool_name),
      ['forbidden.wipe'],
    );
    const page = await read<UnaskedPage>(server, '/v1/unasked?limit=1', operator);
    assert.equal(page.rows[0]?.tool_name, 'forbidden.wipe');
    const rest = await read<UnaskedPage>(server, `/v1/unasked?after=${page.next}`, operator);
    assert.equal(rest.rows[0]?.tool_name, 'read.ledger');
    assert.equal(rest.next, null);
  });

  test('[UA-2] values are shown to operators, auditors and the owner of the agent, and to no one else', async () => {
    const auditor = await server.person(['auditor']);
    for (const [who, values] of [
      [operator, true],
      [auditor, true],
      [owner, true],
      [reviewer, false],
    ] as const) {
      const rows = await unaskedRows(server, who);
      const row = rows.find(({ tool_name }) => tool_name === 'read.ledger');
      assert.equal(row?.values, values);
      assert.equal(row?.action_text !== null, values);
      assert.equal(row?.resource, values ? 'ledger' : null);
    }
    const byAgent = await server.call('GET', '/v1/unasked', { headers: agent });
    assert.equal(byAgent.status, 403);
  });

  test('replay evaluates unasked actions again and counts those it cannot', async () => {
    const files: PolicyFile[] = [
      {
        name: 'p.yaml',
        text: samplePolicy.replace('outcome: allow', 'outcome: deny'),
        layer: 'operator',
      },
    ];
    const answer = await server.call('POST', '/v1/policy/replay', {
      headers: operator.headers,
      body: { files },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const replay = answer.body as PolicyReplay;
    assert.equal(replay.unasked, 2);
    assert.equal(replay.unasked_not_kept, 0);
    assert.deepEqual(
      replay.newly_denied.map(({ before, after }) => [before, after]),
      [['allow', 'deny']],
    );
    const [denied] = replay.newly_denied;
    assert.equal(denied?.approval_request_id, null);
    assert.match(denied?.title ?? '', /ledger/i);
    const recent = await server.call('POST', '/v1/policy/replay', {
      headers: operator.headers,
      body: { files, days: 1 },
    });
    assert.deepEqual((recent.body as PolicyReplay).newly_denied, replay.newly_denied);
  });

  test('every tool seen is listed with its rating, why, and a declaration to propose', async () => {
    await propose(server, agent, actionOf('parcels.zwickle', { note: randomUUID() }));
    await sequenceAnswers(server);
    const seen = await read<SeenTools>(server, '/v1/tools', reviewer);
    assert.equal(seen.is_complete, true);
    assert.deepEqual(
      seen.tools.map(({ tool, known_by, asked, unasked }) => [tool, known_by, asked, unasked]),
      [
        ['forbidden.wipe', 'name', 0, 1],
        ['parcels.zwickle', 'nothing', 1, 0],
        ['read.ledger', 'name', 0, 1],
      ],
    );
    const zwickle = seen.tools[1];
    assert.match(zwickle?.why ?? '', /Neither the operator/);
    assert.match(zwickle?.declaration ?? '', /parcels\.zwickle/);
  });

  test('[UA-3] the same action approved often enough and never rejected is proposed, and nothing changes', async () => {
    const version = server.app.policies.version();
    const same = actionOf('wire_transfer', {
      amount: 12.5,
      note: 'rent',
      tags: ['a"b', null, true],
    });
    const rejected = actionOf('wire_transfer', { amount: 13 });
    for (let round = 0; round < 3; round++) {
      for (const action of [same, rejected]) {
        const { approval_request_id } = await propose(server, agent, action);
        await decide(server, reviewer.headers, approval_request_id, 'allow');
        const grant = await grantOf(server, agent, approval_request_id);
        const body = { action, grant, attempt: randomUUID() };
        const path = `/v1/requests/${approval_request_id}/consume`;
        const consumed = await server.call('POST', path, { headers: agent, body });
        assert.equal(consumed.status, 200, JSON.stringify(consumed.body));
      }
    }
    const last = await propose(server, agent, rejected);
    await decide(server, reviewer.headers, last.approval_request_id, 'deny');

    const at = (min: number): Promise<PolicyProposals> =>
      read(server, `/v1/policy/proposals?approvals_min=${min}`, operator);
    assert.deepEqual((await at(4)).proposals, []);
    const { proposals } = await at(3);
    assert.deepEqual(
      proposals.map(({ tool_name, approvals }) => [tool_name, approvals]),
      [['wire_transfer', 3]],
    );
    const condition = proposals[0]?.condition ?? assert.fail();
    assert.equal(verdictWith(condition, same), 'deny', 'the condition fits the action');
    assert.equal(verdictWith(condition, rejected), 'require_approval', 'and no other');
    assert.equal(server.app.policies.version(), version);
    const refused = await server.call('GET', '/v1/policy/proposals', { headers: reviewer.headers });
    assert.equal(refused.status, 403);
  });
});

/** What a policy answers to which a rule with this condition was added. */
function verdictWith(condition: string, action: ActionBinding): string {
  const rule = `  - { id: proposed, when: ${JSON.stringify(condition)}, outcome: deny }\n`;
  const loaded = loadPolicy([{ name: 'p', text: samplePolicy + rule, layer: 'operator' }], {
    assessor: () => () => ({
      level: 'low',
      findings: [],
      action_type: null,
      production: false,
      reads_only: false,
    }),
  });
  if (!loaded.ok) assert.fail(JSON.stringify(loaded.problems));
  return loaded.policy.evaluate(action, {}).verdict;
}

test('[UA-1] without retention in the policy only the digest, the agent and the tool are kept', async () => {
  const server = await startedServer();
  try {
    const operator = await server.person(['operator']);
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const action = actionOf('read.ledger', { month: 'May' }, 'ledger-7');
    assert.equal(await send(server, agent, action), 'allow');
    const [row] = await unaskedRows(server, operator);
    assert.deepEqual(
      [row?.tool_name, row?.kept, row?.resource, row?.action_text],
      ['read.ledger', null, null, null],
    );
    const texts = JSON.stringify(
      await server.app.context.store.readLogRows({ epoch: 1, from: 0, limit: 100 }),
    );
    assert.ok(!texts.includes('ledger-7') && !texts.includes('May'));
  } finally {
    await server.remove();
  }
});
