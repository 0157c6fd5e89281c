import type { RequestRepresentation } from '@countersign/client/people';
import { type Joining, joiningOf, type Stage } from '@countersign/protocol/chain';
import type { ApprovalRequest } from '@countersign/protocol/request';
import { decisionText } from '../language/english/decision.ts';
import { capital } from './capital.ts';

/** Who joins a stage and when, in words: one sentence for each step. Those who have joined are said to have. */
export function joiningWords(
  stage: Stage,
  request: Pick<ApprovalRequest, 'asked_since' | 'requested_at' | 'expires_at'>,
  now: string,
  clockTime: (timestamp: string) => string,
): string[] {
  return joiningOf(stage, request)
    .filter(({ at }) => at < request.expires_at)
    .map(step => {
      const said = step.at <= now ? decisionText.joined : decisionText.joins;
      return said(joinersWords(step), clockTime(step.at));
    });
}

/** Approvers as people read them: their roles, and how many are named. */
export function joinersWords({ approvers }: Pick<Joining, 'approvers'>): string {
  const { roles, identities } = approvers;
  const named = identities.length === 0 ? [] : [decisionText.namedApprovers(identities.length)];
  return [...roles.map(capital), ...named].join(decisionText.or);
}

/** When a stage of a pending request gets further approvers next; null where none of them does. */
export function nextJoining({
  status,
  chain,
  request,
}: Pick<RequestRepresentation, 'status' | 'chain' | 'request'>): string | null {
  if (status !== 'pending') return null;
  const now = new Date().toISOString();
  const times = chain.stages.flatMap(stage => joiningOf(stage, request).map(({ at }) => at));
  return times.filter(at => at > now && at < request.expires_at).toSorted()[0] ?? null;
}
