import type { RiskLevel } from '@countersign/protocol/value';
import type { SignalName } from './signals.ts';

/** One named reason for a level of risk, and what in the action gives it. Findings only ever add up. */
export interface Finding {
  readonly signal: SignalName;
  readonly level: RiskLevel;
  /** Words for a person: what was found, and where. Bounded; never a secret value. */
  readonly evidence: string;
}

/** True if a person is asked about it under the starter policies. */
export function atLeastHigh({ level }: Finding): boolean {
  return level === 'high' || level === 'critical';
}
