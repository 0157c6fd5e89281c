import { breadthOfTokens } from './foreign-rows.ts';
import type { Parse } from './foreign-statement.ts';
import { assessSetting } from './setting-effects.ts';
import { type SqlFindings, shown } from './sql-findings.ts';
import type { SqlToken } from './sql-tokens.ts';
import { nameAt } from './token-names.ts';
import { wordSet } from './word-set.ts';
import { assessRows, assessTable, isDisposable } from './write-statements.ts';

const principals = wordSet(`
  user role login account share policy credential certificate key masking network security
  authorization group profile integration application
`);
const later = new Set(['event', 'task', 'job', 'pipe', 'stream', 'schedule', 'agent', 'alert']);
const outside = wordSet(`
  stage external link server linked connection endpoint subscription publication replication
  foreign
`);
const code = wordSet(`
  function procedure proc trigger package assembly library java aggregate
`);
const whole = wordSet(`
  system database server warehouse instance resource tablespace schema organization cluster
`);
const holding = wordSet(`
  table database schema dataset tablespace user login keyspace collection stage catalog share
  bucket snapshot sequence type column partition owned warehouse external cluster
`);

/** CREATE, ALTER, DROP and TRUNCATE as other dialects write them. */
export function assessForeignSchema(
  tokens: readonly SqlToken[],
  found: SqlFindings,
  parse: Parse,
): void {
  const words = tokens.map(token => (token.kind === 'word' ? token.value : ''));
  const verb = words[0];
  if (verb === 'truncate') assessForeignTruncate(tokens, words, found);
  else if (verb === 'drop') assessForeignDrop(tokens, words, found);
  else if (verb === 'create') assessForeignCreate(tokens, words, found);
  else assessForeignAlter(tokens, words, found, parse);
}

function afterWords(words: readonly string[], from: number, skipped: readonly string[]): number {
  let at = from;
  while (skipped.includes(words[at] ?? '-')) at += 1;
  return at;
}

function assessForeignTruncate(
  tokens: readonly SqlToken[],
  words: readonly string[],
  found: SqlFindings,
): void {
  const [name] = nameAt(tokens, afterWords(words, 1, ['table', 'if', 'exists', 'only']));
  const scratch =
    isDisposable(name, found) &&
    !words.includes('cascade') &&
    !tokens.some(token => token.value === ',');
  found.change(
    scratch ? 'data_write' : 'unbounded_write',
    scratch ? 'medium' : 'critical',
    `empties ${shown(name.table)}`,
    'batch_delete',
  );
  assessTable(name, 'truncate', found);
}

function assessForeignDrop(
  tokens: readonly SqlToken[],
  words: readonly string[],
  found: SqlFindings,
): void {
  const kind =
    words[1] === 'temporary' || words[1] === 'materialized' ? (words[2] ?? '') : (words[1] ?? '');
  let at = afterWords(words, words.indexOf(kind) + 1, ['if', 'exists', 'concurrently', 'table']);
  // No server takes a removal that names nothing. One dialect reads `#t` as a comment where another reads a name.
  if (kind === 'table' && at >= tokens.length) return;
  for (let more = true; more; ) {
    const [name, end] = nameAt(tokens, at);
    const scratch =
      (kind === 'table' || kind === 'view') &&
      (isDisposable(name, found) || words[1] === 'temporary') &&
      !words.includes('cascade');
    if (scratch)
      found.change(
        'schema_change',
        'medium',
        `drops ${kind} ${shown(name.table)}, a scratch one`,
        'schema_change',
      );
    else
      found.change(
        'destructive_command',
        holding.has(kind) ? 'critical' : 'high',
        `drops ${shown(kind)} ${shown(name.table)}`,
        'schema_change',
      );
    if (kind === 'table') assessTable(name, 'drop', found);
    if (principals.has(kind))
      found.change(
        'access_change',
        'high',
        `drops ${shown(kind)} ${shown(name.table)}`,
        'permission_change',
      );
    more = tokens[end]?.value === ',' && end > at;
    at = end + 1;
  }
}

