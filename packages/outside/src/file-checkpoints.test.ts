import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { CheckpointNotTaken } from './checkpoint-not-taken.ts';
import { fileCheckpoints } from './file-checkpoints.ts';
import { latestCheckpoint } from './latest-checkpoint.ts';
import { folderFor } from './testing/sample-marks.ts';
import { keptIn, otherSigner, signer, signNote } from './testing/sample-notes.ts';

const origin = 'log.example/1';
const keys = signer.keys();

describe('checkpoints in a file', () => {
  test('[EV-6] checkpoints are read back letter for letter, in the order in which they were added', async context => {
    const file = join(folderFor(context), 'deep', 'checkpoints');
    assert.deepEqual(await keptIn(file), []);
    const notes = [];
    for (let size = 1; size <= 20; size++) notes.push(await signNote({ origin, size }));
    const sink = fileCheckpoints({ file });
    for (const note of notes) await sink.publish(note);
    assert.deepEqual(await keptIn(file), notes);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(readFileSync(file, 'utf8').split('\n').length, 41);
  });

  test('any text of a checkpoint is read back letter for letter', async context => {
    const file = join(folderFor(context), 'checkpoints');
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    const hostile = fc.constantFrom('\n', '\n\n', '{"checkpoint":"x"}', '\n{"checkpoint":"x"}\n\n');
    const note = fc.array(fc.oneof(text, hostile), { maxLength: 4 }).map(parts => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(note, { maxLength: 5 }), async notes => {
        rmSync(file, { force: true });
        const sink = fileCheckpoints({ file });
        for (const each of notes) await sink.publish(each);
        assert.deepEqual(await keptIn(file), notes);
      }),
      { seed, numRuns: effort({ fast: 100, full: 5_000 }) },
    );
  });

  test('the last checkpoint is not added twice, also after a restart', async context => {
    const file = join(folderFor(context), 'checkpoints');
    const [one, two] = [await signNote({ origin, size: 1 }), await signNote({ origin, size: 2 })];
    const sink = fileCheckpoints({ file });
    for (const note of [one, one, two, two]) await sink.publish(note);
    await fileCheckpoints({ file }).publish(two);
    assert.deepEqual(await keptIn(file), [one, two]);
    await fileCheckpoints({ file }).publish(one);
    assert.deepEqual(await keptIn(file), [one, two, one]);
  });

  test('an incomplete line is ignored, and its checkpoint is added again', async context => {
    const file = join(folderFor(context), 'checkpoints');
    const [one, two] = [await signNote({ origin, size: 1 }), await signNote({ origin, size: 2 })];
    const line = JSON.stringify({ checkpoint: two });
    for (let end = 0; end < line.length; end += 13) {
      rmSync(file, { force: true });
      await fileCheckpoints({ file }).publish(one);
      appendFileSync(file, `\n${line}`.slice(0, end));
      assert.deepEqual(await keptIn(file), [one]);
      await fileCheckpoints({ file }).publish(two);
      assert.deepEqual(await keptIn(file), [one, two]);
    }
  });

  test('a line that is not a checkpoint is an error, and nothing is added after it', async context => {
    const folder = folderFor(context);
    const note = await signNote({ origin, size: 1 });
    for (const [index, line] of ['x', '{}', '[]', '{"checkpoint":1}', '"x"'].entries()) {
      const file = join(folder, `checkpoints-${index}`);
      await fileCheckpoints({ file }).publish(note);
      appendFileSync(file, `\n${line}\n`);
      await assert.rejects(keptIn(file), /expected a checkpoint in line 4, found something else/);
      const before = readFileSync(file);
      await assert.rejects(fileCheckpoints({ file }).publish('y'), CheckpointNotTaken);
      assert.deepEqual(readFileSync(file), before);
    }
  });

  test('a deleted file is created again, and an unusable place is reported', async context => {
    const folder = folderFor(context);
    const file = join(folder, 'checkpoints');
    const sink = fileCheckpoints({ file });
    await sink.publish('one');
    rmSync(file);
    await assert.rejects(sink.publish('two'), CheckpointNotTaken);
    await sink.publish('two');
    assert.deepEqual(await keptIn(file), ['two']);
    rmSync(file);
    mkdirSync(file);
    await assert.rejects(
      sink.publish('three'),
      error => error instanceof CheckpointNotTaken && /expected .*found EISDIR/.test(error.message),
    );
    assert.ok(existsSync(file));
  });
});

describe('the latest checkpoint in a file', () => {
  test('the latest checkpoint is the genuine one with the greatest size of that log', async context => {
    const file = join(folderFor(context), 'checkpoints');
    assert.equal(await latestCheckpoint(file, { origin, keys }), null);
    const sink = fileCheckpoints({ file });
    const genuine = await signNote({ origin, size: 12 });
    const forged = (await signNote({ origin, size: 13 })).replace('\n13\n', '\n999\n');
    for (const note of [
      await signNote({ origin, size: 3 }),
      genuine,
      await signNote({ origin, size: 11 }),
      await signNote({ origin: 'log.example/2', size: 70 }),
      await signNote({ origin, size: 80 }, otherSigner),
      forged,
      forged.replace('\n999\n', '\n12\n'),
      forged.replace('\n999\n', '\n-1\n'),
      'no note at all',
      `${origin}\n`,
      '',
    ]) {
      await sink.publish(note);
    }
    const latest = await latestCheckpoint(file, { origin, keys });
    assert.equal(latest?.note, genuine);
    assert.equal(latest?.checkpoint.size, 12);
    const second = await latestCheckpoint(file, { origin: 'log.example/2', keys });
    assert.equal(second?.checkpoint.size, 70);
    assert.equal(await latestCheckpoint(file, { origin, keys: [] }), null);
    assert.equal(await latestCheckpoint(file, { origin: 'log.example/3', keys }), null);
  });
});
