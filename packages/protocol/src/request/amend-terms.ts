import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { ApprovalRequestId, PersonId } from '../value/ids.ts';
import { Prose } from '../value/wire-text.ts';

/** How often a case may be amended (AM-9). */
export const amendmentsMax = 3;

/** A JSON Pointer into the parameters, and not their root. */
export const ParameterPath = z
  .string()
  .max(512)
  .regex(/^(?:\/(?:[^~/]|~[01])*)+$/, 'expected a JSON Pointer into the parameters');

const Paths = z.array(ParameterPath).max(64);

/**
 * What a reviewer may change of an action (AM-2). With `narrow` only what is listed changes, and only in the listed
 * direction. With `any` every value may change, and the lists say which changes are a pure narrowing.
 */
export const AmendTerms = z
  .strictObject({
    mode: z.enum(['narrow', 'any']),
    /** Numbers that may become lower: 0 <= new < old. */
    lower: Paths,
    /** Lists from which items may be taken out, but not all of them. */
    subset: Paths,
    /** Members that may become one fixed value. */
    becomes: z
      .array(
        z.strictObject({
          path: ParameterPath,
          value: z.union([z.string(), z.number(), z.boolean()]),
        }),
      )
      .max(64),
  })
  .refine(terms => findOverlap(pathsOf(terms)) === null, {
    message: 'expected each path once, and none inside another',
  });
export type AmendTerms = z.infer<typeof AmendTerms>;

interface Listed {
  readonly lower: readonly string[];
  readonly subset: readonly string[];
  readonly becomes: readonly { readonly path: string }[];
}

/** Every path that the terms list. */
export function pathsOf({ lower, subset, becomes }: Listed): string[] {
  return [...lower, ...subset, ...becomes.map(({ path }) => path)];
}

/** A path that is listed twice or lies inside another one, or null. */
export function findOverlap(paths: readonly string[]): string | null {
  const all = new Set<string>();
  for (const path of paths) {
    if (all.has(path)) return path;
    all.add(path);
  }
  return (
    paths.find(path => paths.some(other => other !== path && path.startsWith(`${other}/`))) ?? null
  );
}

/** An earlier version of an amended request, and who changed it into the next one. */
export const EarlierVersion = z.strictObject({
  approval_request_id: ApprovalRequestId,
  action_digest: Digest,
  changed_by: PersonId,
  /** Why, in the author's words. */
  reason: Prose,
  /** Whether the change only narrowed the action: then its author is still independent of it (AM-3). */
  narrowing: z.boolean(),
});
export type EarlierVersion = z.infer<typeof EarlierVersion>;
