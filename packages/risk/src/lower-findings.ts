import type { RiskLevel } from '@countersign/protocol/value';
import type { CallAssessment } from './action/assess-call.ts';
import { lessReversible } from './canonical/reversibility.ts';
import type { Finding } from './finding.ts';
import type { SignalName } from './signals.ts';

/**
 * Findings that names of tools and parameters alone can suggest. Only these findings can be lowered, by a row of an
 * attested server or by a declaration of the operator. A finding in a command, SQL, code, money or a secret stays.
 */
const guessed: ReadonlySet<SignalName> = new Set<SignalName>([
  'data_write',
  'unknown_effect',
  'bulk_records',
  'unbounded_write',
  'irreversible',
  'outside_message',
  'bulk_message',
  'data_leaving',
  'access_change',
  'deployment',
  'production_change',
  'settings_change',
  'schema_change',
  'history_rewrite',
]);

const rank: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 1, high: 2, critical: 3 };

/**
 * Joins two assessments: the one with the believed row, and all findings of the one without it that are more than a
 * guess.
 */
export function lowerFindings(believed: CallAssessment, plain: CallAssessment): CallAssessment {
  const kept = plain.findings.filter(({ signal }) => plain.carries || !guessed.has(signal));
  const stays = kept.some(({ level }) => level !== 'low');
  const findings: Finding[] = [...believed.findings];
  for (const finding of kept) {
    const at = findings.findIndex(({ signal }) => signal === finding.signal);
    const known = findings[at];
    if (known === undefined) findings.push(finding);
    else if (rank[finding.level] > rank[known.level]) findings[at] = finding;
  }
  return {
    ...believed,
    kind: plain.carries ? plain.kind : believed.kind,
    findings,
    action_type: plain.carries ? plain.action_type : believed.action_type,
    production: believed.production || plain.production,
    reads_only: believed.reads_only && !stays,
    reversibility: stays
      ? lessReversible(believed.reversibility, plain.reversibility)
      : believed.reversibility,
  };
}
