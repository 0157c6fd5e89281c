// A test run must not lie about itself: every test file is run, a file without tests is noticed, and a run that costs
// more than its budget fails.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { betweenLooks } from '@countersign/testing';
import { allTests } from './checkout.mjs';
import {
  budgetSeconds,
  judgeCpuTime,
  measureMachine,
  readCpuTime,
  readCpuTimeOf,
  slownessOf,
} from './cpu-time.mjs';
import { listFiles, root } from './repository.ts';
import { orderFiles, planLanes, writeLanes } from './test-lanes.mjs';
import type { FileNote, RunPlan } from './test-notes.mjs';
import { judgeRun } from './test-verdict.ts';

const plan: RunPlan = {
  files: ['a.test.ts', 'b.test.ts'],
  runsEveryTest: true,
  budget: { secondsBefore: 100, machineSeconds: 0 },
  fileSeconds: 60,
};
const notes: readonly FileNote[] = [
  { file: 'a.test.ts', tests: 3, seconds: 5 },
  { file: 'b.test.ts', tests: 1, seconds: 7 },
];
const cpu = (seconds: number) => ({ seconds, own: 1, whole: true });

describe('the files of a test run', () => {
  test('every test file of the repository is known to the runner', () => {
    const onDisk = listFiles().filter(path => /\.test\.tsx?$/.test(path));
    assert.ok(onDisk.length > 300);
    assert.deepEqual(allTests().toSorted(), onDisk.toSorted());
  });

  test('a seed decides the order of the test files, and no file is lost', () => {
    const files = allTests();
    const once = orderFiles(files, '1');
    assert.deepEqual(once.toSorted(), files.toSorted());
    assert.deepEqual(orderFiles(files.toReversed(), '1'), once);
    assert.notDeepEqual(orderFiles(files, '2'), once);
  });

  test('two test files keep their order when others are left out', () => {
    const files = allTests();
    const some = files.filter((_, index) => index % 7 === 0);
    const kept = orderFiles(files, '1').filter(file => some.includes(file));
    assert.deepEqual(orderFiles(some, '1'), kept);
  });

  test('every test file is in exactly one lane', () => {
    const planned = planLanes(allTests()).flatMap(({ files }) => files);
    assert.deepEqual(planned.toSorted(), allTests().toSorted());
  });

  test('a file that changes its process runs alone', () => {
    const texts: Record<string, string> = {
      'packages/protocol/src/a.test.ts': `test('a', () => {});`,
      'packages/protocol/src/b.test.ts': `test('b', () => {});`,
      'packages/protocol/src/c.test.ts': `process.env['TZ'] = 'UTC';`,
      'packages/protocol/src/d.test.ts': `registerHooks({});`,
      'packages/protocol/src/e.test.ts': `process.exit(0);`,
      'packages/protocol/src/f.test.ts': `mock.method(Date, 'now');`,
      'packages/protocol/src/g.test.ts': `if (process.env['CI'] === 'true') context.mock.method(a, 'b');`,
    };
    const planned = planLanes(Object.keys(texts), file => texts[file] ?? '');
    assert.deepEqual(
      planned.map(({ files }) => files.length),
      [3, 1, 1, 1, 1],
    );
  });
});

