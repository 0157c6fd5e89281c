import * as z from 'zod';
import type { JsonObject } from './json-value.ts';

/** An identifier chosen outside the protocol: an agent, a tool, a role, a rule, a version. */
export const Name = z.string().min(1).max(512);

/** Words for people, bounded so that a card can always be shown whole. */
export const Prose = z.string().max(16_384);

/** An open object of plain JSON. Its content was checked when it was copied in (see parse-object.ts). */
export const OpenObject: z.ZodType<JsonObject> = z.record(z.string(), z.unknown()) as never;

/** A whole number of seconds, at least one and at most a year. */
export const Seconds = z.int().min(1).max(31_536_000);
