import type { RiskLevel } from '@countersign/protocol/value';
import type { SignalName } from './signals.ts';

/** Where in a piece of code something was found, in UTF-16 units. */
interface CodePlace {
  /** The whole text that the judge read. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The words of what was found there. */
  readonly evidence: string;
}

/** One named reason for a level of risk, and what in the action gives it. Findings only ever add up. */
export interface Finding {
  readonly signal: SignalName;
  readonly level: RiskLevel;
  /** Words for a person: what was found, and where. Bounded; never a secret value. */
  readonly evidence: string;
  /** Every place of the code that gives it, as far as its judge knows. It is never recorded. */
  readonly at?: readonly CodePlace[];
}

/** True if a person is asked about it under the starter policies. */
export function atLeastHigh({ level }: Finding): boolean {
  return level === 'high' || level === 'critical';
}
