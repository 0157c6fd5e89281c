import { ProtocolError } from '@countersign/protocol/reason';
import type { ToolOptions } from './gated-tool.ts';

/** Every option that a tool can be gated with. The compiler holds the list complete. */
const optionNames: Readonly<Record<keyof ToolOptions | 'schema', true>> = {
  agent_reasoning: true,
  amendable: true,
  change: true,
  context: true,
  keepResult: true,
  key: true,
  mayAskAgain: true,
  next_round_of: true,
  occasion: true,
  onAbort: true,
  onAmended: true,
  onAsked: true,
  onQuestion: true,
  onUnreported: true,
  operation: true,
  preconditions: true,
  resource: true,
  schema: true,
  scope: true,
  seal: true,
  subject_id: true,
  timeout: true,
  tool_definition_digest: true,
  version: true,
  waitTimeout: true,
};

/** Refuses what is no function, before a person is asked about a call that could not run. */
export function checkFunction(fn: unknown, path: '/fn' | '/execute'): void {
  if (typeof fn === 'function') return;
  const detail = `expected the function that runs the tool, found ${kindOf(fn)}`;
  throw new ProtocolError('options_malformed', path, detail);
}

/** Refuses a misspelt option. Otherwise the option, such as a schema, would be ignored silently. */
export function checkToolOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    const detail = `expected the options of the tool, found ${kindOf(options)}`;
    throw new ProtocolError('options_malformed', '/options', detail);
  }
  const unknown = Object.keys(options).find(name => !Object.hasOwn(optionNames, name));
  if (unknown === undefined) return;
  const names = Object.keys(optionNames).join(', ');
  throw new ProtocolError(
    'options_malformed',
    `/options/${unknown}`,
    `expected an option of a gated tool (${names})`,
  );
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
