import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { countEvents } from '@countersign/coordinator';
import { InsightsAnswer } from '@countersign/wire/insights';
import { type RealPostgres, startPostgres } from '../testing/real-postgres.ts';
import { decide, propose, sampleAction } from '../testing/sample-call.ts';
import { sequenceAnswers } from '../testing/sequence-answers.ts';
import { type SignedIn, type StartedServer, startedServer } from '../testing/started-server.ts';

type Headers = Readonly<Record<string, string>>;

/** Counts everything that was answered, without waiting for the jobs of the server. */
async function countAnswers(server: StartedServer): Promise<void> {
  await sequenceAnswers(server);
  while (await countEvents(server.app.context));
}

async function insights(server: StartedServer, who: SignedIn, query = ''): Promise<InsightsAnswer> {
  const answer = await server.call('GET', `/v1/insights${query}`, { headers: who.headers });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return InsightsAnswer.parse(answer.body);
}

const toolAction = (tool_name: string, agentId?: string) => ({
  ...sampleAction(agentId),
  target: { tool_name, tool_schema_version: '1', resource: null },
});

function totals({ series }: InsightsAnswer): Record<string, number> {
  return Object.fromEntries(
    series.flatMap(({ measure, total }) => (total === 0 ? [] : [[measure, total]])),
  );
}

