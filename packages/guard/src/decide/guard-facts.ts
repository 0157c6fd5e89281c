import type { ActionInput } from '@countersign/client';
import type { JsonObject } from '@countersign/protocol/json';
import type { Contract } from '../contract/contract.ts';
import type { HookCall } from '../contract/hook-call.ts';
import { placeOf } from './project-place.ts';

/** What a policy may look at besides the action, as `context.guard`. */
export function guardFacts(
  { agent, version }: Contract,
  { tool, subagent }: HookCall,
  action: ActionInput,
  project: string,
): JsonObject {
  return { agent, contract: version, tool, place: placeOf(action, project), subagent };
}
