import type { RiskLevel } from '@countersign/protocol/value';
import { isPersonalColumn, isSecretColumn } from './column-names.ts';
import type { Parse } from './foreign-statement.ts';
import { postgresSpelling } from './postgres-spelling.ts';
import { type Breadth, breadthOf, namedQueries } from './row-breadth.ts';
import { type SqlFindings, shown } from './sql-findings.ts';
import type { SqlToken } from './sql-tokens.ts';
import { nodeAt } from './sql-tree.ts';
import { isPeopleTable, isSecretTable, type TableName } from './table-names.ts';
import { nameAt } from './token-names.ts';
import { wordSet } from './word-set.ts';
import { assessColumn, assessRows, assessTable, isDisposable } from './write-statements.ts';

const skipped = wordSet(`
  from ignore low_priority quick only or replace rollback abort fail statistics
`);

export function assessRowWrite(
  tokens: readonly SqlToken[],
  verb: 'update' | 'delete',
  found: SqlFindings,
  parse: Parse,
): boolean {
  let at = 1;
  if (tokens[at]?.value === 'top') at = tokens[at + 1]?.value === '(' ? at + 4 : at + 2;
  while (tokens[at]?.kind === 'word' && skipped.has(tokens[at]?.value ?? '')) at += 1;
  const [name] = nameAt(tokens, at);
  // No server takes a write that names no table.
  if (name.table === '') return false;
  const base = tokens[0]?.depth ?? 0;
  const where = tokens.findIndex(
    token => token.kind === 'word' && token.value === 'where' && token.depth === base,
  );
  assessRows(
    name,
    verb,
    where < 0 ? 'all' : breadthOfTokens(tokens.slice(where), found, parse),
    found,
  );
  assessTable(name, verb, found);
  if (verb === 'update') {
    const set = tokens.findIndex(token => token.kind === 'word' && token.value === 'set');
    const end = where < 0 ? tokens.length : where;
    for (let index = set + 1; set >= 0 && index < end; index += 1) {
      const column = tokens[index - 1];
      if (tokens[index]?.value !== '=' || column === undefined) continue;
      const value = tokens[index + 1];
      const constant =
        value?.kind === 'text' || value?.kind === 'number' || value?.value === 'true'
          ? value.value
          : undefined;
      assessColumn(
        name,
        column.value.toLowerCase(),
        constant,
        tokens
          .slice(end)
          .map(token => token.value)
          .join(' '),
        found,
      );
    }
  }
  return true;
}

const stops = new Set(['order', 'limit', 'option', 'returning', 'output', 'with', 'settings']);

/** The breadth of `WHERE ...`, as the grammar reads the condition alone. */
export function breadthOfTokens(
  where: readonly SqlToken[],
  found: SqlFindings,
  parse: Parse,
): Breadth {
  const base = where[0]?.depth ?? 0;
  const end = where.findIndex(
    token => token.kind === 'word' && token.depth <= base && stops.has(token.value),
  );
  const closing = where.findIndex(token => token.depth < base);
  const cut = Math.min(end < 0 ? where.length : end, closing < 0 ? where.length : closing);
  const condition = where.slice(0, cut);
  const last = condition.at(-1);
  // Procedural code closes its blocks after the statement.
  const ended = last?.kind === 'word' && last.value === 'end' ? condition.slice(0, -1) : condition;
  const [statement] = parse(`select ${postgresSpelling(ended)}`) ?? [];
  if (statement === undefined) {
    found.change('unparsable', 'high', 'a condition that cannot be read', null);
    return 'some';
  }
  return breadthOf(nodeAt(statement, 'SelectStmt')['whereClause'], namedQueries({}));
}