describe('insights', () => {
  let server: StartedServer;
  let mara: SignedIn;
  let tom: SignedIn;
  let agent: Headers;
  let postgres: RealPostgres;

  before(async () => {
    postgres = await startPostgres();
    server = await startedServer();
    mara = await server.person(['reviewer']);
    tom = await server.person(['reviewer', 'operator']);
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot', '=cmd()'] });
    await work(server, agent, mara);
  });
  after(async () => {
    await server.remove();
    await postgres.close();
  });

  /** Three requests of one agent, one of another, and two actions that no one was asked about. */
  async function work(at: StartedServer, headers: Headers, by: SignedIn): Promise<void> {
    const { approval_request_id: yes } = await propose(at, headers, sampleAction());
    const { approval_request_id: no } = await propose(at, headers, sampleAction());
    await propose(at, headers, toolAction('mail'));
    await propose(at, headers, sampleAction('=cmd()'));
    await decide(at, by.headers, yes, 'allow');
    const code = { reason_code: 'never:looks_manipulated', reason: 'The account is new.' };
    await decide(at, by.headers, no, 'deny', code);
    for (const tool of ['read.file', 'forbidden.thing']) {
      const body = { action: toolAction(tool), audience: 'billing-executor' };
      await at.call('POST', '/v1/requests', { headers, body });
    }
    await countAnswers(at);
  }

  const worked = { asked: 4, approved: 1, rejected: 1, allowed: 1, denied: 1 };

  test('the numbers are those of the events, by day, rule, agent and tool', async () => {
    const read = await insights(server, tom, '?days=2');
    assert.deepEqual(totals(read), worked);
    assert.equal(read.actions, 6);
    assert.equal(read.days.length, 2);
    assert.equal((await insights(server, tom)).days.length, 30);
    assert.equal(read.days.at(-1), read.period.to);
    assert.equal(read.period.zone, 'UTC');
    assert.deepEqual(
      read.agents.rows.map(({ name, asked, waiting }) => `${name} ${asked} ${waiting}`),
      ['billing-bot 3 1', '=cmd() 1 1'],
    );
    assert.deepEqual(read.tools.rows.map(({ name }) => name).toSorted(), [
      'forbidden.thing',
      'mail',
      'read.file',
      'wire_transfer',
    ]);
    assert.deepEqual(
      read.caught.map(({ rejected, ground }) => ({ rejected, ground })),
      [{ rejected: 1, ground: 'looks_manipulated' }],
    );
    assert.deepEqual(read.counted.is_complete, true);
  });

  test('a view of one agent, one tool or both counts only theirs', async () => {
    assert.deepEqual(totals(await insights(server, tom, '?agent_id=billing-bot&days=1')), {
      ...worked,
      asked: 3,
    });
    assert.deepEqual(totals(await insights(server, tom, '?tool_name=mail')), { asked: 1 });
    const both = await insights(server, tom, '?agent_id=billing-bot&tool_name=wire_transfer');
    assert.deepEqual(totals(both), { asked: 2, approved: 1, rejected: 1 });
  });

  test('fewer than 20 requests give counts, and neither medians nor suggestions', async () => {
    const read = await insights(server, tom);
    assert.equal(read.is_enough, false);
    assert.deepEqual(
      read.stages.map(({ stage, decided, median_seconds }) => ({ stage, decided, median_seconds })),
      [{ stage: 'reviewer', decided: 2, median_seconds: null }],
    );
    assert.deepEqual(read.never_rejected, []);
  });

  test('a person sees their own pace, and no answer names another person', async () => {
    assert.equal((await insights(server, mara)).own_pace?.decided, 2);
    const other = await insights(server, tom);
    assert.equal(other.own_pace, null);
    assert.ok(!JSON.stringify(other).includes(mara.person_id));
  });

  test('a table is CSV, and a name that looks like a formula is text in it', async () => {
    const { headers } = tom;
    const path = '/v1/insights/tables/agents';
    const answer = await server.call('GET', path, { headers });
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(answer.headers.get('content-disposition') ?? '', /insights-agents\.csv/);
    assert.equal(
      answer.body as string,
      [
        'name,asked,approved,rejected,expired,cancelled,amended,waiting,allowed,denied',
        'billing-bot,3,1,1,0,0,0,1,1,1',
        "'=cmd(),1,0,0,0,0,0,1,0,0",
        '',
      ].join('\r\n'),
    );
    const days = await server.call('GET', '/v1/insights/tables/days?days=2', { headers });
    assert.equal((days.body as string).trim().split('\r\n').length, 3);
  });

  test('a year of many rules is counted whole: no day falls out, and no rule', async () => {
    const { store } = server.app.context;
    const today = Date.parse(server.app.context.clock.now().slice(0, 10));
    const daysBack = Array.from({ length: 366 }, (_, back) => back);
    const tallies = daysBack.flatMap(back =>
      Array.from({ length: 140 }, (_, rule) => ({
        scope: 'agent/=cmd()',
        kind: 'rule' as const,
        day: new Date(today - back * 86_400_000).toISOString().slice(0, 10),
        name: `rule ${rule}`,
        measure: 'allowed',
        count: 1,
      })),
    );
    const from = await store.readTallied();
    assert.ok(await store.addTallies({ from, to: from, tallies }));
    const read = await insights(server, tom, '?days=366&agent_id=%3Dcmd()');
    const allowed = read.series.find(({ measure }) => measure === 'allowed');
    assert.equal(allowed?.total, 366 * 140);
    assert.ok(allowed.counts.every(count => count === 140));
    assert.deepEqual([read.rules.of, read.rules.rows[1]?.allowed], [141, 366]);
  });

  test('a wrong period, an unknown table and an unknown agent are refused with their codes', async () => {
    const { headers } = tom;
    const code = async (path: string, as: Headers = headers) => {
      const answer = await server.call('GET', path, { headers: as });
      return `${answer.status} ${(answer.body as { code: string }).code}`;
    };
    for (const days of ['0', '367', 'many', '1.5', '-3'])
      assert.equal(await code(`/v1/insights?days=${days}`), '400 parameter_malformed');
    assert.equal(await code('/v1/insights?period=30'), '400 parameter_malformed');
    assert.equal(await code('/v1/insights/tables/people'), '400 parameter_malformed');
    assert.equal(await code('/v1/insights?agent_id=nobody'), '404 nothing_counted');
    assert.equal(await code('/v1/insights?tool_name=nothing'), '404 nothing_counted');
    assert.equal(await code('/v1/insights/tables/days?agent_id=nobody'), '404 nothing_counted');
    assert.equal(await code('/v1/insights', agent), '403 not_permitted');
    assert.equal(await code('/v1/insights', {}), '401 not_authenticated');
  });

  test('a restart changes no number', async () => {
    const { folder, port } = server;
    const earlier = await insights(server, tom);
    await server.close();
    server = await startedServer({ folder, port });
    await countAnswers(server);
    const later = await insights(server, tom);
    assert.deepEqual({ ...later, counted: null }, { ...earlier, counted: null });
  });

  test('Postgres gives the same numbers', async () => {
    const { url } = await postgres.createDatabase();
    const other = await startedServer({ database: url });
    try {
      const person = await other.person(['reviewer']);
      const verbs = ['propose'] as const;
      const key = await other.apiKey({ verbs, agent_ids: ['billing-bot', '=cmd()'] });
      await work(other, key, person);
      const read = await insights(other, person);
      assert.deepEqual(totals(read), worked);
      assert.deepEqual(read.rules, (await insights(server, tom)).rules);
      assert.equal(read.own_pace?.decided, 2);
    } finally {
      await other.remove();
    }
  });
});
