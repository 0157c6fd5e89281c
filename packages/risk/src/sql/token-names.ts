import type { SqlToken } from './sql-tokens.ts';
import type { TableName } from './table-names.ts';

/** The name at a position, `a.b.c` taken as its last two parts, and where it ends. */
export function nameAt(
  tokens: readonly SqlToken[],
  at: number,
): readonly [name: TableName, end: number] {
  const parts: string[] = [];
  let end = at;
  for (;;) {
    const token = tokens[end];
    const next = tokens[end + 1];
    // `#t` and `##t` are tables of a session, also where the dialect reads the mark apart.
    if (token?.kind === 'symbol' && /^##?$/u.test(token.value) && next?.start === token.end) {
      parts.push(`#${next.value.toLowerCase()}`);
      end += 2;
      break;
    }
    if (token === undefined || token.kind === 'symbol' || token.kind === 'number') break;
    parts.push(token.value.toLowerCase());
    end += 1;
    if (tokens[end]?.value !== '.') break;
    end += 1;
    if (tokens[end]?.value === '.') end += 1;
  }
  // BigQuery quotes the whole path at once.
  const path = parts.flatMap(part => part.split('.'));
  return [{ schema: path.at(-2) ?? '', table: path.at(-1) ?? '' }, end];
}
