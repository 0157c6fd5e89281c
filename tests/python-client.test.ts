// Goal: the Python client keeps the promises of the gate. Method: its own tests run in a Python process against a
// real server, with a real reviewer who decides what they ask for.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { gatePolicy } from '@countersign/client/testing';
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

test('the Python client keeps the promises of the gate', {
  skip: withoutPython,
}, async context => {
  const server = await startedServer({ policy: gatePolicy('session') });
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
  assert.match(told, /^Ran 24 tests/m, told);
});
