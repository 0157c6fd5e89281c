import { parseActionBinding } from '@countersign/protocol/action';

/** An action of this tool, checked as a real one is. */
export function sampleAction(
  tool_name: string,
  parameters: Record<string, unknown>,
  resource: string | null = null,
) {
  return parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'agent',
    subject_id: null,
    target: { tool_name, tool_schema_version: '1', resource },
    parameters,
  });
}
