import type { PersonFacts } from '@countersign/client/people';

export function nameOfPerson({ name, person_id }: PersonFacts): string {
  return name ?? `Somebody (${person_id.slice(-6)})`;
}

/** How somebody can sign in. */
export function waysInWords({ passkeys, oidc_accounts, slack_accounts }: PersonFacts): string {
  const ways = [
    passkeys > 0 ? (passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`) : null,
    oidc_accounts > 0 ? 'signs in at the organisation' : null,
    slack_accounts > 0 ? 'in chat' : null,
  ].filter(way => way !== null);
  return ways.length === 0 ? 'cannot sign in yet' : ways.join(', ');
}

const roleForm = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;

/** A role that somebody typed, or null where it cannot be one. */
export function readRole(text: string): string | null {
  const role = text.trim();
  return roleForm.test(role) ? role : null;
}
