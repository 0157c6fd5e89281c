import type { AllowanceLimits } from '@countersign/protocol/allowance';
import { type Chain, needsAnotherPerson, strictestChain } from '@countersign/protocol/chain';
import type { AmendTerms, Route } from '@countersign/protocol/request';
import { atLeastRisk, type RiskLevel } from '@countersign/protocol/value';
import type { RiskAssessment } from '@countersign/risk';
import { chooseAllowances } from './choose-allowances.ts';
import { chooseAmend } from './choose-amend.ts';
import { secondsDefault } from './document/duration.ts';
import type { PolicyProgram, Rule } from './policy-program.ts';
import { strictestRoute } from './route-strictness.ts';

/** Who is asked, where, and for how long the question and its answer hold. */
export interface Approval {
  readonly chain: Chain | null;
  readonly route: Route;
  readonly expires_in_seconds: number;
  readonly execute_within_seconds: number;
  /** What a reviewer may change; absent where nothing may. */
  readonly amend?: AmendTerms | undefined;
  /** What an allowance may be; absent where the rules admit none. */
  readonly allowable?: AllowanceLimits | undefined;
}

export const noApproval: Approval = {
  chain: null,
  route: { kind: 'same_conversation', name: null },
  expires_in_seconds: secondsDefault,
  execute_within_seconds: secondsDefault,
};

/** The strictest of all demands of the matched rules. */
export function chooseApproval(
  program: PolicyProgram,
  rules: readonly Rule[],
  level: RiskLevel,
  assessment: RiskAssessment,
  byDefault: boolean,
): Approval {
  const chain = chooseChain(program, rules, level, byDefault);
  return {
    chain,
    route: chooseRoute(program, rules, level, assessment, chain),
    expires_in_seconds: shortest(rules.map(rule => rule.expires_in_seconds)),
    execute_within_seconds: shortest(rules.map(rule => rule.execute_within_seconds)),
    amend: chooseAmend(rules),
    allowable: chooseAllowances(rules, level),
  };
}

/**
 * If a rule asks and names no chain, the chain of the risk level is used. At high risk that chain always counts. So a
 * rule about a tool cannot make a dangerous use of the tool easier to approve. An action that no rule matches gets the
 * default chain too.
 */
function chooseChain(
  { chain_by_risk, default_chain }: PolicyProgram,
  rules: readonly Rule[],
  level: RiskLevel,
  byDefault: boolean,
): Chain {
  const asking = rules.filter(({ outcome }) => outcome === 'require_approval');
  const chains = asking.map(({ chain }) => chain ?? chain_by_risk[level]);
  if (chains.length === 0 || atLeastRisk(level, 'high')) chains.push(chain_by_risk[level]);
  if (byDefault) chains.push(default_chain);
  return strictestChain(chains) ?? default_chain;
}

function chooseRoute(
  { routes }: PolicyProgram,
  rules: readonly Rule[],
  level: RiskLevel,
  { action_type }: RiskAssessment,
  chain: Chain,
): Route {
  const general = routes.filter(
    route =>
      (route.risk === null || route.risk.includes(level)) &&
      (route.action_type === null ||
        (action_type !== null && route.action_type.includes(action_type))),
  );
  const stated = [...rules, ...general].map(({ route }) => route).filter(route => route !== null);
  const route = strictestRoute(stated) ?? { kind: 'same_conversation', name: null };
  // The person who talks to the agent is the only person who may not decide such a chain.
  return route.kind === 'same_conversation' && needsAnotherPerson(chain)
    ? { kind: 'admin_channel', name: null }
    : route;
}

function shortest(stated: readonly (number | null)[]): number {
  const known = stated.filter(seconds => seconds !== null);
  return known.length === 0 ? secondsDefault : Math.min(...known);
}
