import * as z from 'zod';

/**
 * How we know who decides, weakest first. `webauthn` means an assertion over this very decision; having
 * signed in with a passkey is `session`. Below `conversation` satisfies no stage.
 */
export const personAssurances = [
  'client_asserted',
  'conversation',
  'channel',
  'session',
  'oidc',
  'webauthn',
] as const;

/** The same for services, whose ladder is their own: the two are never compared. */
const serviceAssurances = ['service_key', 'mtls'] as const;

export const PersonAssurance = z.enum(personAssurances);
export type PersonAssurance = z.infer<typeof PersonAssurance>;
export const ServiceAssurance = z.enum(serviceAssurances);
export type ServiceAssurance = z.infer<typeof ServiceAssurance>;
export const Assurance = z.enum([...personAssurances, ...serviceAssurances]);
export type Assurance = z.infer<typeof Assurance>;

/** An assurance of the other ladder never meets the demand, and `client_asserted` meets none. */
export function meetsPersonAssurance(assurance: Assurance, minimum: PersonAssurance): boolean {
  const rank = (personAssurances as readonly string[]).indexOf(assurance);
  return rank >= 1 && rank >= personAssurances.indexOf(minimum);
}

export function meetsServiceAssurance(assurance: Assurance, minimum: ServiceAssurance): boolean {
  const rank = (serviceAssurances as readonly string[]).indexOf(assurance);
  return rank >= 0 && rank >= serviceAssurances.indexOf(minimum);
}
