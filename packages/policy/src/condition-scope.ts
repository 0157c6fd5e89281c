import { reversibilities, riskLevels } from '@countersign/protocol/value';
import { signals } from '@countersign/risk';

/** The variables of a condition with their members, where these are known before there is an action. */
export const conditionVariables: ReadonlyMap<string, readonly string[] | null> = new Map([
  [
    'action',
    [
      'operation',
      'agent_id',
      'subject_id',
      'tool_name',
      'tool_schema_version',
      'resource',
      'environment',
    ],
  ],
  ['parameters', null],
  ['risk', ['level', 'rank', 'signals', 'reversibility']],
  ['context', null],
]);

/**
 * Members of the context that conditions do not see, because they are claims: the agent's words, the annotations of
 * a tool, the stated environment. Risk assessment reads them and only ever raises (GT-7). A condition that read them
 * could be talked into an allow.
 */
export const hiddenContext: ReadonlySet<string> = new Set([
  'message',
  'tool_annotations',
  'environment',
]);

export function whyHidden(member: string): string {
  return member === 'environment'
    ? 'the stated environment may be wrong; use action.environment, which is production if the action touches production'
    : `${member} is a claim that only risk assessment reads; it can raise the risk but never lower it (GT-7)`;
}

/** Names that CEL itself gives a meaning. */
export const celTypeNames: ReadonlySet<string> = new Set([
  'int',
  'uint',
  'double',
  'bool',
  'string',
  'bytes',
  'list',
  'map',
  'null_type',
  'type',
]);

/** The texts that such a member can equal. A comparison with any other text would never be true. */
export const knownTexts: Readonly<Record<string, readonly string[]>> = {
  'risk.level': riskLevels,
  'risk.signals': Object.keys(signals),
  'risk.reversibility': reversibilities,
};
