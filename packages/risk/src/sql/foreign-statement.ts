import { assessExecution } from './foreign-execution.ts';
import {
  assessCopyInto,
  assessForeignInsert,
  assessForeignSelect,
  assessRowWrite,
} from './foreign-rows.ts';
import { assessForeignSchema } from './foreign-schema.ts';
import { assessForeignSet, assessPragma } from './foreign-settings.ts';
import { foreignVerbs, quietVerbs, startingVerbs } from './foreign-verbs.ts';
import { effectOf, isReadingProcedure } from './function-effects.ts';
import { assessCall } from './read-statements.ts';
import { assessSetting } from './setting-effects.ts';
import { type SqlFindings, shown } from './sql-findings.ts';
import type { SqlToken } from './sql-tokens.ts';
import type { TreeNode } from './sql-tree.ts';
import { nameAt } from './token-names.ts';
import { wordSet } from './word-set.ts';
import { isDisposable } from './write-statements.ts';

/** Gives the statements of a text to the grammar, if it takes them. */
export type Parse = (sql: string) => readonly TreeNode[] | undefined;

/**
 * Judges a statement that only its own dialect's grammar reads, by its verbs. True if all its verbs are known.
 * Recognised verbs count in either case.
 */
export function assessForeignStatement(
  tokens: readonly SqlToken[],
  found: SqlFindings,
  parse: Parse,
): boolean {
  const first = tokens[0];
  if (first === undefined) return true;
  if (tokens.length === 1 && isReadingProcedure(first.value)) return true;
  assessCalls(tokens, found);
  let known = true;
  for (const segment of segments(tokens)) {
    if (!assessSegment(segment, found, parse)) known = false;
  }
  return known;
}

const wholeStatements = wordSet(`
  show describe desc grant revoke deny comment create alter help use pragma set copy explain merge
`);

/** Cuts a statement where another verb starts: procedural code and SQL Server need no `;` there. */
export function segments(tokens: readonly SqlToken[]): readonly (readonly SqlToken[])[] {
  const lead = tokens[0]?.kind === 'word' ? tokens[0].value : '';
  if (wholeStatements.has(lead)) return [tokens];
  const cuts = [0];
  tokens.forEach((token, at) => {
    if (at === 0 || token.kind !== 'word') return;
    const begins = startingVerbs.has(token.value) && starts(tokens, at);
    const written = tokens[cuts.at(-1) ?? 0]?.value ?? '';
    if (begins || endsTransaction(tokens, at) || asksAfter(written, tokens, at)) cuts.push(at);
  });
  return cuts.map((cut, at) => tokens.slice(cut, cuts[at + 1]));
}

const continuing = wordSet(`
  for on key as of with after before or no into from by and where like to if select distinct
  set between instead join
`);

function starts(tokens: readonly SqlToken[], at: number): boolean {
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  if (before === undefined || next === undefined) return false;
  if (before.kind === 'word' && continuing.has(before.value)) return false;
  if (
    before.kind === 'symbol' &&
    before.value !== ')' &&
    before.value !== '*' &&
    before.value !== '('
  )
    return false;
  if (next.kind === 'symbol' && next.value !== '(' && next.value !== '*') return false;
  const calls =
    next.value === '(' && tokens[at]?.value !== 'exec' && tokens[at]?.value !== 'execute';
  return !calls;
}

/** `DELETE … WHERE n < 3 SELECT @@ROWCOUNT`: outside of brackets a write holds no query of its own. */
function asksAfter(written: string, tokens: readonly SqlToken[], at: number): boolean {
  const token = tokens[at];
  if (token?.value !== 'select' && token?.value !== 'print') return false;
  if (written !== 'delete' && written !== 'update') return false;
  const before = tokens[at - 1];
  const continues = before?.kind === 'word' && continuing.has(before.value);
  return token.depth === tokens[0]?.depth && !continues;
}

const endings = wordSet(`
  commit rollback
`);

/** `... WHERE id = 3 ROLLBACK TRAN`: SQL Server ends a transaction without a `;` before it. */
function endsTransaction(tokens: readonly SqlToken[], at: number): boolean {
  const next = tokens[at + 1];
  if (!endings.has(tokens[at]?.value ?? '') || tokens[at]?.depth !== tokens[0]?.depth) return false;
  return next === undefined || ['tran', 'transaction', 'work'].includes(next.value);
}

