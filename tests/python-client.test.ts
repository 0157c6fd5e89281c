// Goal: the Python client keeps the promises of the gate. Method: its own tests run in a Python process against a
// real server, with a real reviewer who decides what they ask for.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { NotAllowed, type NotAllowedFacts } from '@countersign/client';
import { gatePolicy } from '@countersign/client/testing';
import { reasonCodes } from '@countersign/protocol/reason';
import { decide, startedServer } from '@countersign/server/testing';
import { readVectorJson, skipWithout } from '@countersign/testing';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'clients/python');
const withoutPython =
  spawnSync('python3', ['--version']).status === 0 ? false : 'Python 3 is not installed';

interface Signatures {
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string };
    readonly tests: readonly { msg: string; sig: string; result: string }[];
  }[];
}

/** Judges rows of key, message and signature, each in hexadecimal. */
const judge = `import json, sys, countersign
rows = json.load(sys.stdin)
print(json.dumps([countersign.verify_ed25519(*map(bytes.fromhex, row)) for row in rows]))`;

test('the Python client judges every signature of Wycheproof right', {
  skip: withoutPython || skipWithout('wycheproof'),
}, () => {
  const { testGroups } = readVectorJson<Signatures>('wycheproof', 'ed25519_test.json');
  const rows = testGroups.flatMap(({ publicKey, tests }) =>
    tests.map(each => ({ ...each, pk: publicKey.pk })),
  );
  const judged = spawnSync('python3', ['-B', '-c', judge], {
    cwd: folder,
    input: JSON.stringify(rows.map(({ pk, msg, sig }) => [pk, msg, sig])),
    encoding: 'utf8',
  });
  assert.equal(judged.status, 0, judged.stderr);
  assert.deepEqual(
    JSON.parse(judged.stdout),
    rows.map(({ result }) => result === 'valid'),
  );
});

/** Writes the text for a model of each refusal, and the table of the codes that the client gives by itself. */
const words = `import json, sys, countersign
rows = json.load(sys.stdin)
print(json.dumps({
  "texts": [str(countersign.NotAllowed(row.pop("code"), row.pop("detail"), **row)) for row in rows],
  "codes": countersign._LOCAL_CODES,
}))`;

/** A request as the server describes it, as far as a text for a model reads it. */
function factsWith(more: object) {
  const request = { expires_at: '2026-11-18T12:00:00.000Z', reason: 'payments need a person' };
  const empty = {
    entries: [],
    receipts: [],
    cancelled: null,
    resolution: null,
    rounds_left: 2,
    questions: [],
  };
  const about = { approval_request_id: 'ar_1', url: 'http://localhost:7319/requests/ar_1' };
  return { ...empty, ...about, request, ...more };
}

