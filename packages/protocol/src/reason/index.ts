export type { Decision } from './decision.ts';
export { InvariantViolation, type Problem, ProtocolError } from './protocol-error.ts';
export {
  type AgentOutcome,
  agentOutcomes,
  type ReasonCode,
  type ReasonCodeEntry,
  type ReasonKind,
  type Retry,
  reasonCodes,
} from './reason-codes.ts';
export { accept, type Refusal, type Result, refuse } from './refusal.ts';
