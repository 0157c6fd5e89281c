import type { RiskLevel } from '@countersign/protocol/value';
import type { SignalName } from '../../signals.ts';
import type { ShellRow } from './shell-risky.table.ts';

/** Rows that share what must be found in them, and why. */
export function group(
  kind: ShellRow['kind'],
  level: RiskLevel,
  signal: SignalName | undefined,
  why: string,
  texts: readonly string[],
): readonly ShellRow[] {
  return texts.map(text => ({
    kind,
    level,
    text,
    why,
    ...(signal === undefined ? {} : { signal }),
  }));
}
