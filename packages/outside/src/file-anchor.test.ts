import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { AnchorUnavailable } from '@countersign/coordinator';
import { createMemoryAnchor } from '@countersign/coordinator/testing';
import { canonicalize } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { effort, seed, skipInClosedFolder } from '@countersign/testing';
import fc from 'fast-check';
import { FileAnchor, openFileAnchor } from './file-anchor.ts';
import { folderFor, sampleMark } from './testing/sample-marks.ts';
import { AdvancingWorker } from './testing/worker-process.ts';

const countIn = async (file: string): Promise<number | undefined> =>
  (await openFileAnchor({ file }).read())?.consumed_count;

const unavailable = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AnchorUnavailable, String(error));
  assert.match(error.message, pattern);
  assert.match(error.message, /expected .*found .*; make the path usable again/s);
  return true;
};

describe('the anchor in a file', () => {
  test('there is no mark before the first one, and reading creates no file', async context => {
    const folder = join(folderFor(context), 'deep', 'down');
    assert.equal(await openFileAnchor({ file: join(folder, 'anchor') }).read(), null);
    assert.equal(existsSync(folder), false);
  });

  test('a mark survives a restart, in a file that only its owner can read', async context => {
    const folder = join(folderFor(context), 'deep', 'down');
    const file = join(folder, 'anchor');
    const mark = sampleMark(7);
    await openFileAnchor({ file }).advance(mark);
    assert.deepEqual(await openFileAnchor({ file }).read(), mark);
    assert.equal(readFileSync(file, 'utf8'), `\n${canonicalize(mark)}\n`);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(join(folder, '..')).mode & 0o777, 0o700);
  });

  test('a mark never goes back, and a later epoch or a greater count in the same epoch is further', async context => {
    const file = join(folderFor(context), 'anchor');
    const anchor = openFileAnchor({ file });
    const steps = [
      { mark: sampleMark(5), furthest: [1, 5] },
      { mark: sampleMark(4), furthest: [1, 5] },
      { mark: sampleMark(0), furthest: [1, 5] },
      { mark: sampleMark(2, { epoch: 2 }), furthest: [2, 2] },
      { mark: sampleMark(9), furthest: [2, 2] },
      { mark: sampleMark(3, { epoch: 2 }), furthest: [2, 3] },
    ];
    for (const { mark, furthest } of steps) {
      await anchor.advance(mark);
      for (const reader of [anchor, openFileAnchor({ file })]) {
        const read = await reader.read();
        assert.deepEqual([read?.epoch, read?.consumed_count], furthest);
      }
    }
  });

  test('the anchor answers like the model, through restarts and new files, for any input', async context => {
    const folder = folderFor(context);
    let runs = 0;
    const step = fc.record({
      epoch: fc.integer({ min: 1, max: 3 }),
      count: fc.integer({ min: 0, max: 9 }),
      version: fc.integer({ min: 1, max: 1_000 }),
      restarts: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async steps => {
        const file = join(folder, `anchor-${runs++}`);
        const model = createMemoryAnchor();
        let anchor = new FileAnchor(file, 800);
        for (const { epoch, count, version, restarts } of steps) {
          if (restarts) anchor = new FileAnchor(file, 800);
          const { last, ...mark } = sampleMark(count, { epoch });
          const reached = { ...mark, last: last && { ...last, version } };
          await Promise.all([anchor.advance(reached), model.advance(reached)]);
          assert.deepEqual(await anchor.read(), await model.read());
        }
      }),
      { seed, numRuns: effort({ fast: 30, full: 2_000 }) },
    );
  });

  test('overlapping advances in one process are all kept', async context => {
    const file = join(folderFor(context), 'anchor');
    const anchor = new FileAnchor(file, 2_000);
    await Promise.all(Array.from({ length: 60 }, (_, i) => anchor.advance(sampleMark(60 - i))));
    assert.equal(await countIn(file), 60);
  });

  test('a long file is followed by a new one, and old files are removed', async context => {
    const folder = folderFor(context);
    const file = join(folder, 'anchor');
    const anchor = new FileAnchor(file, 1_000);
    for (let count = 1; count <= 40; count++) {
      await anchor.advance(sampleMark(count));
      assert.equal(await countIn(file), count);
      assert.ok(readdirSync(folder).length <= 2);
    }
    const [name = ''] = readdirSync(folder);
    assert.match(name, /^anchor\.[1-9][0-9]*$/);
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
    // What another process wrote further into a file that is left behind is carried along.
    writeFileSync(file, `\n${canonicalize(sampleMark(99))}\n`, { mode: 0o600 });
    await new FileAnchor(file, 1_000).advance(sampleMark(41));
    assert.equal(existsSync(file), false);
    assert.equal(await countIn(file), 99);
  });

  test('a process that still holds an old file does not lose its mark', async context => {
    const file = join(folderFor(context), 'anchor');
    const slow = openFileAnchor({ file });
    await slow.advance(sampleMark(1));
    const fast = new FileAnchor(file, 600);
    for (let count = 2; count < 12; count++) await fast.advance(sampleMark(count));
    assert.equal(existsSync(file), false);
    await slow.advance(sampleMark(50));
    assert.equal(await countIn(file), 50);
  });

  test('a mark that was written to an old file is also added to the newest file', async context => {
    const file = join(folderFor(context), 'anchor');
    const slow = openFileAnchor({ file });
    await slow.advance(sampleMark(1));
    // As another process would that finds the file too long.
    writeFileSync(`${file}.2`, `\n${canonicalize(sampleMark(2))}\n`, { mode: 0o600 });
    await slow.advance(sampleMark(50));
    rmSync(file, { force: true });
    assert.equal(await countIn(file), 50);
  });

  test('a mark of another store is refused, and so is a file with marks of two stores', async context => {
    const file = join(folderFor(context), 'anchor');
    const other = sampleMark(9, { store_id: 'store_00000000000040008000000000000002' as never });
    await openFileAnchor({ file }).advance(sampleMark(1));
    for (const anchor of [openFileAnchor({ file }), openFileAnchor({ file })]) {
      await assert.rejects(anchor.advance(other), unavailable(/found another store/));
    }
    assert.equal(await countIn(file), 1);
    appendFileSync(file, `\n${canonicalize(other)}\n`);
    await assert.rejects(openFileAnchor({ file }).read(), unavailable(/marks of two/));
  });

  test('an invalid mark is not written', async context => {
    const file = join(folderFor(context), 'anchor');
    const anchor = openFileAnchor({ file });
    await assert.rejects(anchor.advance({ ...sampleMark(1), epoch: 0 }), ProtocolError);
    await assert.rejects(anchor.advance(null as never), ProtocolError);
    assert.equal(existsSync(file), false);
  });
});