function assessForeignCreate(
  tokens: readonly SqlToken[],
  words: readonly string[],
  found: SqlFindings,
): void {
  const replaces = words[1] === 'or' && words[2] === 'replace';
  const start = replaces ? 3 : words[1] === 'or' ? 3 : 1;
  const temporary = ['temp', 'temporary', 'transient', 'volatile'].includes(words[start] ?? '');
  const nouns = words.slice(start, start + 4);
  const noun =
    nouns.find(
      word =>
        principals.has(word) ||
        later.has(word) ||
        outside.has(word) ||
        code.has(word) ||
        ['table', 'view', 'index', 'database', 'schema', 'warehouse'].includes(word),
    ) ?? '';
  const table = words.indexOf('table');
  const [name] = nameAt(
    tokens,
    afterWords(words, words.indexOf(noun) + 1, ['if', 'not', 'exists', 'link', 'data']),
  );
  const title = shown(name.table);
  if (noun === 'database' && words.indexOf('link') === words.indexOf(noun) + 1) {
    found.change('data_leaving', 'high', `connects another database as ${title}`, 'config_change');
  } else if (principals.has(noun)) {
    found.change('new_credential', 'high', `creates ${noun} ${title}`, 'permission_change');
  } else if (later.has(noun)) {
    found.change(
      'persistence',
      'high',
      `creates ${noun} ${title}, which runs automatically later`,
      'schema_change',
    );
  } else if (outside.has(noun)) {
    found.change(
      'data_leaving',
      'high',
      `creates ${noun} ${title}, a way out of the database`,
      'config_change',
    );
  } else if (code.has(noun)) {
    found.change('schema_change', 'medium', `defines ${title}`, 'schema_change');
    const destroys = words.some(
      (word, at) =>
        (word === 'drop' ||
          word === 'truncate' ||
          (word === 'delete' && words[at + 1] === 'from')) &&
        at > 2,
    );
    if (destroys)
      found.change(
        'destructive_command',
        'high',
        `the body of ${title} destroys rows or tables`,
        'schema_change',
      );
    if (
      words.some(
        (word, at) =>
          (word === 'execute' || word === 'exec') &&
          (words[at + 1] === 'immediate' || tokens[at + 1]?.value === '('),
      )
    ) {
      found.change('opaque_payload', 'high', `the body of ${title} runs text`, 'schema_change');
    }
    if (noun === 'assembly' || noun === 'library' || noun === 'java' || words.includes('soname'))
      found.change('unknown_code', 'high', `loads code as ${title}`, 'schema_change');
  } else if (replaces && table >= 0 && !temporary && !isDisposable(name, found)) {
    found.change('destructive_command', 'critical', `replaces the table ${title}`, 'overwrite');
  } else {
    if (temporary || name.table.startsWith('#')) found.temporary.add(name.table);
    found.change('schema_change', 'medium', `creates ${title}`, 'schema_change');
    const drops = words.some(
      (word, at) =>
        at > start + 2 && (word === 'drop' || word === 'truncate') && words[at + 1] === 'table',
    );
    if (drops)
      found.change('destructive_command', 'critical', 'drops a table after it', 'schema_change');
  }
}

function assessForeignAlter(
  tokens: readonly SqlToken[],
  words: readonly string[],
  found: SqlFindings,
  parse: Parse,
): void {
  const kind = words[1] ?? '';
  if (kind === 'session') {
    const set = words.indexOf('set');
    assessSetting(words[set + 1] ?? '', tokens[set + 3]?.value.toLowerCase(), false, found);
    return;
  }
  const [name] = nameAt(tokens, afterWords(words, 2, ['if', 'exists', 'only', 'online', 'ignore']));
  const title = shown(name.table);
  if (principals.has(kind))
    found.change('access_change', 'high', `alters ${kind} ${title}`, 'permission_change');
  else if (whole.has(kind))
    found.change('settings_change', 'high', `alters ${kind} ${title}`, 'config_change');
  else if (later.has(kind))
    found.change('persistence', 'high', `alters ${kind} ${title}`, 'config_change');
  else if (outside.has(kind))
    found.change('data_leaving', 'high', `alters ${kind} ${title}`, 'config_change');
  else found.change('schema_change', 'medium', `alters ${title}`, 'schema_change');
  words.forEach((word, at) => {
    if (at < 3) return;
    const next = words[at + 1] ?? '';
    if (word === 'drop' && !isDisposable(name, found)) {
      const light = [
        'index',
        'key',
        'constraint',
        'foreign',
        'primary',
        'check',
        'default',
        'not',
        'clustering',
        'search',
      ].includes(next);
      found.change(
        'destructive_command',
        light ? 'high' : 'critical',
        `drops a part of ${title}`,
        'schema_change',
      );
    }
    if (word === 'truncate' || word === 'discard' || word === 'swap' || word === 'exchange')
      found.change(
        'destructive_command',
        'critical',
        `empties or swaps a part of ${title}`,
        'batch_delete',
      );
    if (word === 'disable' || word === 'nocheck')
      found.change('access_change', 'high', `takes a protection off ${title}`, 'permission_change');
    if ((word === 'delete' || word === 'update') && kind === 'table' && words[at - 1] !== 'on') {
      const where = words.indexOf('where', at);
      assessRows(
        name,
        word,
        where < 0 ? 'all' : breadthOfTokens(tokens.slice(where), found, parse),
        found,
      );
    }
  });
  if (words.includes('disable') || words.includes('drop')) assessTable(name, 'alter', found);
}
