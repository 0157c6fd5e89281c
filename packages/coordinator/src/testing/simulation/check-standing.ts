import { directory, passkeys } from './cast.ts';
import { isListed, standing } from './check-entry.ts';
import type { AppliedCommit, Ledger, RequestRecord } from './ledger.ts';
import type { KnownEvent, RawDelegation, RawEntry } from './raw-events.ts';
import { must, Violation } from './violation.ts';

/** Who is who, and who lent what to whom, as the events of the directory say. */
export interface Standing {
  readonly people: Map<string, { readonly roles: readonly string[]; readonly active: boolean }>;
  readonly delegations: Map<
    string,
    { readonly terms: RawDelegation; readonly epoch: number; readonly revoked: boolean }
  >;
}

/** Takes an event of the directory; answers whether it is one that the checks know. */
export function takeDirectoryEvent({ people, delegations }: Standing, event: KnownEvent): boolean {
  switch (event.type) {
    case 'person.added':
    case 'person.changed': {
      const { person_id, roles, active } = event.data;
      people.set(person_id, { roles, active });
      return true;
    }
    case 'credential.registered':
      return true;
    case 'delegation.made': {
      const { epoch, ...terms } = event.data;
      delegations.set(terms.delegation_id, { terms, epoch, revoked: false });
      return true;
    }
    case 'delegation.revoked': {
      const known = delegations.get(event.data.delegation_id);
      if (known === undefined) return false;
      delegations.set(event.data.delegation_id, { ...known, revoked: true });
      return true;
    }
    default:
      return false;
  }
}

/** The roles that someone has now; null where they may not act. */
export function presentRoles(ledger: Ledger, identity: string): readonly string[] | null {
  if (!ledger.circumstances.staffed) {
    return directory.find(each => each.identity === identity)?.roles ?? null;
  }
  const person = ledger.standing.people.get(identity);
  return person?.active === true ? person.roles : null;
}

/** Everyone who could decide now, with the best assurance that they can reach. */
export function presentDirectory({
  circumstances,
  standing: { people },
}: Ledger): Ledger['circumstances']['directory'] {
  if (!circumstances.staffed) return circumstances.directory;
  const signers = passkeys.map(({ registered }) => registered.person_id as string);
  return [...people].flatMap(([identity, { roles, active }]) => {
    const assurance = signers.includes(identity) ? 'webauthn' : 'oidc';
    return active ? [{ kind: 'human', identity, roles, assurance }] : [];
  });
}

/** ID-3: in a world with a directory, a decision counts by roles that the person has when it is written. */
export function checkPresent(ledger: Ledger, entry: RawEntry): void {
  if (!ledger.circumstances.staffed || entry.approver_kind !== 'human') return;
  const present = presentRoles(ledger, entry.approver_identity);
  must(
    present !== null && entry.approver_roles.every(role => present.includes(role)),
    'ID-3',
    () => `${entry.chain_entry_id} was made by a person who had left or had lost a role`,
  );
}

/** DG-1, DG-2, DG-3: whom a decision is for, by which terms, and whether it may be for them. */
export function checkBehalf(
  ledger: Ledger,
  { at }: AppliedCommit,
  { parties }: RequestRecord,
  entry: RawEntry,
): void {
  const { on_behalf_of: behalf, chain_entry_id: what, approver_identity } = entry;
  if (behalf === undefined) return;
  const delegation = ledger.standing.delegations.get(behalf.delegation_id);
  if (delegation === undefined) throw new Violation('DG-1', `${what} names no delegation`);
  const { terms, revoked, epoch } = delegation;
  must(
    !revoked && epoch === ledger.epoch && terms.starts_at <= at && at < terms.ends_at,
    'DG-1',
    () => `${what} was recorded at ${at}, and its delegation does not stand`,
  );
  must(
    terms.delegate_id === approver_identity && terms.person_id === behalf.person_id,
    'DG-1',
    () => `${what} names the delegation of others`,
  );
  const held = presentRoles(ledger, behalf.person_id);
  must(
    behalf.roles.length > 0 &&
      behalf.roles.every(role => terms.roles.includes(role) && held?.includes(role) === true),
    'DG-2',
    () => `${what} counts by a role that was not lent or is not held`,
  );
  const { requester, subject, agent_owner, authors = [] } = parties;
  const involved = [requester, subject, agent_owner, ...authors];
  must(
    entry.decision === 'deny' ||
      ![approver_identity, behalf.person_id].some(person => involved.includes(person)),
    'DG-3',
    () => `${what} approves what concerns the delegate or the delegator`,
  );
}

/** DG-4: whose voices a decision takes. */
export function voicesIn({ approver_identity, on_behalf_of }: RawEntry): readonly string[] {
  return on_behalf_of === undefined
    ? [approver_identity]
    : [approver_identity, on_behalf_of.person_id];
}

/** ID-12: whether someone who decided a request may no longer decide it. */
export function hasLeft(ledger: Ledger, record: RequestRecord): boolean {
  try {
    checkVoters(ledger, record);
    return false;
  } catch (error) {
    if (error instanceof Violation) return true;
    throw error;
  }
}

/** ID-12, DG-5, BG-2: everyone who decided may still decide when it is consumed. */
export function checkVoters(ledger: Ledger, record: RequestRecord): void {
  const { chain, request, entries, id } = record;
  for (const entry of entries) {
    const { approver_identity, approver_kind, on_behalf_of, break_glass } = entry;
    const stage = chain.stages[entry.stage_index];
    const present = presentRoles(ledger, approver_identity);
    const left = () => `${id} was consumed, and the approver of ${entry.chain_entry_id} had left`;
    must(stage !== undefined && present !== null, 'ID-12', left);
    if (break_glass !== undefined) {
      const admitted = chain.break_glass?.roles.some(role => present.includes(role));
      must(admitted === true, 'BG-2', left);
      continue;
    }
    const joined = standing(stage, request, entry.decided_at);
    if (on_behalf_of === undefined) {
      const who = { kind: approver_kind, roles: present };
      must(isListed(joined, who, approver_identity), 'ID-12', left);
      continue;
    }
    const delegation = ledger.standing.delegations.get(on_behalf_of.delegation_id);
    const held = presentRoles(ledger, on_behalf_of.person_id) ?? [];
    const roles = on_behalf_of.roles.filter(role => held.includes(role));
    must(
      delegation?.revoked === false &&
        delegation.epoch === ledger.epoch &&
        isListed(joined, { kind: 'human', roles }, ''),
      'DG-5',
      left,
    );
  }
}
