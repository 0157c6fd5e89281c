import { LockTarget } from '@countersign/protocol/directory';
import { LockId, Prose } from '@countersign/protocol/value';
import * as z from 'zod';
import { StepUpBody } from './sessions.ts';

export const LockParams = z.strictObject({ lock_id: LockId });

const Reason = Prose.max(2000).refine(text => text.trim() !== '', 'expected a reason');

export const NewLock = z.strictObject({ target: LockTarget, reason: Reason });

/** What would be locked, as a preview asks for it. */
export const LockQuery = z
  .strictObject({
    kind: z.enum(['agent', 'person', 'key', 'everything']),
    /** The name of the agent, or the id of the person or the credential. */
    id: z.string().max(1364).optional(),
  })
  .transform((query, context): z.infer<typeof LockTarget> => {
    const target = LockTarget.safeParse(targetOf(query.kind, query.id));
    if (target.success) return target.data;
    context.issues.push({ code: 'custom', input: query.id, message: 'expected what to lock' });
    return z.NEVER;
  });

function targetOf(kind: z.infer<typeof LockTarget>['kind'], id: string | undefined): object {
  const members = { agent: 'agent_id', person: 'person_id', key: 'credential_id', everything: '' };
  return kind === 'everything' ? { kind } : { kind, [members[kind]]: id };
}

/** A lock that is in force. Everyone whom it concerns reads its reason. */
export const LockFacts = z.object({
  lock_id: z.string(),
  target: LockTarget,
  /** What people call what is locked: the name of a person, the label of a key. */
  target_name: z.string(),
  reason: z.string(),
  by: z.object({ kind: z.string(), identity: z.string() }),
  by_name: z.string(),
  placed_at: z.string(),
});
export type LockFacts = z.infer<typeof LockFacts>;

export const LockList = z.object({ locks: z.array(LockFacts) });
export type LockList = z.infer<typeof LockList>;

const CoveredRequest = z.object({ approval_request_id: z.string(), operation: z.string() });

/** What a lock would end now. What has started is not stopped. */
export const LockPreview = z.object({
  pending: z.int(),
  allowed: z.int(),
  keys: z.int(),
  /** Which they are: as many as were counted. */
  pending_requests: z.array(CoveredRequest),
  allowed_requests: z.array(CoveredRequest),
  refused_keys: z.array(z.object({ credential_id: z.string(), label: z.string().nullable() })),
  started: z.array(CoveredRequest),
  /** The chain that lifts it; null where an operator with a passkey does. */
  lift_chain: z.string().nullable(),
  counted_at: z.string(),
  /** False where there is more than was counted. */
  is_complete: z.boolean(),
});
export type LockPreview = z.infer<typeof LockPreview>;

export const LiftBody = z.strictObject({
  reason: Reason,
  /** The answer of a passkey to the challenge of this lift. */
  passkey: StepUpBody.optional(),
});

export const LiftedLock = z.object({ lock_id: z.string() });
