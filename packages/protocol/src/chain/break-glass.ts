import * as z from 'zod';
import { houseKindOf } from '../action/house-action.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { meetsPersonAssurance } from '../value/assurance.ts';
import { Name } from '../value/wire-text.ts';
import type { Separation } from './chain.ts';
import { type Approver, type Parties, separationOf } from './eligibility.ts';

/** Why one person releases an action alone. */
export const BreakGlassCause = z.enum(['outage', 'data_loss', 'attack', 'safety']);
export type BreakGlassCause = z.infer<typeof BreakGlassCause>;

/** Form 2 of a chain: people with one of these roles may release an action alone, each with a passkey (BG-1). */
export const ChainBreakGlass = z.strictObject({ roles: z.array(Name).min(1).max(32) });
export type ChainBreakGlass = z.infer<typeof ChainBreakGlass>;

/** What of an entry or of a submission says that one person releases the action alone. */
interface MaybeRelease {
  readonly break_glass?: BreakGlassCause | undefined;
}

/** What is released: the question and its chain. */
interface Released {
  readonly request: { readonly operation: string };
  readonly chain: { readonly break_glass?: ChainBreakGlass | undefined };
  readonly parties: Parties;
}

/** The entry by which one person released the action alone; undefined where people decided it by its chain. */
export function releaseOf<Entry extends MaybeRelease>(
  entries: readonly Entry[],
): Entry | undefined {
  return entries.find(({ break_glass }) => break_glass !== undefined);
}

/** Whether the chain lets this person release the action alone, whatever person it is about: kind, role, passkey (BG-1). */
export function judgeReleaseAdmission(
  { request, chain }: Pick<Released, 'request' | 'chain'>,
  { kind, roles, assurance }: Approver,
): Result<null> {
  const { break_glass } = chain;
  if (break_glass === undefined || houseKindOf(request.operation) !== null) {
    return refuse('break_glass_not_permitted', 'its chain lets no one release it alone');
  }
  if (kind !== 'human' || !roles.some(role => break_glass.roles.includes(role))) {
    return refuse(
      'break_glass_not_permitted',
      'expected a person with a role that the chain names',
    );
  }
  return meetsPersonAssurance(assurance, 'webauthn')
    ? accept(null)
    : refuse('assertion_missing', 'expected a passkey over the release');
}

/** Whether this person may release the action alone. Separation holds whatever the stages say (BG-2). */
export function judgeRelease(released: Released, approver: Approver): Result<Separation> {
  const admitted = judgeReleaseAdmission(released, approver);
  if (!admitted.ok) return admitted;
  return separationOf(approver.identity, released.parties) === 'other_person'
    ? accept('other_person')
    : refuse('approver_not_independent', 'no one releases an action that concerns them');
}
