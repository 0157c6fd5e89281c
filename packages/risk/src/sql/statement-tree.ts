import type { RiskLevel } from '@countersign/protocol/value';
import { isReadingProcedure } from './function-effects.ts';
import { assessCall, assessParts, tableOf } from './read-statements.ts';
import {
  assessAlterTable,
  assessBlock,
  assessDrop,
  assessExtension,
  assessFunction,
  assessNewTable,
  assessTruncate,
} from './schema-statements.ts';
import { assessSetting } from './setting-effects.ts';
import { type SqlFindings, shown } from './sql-findings.ts';
import {
  constantOf,
  everyNode,
  listAt,
  namesAt,
  nodeAt,
  type TreeNode,
  textAt,
  unwrap,
} from './sql-tree.ts';
import { quietStatements, statementKinds } from './statement-kinds.ts';
import {
  assessCopy,
  assessDelete,
  assessInsert,
  assessMerge,
  assessTable,
  assessUpdate,
  isDisposable,
  optionsOf,
} from './write-statements.ts';

type Judge = (node: TreeNode, found: SqlFindings) => void;

const rowWrites: ReadonlyMap<string, Judge> = new Map([
  ['InsertStmt', assessInsert],
  ['UpdateStmt', assessUpdate],
  ['DeleteStmt', assessDelete],
  ['MergeStmt', assessMerge],
]);

const judges: ReadonlyMap<string, Judge> = new Map([
  ...rowWrites,
  ['SelectStmt', assessInto],
  ['CopyStmt', assessCopy],
  ['DropStmt', assessDrop],
  ['TruncateStmt', assessTruncate],
  ['CreateStmt', (node, found) => assessNewTable(nodeAt(node, 'relation'), found)],
  [
    'CreateTableAsStmt',
    (node, found) => assessNewTable(nodeAt(nodeAt(node, 'into'), 'rel'), found),
  ],
  ['AlterTableStmt', assessAlterTable],
  ['CreateExtensionStmt', assessExtension],
  ['CreateFunctionStmt', assessFunction],
  ['DoStmt', assessBlock],
  ['CallStmt', assessProcedure],
  ['VariableSetStmt', (node, found) => assessSet(node, false, found)],
  ['AlterSystemStmt', (node, found) => assessSet(nodeAt(node, 'setstmt'), true, found)],
  ['LockStmt', (_, found) => assessLock('locks a table', found)],
  ['ClusterStmt', (_, found) => assessLock('rewrites a table under a lock', found)],
  ['VacuumStmt', assessVacuum],
  ['ReindexStmt', assessReindex],
  ['DeclareCursorStmt', () => undefined],
  ['PrepareStmt', assessPrepare],
  ['ExecuteStmt', assessExecute],
  ['TransactionStmt', assessTransaction],
]);

/** Judges one statement of the raw tree, `{ SelectStmt: { ... } }`. */
export function assessStatement(statement: TreeNode, found: SqlFindings): void {
  const [type, node] = unwrap(statement);
  if (type === 'ExplainStmt') {
    assessExplain(node, found);
    return;
  }
  const judge = judges.get(type);
  const kind = statementKinds.get(type);
  if (judge !== undefined) {
    judge(node, found);
  } else if (kind !== undefined) {
    found.change(kind.signal, kind.level, kind.why, kind.type);
    if (type === 'ViewStmt' && node['replace'] === true) {
      found.change(
        'schema_change',
        'medium',
        `replaces the view ${shown(tableOf(nodeAt(node, 'view')).table)}`,
        'overwrite',
      );
    }
    if (type === 'AlterRoleSetStmt' || type === 'AlterDatabaseSetStmt') {
      assessSet(nodeAt(node, 'setstmt'), true, found);
    }
    if ((type === 'AlterRoleStmt' || type === 'CreateRoleStmt') && isUnlimited(node))
      found.change('access_change', 'critical', 'a role above all rights', 'permission_change');
    if (type === 'RenameStmt' || type === 'AlterObjectSchemaStmt') {
      const name = tableOf(nodeAt(node, 'relation'));
      if (!isDisposable(name, found)) assessTable(name, 'alter', found);
    }
  } else if (!quietStatements.has(type)) {
    found.change(
      'schema_change',
      'medium',
      `a ${shown(type.replace('Stmt', ''))} statement`,
      'schema_change',
    );
  }
  if (type !== 'CallStmt') assessParts(statement, found);
  assessNestedWrites(type, statement, found);
}

/** A write inside a WITH clause is a write; under a SELECT it is one that looks like a read. */
function assessNestedWrites(root: string, statement: TreeNode, found: SqlFindings): void {
  let outermost = true;
  for (const [type, node] of everyNode(statement)) {
    const judge = rowWrites.get(type);
    if (judge !== undefined && !(outermost && type === root)) {
      judge(node, found);
      if (root === 'SelectStmt')
        found.change('opaque_payload', 'high', 'a query that writes', null);
    }
    if (type === root) outermost = false;
  }
}

