import { assessClientCommands } from './client-commands.ts';
import { isSecretColumn } from './column-names.ts';
import { hasDynamicText } from './foreign-execution.ts';
import { assessForeignStatement } from './foreign-statement.ts';
import { mysqlRules, otherRules, postgresRules } from './lexical-rules.ts';
import { withoutFormats } from './literal-text.ts';
import { changesProduction } from './named-places.ts';
import { withoutNamedParameters, withoutTemplates } from './placeholders.ts';
import { postgresSpelling } from './postgres-spelling.ts';
import { isForeignRehearsal, isRehearsal, rolledBack } from './rolled-back.ts';
import { type SqlAssessment, type SqlContext, SqlFindings } from './sql-findings.ts';
import { deepestSql, longestSql } from './sql-grammar.ts';
import { readTokens, type SqlReading, type SqlToken } from './sql-tokens.ts';
import { asNode, listAt, nodeAt, type TreeNode, unwrap } from './sql-tree.ts';
import { assessStatement } from './statement-tree.ts';
import { wordSet } from './word-set.ts';

export type { SqlAssessment } from './sql-findings.ts';

const mostStatements = 1_000;
/** Statements within statements within statements. */
const deepestText = 3;

/**
 * Assesses what a text would do to a database, whichever database that is.
 *
 * The grammar of Postgres is the first reader. What it refuses is spelled its way and offered again, and
 * what it still refuses is judged by its verb. Text that other databases would read differently is read in
 * their way as well, and what any reading finds counts.
 */
export function assessSql(sql: string, context: SqlContext): SqlAssessment {
  const named =
    !context.production &&
    sql.length <= longestSql &&
    mayNameProduction(sql, context) &&
    changesProduction(readTokens(sql, otherRules).tokens, context.settings);
  return assessText(sql, named ? { ...context, production: true } : context, 0);
}

/** Most texts do not, and need no second look. */
function mayNameProduction(sql: string, context: SqlContext): boolean {
  const text = sql.toLowerCase();
  return context.settings.production_names.some(name => text.includes(name));
}

const selects = /^\s{0,200}(?:with|select)\b/iu;
const readsValue = /\b(?:value|val|content|data|plaintext|config_value)\b|select\s{1,20}\*/iu;
const namedRow =
  /\b(?:\w{0,30}_)?(?:key|name|setting|option|parameter|property|code)\s{0,4}(?:=|like|ilike)\s{0,4}'([^'\n]{3,80})'/giu;

/** `SELECT value FROM settings WHERE key = 'smtp_password'`: the row is the secret, and not the column. */
function assessNamedSecrets(sql: string, found: SqlFindings): void {
  const text = sql.slice(0, 8192);
  if (!selects.test(text) || !readsValue.test(text)) return;
  for (const [, name = ''] of text.matchAll(namedRow))
    if (
      isSecretColumn(
        name
          .toLowerCase()
          .replaceAll(/[.\-:/%]/gu, '_')
          .replaceAll(/^_+|_+$/gu, ''),
      )
    )
      found.note('secret_access', 'high', 'reads a row that is named as a secret');
}

function assessText(sql: string, context: SqlContext, depth: number): SqlAssessment {
  const found = new SqlFindings(context, inner =>
    depth < deepestText
      ? assessText(inner, context, depth + 1)
      : refused('statements nested in statements', context),
  );
  if (sql.length > longestSql) return refused('the text is too large to examine', context);
  const text = sql.includes('\0') ? sql.replaceAll('\0', ' ') : sql;
  if (text !== sql) found.change('unparsable', 'high', 'the text contains a NUL', null);
  assessNamedSecrets(text, found);
  const plain = withoutTemplates(text, readTokens(text, postgresRules).tokens);
  const commanded = assessClientCommands(plain, readTokens(plain, postgresRules).tokens, found);
  const reading = readTokens(commanded, postgresRules);
  if (reading.nesting > deepestSql)
    found.change('unparsable', 'high', 'nested too deeply to examine', null);
  const statements = parsed(withoutNamedParameters(commanded, reading.tokens), context);
  if (statements !== undefined) {
    assessScript(statements, found);
    if (bareVerb(reading.tokens))
      found.change(
        'opaque_payload',
        'high',
        'an alias that another database reads as a statement',
        'batch_delete',
      );
  }
  if (statements === undefined || reading.ambiguous) {
    assessReadings(commanded, reading, statements !== undefined, found);
  }
  if (reading.executable_comment)
    found.note('opaque_payload', 'medium', 'a comment that MySQL executes');
  return found.result();
}

function refused(why: string, context: SqlContext): SqlAssessment {
  const found = new SqlFindings(context, () => refused(why, context));
  found.change('unparsable', 'high', why, null);
  return found.result();
}

function parsed(sql: string, context: SqlContext): readonly TreeNode[] | undefined {
  try {
    return listAt(asNode(context.grammar.parse(sql)), 'stmts').map(statement =>
      nodeAt(statement, 'stmt'),
    );
  } catch {
    return undefined;
  }
}

function assessScript(statements: readonly TreeNode[], found: SqlFindings): void {
  if (isRehearsal(statements)) {
    const part = new SqlFindings(found.context, found.inner);
    for (const statement of statements) assessStatement(statement, part);
    found.include(rolledBack(part.result(), found.context));
    return;
  }
  for (const statement of statements.slice(0, mostStatements)) assessStatement(statement, found);
  noteCount(
    statements.filter(statement => unwrap(statement)[0] !== 'TransactionStmt').length,
    found,
  );
}

