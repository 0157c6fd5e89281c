import type { JsonObject } from '@countersign/protocol/json';
import { OpenObject } from '@countersign/protocol/value';
import * as z from 'zod';

/** What a caller passes to a function that sends it: the input of a schema, with read-only lists. */
export type Sent<S extends z.ZodType> = {
  readonly [Key in keyof z.input<S>]: Unchanged<z.input<S>[Key]>;
};

type Unchanged<T> = T extends (infer Each)[] ? readonly Each[] : T;

/** An open object of plain JSON, also for the side that writes it. */
export const PlainObject: z.ZodType<JsonObject, JsonObject> = OpenObject as never;

/**
 * An object that the core takes apart later, because the core says exactly what is wrong with it. The API description
 * shows it as `described`.
 */
export function unread<S extends z.ZodType>(
  described: S,
): z.ZodType<Record<string, unknown>, z.input<S>> {
  const schema = z.record(z.string(), z.unknown()).meta({ described });
  return schema as z.ZodType<Record<string, unknown>> as never;
}

/** The schema that describes an unread object; null for every other schema. */
export function describedBy(schema: z.core.$ZodType): z.ZodType | null {
  const described = z.globalRegistry.get(schema as z.ZodType)?.['described'];
  return described instanceof z.ZodType ? described : null;
}

/** Which page of a list, in a query: how many rows, and after which one. */
export function pageQuery<After extends z.ZodType>(
  after: After,
  { limit, limitMax }: { readonly limit: number; readonly limitMax: number },
) {
  return z.strictObject({
    limit: z.coerce.number().int().min(1).max(limitMax).default(limit),
    after: after.optional(),
  });
}
