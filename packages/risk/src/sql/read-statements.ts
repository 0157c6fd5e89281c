import { isIdentityColumn, isPersonalColumn, isSecretColumn } from './column-names.ts';
import { effectOf, isSleeping, statementArguments } from './function-effects.ts';
import { literalText } from './literal-text.ts';
import { type Breadth, breadthOfQuery, type NamedQueries, namedQueries } from './row-breadth.ts';
import { assessSetting } from './setting-effects.ts';
import { type SqlFindings, shown } from './sql-findings.ts';
import {
  asNode,
  columnOf,
  constantOf,
  everyNode,
  listAt,
  namesAt,
  nodeAt,
  type TreeNode,
  textAt,
  unwrap,
} from './sql-tree.ts';
import { isPeopleTable, isSecretTable, type TableName } from './table-names.ts';
import { wordSet } from './word-set.ts';

const longSleepSeconds = 10;
/** A read of so many times the limit for records counts as one without a limit. */
const readsPerRecord = 5;

/** Judges every function called and every query read anywhere in a statement. */
export function assessParts(statement: TreeNode, found: SqlFindings): void {
  const asides = new Set<TreeNode>();
  const named = new Map<string, TreeNode>();
  const queries: NamedQueries = { named, worked: new Map() };
  for (const [type, node] of everyNode(statement)) {
    if (type === 'FuncCall') assessCall(namesAt(node, 'funcname'), listAt(node, 'args'), found);
    if (type === 'SubLink' && textAt(node, 'subLinkType') === 'EXISTS_SUBLINK') {
      asides.add(nodeAt(nodeAt(node, 'subselect'), 'SelectStmt'));
    }
    if (type === 'CommonTableExpr') {
      named.set(textAt(node, 'ctename').toLowerCase(), nodeAt(node, 'ctequery'));
    }
    if (type === 'SelectStmt' && !asides.has(node)) assessQuery(node, queries, found);
  }
}

/** Judges a call by the name of the function and whatever its constant arguments tell. */
export function assessCall(
  names: readonly string[],
  args: readonly TreeNode[],
  found: SqlFindings,
): void {
  const name = (names.at(-1) ?? '').toLowerCase();
  if (isSleeping(name)) {
    const seconds = Number(constantOf(args[0] ?? {}) ?? Number.NaN);
    if (!(seconds <= longSleepSeconds)) {
      found.note(
        'long_lock',
        found.context.production ? 'high' : 'medium',
        `${shown(name)} keeps its connection waiting`,
      );
    }
    return;
  }
  if (name === 'set_config') {
    assessSetting(
      constantOf(args[0] ?? {}) ?? 'session_replication_role',
      constantOf(args[1] ?? {}),
      false,
      found,
    );
    return;
  }
  if (
    name === 'current_setting' &&
    isSecretColumn((constantOf(args[0] ?? {}) ?? '').replaceAll('.', '_'))
  ) {
    found.note('secret_access', 'high', 'reads a setting named as a secret');
    return;
  }
  const position = statementArguments.get(name);
  if (position !== undefined) {
    const given = args.at(position);
    const { text, whole } = literalText(given ?? {});
    if (!whole)
      found.note(
        'opaque_payload',
        'high',
        `${shown(name)} runs a statement that is assembled at run time`,
      );
    if (text !== '') found.include(found.inner(text));
  }
  const effect = effectOf(names);
  if (effect !== undefined) {
    found.change(
      effect.signal,
      effect.level,
      `${shown(names.join('.'))}: ${effect.why}`,
      effect.type,
    );
  }
}

interface NamedTable extends TableName {
  readonly alias: string;
}

export function tableOf(relation: TreeNode): TableName {
  return {
    schema: textAt(relation, 'schemaname').toLowerCase(),
    table: textAt(relation, 'relname').toLowerCase(),
  };
}

function tablesIn(sources: readonly TreeNode[]): readonly NamedTable[] {
  const tables: NamedTable[] = [];
  const left = [...sources];
  while (left.length > 0) {
    const [type, node] = unwrap(left.pop() ?? {});
    if (type === 'RangeVar') {
      const name = tableOf(node);
      tables.push({
        ...name,
        alias: textAt(nodeAt(node, 'alias'), 'aliasname').toLowerCase() || name.table,
      });
    } else if (type === 'JoinExpr') {
      left.push(nodeAt(node, 'larg'), nodeAt(node, 'rarg'));
    }
  }
  return tables;
}

/** The halves of a UNION are members of the whole; a limit on the whole holds for each. */
function assessQuery(whole: TreeNode, queries: NamedQueries, found: SqlFindings): void {
  const limit = whole['limitCount'];
  const left: TreeNode[] = [whole];
  while (left.length > 0) {
    const select = left.pop() ?? {};
    if (select['larg'] !== undefined) left.push(nodeAt(select, 'larg'), nodeAt(select, 'rarg'));
    const limited = limit === undefined || select['limitCount'] !== undefined;
    assessSelect(limited ? select : { ...select, limitCount: limit }, queries, found);
  }
}

