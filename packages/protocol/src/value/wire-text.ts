import * as z from 'zod';
import type { JsonObject } from '../json/json-value.ts';

/**
 * An identifier chosen outside the protocol: an agent, a tool, a role, a rule, a version. Without NUL, which
 * databases cannot keep in a text column and C programs take for an end.
 */
export const Name = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[^\0]*$/, 'expected no NUL character');

/** Words for people, bounded so that a card can always be shown whole. */
export const Prose = z.string().max(16_384);

/** An open object of plain JSON. Its content was checked when it was copied in (see parse-object.ts). */
export const OpenObject: z.ZodType<JsonObject> = z.record(z.string(), z.unknown()) as never;

/** A whole number of seconds, at least one and at most a year. */
export const Seconds = z.int().min(1).max(31_536_000);