export function assessForeignInsert(tokens: readonly SqlToken[], found: SqlFindings): void {
  const words = tokens.map(token => (token.kind === 'word' ? token.value : ''));
  const into = words.findIndex(word => word === 'into' || word === 'overwrite');
  const overwrite = words.includes('overwrite') && words.indexOf('overwrite') <= 2;
  let at = into < 0 ? 1 : into + 1;
  while (/^(?:table|into|ignore|directory|local)$/u.test(words[at] ?? '')) at += 1;
  if (words.includes('directory') || words[at] === 'function') {
    // `INSERT INTO FUNCTION url(…)` hands the rows to the server that answers there.
    const level = words[at] === 'function' ? 'critical' : 'high';
    found.leaving('data_leaving', level, 'writes the result of a query elsewhere');
  }
  const [name] = nameAt(tokens, at);
  const title = shown(name.table);
  const select = words.findIndex(
    (word, index) => index > at && (word === 'select' || word === 'table'),
  );
  const bounded = words.some(
    (word, index) => index > select && (word === 'where' || word === 'limit' || word === 'top'),
  );
  const rows = tokens.filter(
    (token, index) =>
      token.value === '(' &&
      token.depth === (tokens[0]?.depth ?? 0) &&
      words.indexOf('values') >= 0 &&
      index > words.indexOf('values'),
  ).length;
  if (isDisposable(name, found))
    found.change('data_write', 'medium', `inserts into ${title}, a scratch table`, null);
  else if (overwrite)
    found.change('unbounded_write', 'critical', `replaces all of ${title}`, 'overwrite');
  else if (rows > found.context.settings.records_max)
    found.change('bulk_records', 'high', `inserts ${rows} rows into ${title}`, null);
  else if (select >= 0 && !bounded && words.indexOf('from', select) >= 0)
    found.change(
      'unbounded_write',
      'high',
      `inserts into ${title} all results of an unlimited query`,
      null,
    );
  else
    found.change(
      'data_write',
      'medium',
      `inserts into ${title}`,
      words[0] === 'replace' || words.includes('duplicate') ? 'overwrite' : null,
    );
  assessTable(name, 'insert', found);
  if (words.includes('set') || words.includes('duplicate')) {
    tokens.forEach((token, index) => {
      if (token.value === '=' && index > at)
        assessColumn(
          name,
          tokens[index - 1]?.value.toLowerCase() ?? '',
          tokens[index + 1]?.value,
          '',
          found,
        );
    });
  }
}

export function assessCopyInto(tokens: readonly SqlToken[], found: SqlFindings): void {
  const target = tokens[2];
  const outside =
    tokens[1]?.value === 'into' &&
    (target?.kind === 'text' ||
      target?.kind === 'parameter' ||
      target?.value.startsWith('@') === true);
  const to = tokens.find(
    token =>
      token.kind === 'word' &&
      token.depth === 0 &&
      (token.value === 'to' || token.value === 'from'),
  );
  if (outside || to?.value === 'to') {
    found.change('data_leaving', 'high', 'unloads data to files', 'data_export');
    return;
  }
  const [name] = nameAt(tokens, tokens[1]?.value === 'into' ? 2 : 1);
  found.change('data_write', 'medium', `loads rows into ${shown(name.table)}`, null);
  assessTable(name, 'insert', found);
}

export function assessForeignSelect(tokens: readonly SqlToken[], found: SqlFindings): void {
  const words = tokens.map(token => (token.kind === 'word' ? token.value : ''));
  const into = words.indexOf('into');
  if (into >= 0) {
    const target = tokens[into + 1];
    if (target?.value === 'outfile' || target?.value === 'dumpfile') {
      found.change(
        'data_leaving',
        'high',
        'a query that writes a file on the server',
        'data_export',
      );
    } else if (target?.kind === 'word' || target?.kind === 'name') {
      found.change('schema_change', 'medium', `creates ${shown(target.value)}`, 'schema_change');
    }
  }
  if (
    words.some(
      (word, at) => word === 'for' && (words[at + 1] === 'update' || words[at + 1] === 'share'),
    )
  ) {
    found.note(
      'long_lock',
      found.context.production && !words.includes('where') ? 'high' : 'medium',
      'locks the rows it reads',
    );
  }
  const from = words.indexOf('from');
  const bounded = words.some(
    word =>
      word === 'where' ||
      word === 'limit' ||
      word === 'top' ||
      word === 'rownum' ||
      word === 'fetch',
  );
  const tables: TableName[] = [];
  words.forEach((word, at) => {
    if (word === 'from' || word === 'join') tables.push(nameAt(tokens, at + 1)[0]);
  });
  const level: RiskLevel = found.context.production ? 'high' : 'medium';
  tokens.slice(0, from < 0 ? tokens.length : from).forEach((token, at) => {
    const star = token.kind === 'symbol' && token.value === '*' && tokens[at - 1]?.value !== '(';
    if (star) {
      const secret = tables.find(isSecretTable);
      if (secret !== undefined)
        found.note('secret_access', 'high', `reads every column of ${shown(secret.table)}`);
      if (!bounded && tables.some(isPeopleTable))
        found.leaving('data_leaving', level, 'reads every column of people without a limit');
    }
    if (
      (token.kind !== 'word' && token.kind !== 'name') ||
      tokens[at + 1]?.value === '(' ||
      from < 0
    )
      return;
    if (isSecretColumn(token.value.toLowerCase()))
      found.note('secret_access', 'high', `reads ${shown(token.value)}`);
    else if (!bounded && isPersonalColumn(token.value.toLowerCase()))
      found.leaving('data_leaving', level, `reads ${shown(token.value)} of people without a limit`);
  });
}
