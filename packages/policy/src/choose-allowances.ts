import type { AllowanceLimits } from '@countersign/protocol/allowance';
import type { RiskLevel } from '@countersign/protocol/value';
import type { Rule } from './policy-program.ts';

/**
 * The limits of an allowance for such an action: what every rule that asks about the action admits. A rule that does
 * not mention allowances admits none. Critical risk admits none (AL-1). If no rule asks, but only the risk or a
 * default, there is no allowance either.
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
