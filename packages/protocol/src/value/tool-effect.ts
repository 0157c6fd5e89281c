/** The effects that an operator may declare of a tool, in the order of a list for people. */
export const declaredEffects = [
  'read',
  'simulate',
  'draft',
  'create',
  'update',
  'control',
  'export',
  'send',
  'approve',
  'weaken',
  'grant',
  'deploy',
  'delete',
  'refund',
  'charge',
  'pay',
] as const;
export type DeclaredEffect = (typeof declaredEffects)[number];

/** How far an effect can be reversed. */
export const reversibilities = [
  'read_only',
  'reversible',
  /** By another party, or not without their help: a sent message, a payment that may be returned. */
  'externally_reversible',
  'irreversible',
] as const;
export type Reversibility = (typeof reversibilities)[number];
