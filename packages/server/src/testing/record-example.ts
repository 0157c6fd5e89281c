import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaName } from '../http/api-schemas.ts';
import type { Route } from '../http/route.ts';

/**
 * Where the examples of the API description come from: with COUNTERSIGN_API_EXAMPLES set to a folder, the first body and
 * the first answer of each named schema that a test sends and receives are kept there, each in a file of its own.
 */
export function recordExample(route: Route, status: number, sent: unknown, answer: unknown): void {
  const folder = process.env['COUNTERSIGN_API_EXAMPLES'];
  if (folder === undefined || status >= 400) return;
  const { body } = route;
  const answered = route.answers[status];
  const found = [
    [body === null ? null : schemaName(body), sent],
    [answered === undefined || typeof answered === 'string' ? null : schemaName(answered), answer],
  ] as const;
  for (const [name, value] of found) {
    if (name === null || typeof value !== 'object') continue;
    try {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(value), { flag: 'wx' });
    } catch {
      // There is one already.
    }
  }
}
