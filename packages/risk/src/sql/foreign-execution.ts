import { isReadingProcedure } from './function-effects.ts';
import { withoutFormats } from './literal-text.ts';
import { assessCall } from './read-statements.ts';
import { type SqlFindings, shown } from './sql-findings.ts';
import type { SqlToken } from './sql-tokens.ts';
import { nameAt } from './token-names.ts';
import { wordSet } from './word-set.ts';

const assembling = wordSet(`
  format concat concat_ws replace chr decode convert_from lower upper reverse translate trim
  substr substring array_to_string string_agg coalesce case
`);

/** True for a statement that runs a text. */
export function hasDynamicText(tokens: readonly SqlToken[]): boolean {
  return tokens.some((token, at) => {
    if (token.kind !== 'word') return false;
    const next = tokens[at + 1];
    if (token.value === 'prepare') return tokens[at + 2]?.value === 'from';
    if (token.value === 'sp_executesql') return true;
    if (token.value === 'execute' && assembling.has(next?.value ?? '')) return true;
    return (
      (token.value === 'exec' || token.value === 'execute') &&
      (next?.value === '(' ||
        next?.value === 'immediate' ||
        next?.kind === 'parameter' ||
        next?.kind === 'text')
    );
  });
}

/** `EXECUTE BLOCK AS BEGIN EXECUTE STATEMENT 'DROP ' || 'TABLE t'; END` */
function buildsStatement(tokens: readonly SqlToken[]): boolean {
  const runs = tokens.some(
    ({ value }, at) => value === 'statement' && tokens[at - 1]?.value === 'execute',
  );
  return runs && tokens.some(({ value }) => value === '||');
}

export function assessExecution(tokens: readonly SqlToken[], found: SqlFindings): void {
  const { production } = found.context;
  const opaque = (why: string): void =>
    found.change('opaque_payload', production ? 'critical' : 'high', why, null);
  if (buildsStatement(tokens)) {
    opaque('runs a statement that is assembled at run time');
    const pieces = tokens.filter(token => token.kind === 'text').map(token => token.value);
    found.include(found.inner(pieces.join('')));
    return;
  }
  if (tokens[0]?.value === 'prepare' && !hasDynamicText(tokens)) {
    opaque('prepares a statement');
    return;
  }
  if (hasDynamicText(tokens)) {
    opaque('runs a statement that is assembled at run time');
    const text = tokens
      .filter(token => token.kind === 'text')
      .map(token => token.value)
      .join('');
    if (text !== '') found.include(found.inner(withoutFormats(text)));
    return;
  }
  let at = 1;
  // `EXEC @result = procedure`
  if (tokens[at]?.kind === 'parameter' && tokens[at + 1]?.value === '=') at += 2;
  const [name, end] = nameAt(tokens, at);
  if (isReadingProcedure(name.table) || (tokens[0]?.value === 'execute' && tokens.length === 2)) {
    if (tokens[0]?.value === 'execute')
      found.note('opaque_payload', 'medium', 'executes a prepared statement');
    return;
  }
  const args = tokens
    .slice(end)
    .filter(token => token.kind === 'text')
    .map(token => ({ A_Const: { sval: { sval: token.value } } }));
  assessCall(
    [name.schema, name.table].filter(part => part !== ''),
    args,
    found,
  );
  found.change('opaque_payload', 'medium', `calls the procedure ${shown(name.table)}`, null);
}
