import { everyoneOf } from '../chain/escalation.ts';
import { voicesOf } from '../chain/on-behalf.ts';
import { auditorRole, operatorRole } from '../value/principal.ts';
import type { OpenedRequest } from './request-state.ts';

/** A person who looks at a request, with the roles that they have now. */
export interface Reader {
  readonly identity: string;
  readonly roles: readonly string[];
  /** Roles that other people lend to this person now. They count for what a stage lists, and for nothing else. */
  readonly lent?: readonly string[];
}

/** Whom the values of a request are for, besides those who oversee everything. */
export interface Readers {
  readonly identities: readonly string[];
  readonly roles: readonly string[];
}

/** The people and roles that a stage of its chain lists, the people who decided it, and those whom it concerns (DR-4). */
export function readersOf({
  request,
  chain,
  entries,
  parties,
}: Pick<OpenedRequest, 'request' | 'chain' | 'entries' | 'parties'>): Readers {
  const listed = chain.stages.map(everyoneOf);
  // Who may release it alone has to see what they would release.
  const releasing = chain.break_glass?.roles ?? [];
  const { requester, subject, agent_owner } = parties;
  const concerned = [requester, subject, agent_owner].filter(person => person !== null);
  return {
    identities: [
      ...listed.flatMap(({ identities }) => identities),
      ...concerned,
      ...entries.flatMap(voicesOf),
      ...(request.amends ?? []).map(({ changed_by }) => changed_by),
    ],
    roles: [...listed.flatMap(({ roles }) => roles), ...releasing],
  };
}

/**
 * Whether a person sees the values of a request: its parameters, its target, the sentence about it and its evidence
 * (DR-4). Its readers see them, and those who oversee everything. All others see that something waits.
 */
export function maySeeValues(
  state: Pick<OpenedRequest, 'request' | 'chain' | 'entries' | 'parties'>,
  { identity, roles, lent = [] }: Reader,
): boolean {
  const readers = readersOf(state);
  return (
    readers.identities.includes(identity) ||
    readers.roles.some(role => roles.includes(role) || lent.includes(role)) ||
    oversees(roles)
  );
}

/**
 * Whether a person sees what is kept of an action that policy answered alone (UA-2). No stage lists anyone, so it is
 * those who oversee everything, and the owner of the agent.
 */
export function maySeeUnasked(agentOwner: string | null, { identity, roles }: Reader): boolean {
  return oversees(roles) || agentOwner === identity;
}

/** Whether these roles see the values of every request. */
export function oversees(roles: readonly string[]): boolean {
  return roles.includes(auditorRole) || roles.includes(operatorRole);
}
