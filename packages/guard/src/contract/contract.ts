import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type { HookCall, HookVerdict } from './hook-call.ts';
import type { ToolTable } from './tool-table.ts';

/** How one agent asks its hooks, and how it is answered. A new form of either is a new version. */
export interface Contract {
  readonly agent: string;
  /** What people call the agent. */
  readonly title: string;
  readonly version: string;
  readonly tools: ToolTable;
  /** Reads what the agent sent. Throws ContractBroken where it is not what this version sends. */
  parse(value: JsonValue): HookCall;
  /** The complete answer, in the agent's own form. */
  render(verdict: HookVerdict): JsonObject;
}
