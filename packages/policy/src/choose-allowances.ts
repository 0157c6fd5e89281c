import type { AllowanceLimits } from '@countersign/protocol/allowance';
import type { RiskLevel } from '@countersign/protocol/value';
import type { Rule } from './policy-program.ts';

/**
 * What an allowance for such an action may be: what every rule that asks about it admits. A rule that says nothing admits
 * none, and neither does critical risk (AL-1). Where only the risk or a default asks, no rule admits any.
 */
export function chooseAllowances(
  rules: readonly Rule[],
  level: RiskLevel,
): AllowanceLimits | undefined {
  const asking = rules.filter(({ outcome }) => outcome === 'require_approval');
  const stated = asking.map(({ allowances }) => allowances).filter(limits => limits !== null);
  if (level === 'critical' || asking.length === 0 || stated.length < asking.length) {
    return undefined;
  }
  return {
    lifetime_max_seconds: Math.min(...stated.map(limits => limits.lifetime_max_seconds)),
    any: inAll(stated.map(({ any }) => any)),
    real_paths: inAll(stated.map(limits => limits.real_paths)),
  };
}

function inAll([first = [], ...others]: readonly (readonly string[])[]): string[] {
  return first.filter(path => others.every(list => list.includes(path)));
}
