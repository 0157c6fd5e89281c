// The ledger must not lie: a proof that did not end is not in it, one that failed says so, and one that speaks about
// other code is stale. The proofs of this file are small tests in a folder of their own.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { assertNone } from './findings.ts';
import { countOf } from './proofs/heard-efforts.ts';
import { ImportGraph } from './proofs/import-closure.ts';
import { freshness, Ledger, type LedgerRow } from './proofs/ledger.ts';
import type { Proof } from './proofs/proof.ts';
import { proofs } from './proofs/proofs.table.ts';
import { proofsPage } from './proofs/proofs-page.ts';
import { chooseProofs, prove, statusOf } from './proofs/prove.ts';
import { listFiles, readText, root } from './repository.ts';

describe('the table of proofs', () => {
  const graph = new ImportGraph(root);

  test('each proof has a name of its own, and its files exist', () => {
    assert.equal(new Set(proofs.map(({ id }) => id)).size, proofs.length);
    const paths = proofs.flatMap(({ files, inputs = [] }) => [...files, ...inputs]);
    assertNone(paths.filter(path => !existsSync(join(root, path))));
  });

  test('a count that a proof names is one that a test reports', () => {
    const missing = proofs.filter(({ of, files }) => {
      return of !== undefined && !files.some(file => readText(file).includes(`of: '${of}'`));
    });
    assertNone(missing.map(({ id, of }) => `no test of ${id} reports ${of}`));
  });

  test('every file that asks for an effort belongs to a proof', () => {
    const covered = new Set(graph.closureOf(proofs.flatMap(({ files }) => files)).files);
    const asking = listFiles()
      .filter(path => /^(packages|tests|bench|examples)\/.*\.ts$/.test(path))
      .filter(path => /\beffort\(\{ /.test(readText(path)));
    assert.notEqual(asking.length, 0);
    assertNone(asking.filter(path => !covered.has(path)).map(path => `${path} has no proof`));
  });

  test('the ledger has no row of a proof that does not exist', () => {
    const known = new Set(proofs.map(({ id }) => id));
    const rows = new Ledger(join(root, 'tools/proofs/ledger')).read();
    assertNone([...rows.keys()].filter(id => !known.has(id)));
  });

  test('words choose proofs by their name or by the path of a test', () => {
    const ids = (...words: string[]) => chooseProofs(proofs, words).map(({ id }) => id);
    assert.deepEqual(ids('soak'), ['soak', 'hostile-soak']);
    assert.deepEqual(ids('store-postgres/src/race'), ['race-postgres']);
    assert.equal(ids().length, proofs.length);
    assert.deepEqual(ids('no such words'), []);
  });
});

const passing = `import { channel } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { limit } from './limit.ts';
const count = process.env['COUNTERSIGN_PROVE'] === '1' ? limit : 2;
channel('countersign:effort').publish({ count, full: limit, of: 'tries' });
test('passes', () => {});
`;

/** A small repository with two proofs, and what proves them. */
function place(context: TestContext, second = passing) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-proofs-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'src'));
  const write = (name: string, text: string) => writeFileSync(join(folder, 'src', name), text);
  write('limit.ts', 'export const limit = 50;\n');
  write('first.test.ts', passing);
  write('second.test.ts', second);
  const proof = (id: string): Proof => ({
    id,
    claim: 'It holds.',
    kind: 'more',
    files: [`src/${id}.test.ts`],
    of: 'tries',
    full: 50,
  });
  const ledger = new Ledger(join(folder, 'ledger'));
  const interruption = new AbortController();
  const said: string[] = [];
  const table = [proof('first'), proof('second')];
  return {
    folder,
    write,
    ledger,
    table,
    said,
    interruption,
    states: () => statusOf(table, ledger, new ImportGraph(folder)).map(({ state }) => state),
    run: (change: { quick?: boolean; again?: boolean; written?: () => void } = {}) =>
      prove({
        root: folder,
        proofs: table,
        ledger,
        graph: new ImportGraph(folder),
        quick: false,
        again: false,
        seed: () => 42,
        output: 'ignore',
        signal: interruption.signal,
        say: line => said.push(line),
        written: () => undefined,
        ...change,
      }),
  };
}

