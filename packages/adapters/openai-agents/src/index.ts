export { type GatedTools, gateTools, type SuspendedState } from './gated-tools.ts';
export type { McpGuardrails } from './mcp-guardrails.ts';
