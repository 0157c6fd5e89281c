import type { PersonFacts } from '@countersign/client/people';
import { peopleText } from '../language/english/people.ts';

export function nameOfPerson({ name, person_id }: PersonFacts): string {
  return name ?? peopleText.person(person_id.slice(-6));
}

/** The person who looks comes first, then all others by name, and at the end those who may not act any more. */
export function inOrder(people: readonly PersonFacts[], me: string): PersonFacts[] {
  const place = ({ person_id, active }: PersonFacts) => (person_id === me ? 0 : active ? 1 : 2);
  return [...people].sort(
    (a, b) => place(a) - place(b) || nameOfPerson(a).localeCompare(nameOfPerson(b), 'en'),
  );
}

/** How a person can sign in. */
export function waysInWords({ passkeys, oidc_accounts, linked_accounts }: PersonFacts): string {
  const ways = [
    passkeys > 0 ? peopleText.passkeys(passkeys) : null,
    oidc_accounts > 0 ? peopleText.atOrganisation : null,
    linked_accounts > 0 ? peopleText.inChat : null,
  ].filter(way => way !== null);
  return ways.length === 0 ? peopleText.cannotSignIn : ways.join(', ');
}

const roleForm = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;

/** A role that the user typed, or null where it cannot be one. */
export function readRole(text: string): string | null {
  const role = text.trim();
  return roleForm.test(role) ? role : null;
}
