import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { activePerson } from '@countersign/protocol/directory';
import { systemActor } from '@countersign/protocol/value';
import { changeDirectory, loadDirectory } from '../index.ts';
import { openModelStore } from '../testing/model-store.ts';
import { samplePeople } from '../testing/sample-ports.ts';
import { clock, createStaffed, leave, processOn, value } from './testing/staffed-store.ts';

const { carol } = samplePeople;

describe('reading the directory', () => {
  test('concurrent callers share a read that begins after all of them have asked', async () => {
    const store = await createStaffed();
    const { readStream } = openModelStore(store.data, { clock });
    let readings = 0;
    const context = processOn(store, {
      readStream: (stream, after) => {
        readings++;
        return readStream(stream, after);
      },
    });
    const asked = [loadDirectory(context), loadDirectory(context), loadDirectory(context)];
    assert.equal(readings, 0);
    const [first, ...others] = await Promise.all(asked);
    assert.equal(readings, 1);
    for (const other of others) assert.equal(other, first);
  });

  test('a caller that asks during a read gets a new read, and sees the latest changes', async () => {
    const store = await createStaffed();
    const { readStream } = openModelStore(store.data, { clock });
    let goOn = () => {};
    const held = new Promise<void>(resolve => {
      goOn = resolve;
    });
    let begun = () => {};
    const reading = new Promise<void>(resolve => {
      begun = resolve;
    });
    let readings = 0;
    const context = processOn(store, {
      readStream: async (stream, after) => {
        const rows = await readStream(stream, after);
        if (readings++ > 0) return rows;
        begun();
        await held;
        return rows;
      },
    });
    const early = loadDirectory(context);
    await reading;
    value(await changeDirectory(processOn(store), leave(carol), systemActor));
    const late = await loadDirectory(context);
    goOn();
    assert.equal(activePerson(late.state, carol), null);
    assert.notEqual(activePerson((await early).state, carol), null);
  });

  test('a failed read is not shared with later callers', async () => {
    const store = await createStaffed();
    const { readStream } = openModelStore(store.data, { clock });
    let fails = true;
    const context = processOn(store, {
      readStream: async (stream, after) => {
        if (fails) throw new Error('the disk is gone');
        return readStream(stream, after);
      },
    });
    await assert.rejects(loadDirectory(context), /the disk is gone/);
    fails = false;
    assert.notEqual(activePerson((await loadDirectory(context)).state, carol), null);
  });
});