describe('several processes and one anchor', () => {
  for (const { what, bytes } of [
    { what: 'one file', bytes: 10_000_000 },
    { what: 'files that follow each other', bytes: 700 },
  ]) {
    test(`two processes that advance at once never lose an acknowledged mark, in ${what}`, async context => {
      const file = join(folderFor(context), 'anchor');
      const times = effort({ fast: 60, full: 5_000 });
      const workers = [1, 2].map(first => new AdvancingWorker([file, first, 2, times, bytes]));
      let running = workers.length;
      for (const { ended } of workers) void ended.then(() => running--);
      let seen = 0;
      let reads = 0;
      while (running > 0) {
        const acknowledged = Math.max(0, ...workers.map(({ lines }) => Number(lines.at(-1) ?? 0)));
        const count = (await countIn(file)) ?? 0;
        assert.ok(count >= acknowledged, `${count} is kept, ${acknowledged} was acknowledged`);
        // A mark that was not acknowledged may be seen, and may be gone with the file that it came too late for.
        if (bytes > 700) assert.ok(count >= seen, `${count} after ${seen}`);
        seen = count;
        reads++;
      }
      for (const { lines, ended } of workers) {
        assert.equal((await ended).code, 0);
        assert.equal(lines.length, times, lines.at(-1));
      }
      assert.equal(await countIn(file), 2 * times);
      context.diagnostic(`${2 * times} advances, ${reads} reads`);
    });
  }

  test('a process that is killed at any moment loses no acknowledged mark', async context => {
    const file = join(folderFor(context), 'anchor');
    const kills = effort({ fast: 4, full: 300 });
    let last = 0;
    for (let kill = 0; kill < kills; kill++) {
      const worker = new AdvancingWorker([file, last + 1, 1, 1_000_000, 3_000]);
      await worker.said(1 + ((kill * 7) % 40));
      worker.kill();
      assert.equal((await worker.ended).signal, 'SIGKILL', worker.lines.at(-1));
      const acknowledged = Number(worker.lines.at(-1));
      const count = (await countIn(file)) ?? 0;
      assert.ok(count >= acknowledged, `kept ${count}, acknowledged ${acknowledged}`);
      // One more may have been on its way, and one that was said but not heard.
      assert.ok(count <= acknowledged + 2, `kept ${count}, acknowledged ${acknowledged}`);
      last = count;
    }
    context.diagnostic(`${kills} kills, ${last} marks`);
  });
});

