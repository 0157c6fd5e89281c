import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import type { RiskLevel } from '@countersign/protocol/value';
import type { RiskAssessment, SignalName } from '@countersign/risk';
import type { Layer, PolicyFile } from '../document/policy-file.ts';
import { loadPolicy, type Policy, type PolicyInputs } from '../policy.ts';

/** The part that every policy must have, without rules. */
export const base = `version: "7"
default: deny
default_chain: team
chain_by_risk: { low: team, medium: team, high: team, critical: pair }
chains:
  - id: team
    stages: [{ name: team, approvers: { roles: [operator] } }]
  - id: pair
    stages: [{ name: pair, approvers: { roles: [operator] }, quorum: 2 }]
  - id: self
    stages: [{ name: you, approvers: { roles: [operator] }, separation: self_confirm }]
`;

export function withRules(...rules: readonly string[]): string {
  return `${base}rules:\n${rules.map(rule => `  - ${rule}\n`).join('')}`;
}

export function fileOf(
  text: string,
  layer: Layer = 'operator',
  name = `${layer}.yaml`,
): PolicyFile {
  return { name, text, layer };
}

export function assessed(level: RiskLevel, parts: Partial<RiskAssessment> = {}): RiskAssessment {
  return { level, findings: [], action_type: null, production: false, reads_only: false, ...parts };
}

export function finding(
  signal: SignalName,
  level: RiskLevel = 'high',
): RiskAssessment['findings'][number] {
  return { signal, level, evidence: 'found by a test' };
}

export function inputs(assessment: RiskAssessment = assessed('low')): PolicyInputs {
  return { assessor: () => () => assessment };
}

/** A policy from texts, or an error with all problems. */
export function policyOf(
  files: string | readonly PolicyFile[],
  given: PolicyInputs = inputs(),
): Policy {
  const loaded = loadPolicy(typeof files === 'string' ? [fileOf(files)] : files, given);
  if (loaded.ok) return loaded.policy;
  throw new Error(loaded.problems.map(({ line, message }) => `${line}: ${message}`).join('\n'));
}

interface ActionParts {
  readonly tool?: string;
  readonly operation?: string;
  readonly agent?: string;
  readonly resource?: string | null;
  readonly parameters?: JsonObject;
}

export function actionOf({
  tool = 'crm.read',
  operation = 'tool.invoke',
  agent = 'agent-1',
  resource = null,
  parameters = {},
}: ActionParts = {}): ActionBinding {
  return {
    schema_version: '1.0',
    operation,
    agent_id: agent,
    subject_id: null,
    target: { tool_name: tool, tool_schema_version: '1', resource },
    parameters,
  };
}
