export type { Resumed } from './answer-approvals.ts';
export type { GatePolicy } from './gate-policy.ts';
export {
  type ApprovalAnswer,
  type ApprovalQuestion,
  type GatedTools,
  gateTools,
} from './gate-tools.ts';
