import type { PlantedStoreBug } from './planted-bugs.ts';

const core = 'packages/protocol/src/chain/escalation.test.ts';
const useCase = 'packages/coordinator/src/escalation.test.ts';

/** Mistakes about approvers who join later. A test must find each of them. */
export const plantedEscalationBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'ES-1',
    name: 'an approver joins by the clock of the process',
    file: 'packages/coordinator/src/joins-from.ts',
    find: `{ notBefore: step.at, tooEarly: 'approver_joins_later' }`,
    replace: `{ tooEarly: 'approver_joins_later' }`,
    test: { file: useCase, name: "the store's clock decides when an approver joins" },
  },
  {
    rule: 'ES-1',
    name: 'execution takes everyone who ever joins for an approver',
    file: 'packages/protocol/src/chain/judge-approver.ts',
    find: `stageAt(stage, decidable.request, decided_at)`,
    replace: `stageAt(stage, decidable.request, '9999-12-31T23:59:59.999Z' as typeof decided_at)`,
    test: { file: core, name: 'execution refuses an approver who had not joined' },
  },
  {
    rule: 'ES-1',
    name: 'a further round begins the delay again',
    file: 'packages/coordinator/src/evaluate-and-open.ts',
    find: `round.value.approval_case.asked_since ?? now`,
    replace: `now`,
    test: { file: useCase, name: 'a further round of a case keeps the beginning' },
  },
];