describe('a damaged anchor', () => {
  const first = canonicalize(sampleMark(1));
  const second = canonicalize(sampleMark(2));

  test('an incomplete last line is ignored, and the next mark is kept', async context => {
    const file = join(folderFor(context), 'anchor');
    for (let end = 0; end <= second.length; end += end > 4 && end < second.length - 4 ? 9 : 1) {
      const whole = `\n${first}\n`;
      writeFileSync(file, whole, { mode: 0o600 });
      appendFileSync(file, `\n${second}`.slice(0, end));
      assert.ok([1, 2].includes((await countIn(file)) ?? 0));
      await openFileAnchor({ file }).advance(sampleMark(3));
      assert.equal(await countIn(file), 3, `cut off after ${end}`);
      appendFileSync(file, '\0\0\0');
      assert.equal(await countIn(file), 3);
      truncateSync(file, whole.length);
      assert.equal(await countIn(file), 1);
    }
  });

  test('a complete line that is not a mark makes the anchor unavailable, for reading and advancing', async context => {
    const file = join(folderFor(context), 'anchor');
    for (const line of [
      'x',
      '{}',
      'null',
      first.replace('"version":"1"', '"version":"2"'),
      first.replace('{', '{ '),
      first.replace(/"consumed_count":1/, '"consumed_count":-1'),
      first.slice(0, -1),
      `${first}${first}`,
      '\ufeff'.concat(first),
    ]) {
      const text = `\n${first}\n\n${line}\n\n${second}\n`;
      writeFileSync(file, text, { mode: 0o600 });
      await assert.rejects(openFileAnchor({ file }).read(), unavailable(/line 4/), line);
      await assert.rejects(openFileAnchor({ file }).advance(sampleMark(3)), unavailable(/line 4/));
      assert.equal(readFileSync(file, 'utf8'), text, 'what is damaged is left as it was');
    }
    writeFileSync(file, Buffer.from([0x0a, 0xff, 0xfe, 0x0a]));
    await assert.rejects(openFileAnchor({ file }).read(), unavailable(/line 2/));
    writeFileSync(file, `\n${'x'.repeat(3 * 1024 * 1024)}\n`);
    await assert.rejects(openFileAnchor({ file }).read(), unavailable(/a longer one/));
  });

  test('a folder, a pipe, a link or a file that others can write to makes the anchor unavailable', async context => {
    const folder = folderFor(context);
    const file = join(folder, 'anchor');
    const refuses = async (pattern: RegExp): Promise<void> => {
      await assert.rejects(openFileAnchor({ file }).read(), unavailable(pattern));
      await assert.rejects(openFileAnchor({ file }).advance(sampleMark(1)), AnchorUnavailable);
    };
    mkdirSync(file);
    await refuses(/found something else/);
    rmSync(file, { recursive: true });
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, '', { mode: 0o600 });
    symlinkSync(elsewhere, file);
    await refuses(/symbolic link/);
    rmSync(file);
    writeFileSync(file, `\n${first}\n`);
    chmodSync(file, 0o620);
    await refuses(/mode 600, found 620/);
    rmSync(file);
    writeFileSync(join(folder, 'plain'), '');
    const below = openFileAnchor({ file: join(folder, 'plain', 'anchor') });
    await assert.rejects(below.read(), unavailable(/ENOTDIR/));
    await assert.rejects(below.advance(sampleMark(1)), unavailable(/ENOTDIR|EEXIST/));
    assert.equal(spawnSync('mkfifo', ['-m', '600', file]).status, 0);
    await refuses(/found something else/);
  });

  // Root may write anywhere, so another user has to try.
  const nobody = process.geteuid?.() === 0 ? 65_534 : undefined;
  test('a read-only folder makes the anchor unavailable at the first mark, also beside a writable file', {
    skip: skipInClosedFolder(),
  }, async context => {
    const folder = folderFor(context);
    const file = join(folder, 'anchor');
    for (const text of [null, `\n${first}\n`]) {
      if (text !== null) writeFileSync(file, text, { mode: 0o600 });
      if (nobody !== undefined && text !== null) chownSync(file, nobody, nobody);
      chmodSync(folder, 0o555);
      const worker = new AdvancingWorker(
        [file, 2, 1, 1],
        nobody === undefined ? {} : { uid: nobody },
      );
      assert.equal((await worker.ended).code, 0);
      assert.match(worker.lines.join(), /^AnchorUnavailable: .*found (EACCES|EROFS) from/);
      chmodSync(folder, 0o700);
      assert.equal(await countIn(file), text === null ? undefined : 1);
    }
  });

  test('a full disk makes the anchor unavailable, and acknowledged marks stay', async context => {
    const file = join(folderFor(context), 'anchor');
    // A file must not exceed four blocks of 1024 bytes: the write that would is cut short.
    const limited = ['bash', '-c', 'ulimit -f 4; exec "$@"', 'bash'];
    const worker = new AdvancingWorker([file, 1, 1, 1_000], { command: limited });
    assert.equal((await worker.ended).code, 0);
    const [why = '', acknowledged] = worker.lines.toReversed();
    assert.match(why, /^AnchorUnavailable: .*(room for a part of it only|EFBIG)/);
    assert.equal(statSync(file).size, 4_096);
    assert.equal(await countIn(file), Number(acknowledged));
    await openFileAnchor({ file }).advance(sampleMark(500));
    assert.equal(await countIn(file), 500);
  });
});
