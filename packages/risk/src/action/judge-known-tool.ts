import type { KnownTool } from '../canonical/tool-row.ts';
import type { SignalName } from '../signals.ts';
import type { CallFacts, Report } from './call-facts.ts';

/** What a place for trying things out makes harmless. */
const triedOut: ReadonlySet<SignalName> = new Set<SignalName>([
  'deployment',
  'settings_change',
  'schema_change',
  'money_leaving',
  'irreversible',
]);

/**
 * What a tool does in every call. A parameter that asks for a dry run counts only if the row names it. A row that does
 * not name the parameter cannot know that the tool obeys it.
 */
export function judgeKnownTool(facts: CallFacts, known: KnownTool | null, report: Report): void {
  if (known !== null && isKnownRehearsal(facts, known)) return;
  if (known?.elsewhere === true && facts.rehearsed) return;
  const { production, rehearsal } = facts.place;
  for (const { signal, level, evidence } of known?.row.raises ?? []) {
    if (rehearsal && !production && triedOut.has(signal)) continue;
    report(signal, level, evidence);
  }
}

/** The row tells which parameter asks for a dry run, and reads its key as that. */
function isKnownRehearsal({ seen, pretence }: CallFacts, { row }: KnownTool): boolean {
  if (pretence.commits !== null || !Object.values(row.parts ?? {}).includes('dry_run'))
    return false;
  return seen.leaves.some(
    ({ key, value, depth }) => depth === 0 && value === true && key.name === 'dry_run',
  );
}
