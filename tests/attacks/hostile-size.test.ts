// Sentence to disprove: "One agent can stop the server for everyone else with one large or strangely shaped call."
//
// A pool evaluates each shape, while the assessor of the thread that answers calls refuses to work. So every answer was
// evaluated elsewhere. On a whole server, the calls of others are counted while the slowest shapes are being evaluated.
// No test measures time.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { loadPolicy, PoliciesInForce } from '@countersign/policy';
import { EvaluationPool, ThreadedPolicies } from '@countersign/policy/workers';
import { parseActionBinding } from '@countersign/protocol/action';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import {
  decide,
  grantOf,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';

const kilobytes = 60 * 1024;
const fill = (piece: string, size = kilobytes): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Shell text that opens something again and again, and closes it never, late or only in quotes. */
const openings = [
  '{',
  '$[',
  '{a,',
  '$((',
  '`',
  '$(',
  '((',
  '[[ ',
  '<<a\n',
  '"',
  '${',
  '!(',
  '@(',
  'if x; then ',
  'a|',
  'a&&',
  'case x in ',
  "$'",
  '\\',
  '<(',
  'f(){ ',
  'a=(',
  '${a[',
  '${a:-',
  `{'}'`,
  '{"}"',
  '{\\}',
  '$["]"',
  '{$(})',
  'for i in ',
  '>a ',
  '"$(',
  '<<E <<F ',
  'a[',
  '! ',
  '&',
  '{1..9}',
  'sh -c "',
  "eval '",
  'xargs ',
];
/** These are read to their end, and do nothing. */
const harmless: ReadonlySet<string> = new Set(['shell "<<a\\n"', 'shell "<<E <<F "', 'shell "! "']);

/** SQL text of the same kind. */
const queries = [
  '(',
  'SELECT (',
  'SELECT 1;',
  "'",
  '$$',
  '/*',
  '--',
  '"',
  'SELECT 1 UNION ',
  'WITH a AS (',
  'a.',
  'CASE WHEN ',
  'NOT ',
  'IN (1,',
  "E'\\",
  '::int',
  'DELETE FROM t;',
  'x=1 OR ',
  'BEGIN;',
  '[',
];

function nested(depth: number, around: (inner: JsonValue) => JsonValue): JsonValue {
  let value: JsonValue = 'x'.repeat(4096);
  for (let level = 0; level < depth; level++) value = around(value);
  return value;
}

const values: Readonly<Record<string, JsonValue>> = {
  'lists in lists': nested(50, inner => [inner]),
  'objects in objects': nested(50, inner => ({ a: inner })),
  'long names': nested(50, inner => ({ ['k'.repeat(1000)]: inner })),
  'many numbers': Array.from({ length: 20_000 }, (_, index) => index),
  'many objects': Array.from({ length: 8_000 }, () => ({ tool: 'shell.run', parameters: {} })),
  'many names': Object.fromEntries(Array.from({ length: 8_000 }, (_, at) => [`n${at}`, at])),
  'a batch of commands': Array.from({ length: 2_000 }, () => ({ command: 'rm -rf /' })),
  'hidden characters': '\u202e\u200b'.repeat(20_000),
  'combining marks': `e${'\u0301'.repeat(20)}`.repeat(2_000),
  'one long word': 'a'.repeat(300_000),
  addresses: 'http://a/'.repeat(20_000),
  markup: '<a>'.repeat(40_000),
};

interface Shape {
  readonly name: string;
  readonly tool: string;
  readonly parameters: JsonObject;
}

const shapes: readonly Shape[] = [
  ...openings.map(piece => ({
    name: `shell ${JSON.stringify(piece)}`,
    tool: 'shell.run',
    parameters: { command: fill(piece) },
  })),
  ...queries.map(piece => ({
    name: `SQL ${JSON.stringify(piece)}`,
    tool: 'db.query',
    parameters: { sql: fill(piece, 200 * 1024) },
  })),
  ...Object.entries(values).map(([name, value]) => ({
    name,
    tool: 'records.update',
    parameters: { value },
  })),
];

const policy = `version: "1"
default: require_approval
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
chains:
  - id: one
    stages: [{ name: one, approvers: { roles: [reviewer] } }]
rules:
  - { id: all, match: { tool: "*" }, outcome: allow }
`;
const files = [{ name: 'policy.yaml', text: policy, layer: 'operator' }] as const;

function actionOf({ tool, parameters }: Shape) {
  const target = { tool_name: tool, tool_schema_version: '1', resource: null };
  return parseActionBinding({ ...sampleAction(), target, parameters });
}

/** Reading these takes longer than any deadline. */
const endless: ReadonlySet<string> = new Set(
  [`{'}'`, '{"}"', '{\\}', '$["]"', '{$(})'].map(piece => `shell ${JSON.stringify(piece)}`),
);

/** A busy machine may need longer for the rules alone. Then the action is refused, and there is a next try. */
const hurries = [250, 2_000, 20_000];
const patience = 60_000;

describe('hostile shapes', { timeout: 600_000 }, () => {
  const pools: EvaluationPool[] = [];
  const known = new Map<number, ThreadedPolicies>();
  const policiesWithin = (limit: number): ThreadedPolicies => {
    const kept = known.get(limit);
    if (kept !== undefined) return kept;
    const deadlines = {
      evaluate: limit,
      check: limit,
      explain: limit,
      replay: limit,
      view: limit,
      words: limit,
      spans: limit,
    };
    const pool = new EvaluationPool({}, () => 0, { deadlines });
    pools.push(pool);
    const inputs = {
      assessor: () => () => assert.fail('a large action was assessed in the thread of the calls'),
    };
    const loaded = loadPolicy(files, inputs);
    assert.ok(loaded.ok, JSON.stringify(loaded));
    const inForce = new PoliciesInForce(loaded.policy, inputs);
    const policies = new ThreadedPolicies(inForce, () => files, pool);
    known.set(limit, policies);
    return policies;
  };
  after(() => Promise.all(pools.map(pool => pool.close())));

  assert.ok(shapes.length >= 60);
  assert.equal(shapes.filter(({ name }) => endless.has(name)).length, endless.size);
  for (const shape of shapes.filter(({ name }) => !endless.has(name))) {
    test(`[HI-2] ${shape.name} is evaluated outside the thread that answers calls`, async () => {
      const policies = policiesWithin(patience);
      const { verdict, reason } = await policies.evaluate(actionOf(shape), {}, shape.name);
      assert.ok(['allow', 'require_approval', 'deny'].includes(verdict), reason);
      if (shape.tool === 'shell.run' && !harmless.has(shape.name)) {
        assert.notEqual(verdict, 'allow');
      }
    });
  }
  for (const shape of shapes.filter(({ name }) => endless.has(name))) {
    test(`[HI-2] ${shape.name} takes too long outside the thread that answers calls, and asks although a rule allows it`, async () => {
      for (const limit of hurries) {
        const answered = policiesWithin(limit).evaluate(actionOf(shape), {}, shape.name);
        const evaluation = await answered.catch((error: unknown) => {
          assert.match(String(error), /could not be evaluated in time/);
          return null;
        });
        if (evaluation === null) continue;
        const signals = evaluation.risk.signals.map(({ signal }) => signal);
        assert.deepEqual([evaluation.verdict, signals], ['require_approval', ['unparsable']]);
        return;
      }
      assert.fail('the rules alone took longer than 20 s');
    });
  }
});

describe('others beside a hostile agent', { timeout: 120_000 }, () => {
  let server: StartedServer;
  before(async () => {
    server = await startedServer();
  });
  after(() => server.remove());

  const keyOf = (agent: string) =>
    server.apiKey({ verbs: ['propose'], agent_ids: [agent], executor: 'any-executor' });
  const propose = (headers: Readonly<Record<string, string>>, agent: string, shape: Shape) => {
    const action = { ...actionOf(shape), agent_id: agent };
    return server.call('POST', '/v1/requests', {
      headers,
      body: { action, audience: 'any-executor' },
    });
  };
  const small: Shape = { name: 'small', tool: 'read.file', parameters: { path: 'a.txt' } };

  test('[HI-2] others are served while the slowest shapes are evaluated', async () => {
    const hostile = await keyOf('hostile-bot');
    const honest = await keyOf('honest-bot');
    const person = (await server.person(['reviewer'])).headers;
    const slow = shapes.filter(({ name }) => /\{'\}'|\{"\}"/.test(name.replaceAll('\\', '')));
    assert.equal(slow.length, 2);
    // A server that evaluates in the thread of its calls answers no one in any round. A machine that is too busy in
    // one round gets another one.
    for (let round = 0; round < 5; round++) {
      let attacking = slow.length;
      const attacks = slow.map(async shape => {
        const { status } = await propose(hostile, 'hostile-bot', shape);
        attacking -= 1;
        return status;
      });
      let servedMeanwhile = 0;
      for (let served = 0; served < 5; served++) {
        assert.equal((await propose(honest, 'honest-bot', small)).status, 200);
        assert.equal((await server.call('GET', '/v1/requests', { headers: person })).status, 200);
        if (attacking > 0) servedMeanwhile += 1;
      }
      // Asked about, or refused where even the rules were not read in time.
      for (const status of await Promise.all(attacks))
        assert.match(String(status), /^(201|200|503)$/);
      if (servedMeanwhile > 0) return;
    }
    assert.fail('no call of others was served while the slowest shapes were evaluated');
  });

  test('[HI-1] no request is opened for an action whose view would end the server', async () => {
    const hostile = await keyOf('deep-bot');
    let value: JsonValue = Array.from({ length: 20_000 }, () => 1);
    for (let level = 0; level < 50; level++) value = { ['k'.repeat(8_000)]: value };
    const deep = { name: 'deep', tool: 'records.update', parameters: { value } };
    const refused = await propose(hostile, 'deep-bot', deep);
    assert.equal(refused.status, 413);
    assert.equal((refused.body as { code?: string }).code, 'view_too_large');
  });

  test('[HI-2] a large view is decided and consumed like any other, and is left to the screen', async () => {
    const agent = await keyOf('wide-bot');
    const { headers } = await server.person(['reviewer']);
    const value = Array.from({ length: 5_000 }, (_, index) => index);
    const wide = { name: 'wide', tool: 'records.update', parameters: { value } };
    const asked = await propose(agent, 'wide-bot', wide);
    assert.equal(asked.status, 201);
    const { approval_request_id: id } = asked.body as { approval_request_id: string };
    const shown = await server.call('GET', `/v1/requests/${id}/view`, { headers });
    const { view, view_digest, action_text } = shown.body as Record<string, string | null>;
    assert.equal(view, null);
    const action = parseActionBinding(JSON.parse(action_text ?? ''));
    const read = await server.call('GET', `/v1/requests/${id}`, { headers });
    const { request } = read.body as { request: Parameters<typeof presentedView>[0] };
    assert.equal(view_digest, viewDigest(presentedView(request, action)));
    const { status } = await decide(server, headers, id, 'allow');
    assert.equal(status, 'allowed');
    const runner = await server.apiKey({ executor: 'any-executor', verbs: ['consume'] });
    const body = { action, grant: await grantOf(server, runner, id), attempt: 'one' };
    const path = `/v1/requests/${id}/consume`;
    const consumed = await server.call('POST', path, { headers: runner, body });
    assert.equal(consumed.status, 200, JSON.stringify(consumed.body));
  });

  test('[HI-3] a person without a role has no policy checked, explained or replayed', async () => {
    const { headers } = await server.person([]);
    for (const route of ['check', 'explain', 'replay']) {
      const { status } = await server.call('POST', `/v1/policy/${route}`, { headers, body: {} });
      assert.equal(status, 403);
    }
  });
});
