import type { ActionBinding } from '@countersign/protocol/action';
import { canonicalize, type JsonObject, snapshot } from '@countersign/protocol/json';
import type { Proposal } from './evaluate-and-open.ts';

/** HI-4: what policy may look at besides the action. */
export const contextBytesMax = 16_384;

/** About what a decision takes besides its context, and a request besides what the agent sent. */
export const decisionBytes = 2_048;
const requestBytes = 16_384;

export function bytesOf(value: JsonObject): number {
  return new TextEncoder().encode(canonicalize(value)).length;
}

/** About what is kept of a question until its end. The action is kept once as bytes, and once in its signed form. */
export function questionBytes(actionText: string, proposal: Proposal): number {
  const { agentReasoning = '', externalIds = {}, plan = null, preconditions = [] } = proposal;
  const said = JSON.stringify([agentReasoning, externalIds, plan, preconditions]);
  return requestBytes + 2 * actionText.length + 2 * said.length;
}

/** The context as a copy of its own, so that what is measured, evaluated and recorded is the same. */
export function withOwnContext(proposal: Proposal): {
  readonly proposal: Proposal;
  readonly contextBytes: number;
} {
  if (proposal.context === undefined) return { proposal, contextBytes: bytesOf({}) };
  const context = snapshot(proposal.context) as JsonObject;
  return { proposal: { ...proposal, context }, contextBytes: bytesOf(context) };
}

/** Whose bytes and requests it counts among. */
export function chargedAgent(
  { chargedTo }: Pick<Proposal, 'chargedTo'>,
  { agent_id }: Pick<ActionBinding, 'agent_id'>,
): string {
  return chargedTo ?? agent_id;
}
