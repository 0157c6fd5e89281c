import type { PlantedStoreBug } from './planted-bugs.ts';

const batches = 'packages/store-sqlite/src/commit-batch.ts';
const batchTests = 'packages/store-sqlite/src/commit-batch.test.ts';

/** The traps of writing many commits in one transaction. */
export const plantedStoreBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'SU-2',
    name: 'commits are answered whatever becomes of COMMIT',
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
    find: `      if (!connection.isTransaction) return operations.length === 1 ? settled : 'aborted';`,
    replace: '',
    test: { file: batchTests, name: 'an error that ends the transaction' },
  },
  {
    rule: 'SU-2',
    name: 'a commit that fails is not undone to its savepoint',
    file: batches,
    find: `      connection.run('ROLLBACK TO operation');`,
    replace: '',
    test: { file: batchTests, name: 'is undone alone' },
  },
];