describe('a lane', () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'lane-'));
  after(() => rmSync(folder, { recursive: true }));
  const path = (name: string) => `${folder.slice(root.length + 1)}/${name}`;

  const run = (files: Record<string, string>, fileSeconds = 600, seed = '1') => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const names = Object.keys(files).map(path);
    mkdirSync(join(folder, 'run'), { recursive: true });
    const planned: RunPlan = { files: names, runsEveryTest: true, budget: null, fileSeconds };
    writeFileSync(join(folder, 'run', 'plan.json'), JSON.stringify(planned));
    const [lane = ''] = writeLanes([{ name: 'planted', files: names }], folder);
    const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
    const reporter = [
      '--test-reporter=./tools/calm-reporter.ts',
      '--test-reporter-destination=stdout',
    ];
    const first = `--import=${join(root, 'tools/note-test-process.mjs')}`;
    const ran = spawnSync(process.execPath, ['--test', first, ...reporter, lane], {
      cwd: root,
      env: { ...env, COUNTERSIGN_TEST_RUN: join(folder, 'run'), COUNTERSIGN_SEED: seed },
      encoding: 'utf8',
    });
    rmSync(join(folder, 'run'), { recursive: true });
    return ran;
  };
  const passing = `import { test } from 'node:test'; test('fine', () => {});`;

  test('runs each file as its own, and one that cannot be loaded hides no other', () => {
    const { status, stdout } = run({
      'one.test.mjs': passing,
      'broken.test.ts': `import { test } from 'node:test'; throw new Error('the reason');`,
      'hooked.test.ts': `import { before, test } from 'node:test';
        before(() => { throw new Error('only for this file'); }); test('hooked', () => {});`,
      'two.test.ts': passing,
    });
    assert.equal(status, 1);
    assert.match(stdout, /✔ \S+\/one\.test\.mjs {2}1 passed/);
    assert.match(stdout, /✖ \S+\/broken\.test\.ts/);
    assert.match(stdout, /Error: the reason/);
    assert.match(stdout, /✖ \S+\/hooked\.test\.ts/);
    assert.match(stdout, /✔ \S+\/two\.test\.ts {2}1 passed/);
    assert.match(stdout, /ℹ most CPU time: /);
    assert.match(stdout, /ℹ tests \d+\n(ℹ .+\n)*ℹ duration_ms [\d.]+\n$/);
  });

  test('draws ids, nonces and secrets from the seed, for each file anew', () => {
    const drawing = `import { randomBytes, randomUUID } from 'node:crypto';
      import { appendFileSync } from 'node:fs'; import { test } from 'node:test';
      const drawn = () => [randomUUID(), randomBytes(4).toString('hex'), crypto.randomUUID(),
        crypto.getRandomValues(new Uint16Array(2))];
      test('draws', () => appendFileSync(new URL('drawn.txt', import.meta.url), drawn().join(' ') + '\\n'));`;
    const drawn = (files: Record<string, string>, seed?: string) => {
      run(files, 600, seed);
      const lines = readFileSync(join(folder, 'drawn.txt'), 'utf8').trim().split('\n');
      rmSync(join(folder, 'drawn.txt'));
      return lines;
    };
    const both = { 'one.test.mjs': drawing, 'two.test.mjs': drawing };
    const once = drawn(both);
    assert.equal(new Set(once.join(' ').split(' ')).size, 8);
    assert.deepEqual(drawn(both), once);
    assert.deepEqual(drawn({ 'two.test.mjs': drawing, 'one.test.mjs': passing }), [once[1]]);
    assert.notDeepEqual(drawn(both, '2'), once);
  });

  test('fails where a file has no test, and where one ends the process before the others ran', () => {
    const silent = run({ 'one.test.ts': passing, 'silent.test.ts': `export {};` });
    assert.equal(silent.status, 1);
    assert.match(silent.stdout, /silent\.test\.ts ran no test/);
    const cut = run({
      'ends.test.ts': `import { test } from 'node:test'; test('ends', () => process.exit(0));`,
      'never.test.ts': passing,
    });
    assert.equal(cut.status, 1);
    assert.match(cut.stdout, /never\.test\.ts ran no test/);
  });

  test('follows no promise while the tests of a file run, and tells an error that no test caught', () => {
    const calm = `import assert from 'node:assert/strict'; import { executionAsyncId } from 'node:async_hooks';
      import { before, describe, test } from 'node:test';
      await Promise.resolve();
      describe('later', () => { let ready = false; before(async () => { await 1; ready = true; });
        test('is prepared', async () => { assert.ok(ready); await 1; const id = executionAsyncId(); await 1;
          assert.equal(executionAsyncId(), id); }); });`;
    const { status, stdout } = run({ 'one.test.ts': calm, 'two.test.ts': calm });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /ℹ tests 2\nℹ suites 4\nℹ pass 2/);
    const thrown = run({
      'throws.test.ts': `import { test } from 'node:test';
        test('throws', () => new Promise(done => setImmediate(() => { setImmediate(done); throw new Error('not caught'); })));`,
      'fine.test.ts': passing,
    });
    assert.equal(thrown.status, 1);
    assert.match(thrown.stdout, /An error that no test caught: Error: not caught/);
  });

  test('a file that hangs is ended and named, also in a loop without an end, and when it runs alone', () => {
    const waits = `import { test } from 'node:test'; test('waits', () => new Promise(() => setInterval(() => {}, 1000)));`;
    const loops = `import { test } from 'node:test'; test('loops', () => { for (;;); });`;
    const hangs = /hangs\.test\.ts did not end within 1 s, and its process was ended/;
    for (const text of [waits, loops]) {
      const lane = run({ 'hangs.test.ts': text, 'later.test.ts': passing }, 1);
      assert.equal(lane.status, 1);
      assert.match(lane.stdout, hangs);
      assert.match(lane.stdout, /later\.test\.ts ran no test/);
    }
    const alone = run({ 'hangs.test.ts': waits }, 1);
    assert.equal(alone.status, 1);
    assert.match(alone.stdout, hangs);
  });
});

