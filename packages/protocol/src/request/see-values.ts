import { auditorRole, operatorRole } from '../value/principal.ts';
import type { OpenedRequest } from './request-state.ts';

/** A person who looks at a request, with the roles that they have now. */
export interface Reader {
  readonly identity: string;
  readonly roles: readonly string[];
}

/**
 * Whether a person sees the values of a request: its parameters, its target, the sentence about it and its evidence
 * (DR-4). Those see them whom a stage of its chain lists, who decided it, whom it concerns, and who oversees everything.
 * All others see that something waits.
 */
export function maySeeValues(
  { chain, entries, parties }: Pick<OpenedRequest, 'chain' | 'entries' | 'parties'>,
  { identity, roles }: Reader,
): boolean {
  const isListed = chain.stages.some(
    ({ approvers }) =>
      approvers.identities.includes(identity) || approvers.roles.some(role => roles.includes(role)),
  );
  const { requester, subject, agent_owner } = parties;
  return (
    isListed ||
    [requester, subject, agent_owner].some(person => person === identity) ||
    entries.some(({ approver_identity }) => approver_identity === identity) ||
    roles.includes(auditorRole) ||
    roles.includes(operatorRole)
  );
}
