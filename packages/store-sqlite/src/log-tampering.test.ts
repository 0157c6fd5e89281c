import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import {
  auditStore,
  headAfter,
  sampleAppend,
  sampleCommit,
  sampleSequencer,
  sequenceAll,
} from '@countersign/coordinator/testing';
import { openStore, pathFor } from './testing/temporary-store.ts';

/** An attacker with the file and without the key of the log, while no process has it open. */
const edits: Readonly<Record<string, string>> = {
  'an edited event': `UPDATE events SET text = replace(text, '"n":2', '"n":7') WHERE position = 5`,
  'another digest of an event and its leaf': `UPDATE events SET event_digest = zeroblob(32) WHERE position = 5;
    UPDATE log_leaves SET event_digest = zeroblob(32) WHERE position = 5`,
  'another digest in a leaf':
    'UPDATE log_leaves SET event_digest = zeroblob(32) WHERE leaf_index = 4',
  'a removed event': 'DELETE FROM events WHERE position = 5',
  'a removed leaf': 'DELETE FROM log_leaves WHERE leaf_index = 4',
  'the last leaf removed': 'DELETE FROM log_leaves WHERE leaf_index = 8',
  'two leaves that changed places': `UPDATE log_leaves SET position = -1 WHERE leaf_index = 3;
    UPDATE log_leaves SET position = 4 WHERE leaf_index = 6; UPDATE log_leaves SET position = 7 WHERE position = -1`,
  'an event that changed its stream':
    'UPDATE events SET stream_no = 1, version = 99 WHERE position = 9',
  'another node': 'UPDATE log_leaves SET nodes = zeroblob(length(nodes)) WHERE leaf_index = 3',
  'another end of the log': 'UPDATE logs SET frontier = zeroblob(length(frontier))',
  'an edited checkpoint': `UPDATE log_checkpoints SET note = replace(note, 'log.example', 'log.elsewhere')`,
  'a log cut short with everything that belongs to it': `DELETE FROM log_checkpoints;
    DELETE FROM logs; DELETE FROM log_leaves; UPDATE store_state SET sequenced_to = 0`,
};

async function sequencedStore(context: TestContext): Promise<{ path: string; notes: string[] }> {
  const path = pathFor(context);
  const store = await openStore(path);
  for (let n = 1; n <= 3; n++) {
    const first = sampleAppend(`plan/${n}`, { data: [{ n }, { n }] });
    await store.commit(sampleCommit(first));
    await store.commit(sampleCommit(sampleAppend(`plan/${n}`, { after: headAfter(first) })));
  }
  const sequencer = sampleSequencer(store);
  await sequenceAll(sequencer, { limit: 4 });
  await store.close();
  return { path, notes: sequencer.sink.notes };
}

describe('a log in an edited file', () => {
  test('[EV-6] an unedited log is found sound', async context => {
    const { path, notes } = await sequencedStore(context);
    const store = await openStore(path);
    await auditStore(store, notes);
    await store.close();
  });

  for (const [what, sql] of Object.entries(edits)) {
    test(`[EV-6] ${what} is detected`, async context => {
      const { path, notes } = await sequencedStore(context);
      const database = new DatabaseSync(path);
      database.exec(sql);
      database.close();
      const store = await openStore(path);
      await assert.rejects(auditStore(store, notes));
      await store.close();
    });
  }
});
