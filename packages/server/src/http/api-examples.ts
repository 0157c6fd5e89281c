import { readFileSync } from 'node:fs';

/** One real sample for each named schema that is sent or answered. tools/write-api-examples.ts writes them. */
export const examples: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(new URL('../../api-examples.json', import.meta.url), 'utf8'),
);
