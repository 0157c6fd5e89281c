import type { PlantedStoreBug } from './planted-bugs.ts';

const core = 'packages/protocol/src/chain/batch.test.ts';
const useCase = 'packages/coordinator/src/record-batch.test.ts';

/** Mistakes about batches. A test must find each of them. */
export const plantedBatchBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'BA-1',
    name: 'the signature of a batch covers any decision',
    file: 'packages/protocol/src/chain/decision-assertion.ts',
    find: `if (!isInBatch(decided, batch)) {`,
    replace: `if (!isInBatch(decided, batch) && batch.count > 50) {`,
    test: { file: core, name: 'other words, another answer or another stage' },
  },
  {
    rule: 'BA-2',
    name: 'a row of a batch counts alone',
    file: 'packages/protocol/src/request/record-entry.ts',
    find: `if (submission.assertion.batch !== undefined && in_batch !== true) {`,
    replace: `if (submission.assertion.batch !== undefined && in_batch === null) {`,
    test: { file: core, name: 'counts for nothing where it is sent alone' },
  },
  {
    rule: 'BA-2',
    name: 'a batch is recorded without a row that was signed',
    file: 'packages/protocol/src/request/judge-batch.ts',
    find: `      count === rows.length &&
`,
    replace: '',
    test: { file: useCase, name: 'a row less, a row more' },
  },
  {
    rule: 'BA-4',
    name: 'critical risk is approved in a batch',
    file: 'packages/protocol/src/request/judge-batch.ts',
    find: `if (risk.level === 'critical') return`,
    replace: `if (risk.level === 'low') return`,
    test: { file: core, name: 'critical risk and house requests' },
  },
  {
    rule: 'BA-5',
    name: 'a batch mixes agents',
    file: 'packages/protocol/src/request/judge-batch.ts',
    find: `    ['agent', a.state.request.agent_id, b.state.request.agent_id],
`,
    replace: '',
    test: { file: useCase, name: 'one agent, one tool, one chain' },
  },
];
