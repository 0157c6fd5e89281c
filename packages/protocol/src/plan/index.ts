export {
  type CaseRound,
  type CaseState,
  caseStatus,
  decideRound,
  emptyCase,
  evolveCase,
  type NextRound,
  roundsMaxDefault,
} from './approval-case.ts';
export {
  decidePlan,
  evolvePlan,
  judgeStep,
  newPlan,
  type PlanBlock,
  type PlanCommand,
  PlanEvent,
  type PlanName,
  type PlanState,
  type PlanStatus,
  type PlanStep,
  parsePlanEvent,
} from './plan.ts';
