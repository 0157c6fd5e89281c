export { detectWithin } from './detect-within.ts';
export type { EvaluationKind, EvaluationKinds } from './evaluation-job.ts';
export {
  defaultEvaluationLimits,
  type EvaluationLimits,
  EvaluationPool,
  late,
} from './evaluation-pool.ts';
export { FairQueue } from './fair-queue.ts';
export { isSmall, ThreadedPolicies } from './threaded-policies.ts';
export { ThreadedViews } from './threaded-views.ts';
export { workedMilliseconds } from './worked-time.ts';
export type { PlainRiskInputs } from './worker-wire.ts';
