import type { JsonObject } from '@countersign/protocol/json';
import { AdvisedFindings, advisedMember } from '@countersign/protocol/request';
import type { Finding } from './finding.ts';

/**
 * What an advisor found, as findings of its own. Findings only add up, so an advisor can raise the level and never
 * lower it (GT-12). The coordinator wrote and checked these findings. Any other form cannot come from an advisor, so it
 * asks.
 */
export function advisedFindings(context: JsonObject): readonly Finding[] {
  if (!Object.hasOwn(context, advisedMember)) return [];
  const told = AdvisedFindings.safeParse(context[advisedMember]);
  if (!told.success) {
    return [{ signal: 'advised', level: 'high', evidence: 'findings in an unknown form' }];
  }
  const { advisor, version, findings } = told.data;
  return findings.map(({ level, words }) => ({
    signal: 'advised',
    level,
    evidence: `${advisor} ${version}: ${words}`,
  }));
}
