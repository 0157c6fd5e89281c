import { type RiskLevel, riskLevels } from '@countersign/protocol/value';

/**
 * The gravest of several levels, of which some may be missing. A screen shows the graver of two levels: the level of
 * the policy, and the level of the marks. Otherwise *low* above a critical mark would be read as *low*.
 */
export function gravestLevel(
  first: RiskLevel,
  ...others: readonly (RiskLevel | null)[]
): RiskLevel {
  return others.reduce<RiskLevel>(
    (gravest, level) =>
      level !== null && riskLevels.indexOf(level) > riskLevels.indexOf(gravest) ? level : gravest,
    first,
  );
}
