import type { RiskLevel } from '@countersign/protocol/value';
import type { SignalName } from '../../signals.ts';

/** One text, the level it must get outside and inside production, a signal it must raise, and why. */
export interface SqlRow {
  readonly sql: string;
  readonly outside: RiskLevel;
  readonly production: RiskLevel;
  readonly signal?: SignalName;
  readonly why: string;
}

/** Rows that share their levels, their signal and the reason for them. */
export function sameRows(
  outside: RiskLevel,
  production: RiskLevel,
  signal: SignalName | undefined,
  why: string,
  statements: readonly string[],
): readonly SqlRow[] {
  return statements.map(sql => ({
    sql,
    outside,
    production,
    why,
    ...(signal === undefined ? {} : { signal }),
  }));
}
