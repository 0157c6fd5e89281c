import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import type { RiskLevel } from '@countersign/protocol/value';
import type { RiskAssessment, RiskSettings } from '@countersign/risk';
import { ConditionValues } from './condition-values.ts';
import { dimensions, type Facts } from './rule-index.ts';

/** What rules are matched against: the action, and what risk assessment found out about it. */
export interface Circumstances {
  readonly facts: Facts;
  /**
   * The facts that allow rules are matched against. A caller who says "staging" but touches production must not get the
   * lenient rule for staging. A strict rule for staging still holds.
   */
  readonly factsForAllow: Facts;
  /** The variables of conditions, made when the first condition asks for them. */
  readonly values: (itemsMax: number) => ConditionValues;
}

/** No pattern is longer, so a longer claim matches nothing anyway. */
const claimMax = 512;

export function circumstancesOf(
  action: ActionBinding,
  context: JsonObject,
  assessment: RiskAssessment,
  settings: RiskSettings,
  risk: { readonly level: RiskLevel; readonly signals: readonly string[] },
): Circumstances {
  const { operation, agent_id, target } = action;
  const claim = context['environment'];
  const stated = typeof claim === 'string' && claim.length <= claimMax ? claim : null;
  // An unknown value counts as the worst value.
  const { production, action_type, reversibility = 'irreversible' } = assessment;
  const believed = stated !== null && (!production || namesProduction(stated, settings));
  const environment = production ? 'production' : stated;
  const facts: Facts = [
    target.tool_name,
    operation,
    agent_id,
    target.resource,
    action_type,
    risk.level,
    environment === stated || stated === null ? environment : ['production', stated],
    risk.signals,
    reversibility,
  ];
  let made: ConditionValues | null = null;
  return {
    facts,
    factsForAllow:
      believed || stated === null
        ? facts
        : facts.with(dimensions.indexOf('environment'), environment),
    values: itemsMax => {
      made =
        made?.itemsMax === itemsMax
          ? made
          : new ConditionValues(action, context, environment, { ...risk, reversibility }, itemsMax);
      return made;
    },
  };
}

function namesProduction(stated: string, { production_names }: RiskSettings): boolean {
  const words = stated.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return production_names.some(name => words.includes(name.toLowerCase()));
}
