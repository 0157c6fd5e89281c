import type { PlantedStoreBug } from './planted-bugs.ts';

const batches = 'packages/store-sqlite/src/commit-batch.ts';
const batchTests = 'packages/store-sqlite/src/commit-batch.test.ts';

/** The traps of writing many commits in one transaction, and of adding to a log that others add to. */
export const plantedStoreBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'SU-2',
    name: 'commits are answered as written although COMMIT failed',
    file: batches,
    find: `    return commitAll(connection, operations, settled);`,
    replace: `    commitAll(connection, operations, settled);
    return settled;`,
    test: { file: batchTests, name: 'a COMMIT that fails is answered to all of the batch' },
  },
  {
    rule: 'SU-2',
    name: 'a batch goes on after an error that ended its transaction',
    file: batches,
    find: `      if (outcome.ok) continue;`,
    replace: '      if (outcome.ok || !connection.isTransaction) continue;',
    test: { file: batchTests, name: 'an error that ends the transaction' },
  },
  {
    rule: 'SU-2',
    name: 'a commit that fails does not end its batch',
    file: batches,
    find: `      if (outcome.ok) continue;`,
    replace: '      if (outcome.ok || connection.isTransaction) continue;',
    test: { file: batchTests, name: 'is undone alone' },
  },
  {
    rule: 'EV-6',
    name: 'leaves are added to a log whatever its size is by now',
    file: 'packages/store-sqlite/src/log-leaves.ts',
    find: `      if (epoch !== state.epoch || size !== expectedSize) return 'conflict';`,
    replace: '      if (epoch !== state.epoch) return "conflict"; void size;',
    test: {
      file: 'packages/store-sqlite/src/sqlite-store.test.ts',
      name: 'an append at another size, in another epoch or of a logged event is a conflict',
    },
  },
  {
    rule: 'EV-6',
    name: 'events are logged without a look at their digests',
    file: 'packages/coordinator/src/log/sequence-events.ts',
    find: `      if (!sound.ok) return sound;`,
    replace: '',
    test: {
      file: 'packages/coordinator/src/testing/model-store.test.ts',
      name: 'an event whose text does not have its digest is refused, and nothing is logged',
    },
  },
  {
    rule: 'EV-6',
    name: 'a log is signed that is not the one that was signed before',
    file: 'packages/coordinator/src/log/check-log.ts',
    find: `  if (!verified.ok) return verified;`,
    replace: '  if (!verified.ok) return accept(frontier);',
    test: {
      file: 'packages/coordinator/src/testing/model-store.test.ts',
      name: 'nothing is signed on top of a log that is not the one that was signed',
    },
  },
];