describe('a run of proofs', () => {
  test('writes count, seed and outcome, and does not run again what is proven', async context => {
    const { run, ledger, states, said } = place(context);
    assert.deepEqual(states(), ['never run', 'never run']);
    assert.equal(await run(), 0);
    const row = ledger.read().get('first');
    assert.deepEqual(
      { outcome: row?.outcome, count: row?.count, of: row?.of, seed: row?.seed },
      { outcome: 'passed', count: 50, of: 'tries', seed: 42 },
    );
    assert.deepEqual(states(), ['proven', 'proven']);
    assert.equal(await run(), 0);
    assert.match(said.at(-1) ?? '', /second: proven on .* the code is the same/);
    assert.equal(ledger.read().get('first')?.at, row?.at);
    assert.equal(await run({ again: true }), 0);
    assert.notEqual(ledger.read().get('first')?.at, row?.at);
  });

  test('that is interrupted keeps what has ended, and the next one continues there', async context => {
    const { run, states, interruption, ledger, table, folder } = place(context);
    assert.equal(await run({ written: () => interruption.abort() }), 0);
    assert.deepEqual(states(), ['proven', 'never run']);
    const before = ledger.read().get('first')?.at;
    const started: string[] = [];
    await prove({
      root: folder,
      proofs: table,
      ledger,
      graph: new ImportGraph(folder),
      quick: false,
      again: false,
      seed: () => 43,
      output: 'ignore',
      signal: new AbortController().signal,
      say: line => started.push(line),
      written: () => undefined,
    });
    assert.deepEqual(states(), ['proven', 'proven']);
    assert.equal(ledger.read().get('first')?.at, before);
    assert.equal(ledger.read().get('second')?.seed, 43);
  });

  test('that is interrupted in the middle of a test ends it and records nothing of it', async context => {
    const endless = `import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
test('never ends', () => new Promise(() => {
  setInterval(() => {}, 1000);
  writeFileSync(process.env['STARTED'] ?? '', String(process.pid));
}));
`;
    const { folder, write, ledger, table, interruption } = place(context);
    write('first.test.ts', endless);
    const started = join(folder, 'started');
    process.env['STARTED'] = started;
    context.after(() => delete process.env['STARTED']);
    const running = prove({
      root: folder,
      proofs: table,
      ledger,
      graph: new ImportGraph(folder),
      quick: false,
      again: false,
      seed: () => 42,
      output: 'ignore',
      signal: interruption.signal,
      say: () => undefined,
      written: () => undefined,
    });
    while (!existsSync(started)) await new Promise(resolve => setImmediate(resolve));
    interruption.abort();
    await running;
    assert.equal(ledger.read().size, 0);
  });

  test('with a failing test records the failure and exits with 1', async context => {
    const failing = passing.replace('() => {}', () => "() => { throw new Error('no'); }");
    const { run, states, ledger } = place(context, failing);
    assert.equal(await run(), 1);
    assert.deepEqual(states(), ['proven', 'failed']);
    assert.deepEqual(ledger.read().get('second')?.failures, ['passes']);
    assert.equal(await run(), 1, 'what failed is run again');
  });

  test('with a lower count than promised, or none, fails', async context => {
    const low = passing.replace('? limit : 2', '? 49 : 2');
    const { run, ledger, write } = place(context, low);
    assert.equal(await run(), 1);
    assert.deepEqual(ledger.read().get('second')?.failures, ['49 of 50 tries were tried']);
    write('second.test.ts', `import { test } from 'node:test';\ntest('passes', () => {});\n`);
    assert.equal(await run(), 1);
    assert.match(ledger.read().get('second')?.failures.join() ?? '', /no test counted tries/);
  });

  test('that is quick tries and does not prove', async context => {
    const { run, states, ledger } = place(context);
    assert.equal(await run({ quick: true }), 0);
    assert.deepEqual(states(), ['tried', 'tried']);
    assert.equal(ledger.read().get('first')?.count, 2);
    assert.equal(await run(), 0);
    assert.equal(await run({ quick: true, again: true }), 0);
    assert.deepEqual(states(), ['proven', 'proven'], 'a quick run leaves a full one in place');
  });
});

describe('a proof is stale', () => {
  test('once a file changes that its test imports, and not for another file', async context => {
    const { run, states, write } = place(context);
    await run();
    write('unrelated.ts', 'export const x = 1;\n');
    assert.deepEqual(states(), ['proven', 'proven']);
    write('first.test.ts', `${passing}// changed\n`);
    assert.deepEqual(states(), ['stale', 'proven']);
    write('limit.ts', 'export const limit = 51;\n');
    assert.deepEqual(states(), ['stale', 'stale']);
  });

  test('once the promise asks for another count', () => {
    const digest = sampleRow.digest;
    assert.equal(freshness(sampleRow, { digest, full: 50 }), 'proven');
    assert.equal(freshness(sampleRow, { digest, full: 51 }), 'stale');
  });
});

