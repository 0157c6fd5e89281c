import type { ActionBinding } from '../action/action-binding.ts';
import { isReservedForHouse } from '../action/house-action.ts';
import { type Digest, sha256 } from '../crypto/digest.ts';
import type { LockTarget } from '../directory/lock-target.ts';
import type { JsonObject } from '../json/json-value.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { advisedMember } from '../request/advised-findings.ts';
import { attestedServerMember, type Evaluation } from '../request/policy-decision.ts';
import { PersonId } from '../value/ids.ts';
import type { PolicySnapshot } from './policy-snapshot.ts';

/** One call, as far as the snapshot must cover it. */
export interface EdgeCall {
  readonly action: ActionBinding;
  readonly action_digest: Digest;
  /** What policy looks at besides the action. */
  readonly context: JsonObject;
  /** Whether it belongs to a plan, or asks again what was asked before. */
  readonly isBound: boolean;
  /** About how many bytes the decision takes in a batch. */
  readonly bytes: number;
}

/** The largest call that an edge decides, so that a batch of one always fits. */
export const edgeCallBytesMax = 32_768;

/** What an action that was rejected for good is known by in a snapshot. */
export function rejectionKey(call: {
  readonly agent_id: string;
  readonly subject_id: string | null;
  readonly action_digest: string;
}): Digest {
  const { agent_id, subject_id, action_digest } = call;
  return sha256({ agent_id, subject_id, action_digest });
}

/** Whether the snapshot says all that the server would look at for this call. Otherwise the server is asked (EG-1). */
export function judgeEdgeCall(snapshot: PolicySnapshot, call: EdgeCall): Result<null> {
  const { action, action_digest } = call;
  if (isReservedForHouse(action)) return ask('the action has a reserved name');
  if (call.isBound) return ask('the call belongs to a plan or to an earlier request');
  if (call.bytes > edgeCallBytesMax) return ask(`it has more than ${edgeCallBytesMax} bytes`);
  for (const member of [attestedServerMember, advisedMember]) {
    if (Object.hasOwn(call.context, member)) return ask(`the context has the member ${member}`);
  }
  const { agent_id, subject_id } = action;
  const agent = snapshot.agents.find(each => each.agent_id === agent_id);
  if (agent === undefined) return ask('the snapshot does not cover this agent');
  if (!agent.may_decide) return ask('something halts this agent');
  const isPerson = subject_id !== null && PersonId.safeParse(subject_id).success;
  if (isPerson && !snapshot.subject_ids.some(person_id => person_id === subject_id)) {
    return ask('the credential does not list this subject');
  }
  const covered = [agent_id, agent.owner, subject_id, snapshot.edge_id];
  if (snapshot.locks.some(lock => covers(lock, covered))) return ask('a lock covers this call');
  if (agent.rejected.length === 0) return accept(null);
  const key = rejectionKey({ agent_id, subject_id, action_digest });
  return agent.rejected.includes(key) ? ask('an approver rejected it for good') : accept(null);
}

/** An edge decides nothing but a plain allow that need not be durable in the store before it is answered (EG-1). */
export function judgeEdgeVerdict(
  {
    verdict,
    audit_sync,
    policy_version,
  }: Pick<Evaluation, 'verdict' | 'audit_sync' | 'policy_version'>,
  { policy_version: expected }: Pick<PolicySnapshot, 'policy_version'>,
): Result<null> {
  if (policy_version !== expected) return ask('the edge has another policy than the snapshot');
  if (verdict !== 'allow') return ask(`policy answers ${verdict}`);
  return audit_sync ? ask('a rule has audit: sync') : accept(null);
}

function covers(
  lock: LockTarget,
  [agent, owner, subject, key]: readonly (string | null)[],
): boolean {
  switch (lock.kind) {
    case 'everything':
      return true;
    case 'agent':
      return lock.agent_id === agent;
    case 'person':
      return lock.person_id === owner || lock.person_id === subject;
    case 'key':
      return lock.credential_id === key;
  }
}

function ask(why: string): Result<never> {
  return refuse('edge_not_covered', why);
}
