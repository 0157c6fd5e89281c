import type { SqlToken } from './sql-tokens.ts';
import { wordSet } from './word-set.ts';

const words = new Map([
  ['regexp', '~'],
  ['rlike', '~'],
  ['div', '/'],
  ['xor', '<>'],
]);
const symbols = new Map([
  ['&&', 'AND'],
  ['!', 'NOT'],
  ['<=>', '='],
  [':=', '='],
  ['==', '='],
]);
/** Words of other dialects that only ask for another way of doing the same. */
const manners = wordSet(`
  ignore low_priority high_priority quick delayed sql_no_cache sql_calc_found_rows
  straight_join distinctrow sql_small_result sql_big_result
`);

/**
 * The statement as Postgres would spell it, so that its grammar can read what other dialects write: names
 * and literals in its quotes, parameters as `$1`, modifiers that change no meaning left out. What still
 * has no place in the grammar is refused by it.
 */
export function postgresSpelling(tokens: readonly SqlToken[]): string {
  const verb = tokens[0]?.value ?? '';
  const kept = withoutRowCount(
    withoutTop(verb === 'delete' || verb === 'update' ? withoutTail(tokens) : tokens),
  );
  return kept.map((token, at) => spelled(token, at, verb)).join(' ');
}

function spelled(token: SqlToken, at: number, verb: string): string {
  if (token.kind === 'name')
    return `"${token.value.replaceAll('"', '""').replaceAll('\0', '') || '_'}"`;
  if (token.kind === 'text') return `'${token.value.replaceAll("'", "''").replaceAll('\0', '')}'`;
  if (token.kind === 'parameter') return '$1';
  if (token.kind === 'symbol') return symbols.get(token.value) ?? token.value;
  if (token.kind === 'word') {
    if (at === 1 && manners.has(token.value) && verb !== 'with') return '';
    if (token.value.startsWith('#')) return `"${token.value}"`;
    return words.get(token.value) ?? token.value;
  }
  return token.value;
}

/** Takes `ORDER BY ... LIMIT n` off a write: a number of rows is no condition on them. */
function withoutTail(tokens: readonly SqlToken[]): readonly SqlToken[] {
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    const token = tokens[at];
    if (token?.kind !== 'word' || token.depth > 0) continue;
    if (token.value === 'where' || token.value === 'set' || token.value === 'from') return tokens;
    const ordered = token.value === 'order' && tokens[at + 1]?.value === 'by';
    const limited =
      token.value === 'limit' &&
      !tokens.slice(0, at).some(before => before.depth === 0 && before.value === 'order');
    if (ordered || limited || token.value === 'option') return tokens.slice(0, at);
  }
  return tokens;
}

/** Takes `TOP n` off; `LIMIT 1` at the end stands for it in a query. */
function withoutTop(tokens: readonly SqlToken[]): readonly SqlToken[] {
  const at = tokens.findIndex(token => token.kind === 'word' && token.value === 'top');
  const before = tokens[at - 1];
  const led =
    before?.value === 'select' ||
    before?.value === 'distinct' ||
    before?.value === 'delete' ||
    before?.value === 'update';
  if (at < 1 || !led || before?.kind !== 'word') return tokens;
  const next = tokens[at + 1];
  const end =
    next?.value === '('
      ? tokens.findIndex((token, index) => index > at && token.value === ')') + 1
      : at + 2;
  if (end <= at) return tokens;
  const count = tokens.slice(at + 1, end).find(token => token.kind === 'number');
  const rest = [...tokens.slice(0, at), ...tokens.slice(end)];
  const last = rest.at(-1);
  if (before.value !== 'select' || before.depth > 0 || count === undefined || last === undefined)
    return rest;
  return [...rest, { ...last, kind: 'word', value: 'limit' }, { ...count }];
}

/** `LIMIT 20, 10` is `LIMIT 10`. */
function withoutRowCount(tokens: readonly SqlToken[]): readonly SqlToken[] {
  const at = tokens.findIndex(
    (token, index) =>
      token.value === 'limit' && token.kind === 'word' && tokens[index + 2]?.value === ',',
  );
  return at < 0 ? tokens : [...tokens.slice(0, at + 1), ...tokens.slice(at + 3)];
}