function assessSegment(tokens: readonly SqlToken[], found: SqlFindings, parse: Parse): boolean {
  const verb = tokens[0]?.kind === 'word' ? tokens[0].value : '';
  switch (verb) {
    case 'delete':
      return assessRowWrite(tokens, 'delete', found, parse);
    case 'update':
      return assessRowWrite(tokens, 'update', found, parse);
    case 'insert':
    case 'replace':
    case 'upsert':
      assessForeignInsert(tokens, found);
      return true;
    case 'merge':
      assessForeignMerge(tokens, found);
      return true;
    case 'create':
    case 'alter':
    case 'drop':
    case 'truncate':
      assessForeignSchema(tokens, found, parse);
      return true;
    case 'exec':
    case 'execute':
    case 'call':
    case 'prepare':
      assessExecution(tokens, found);
      return true;
    case 'copy':
      assessCopyInto(tokens, found);
      return true;
    case 'set':
      assessForeignSet(tokens, found);
      return true;
    case 'pragma':
      assessPragma(tokens, found);
      return true;
    case 'vacuum':
      if (tokens.some(token => token.value === 'into'))
        found.leaving('data_leaving', 'high', 'writes the database to a file');
      if (tokens.some(token => token.value === 'retain'))
        found.change('destructive_command', 'high', 'removes earlier versions', 'batch_delete');
      else found.upkeep('vacuums');
      return true;
    case 'waitfor':
      found.note(
        'long_lock',
        found.context.production ? 'high' : 'medium',
        'keeps its connection waiting',
      );
      return true;
    case 'dbcc': {
      const reads = [
        'checkdb',
        'checktable',
        'show_statistics',
        'opentran',
        'sqlperf',
        'inputbuffer',
        'useroptions',
        'loginfo',
        'tracestatus',
      ];
      if (reads.includes(tokens[1]?.value ?? '')) found.upkeep('checks the database');
      else
        found.change(
          'settings_change',
          'high',
          `DBCC ${shown(tokens[1]?.value ?? '')}`,
          'config_change',
        );
      return true;
    }
    case 'use':
      if (tokens[1]?.value === 'role') assessSetting('role', tokens[2]?.value, false, found);
      return true;
    case 'explain':
      return assessForeignExplain(tokens, found, parse);
    default:
      break;
  }
  const known = foreignVerbs.get(verb);
  if (known !== undefined) {
    const level = verb === 'grant' && grantsAll(tokens) ? 'critical' : known.level;
    found.change(known.signal, level, known.why, known.type);
    return true;
  }
  if (verb === 'select' || verb === 'with') assessForeignSelect(tokens, found);
  return (
    quietVerbs.has(verb) ||
    tokens[0]?.value === '(' ||
    tokens[0]?.value === '<<' ||
    (verb !== '' && tokens[1]?.value === ':=')
  );
}

function assessForeignMerge(tokens: readonly SqlToken[], found: SqlFindings): void {
  const [name] = nameAt(tokens, tokens[1]?.value === 'into' ? 2 : 1);
  if (isDisposable(name, found))
    found.change('data_write', 'medium', 'merges rows into a scratch table', 'overwrite');
  else found.change('unbounded_write', 'high', 'merges rows', 'overwrite');
}

/** Every right on everything, or the right to pass rights on. */
function grantsAll(tokens: readonly SqlToken[]): boolean {
  const text = tokens
    .slice(0, 40)
    .map(token => token.value)
    .join(' ');
  return /^grant (all|super|dba|sysadmin|ownership|accountadmin|control server)\b.* on \* ?\. ?\*|with (grant|admin) option|^grant (super|dba|sysadmin|role accountadmin|control server)\b/u.test(
    text,
  );
}

function assessForeignExplain(
  tokens: readonly SqlToken[],
  found: SqlFindings,
  parse: Parse,
): boolean {
  const at = tokens.findIndex(
    (token, index) =>
      index > 0 &&
      token.kind === 'word' &&
      (startingVerbs.has(token.value) || token.value === 'select' || token.value === 'with'),
  );
  const runs = tokens
    .slice(0, at < 0 ? tokens.length : at)
    .some(token => token.value === 'analyze' || token.value === 'analyse');
  if (!runs || at < 0) return true;
  if (tokens[at]?.value !== 'select' && tokens[at]?.value !== 'with') {
    found.change(
      'opaque_payload',
      'critical',
      'EXPLAIN ANALYZE runs the statement that it explains',
      'overwrite',
    );
  }
  return assessForeignStatement(tokens.slice(at), found, parse);
}

const namingWords = wordSet(`
  into table from join update index view references exists on database as function procedure
  trigger overwrite
`);

function assessCalls(tokens: readonly SqlToken[], found: SqlFindings): void {
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    const packaged =
      tokens[at + 1]?.value === '.' &&
      (token.value.startsWith('utl_') || token.value.startsWith('dbms_'));
    if (packaged && effectOf([token.value]) !== undefined) assessCall([token.value], [], found);
    if ((token.kind !== 'word' && token.kind !== 'name') || tokens[at + 1]?.value !== '(') return;
    if (
      before?.kind === 'word' &&
      namingWords.has(before.value) &&
      before.value !== 'from' &&
      before.value !== 'join'
    )
      return;
    if (startingVerbs.has(token.value) && at === 0) return;
    const names =
      before?.value === '.' ? [tokens[at - 2]?.value ?? '', token.value] : [token.value];
    assessCall(names, literalArguments(tokens, at + 2), found);
  });
}

const mostArguments = 8;

/** The arguments that are one literal each, as nodes; any other is an empty node. */
function literalArguments(tokens: readonly SqlToken[], from: number): readonly TreeNode[] {
  const args: TreeNode[] = [];
  const depth = tokens[from - 1]?.depth ?? 0;
  let parts: SqlToken[] = [];
  for (
    let at = from;
    at < tokens.length && at < from + 200 && args.length < mostArguments;
    at += 1
  ) {
    const token = tokens[at];
    if (token === undefined) break;
    const closes = token.value === ')' && token.kind === 'symbol' && token.depth <= depth;
    if (closes || (token.value === ',' && token.depth === depth + 1)) {
      const [only] = parts;
      args.push(
        parts.length === 1 && only !== undefined && (only.kind === 'text' || only.kind === 'number')
          ? { A_Const: { sval: { sval: only.value } } }
          : {},
      );
      parts = [];
      if (closes) break;
    } else {
      parts.push(token);
    }
  }
  return args;
}
