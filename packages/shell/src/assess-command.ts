import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import {
  defaultRiskSettings,
  loadGrammars,
  type RiskAssessment,
  riskAssessor,
} from '@countersign/risk';
import { actionOf, type MeasuredCommand } from './measure-command.ts';

export type RiskOfAction = (
  action: ActionBinding,
  context: JsonObject,
) => Pick<RiskAssessment, 'level'>;

/** How risky a command looks from here, by the same detectors that policy uses. */
export async function assessCommand(
  command: MeasuredCommand,
  context: JsonObject,
  assess?: RiskOfAction,
): Promise<Pick<RiskAssessment, 'level'>> {
  const action = parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    // Who asks is for the gate to say; no level of risk of a command depends on it.
    agent_id: 'shell',
    ...actionOf(command, null),
  });
  const riskOf =
    assess ?? riskAssessor({ settings: defaultRiskSettings, grammar: await loadGrammars() });
  return riskOf(action, context);
}
