import type * as z from 'zod';
import { type Problem, ProtocolError } from '../reason/protocol-error.ts';
import { pointer } from './json-pointer.ts';
import { bytesMostOf, defaultJsonLimits, type JsonLimits, snapshot } from './json-value.ts';

/**
 * A `parse*` function for one wire object. The input is copied into plain data first, reading every
 * member once, so what is validated cannot change afterwards; then every problem is collected before
 * anything is thrown.
 */
export function parserOf<S extends z.ZodType>(
  name: string,
  schema: S,
): (value: unknown, limits?: Partial<JsonLimits>) => z.output<S> {
  return (value, limits) => judged(name, schema, snapshot(value, limits));
}

/**
 * The same for an object that was built here of parsed parts. No foreign code can be reached through it, so it is copied
 * only where its texts or its size are worth a question. What it refuses is the same.
 */
export function checkerOf<S extends z.ZodType>(
  name: string,
  schema: S,
): (built: object) => z.output<S> {
  return built => {
    const isSettled = bytesMostOf(built) <= defaultJsonLimits.bytesMax;
    return judged(name, schema, isSettled ? built : snapshot(built));
  };
}

function judged<S extends z.ZodType>(name: string, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap(problemsOf);
  const first = problems[0] ?? { path: '', message: 'not valid' };
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw new ProtocolError(
    'object_malformed',
    first.path,
    `not a valid ${name}: ${first.message}${more}`,
    problems,
  );
}

/**
 * A name that may be one of the protocol's, misspelt or in another style, is worth repeating. Anything else may be
 * a value in the wrong place, and of any length.
 */
const nameLike = /^[A-Za-z_]{1,40}$/;

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const path = pointer(issue.path);
  const meant = issue.code === 'invalid_union' ? formMeant(issue) : null;
  if (meant !== null) {
    return meant.flatMap(each => problemsOf({ ...each, path: [...issue.path, ...each.path] }));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key =>
      nameLike.test(key)
        ? { path: `${path}${pointer([key])}`, message: 'unknown member; the object is closed' }
        : { path, message: 'unknown member with an unusual name; the object is closed' },
    );
  }
  return [{ path, message: issue.message }];
}

/**
 * The problems with the form that was most likely meant, where an object may have one of several forms. Forms whose
 * kind does not match are left out; of the others, the form with the fewest problems counts. Null where none is left.
 */
function formMeant({ errors }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] | null {
  const isOtherKind = (issues: readonly z.core.$ZodIssue[]) =>
    issues.some(issue => issue.code === 'invalid_union' && issue.errors.length === 0);
  const forms = errors.filter(issues => !isOtherKind(issues));
  return forms.toSorted((a, b) => a.length - b.length)[0] ?? null;
}