/** Every refusal that a model may read: each code without a request, and each way in which a request ends. */
function refusals() {
  const said = (more: object) => ({ decision: 'deny', approver_kind: 'human', ...more });
  const started = { outcome: 'started', error: null };
  const odd = 'No "way",\nnot\u202e now ';
  const bare = Object.keys(reasonCodes).map(code => ({ code, detail: 'a test', tool: 'pay' }));
  const ended = [
    ['request_pending', { status: 'pending', outcome: 'pending', retry: 'same_call' }],
    ['request_pending', { status: 'pending', outcome: 'pending', retry: 'same_call', url: null }],
    [
      'request_pending',
      {
        status: 'pending',
        outcome: 'pending',
        retry: 'same_call',
        questions: [
          { text: 'Which account?', answer: null },
          { text: 'Why today?', answer: { text: 'It is due.' } },
        ],
      },
    ],
    ['request_expired', { status: 'expired', outcome: 'expired', retry: 'new_request' }],
    [
      'request_cancelled',
      {
        status: 'cancelled',
        outcome: 'cancelled',
        retry: 'new_request',
        cancelled: { reason: odd },
      },
    ],
    ...['reviewed', 'fix', 'fix:wrong_value', 'never', 'never:not_needed', 'never:constructor'].map(
      reason_code =>
        [
          'request_denied',
          {
            status: 'denied',
            outcome: 'denied',
            retry: 'never',
            entries: [said({ reason_code, reason: odd })],
          },
        ] as const,
    ),
    [
      'request_sent_back',
      {
        status: 'denied',
        outcome: 'denied',
        retry: 'never',
        rounds_left: 0,
        entries: [said({ reason_code: 'fix', reason: 'Too late.', approver_kind: 'service' })],
      },
    ],
    ...['started', 'succeeded', 'failed', 'unknown'].map(
      outcome =>
        [
          'grant_already_consumed',
          {
            status: 'consumed',
            outcome: outcome === 'unknown' ? 'unknown' : 'consumed',
            retry: 'never',
            receipts: [started, { outcome, error: outcome === 'failed' ? 'exit 3' : null }],
          },
        ] as const,
    ),
    [
      'precondition_changed',
      { status: 'allowed', outcome: 'precondition_changed', retry: 'same_call' },
    ],
  ] as const;
  return [
    ...bare,
    ...ended.map(([code, facts]) => {
      const { outcome, retry } = facts;
      return { code, detail: 'a test', tool: odd, outcome, retry, facts: factsWith(facts) };
    }),
  ];
}

test('the Python client tells a model the same words as the gate', { skip: withoutPython }, () => {
  const rows = refusals();
  const expected = rows.map(row => new NotAllowed(row as unknown as NotAllowedFacts).message);
  const known: Readonly<Record<string, { outcome: string | null; retry: string; title: string }>> =
    reasonCodes;
  const given = rows.map(row => {
    const { retry, title, ...its } = known[row.code] ?? assert.fail(row.code);
    const outcome = its.outcome ?? 'unavailable';
    // What the server says of its own codes.
    return { outcome, retry, title, ...row };
  });
  const told = spawnSync('python3', ['-B', '-c', words], {
    cwd: folder,
    input: JSON.stringify(given),
    encoding: 'utf8',
  });
  assert.equal(told.status, 0, told.stderr);
  const { texts, codes } = JSON.parse(told.stdout) as {
    readonly texts: readonly string[];
    readonly codes: Readonly<Record<string, readonly string[]>>;
  };
  assert.deepEqual(texts, expected);
  for (const [code, row] of Object.entries(codes)) {
    const { outcome, retry, title } = known[code] ?? assert.fail(code);
    assert.deepEqual(row, [outcome ?? 'unavailable', retry, title], code);
  }
});

test('the Python client keeps the promises of the gate', {
  skip: withoutPython,
}, async context => {
  const server = await startedServer({
    policy: `fatigue: { requests: 100, window: 10m }\n${gatePolicy('session')}`,
  });
  context.after(() => server.remove());
  const reviewer = await server.person(['reviewer']);
  const { authorization = '' } = await server.apiKey({
    verbs: ['propose', 'consume', 'observe'],
    agent_ids: ['python-bot'],
    executor: 'python-bot',
  });
  const setup = {
    url: server.origin,
    key: authorization.slice('Bearer '.length),
    vectors: join(root, 'vectors'),
    page: join(root, 'docs/how-to/gate-from-python.md'),
  };
  const child = spawn('python3', ['-B', 'tests.py'], {
    cwd: folder,
    env: { ...process.env, COUNTERSIGN_PYTHON_TEST: JSON.stringify(setup) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  context.after(() => child.kill());
  let told = '';
  child.stderr.on('data', (text: Buffer) => {
    told += text.toString();
  });
  const ended = new Promise<number | null>(done => child.on('close', done));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, id = '', word] = /^decide (\S+) (allow|deny)$/.exec(line) ?? [];
    await decide(server, reviewer.headers, id, word === 'allow' ? 'allow' : 'deny');
    child.stdin.write('decided\n');
  }
  assert.equal(await ended, 0, told);
  assert.match(told, /^Ran 27 tests/m, told);
});
