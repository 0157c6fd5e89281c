import type { SqlToken } from './sql-tokens.ts';

/** `{id}`, `{{ id }}` and `{id:UInt32}`, where a program fills in a value later. */
const template = /^\{{1,2} {0,4}[A-Za-z_][\w.]{0,60}(:[A-Za-z0-9]{1,30})? {0,4}\}{1,2}/u;

/**
 * The text with `$1` for every template placeholder outside of literals. A placeholder stands for one value:
 * where the grammar wants a table or a condition instead, it refuses the text, and that is right.
 */
export function withoutTemplates(sql: string, tokens: readonly SqlToken[]): string {
  if (!sql.includes('{')) return sql;
  let rest = '';
  let from = 0;
  for (const { kind, value, start } of tokens) {
    if (kind !== 'symbol' || value !== '{' || start < from) continue;
    const [found] = template.exec(sql.slice(start, start + 128)) ?? [];
    if (found === undefined) continue;
    const marked = start > from && '$#'.includes(sql[start - 1] ?? ' ');
    rest += `${sql.slice(from, marked ? start - 1 : start)} $1 `;
    from = start + found.length;
  }
  return from === 0 ? sql : rest + sql.slice(from);
}

/**
 * The text with `$1` for every `@name`. Postgres would read the sign as a function and the name as a column, so that
 * `id = @id` would seem to compare a column with itself; the author means a parameter.
 */
export function withoutNamedParameters(sql: string, tokens: readonly SqlToken[]): string {
  if (!sql.includes('@')) return sql;
  let rest = '';
  let from = 0;
  for (const { kind, value, start, end } of tokens) {
    if (kind !== 'parameter' || !value.startsWith('@') || start < from) continue;
    rest += `${sql.slice(from, start)} $1 `;
    from = end;
  }
  return from === 0 ? sql : rest + sql.slice(from);
}