function noteCount(count: number, found: SqlFindings): void {
  if (count > mostStatements)
    found.change('unparsable', 'high', 'more statements than are looked at', null);
  if (count > 1) found.note('several_statements', 'medium', `${count} statements`);
}

/** Reads a text as every other family of databases would. */
function assessReadings(
  sql: string,
  postgres: SqlReading,
  accepted: boolean,
  found: SqlFindings,
): void {
  const readings = [mysqlRules, otherRules]
    .map(rules => readTokens(sql, rules))
    .filter(reading => !sameTokens(reading, postgres));
  if (!accepted) readings.unshift(postgres);
  let understood = accepted;
  const unread: SqlAssessment[] = [];
  for (const reading of readings) {
    const part = new SqlFindings(found.context, found.inner);
    const all = split(reading.tokens);
    // The server refuses the statement that never ends, not the ones before it.
    const statements = reading.complete ? all : all.slice(0, -1);
    const clear = assessStatements(statements.slice(0, mostStatements), part);
    const rehearsal = reading.complete && isForeignRehearsal(statements);
    if (all.length > 0 && !rehearsal) noteCount(all.length, part);
    const result = rehearsal ? rolledBack(part.result(), found.context) : part.result();
    if (clear && statements.length > 0) understood = true;
    if (clear || statements.length > 0) unread.push(result);
  }
  for (const result of unread) found.include(result);
  const empty = postgres.complete && split(postgres.tokens).length === 0;
  if (!understood && !empty)
    found.change('unparsable', 'high', 'no SQL grammar accepts this', null);
}

/** False if one of the statements could not be classified. */
function assessStatements(
  statements: readonly (readonly SqlToken[])[],
  found: SqlFindings,
): boolean {
  const dynamic = statements.some(hasDynamicText);
  let clear = true;
  for (const tokens of statements) {
    const trees = parsed(postgresSpelling(tokens), found.context);
    const overlooked = bareVerb(tokens);
    if (trees !== undefined && !overlooked) {
      for (const tree of trees) assessStatement(tree, found);
    } else if (!assessForeignStatement(tokens, found, sql => parsed(sql, found.context))) {
      clear = false;
    }
    // `SET @s = CONCAT('DR', 'OP ...')` is harmless until something runs @s.
    if (dynamic) {
      const text = tokens
        .filter(token => token.kind === 'text')
        .map(token => token.value)
        .join('');
      if (text.length > 3) {
        const inner = found.inner(withoutFormats(text));
        if (inner.findings.some(finding => finding.signal !== 'unparsable') && !inner.reads_only)
          found.include(inner);
      }
    }
  }
  return clear;
}

function split(tokens: readonly SqlToken[]): readonly (readonly SqlToken[])[] {
  const statements: SqlToken[][] = [];
  let current: SqlToken[] = [];
  let batch = false;
  for (const token of tokens) {
    // `GO 5` runs the batch before it five times.
    if (batch && token.kind === 'number') {
      batch = false;
      continue;
    }
    batch = token.kind === 'word' && token.value === 'go';
    const ends = batch || (token.kind === 'symbol' && token.value === ';');
    if (!ends) {
      current.push(token);
    } else if (current.length > 0) {
      statements.push(current);
      current = [];
    }
  }
  if (current.length > 0) statements.push(current);
  return statements;
}

function sameTokens(a: SqlReading, b: SqlReading): boolean {
  return (
    a.complete === b.complete &&
    a.tokens.length === b.tokens.length &&
    a.tokens.every((token, at) => {
      const other = b.tokens[at];
      return (
        token.start === other?.start && token.end === other.end && quoting(token) === quoting(other)
      );
    })
  );
}

/** MySQL reads `"x"` as text and others as a name: either way it is one thing and runs nothing. */
function quoting(token: SqlToken): string {
  return token.kind === 'text' || token.kind === 'name' ? 'quoted' : token.kind;
}

const aliasVerbs: ReadonlySet<string> = new Set(['delete', 'shutdown', 'reconfigure']);
const aliasLeads = wordSet(`
  as with on and or for then explain analyze grant revoke before after instead of begin do
  also select by set where from not cascade when else insert update truncate distinct prepare
  verbose
`);

/** Statements in which such a word can only be an alias for Postgres. */
const aliasHolders: ReadonlySet<string> = new Set([
  'select',
  'insert',
  'values',
  'update',
  'table',
  'delete',
]);

/** SQL Server needs no `;`, so `SELECT 1 DELETE FROM t` names a column for one reader and deletes for another. */
function bareVerb(tokens: readonly SqlToken[]): boolean {
  let lead = '';
  let before: SqlToken | undefined;
  for (const [at, token] of tokens.entries()) {
    if (token.value === ';' && token.kind === 'symbol') {
      lead = '';
    } else if (lead === '') {
      lead = token.value;
    } else if (token.kind === 'word' && aliasVerbs.has(token.value) && aliasHolders.has(lead)) {
      const next = tokens[at + 1]?.value;
      const follows =
        before?.kind === 'symbol'
          ? before.value === ')' || before.value === '*'
          : before?.kind !== 'word' || !aliasLeads.has(before.value);
      if (follows && next !== '(' && next !== '.') return true;
    }
    before = token;
  }
  return false;
}