function assessSelect(select: TreeNode, queries: NamedQueries, found: SqlFindings): void {
  const known = namedQueries(select, queries);
  const tables = tablesIn(listAt(select, 'fromClause')).filter(
    table => table.schema !== '' || !known.named.has(table.table),
  );
  const { production, settings } = found.context;
  const breadth = breadthOfQuery(select, known, 0, settings.records_max * readsPerRecord);
  const unbounded = breadth === 'all' || breadth === 'most';
  if (listAt(select, 'lockingClause').length > 0) {
    found.note('long_lock', production && unbounded ? 'high' : 'medium', 'locks the rows it reads');
  }
  for (const target of listAt(select, 'targetList')) {
    assessOutput(nodeAt(nodeAt(target, 'ResTarget'), 'val'), tables, breadth, found);
  }
}

const onlyMeasuring = new Set([
  'count',
  'length',
  'char_length',
  'octet_length',
  'bit_length',
  'pg_column_size',
  'approx_count_distinct',
]);
const summing = wordSet(`
  avg sum min max stddev variance percentile_cont percentile_disc median mode bool_or bool_and
  width_bucket
`);

/** What a query gives, and of how many rows. */
interface Output {
  readonly tables: readonly NamedTable[];
  readonly breadth: Breadth;
  readonly found: SqlFindings;
}

function assessOutput(
  target: TreeNode,
  tables: readonly NamedTable[],
  breadth: Breadth,
  found: SqlFindings,
): void {
  const output: Output = { tables, breadth, found };
  const left: (readonly [value: unknown, summed: boolean])[] = [[target, false]];
  while (left.length > 0) {
    const [value, summed] = left.pop() ?? [undefined, false];
    if (Array.isArray(value)) {
      for (const item of value) left.push([item, summed]);
      continue;
    }
    for (const [member, inner] of Object.entries(asNode(value)))
      if (member === 'ColumnRef') assessColumn(asNode(inner), summed, output);
      else left.push(...partsOf(member, inner, summed));
  }
}

/** What is still to be looked at below a member. What only measures gives no value away. */
function partsOf(
  member: string,
  inner: unknown,
  summed: boolean,
): readonly (readonly [value: unknown, summed: boolean])[] {
  if (member === 'NullTest' || member === 'SubLink' || typeof inner !== 'object') return [];
  if (member !== 'FuncCall') return [[inner, summed]];
  const name = (namesAt(asNode(inner), 'funcname').at(-1) ?? '').toLowerCase();
  return onlyMeasuring.has(name) ? [] : [[inner, summed || summing.has(name)]];
}

function assessColumn(reference: TreeNode, summed: boolean, output: Output): void {
  const { tables, breadth, found } = output;
  const column = columnOf({ ColumnRef: reference }) ?? '';
  const whole = wholeTables(reference, column, tables);
  const secret = whole.find(isSecretTable);
  const unbounded = (breadth === 'all' || breadth === 'most') && !summed;
  if (secret !== undefined)
    found.note('secret_access', 'high', `reads every column of ${shown(secret.table)}`);
  else if (isSecretColumn(column) || secretRow(column, tables))
    found.note('secret_access', 'high', `reads ${shown(column)}`);
  else if (isIdentityColumn(column) && !summed && breadth !== 'key')
    found.leaving('secret_access', 'high', `reads ${shown(column)} of many`);
  else if (unbounded && isPersonalColumn(column) && tables.length > 0)
    readsInBulk(shown(column), found);
  else if (unbounded && whole.some(isPeopleTable)) readsInBulk('every column', found);
}

/** The tables of which `*`, `t.*` or the name of a table gives every column. */
function wholeTables(
  reference: TreeNode,
  column: string,
  tables: readonly NamedTable[],
): readonly NamedTable[] {
  if (column !== '*') return tables.filter(table => table.alias === column);
  const parts = listAt(reference, 'fields');
  const qualifier =
    parts.length > 1 ? textAt(nodeAt(parts.at(-2) ?? {}, 'String'), 'sval').toLowerCase() : '';
  return tables.filter(
    table => qualifier === '' || table.alias === qualifier || table.table === qualifier,
  );
}

function readsInBulk(what: string, found: SqlFindings): void {
  const says = `reads ${what} of people without a limit`;
  if (found.context.production) found.leaving('data_leaving', 'high', says);
  else found.note('data_leaving', 'medium', says);
}

const valueColumns = wordSet(`
  key value token hash key_hash data payload content secret plaintext token_hash body private
  material
`);

/** A column whose plain name is a secret only because of the table it is in. */
function secretRow(column: string, tables: readonly NamedTable[]): boolean {
  return valueColumns.has(column) && tables.some(isSecretTable);
}
