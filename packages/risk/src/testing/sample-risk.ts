import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import { type RiskAssessment, riskAssessor } from '../assess-risk.ts';
import { loadGrammars } from '../grammars.ts';
import { defaultRiskSettings } from '../risk-settings.ts';

/** A call the way tests write it. */
export interface SampleCall {
  readonly tool: string;
  readonly parameters: JsonObject;
  readonly resource?: string | null;
  readonly environment?: string | null;
  readonly operation?: string;
}

const assess = riskAssessor({ settings: defaultRiskSettings, grammar: await loadGrammars() });

function sampleAction(call: SampleCall): ActionBinding {
  return {
    schema_version: '1.0',
    operation: call.operation ?? 'tool.invoke',
    agent_id: 'agent-7',
    subject_id: null,
    target: { tool_name: call.tool, tool_schema_version: '1', resource: call.resource ?? null },
    parameters: call.parameters,
  };
}

/** Assesses under the default settings. */
export function assessSample(call: SampleCall, context: JsonObject = {}): RiskAssessment {
  const stated = call.environment;
  return assess(
    sampleAction(call),
    stated === undefined || stated === null ? context : { ...context, environment: stated },
  );
}