function assessInto(node: TreeNode, found: SqlFindings): void {
  if (node['intoClause'] !== undefined)
    assessNewTable(nodeAt(nodeAt(node, 'intoClause'), 'rel'), found);
}

const offValues = new Set(['false', 'off', '0', 'no']);

function assessExplain(node: TreeNode, found: SqlFindings): void {
  const analyze = optionsOf(node).get('analyze');
  if (analyze === undefined || offValues.has(analyze)) return;
  const query = nodeAt(node, 'query');
  const [type] = unwrap(query);
  assessStatement(query, found);
  if (rowWrites.has(type)) {
    const level: RiskLevel = type === 'InsertStmt' ? 'high' : 'critical';
    found.change(
      'opaque_payload',
      level,
      'EXPLAIN ANALYZE runs the statement that it explains',
      type === 'DeleteStmt' ? 'batch_delete' : 'overwrite',
    );
  }
}

function assessProcedure(node: TreeNode, found: SqlFindings): void {
  const call = nodeAt(node, 'funccall');
  const names = namesAt(call, 'funcname');
  if (isReadingProcedure(names.at(-1) ?? '')) return;
  assessCall(names, listAt(call, 'args'), found);
  found.change('opaque_payload', 'medium', `calls the procedure ${shown(names.join('.'))}`, null);
}

function assessPrepare(node: TreeNode, found: SqlFindings): void {
  found.prepared.add(textAt(node, 'name'));
  assessStatement(nodeAt(node, 'query'), found);
}

function assessExecute(node: TreeNode, found: SqlFindings): void {
  if (found.prepared.has(textAt(node, 'name'))) return;
  found.change('opaque_payload', 'medium', 'executes a statement prepared elsewhere', null);
}

function assessSet(node: TreeNode, lasting: boolean, found: SqlFindings): void {
  const kind = textAt(node, 'kind');
  const name = textAt(node, 'name');
  if (kind === 'VAR_RESET_ALL' || kind === 'VAR_RESET' || kind === 'VAR_SET_DEFAULT') {
    if (lasting) assessSetting(name || 'all settings', undefined, true, found);
    // To Postgres these are names of settings, to MySQL they are the log and its replicas.
    if (name === 'master' || name === 'slave' || name === 'replica' || name === 'binary') {
      found.change(
        'destructive_command',
        'critical',
        'resets the log or replication',
        'config_change',
      );
    }
    return;
  }
  if (kind === 'VAR_SET_MULTI') {
    const readOnly = listAt(node, 'args')
      .map(wrapped => nodeAt(wrapped, 'DefElem'))
      .find(option => textAt(option, 'defname') === 'transaction_read_only');
    if (readOnly !== undefined)
      assessSetting('transaction_read_only', constantOf(nodeAt(readOnly, 'arg')), false, found);
    return;
  }
  const value = listAt(node, 'args')
    .map(arg => constantOf(arg) ?? '')
    .join(',');
  assessSetting(name, value, lasting, found);
}

function assessTransaction(node: TreeNode, found: SqlFindings): void {
  if (textAt(node, 'kind').includes('PREPARE'))
    found.change('long_lock', 'medium', 'a transaction in two phases', null);
}

function assessLock(why: string, found: SqlFindings): void {
  found.change('long_lock', 'medium', why, null);
}

function assessVacuum(node: TreeNode, found: SqlFindings): void {
  const full = optionsOf(node).get('full');
  if (full !== undefined && !offValues.has(full))
    assessLock('VACUUM FULL rewrites a table under a lock', found);
  else found.upkeep('vacuums or analyzes');
}

function assessReindex(node: TreeNode, found: SqlFindings): void {
  const concurrently = listAt(node, 'params').some(
    wrapped => textAt(nodeAt(wrapped, 'DefElem'), 'defname') === 'concurrently',
  );
  if (concurrently) found.change('schema_change', 'medium', 'rebuilds an index', 'schema_change');
  else assessLock('rebuilds an index under a lock', found);
}

const unlimited: ReadonlySet<string> = new Set([
  'superuser',
  'createrole',
  'bypassrls',
  'isreplication',
]);

/** A role that no right limits, or that may make itself such a role. */
function isUnlimited(role: TreeNode): boolean {
  return listAt(role, 'options').some(option => {
    const element = nodeAt(option, 'DefElem');
    const given = nodeAt(nodeAt(element, 'arg'), 'Boolean')['boolval'] === true;
    return given && unlimited.has(textAt(element, 'defname'));
  });
}
