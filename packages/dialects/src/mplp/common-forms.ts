import type { JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import * as z from 'zod';
import { MplpId } from './identifiers.ts';

/** Text without a bound upstream; bounded here, because whatever is read is kept. */
export const Text = z.string().max(16_384);

export const OpenObject: z.ZodType<JsonObject> = z.record(z.string(), z.unknown()) as never;

/** RFC 3339 with any fraction and offset, as `format: date-time` allows it. */
export const DateTime = z
  .string()
  .max(64)
  .regex(
    /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/,
    'expected a date and time in RFC 3339 form',
  )
  .refine(text => {
    const day = text.slice(0, 10);
    const noon = new Date(`${day}T12:00:00.000Z`);
    // A date that does not exist is moved to the next month by some engines and refused by others.
    return (
      Number.isFinite(Date.parse(text)) &&
      Number.isFinite(noon.getTime()) &&
      noon.toISOString().startsWith(day)
    );
  }, 'expected a date and time that exist');

const unique = <T>(list: readonly T[]): boolean => new Set(list).size === list.length;

const semver = /^[0-9]+\.[0-9]+\.[0-9]+$/;

/** The versions that are known here. A later one may mean something else by the same members. */
const protocolVersions = /^1\.0\.[0-9]+$/;
const schemaVersions = /^[12]\.0\.[0-9]+$/;

export const MplpMetadata = z.strictObject({
  protocol_version: z.string().max(32).regex(semver).regex(protocolVersions, 'expected 1.0.x'),
  schema_version: z.string().max(32).regex(semver).regex(schemaVersions, 'expected 1.0.x or 2.0.x'),
  created_at: DateTime.optional(),
  created_by: Text.optional(),
  updated_at: DateTime.optional(),
  updated_by: Text.optional(),
  tags: z.array(Text).max(256).refine(unique, 'expected each tag once').optional(),
  cross_cutting: z
    .array(
      z.enum([
        'coordination',
        'error-handling',
        'event-bus',
        'learning-feedback',
        'observability',
        'orchestration',
        'performance',
        'protocol-versioning',
        'security',
        'state-sync',
        'transaction',
      ]),
    )
    .refine(unique, 'expected each concern once')
    .optional(),
});
export type MplpMetadata = z.infer<typeof MplpMetadata>;

export const MplpTraceBase = z.strictObject({
  trace_id: MplpId,
  span_id: MplpId,
  parent_span_id: MplpId.optional(),
  context_id: MplpId.optional(),
  attributes: OpenObject.optional(),
});
export type MplpTraceBase = z.infer<typeof MplpTraceBase>;

export const MplpEvent = z.strictObject({
  event_id: MplpId,
  event_type: z
    .string()
    .max(256)
    .regex(/^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9]*)*$/, 'expected words joined by dots'),
  source: Text,
  timestamp: DateTime,
  trace_id: MplpId.optional(),
  data: OpenObject.nullable().optional(),
});
export type MplpEvent = z.infer<typeof MplpEvent>;

const MplpRef = z.strictObject({
  id: MplpId,
  module: z.enum([
    'context',
    'plan',
    'confirm',
    'trace',
    'role',
    'extension',
    'dialog',
    'collab',
    'core',
    'network',
  ]),
  description: Text.optional(),
});

export const MplpGovernance = z.strictObject({
  lifecyclePhase: Text.optional(),
  truthDomain: Text.optional(),
  locked: z.boolean().optional(),
  lastConfirmRef: MplpRef.optional(),
});

/** The metadata of everything that is exported. */
export function metadataAt(created_at: string): MplpMetadata {
  return { protocol_version: '1.0.0', schema_version: '1.0.0', created_at };
}

export function inconsistent(path: string, message: string): ProtocolError {
  return new ProtocolError('record_inconsistent', path, message);
}