describe('the import closure', () => {
  const graph = new ImportGraph(root);

  test('the import closure has workers, child processes, migrations and both sides of a condition', () => {
    const { files } = graph.closureOf(['packages/store-postgres/src/race.test.ts']);
    for (const path of [
      'packages/store-postgres/src/testing/race-process.ts',
      'packages/store-postgres/sql/0001_tables.sql',
      'packages/protocol/src/crypto/sha256.node.ts',
      'packages/protocol/src/crypto/sha256.noble.ts',
    ]) {
      assert.ok(files.includes(path), path);
    }
    const simulation = graph.closureOf(['packages/coordinator/src/simulation.test.ts']);
    const worker = 'packages/coordinator/src/testing/simulation/history-worker.ts';
    assert.ok(simulation.files.includes(worker));
  });

  test('the closure names packages from npm with their versions, and no file of an unrelated package', () => {
    const { files, packages } = graph.closureOf(['packages/protocol/src/crypto/jws.test.ts']);
    assert.ok(packages.some(name => /^zod@\d/.test(name)));
    assertNone(files.filter(path => !/^packages\/(protocol|testing)\//.test(path)));
  });
});

const sampleRow: LedgerRow = {
  proof: 'first',
  outcome: 'passed',
  count: 50,
  of: 'tries',
  full: 50,
  quick: false,
  seed: 42,
  seconds: 1.5,
  at: '2026-11-16T12:00:00.000Z',
  digest: `sha256:${'0'.repeat(64)}`,
  node: '24.0.0',
  tests: { passed: 1, failed: 0, skipped: 0 },
  skips: [],
  failures: [],
};

describe('the ledger', () => {
  test('processes that write to the ledger at once do not corrupt it', async context => {
    const { folder } = place(context);
    const program = `
      import { Ledger } from ${JSON.stringify(join(root, 'tools/proofs/ledger.ts'))};
      const row = JSON.parse(process.argv[1]);
      const ledger = new Ledger(process.argv[2]);
      for (let n = 0; n < 100; n++) {
        ledger.write({ ...row, proof: 'shared', count: n });
        ledger.write(row);
        if (ledger.read().get('shared') === undefined) throw new Error('the row is gone');
      }`;
    const writers = ['first', 'second'].map(proof => {
      const row = JSON.stringify({ ...sampleRow, proof });
      const args = ['--input-type=module', '-e', program, row, join(folder, 'ledger')];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
      return new Promise(resolve => child.once('close', resolve));
    });
    assert.deepEqual(await Promise.all(writers), [0, 0]);
    const rows = new Ledger(join(folder, 'ledger')).read();
    assert.deepEqual([...rows.keys()], ['first', 'second', 'shared']);
    assert.equal(rows.get('shared')?.count, 99);
    assert.equal(readdirSync(join(folder, 'ledger')).length, 3, 'no temporary file is left');
  });

  test('refuses a row that is not one, or that stands under another name', context => {
    const { folder, ledger } = place(context);
    ledger.write(sampleRow);
    writeFileSync(join(folder, 'ledger', 'other.json'), JSON.stringify(sampleRow));
    assert.throws(() => ledger.read(), /other\.json holds the row of first/);
    writeFileSync(join(folder, 'ledger', 'other.json'), '{"proof":"other"}');
    assert.throws(() => ledger.read());
  });

  test('the ledger counts a thing once for each place that counts it, in any number of processes', () => {
    const heard = (place: string, count: number, of: string | null = 'kills') => ({
      place,
      count,
      of,
      full: count,
    });
    const efforts = [heard('a', 5), heard('a', 5), heard('b', 7), heard('c', 9, null)];
    assert.equal(countOf(efforts, 'kills'), 12);
    assert.equal(countOf(efforts, 'races'), undefined);
  });
});

describe('the page', () => {
  const proof: Proof = { id: 'first', claim: 'It holds.', kind: 'more', files: ['x.test.ts'] };

  test('says what was proven, with what, and what was never run', () => {
    const second = { ...proof, id: 'second', of: 'tries', full: 1000 };
    const page = proofsPage([proof, second], new Map([['first', sampleRow]]));
    assert.match(
      page,
      /`first` \| It holds\. \| all cases \| proven \| 50 tries \| 42 \| 1\.5 s \| 2026-11-16 \| `000000000000`/,
    );
    assert.match(page, /`second` \| It holds\. \| 1,000 tries \| never run/);
    assert.match(page, /Of 2 proofs, 1 have passed .*\n.* and 1 were never run/);
  });

  test('says what failed and what was skipped', () => {
    const tests = { passed: 1, failed: 1, skipped: 2 };
    const row: LedgerRow = {
      ...sampleRow,
      outcome: 'failed',
      tests,
      skips: ['no vectors'],
      failures: ['it broke'],
    };
    const page = proofsPage([proof], new Map([['first', row]]));
    assert.match(page, /`first` failed: it broke/);
    assert.match(page, /`first` skipped 2 tests: no vectors/);
  });
});
