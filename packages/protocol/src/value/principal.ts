import type { PersonAssurance, ServiceAssurance } from './assurance.ts';
import type { Branded } from './brand.ts';
import type { PersonId } from './ids.ts';

/**
 * Who is calling, as an authenticator found out. Nothing else may make one: a name in a body is not a
 * principal (ID-1). Roles come from the verified assertion or from configuration (ID-3).
 */
export type Principal = Branded<PrincipalFacts, 'Principal'>;

export type PrincipalFacts =
  | {
      readonly kind: 'human';
      /** The credential that was used; one person may have many. */
      readonly principal_id: string;
      /** The one immutable id of the human behind every credential (ID-10). */
      readonly person_id: PersonId;
      readonly roles: readonly string[];
      /** Never `webauthn`: that is earned per decision, by an assertion over it. */
      readonly assurance: Exclude<PersonAssurance, 'webauthn'>;
    }
  | {
      readonly kind: 'service';
      readonly principal_id: string;
      readonly roles: readonly string[];
      readonly assurance: ServiceAssurance;
    }
  | {
      readonly kind: 'agent';
      readonly principal_id: string;
      readonly roles: readonly string[];
    };

/** For authenticators only. */
export function authenticated(facts: PrincipalFacts): Principal {
  return Object.freeze({ ...facts, roles: Object.freeze([...facts.roles]) }) as Principal;
}

/** The identity that decides and is excluded: the person behind a human, the id of anything else. */
export function identityOf(principal: Principal): string {
  return principal.kind === 'human' ? principal.person_id : principal.principal_id;
}

/** The role that may cancel and revoke any request. */
export const operatorRole = 'operator';

/** Sees every request, and decides none by that. */
export const auditorRole = 'auditor';
