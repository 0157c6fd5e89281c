import { sha256 } from '@countersign/protocol/crypto';
import type { Hold } from '@countersign/protocol/hold';
import type { PlanName } from '@countersign/protocol/plan';
import type { AllowanceId } from '@countersign/protocol/value';

/** Without an agent: a session from before sessions had owners. */
type SessionName = Pick<Hold, 'session_id' | 'agent_id'>;

/** The one stream of what concerns the store as a whole: policies, people, keys, epochs. */
export const storeStream = 'store';

export function requestStream(approvalRequestId: string): string {
  return `request/${approvalRequestId}`;
}

/** A plan of one agent. Under the same name, another agent has another plan (GT-11). */
export function planStream({ plan_id, agent_id }: PlanName): string {
  return agent_id === null ? `plan/${plan_id}` : `agent_plan/${sha256({ agent_id, plan_id })}`;
}

/** What a hold claims. Under the same name, another agent has another session (GT-11). */
export function sessionKey({ session_id, agent_id }: SessionName): string {
  return agent_id === undefined ? session_id : sha256({ agent_id, session_id });
}

/** A conversation of one agent, as its host names it. */
export function conversationStream(name: {
  readonly agent_id: string;
  readonly conversation_id: string;
}): string {
  const { agent_id, conversation_id } = name;
  return `conversation/${sha256({ agent_id, conversation_id })}`;
}

/** The guard of one coding agent on one machine. */
export function guardStream(agent_id: string): string {
  return `guard/${sha256({ agent_id })}`;
}

/** One edge: the snapshots that it was given, and the batches that it sent. */
export function edgeStream(edgeId: string): string {
  return `edge/${sha256({ edge_id: edgeId })}`;
}

/** The terms of an allowance and what ended it. */
export function allowanceStream(allowanceId: string): string {
  return `allowance/${allowanceId}`;
}

/** The uses of an allowance, apart from its terms, so that a use and a revocation lose to each other alone. */
export function allowanceUsesStream(allowanceId: string): string {
  return `allowance-uses/${allowanceId}`;
}

export function allowanceIdOf(stream: string): AllowanceId {
  return stream.slice('allowance/'.length) as AllowanceId;
}

/** The one stream of releases that wait for another person. */
export const reviewsStream = 'reviews';

export function holdStream(holdId: string): string {
  return `hold/${holdId}`;
}

/** The decisions of one process that needed no approval. */
export function segmentStream(segmentId: string): string {
  return `segment/${segmentId}`;
}

export function evidenceStream(evidenceId: string): string {
  return `evidence/${evidenceId}`;
}

export function sessionStream(sessionId: string): string {
  return `session/${sessionId}`;
}

export function invitationStream(invitationId: string): string {
  return `invitation/${invitationId}`;
}

export function terminalSignInStream(signInId: string): string {
  return `terminal_sign_in/${signInId}`;
}
