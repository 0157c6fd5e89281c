import { parseStrict } from '@countersign/protocol/json';
import { ProtocolError, type Refusal } from '@countersign/protocol/reason';
import type * as z from 'zod';

/** What came in, as the schema takes it. Throws a ProtocolError that says where it differs, never what it holds. */
export function readJson<S extends z.ZodType>(schema: S, bytes: Uint8Array): z.output<S> {
  return readValue(schema, parseStrict(bytes), 'body');
}

function readValue<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [first, ...others] = result.error.issues;
  const path = pointerOf(first?.path ?? []);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new ProtocolError(
    'object_malformed',
    path,
    `not a valid ${what}: ${path === '' ? '' : `${path}: `}${messageOf(first)}${more}`,
  );
}

/** A parameter of the address, refused as such. */
export function readParameters<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { readonly ok: true; readonly value: z.output<S> } | { readonly ok: false; refusal: Refusal } {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const first = result.error.issues[0];
  const detail = `${pointerOf(first?.path ?? [])}: ${messageOf(first)}`;
  return { ok: false, refusal: { code: 'parameter_malformed', detail } };
}

function messageOf(issue: z.core.$ZodIssue | undefined): string {
  // The names of unknown members are foreign text; their place is enough.
  if (issue?.code === 'unrecognized_keys') return 'unknown member; the object is closed';
  return issue?.message ?? 'not valid';
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