describe('the budget of a test run', () => {
  test('a run within it says what was used, and names the most expensive files first', () => {
    const { told, faults } = judgeRun({ plan, notes }, new Map(), cpu(60));
    assert.deepEqual(faults, []);
    assert.equal(told[0], 'most CPU time: b.test.ts 7.0 s, a.test.ts 5.0 s');
    assert.match(told[1] ?? '', /^2\.7 of \d+\.\d CPU-minutes used/);
  });

  test('a run over it fails and says by how much', () => {
    const { faults } = judgeRun({ plan, notes }, new Map(), cpu(4 * budgetSeconds));
    assert.equal(faults.length, 1);
    const used = ((4 * budgetSeconds + 100) / 60).toFixed(1);
    assert.ok(faults[0]?.startsWith(`npm test used ${used} CPU-minutes, and its budget is `));
  });

  test('time that the system counts for no process is told beside the budget', () => {
    const pages = { file: 'Chromium', tests: 0, seconds: 60, uncounted: true } as const;
    const { told } = judgeRun({ plan, notes: [...notes, pages, pages] }, new Map(), cpu(60));
    assert.equal(told[0], 'most CPU time: b.test.ts 7.0 s, a.test.ts 5.0 s');
    assert.equal(told[1], 'Chromium used 120.0 CPU-seconds that are not in the budget');
    assert.match(told[2] ?? '', /^2\.7 of \d+\.\d CPU-minutes used/);
  });

  test('the time of a program that still runs is counted, and that of what it started', {
    skip: readCpuTime().whole ? false : 'only Linux tells of other processes',
  }, async () => {
    const counts = 'i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; read line';
    const child = spawn('sh', ['-c', `sh -c '${counts}'; :`], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    while (readCpuTimeOf('sh') === 0) await betweenLooks();
    child.stdin.end();
    await once(child, 'exit');
    assert.equal(readCpuTimeOf('sh'), 0);
  });

  test('without a count of the children, the files are added up', () => {
    const expensive = notes.map(note => ({ ...note, seconds: 2 * budgetSeconds }));
    const known = { seconds: 1, own: 1, whole: false };
    assert.equal(judgeRun({ plan, notes: expensive }, new Map(), known).faults.length, 1);
  });

  test('a part of the tests has no budget', () => {
    const part = { ...plan, budget: null };
    assert.deepEqual(judgeRun({ plan: part, notes }, new Map(), cpu(1e6)).faults, []);
  });

  test('a slower machine may use more, but not without end', () => {
    assert.equal(slownessOf(0), 1);
    assert.ok(slownessOf(1) > 1);
    assert.equal(slownessOf(1e9), slownessOf(1e6));
    assert.ok(measureMachine() > 0);
    const usedSeconds = 1.5 * budgetSeconds;
    assert.equal(judgeCpuTime({ usedSeconds, slowness: 1 }).within, false);
    const slow = judgeCpuTime({ usedSeconds, slowness: 2 });
    assert.equal(slow.within, true);
    assert.match(slow.told, /this machine is 2\.0 times slower than the reference/);
  });

  test('tests that were asked for by name may miss whole files, but not all', () => {
    const named = { ...plan, runsEveryTest: false, budget: null };
    const [first] = notes;
    assert.deepEqual(judgeRun({ plan: named, notes: first ? [first] : [] }, new Map()).faults, []);
    const { faults } = judgeRun({ plan: named, notes: [] }, new Map());
    assert.deepEqual(faults, ['no test ran: none has the name that was asked for']);
  });
});

test('the folder of a run is removed with it', () => {
  const env = { ...process.env, HOME: tmpdir() };
  Reflect.deleteProperty(env, 'NODE_TEST_CONTEXT');
  const args = ['tools/house.mjs', 'test', 'wrap-text.test'];
  const ran = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stdout + ran.stderr);
  assert.match(ran.stdout, /^COUNTERSIGN_SEED is \d+\.$/m);
  assert.match(ran.stdout, /ℹ duration_ms [\d.]+\n$/);
  assert.ok(!readdirSync(join(root, '.cache/test-runs')).includes(String(ran.pid)));
});
