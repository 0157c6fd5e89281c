import type { RiskLevel } from '@countersign/protocol/value';
import { splitWords } from '../action/words.ts';
import { isElevated, isProtectionColumn, isRightsColumn, isSecretColumn } from './column-names.ts';
import { optionText } from './literal-text.ts';
import { tableOf } from './read-statements.ts';
import {
  type Breadth,
  breadthOf,
  breadthOfQuery,
  breadthOfSources,
  namedQueries,
} from './row-breadth.ts';
import { type SqlFindings, shown } from './sql-findings.ts';
import {
  constantOf,
  everyNode,
  listAt,
  nodeAt,
  type TreeNode,
  textAt,
  unwrap,
} from './sql-tree.ts';
import {
  isApprovalRecord,
  isAuditRecord,
  isCatalogue,
  isPeopleTable,
  isRightsTable,
  isRuleTable,
  isScratch,
  isSecretTable,
  type TableName,
} from './table-names.ts';
import { wordSet } from './word-set.ts';

type WriteVerb = 'insert' | 'update' | 'delete' | 'truncate' | 'drop' | 'alter';

/** True for a table of the session itself, or one that is plainly meant to be thrown away. */
export function isDisposable(name: TableName, found: SqlFindings): boolean {
  return isScratch(name) || (name.schema === '' && found.temporary.has(name.table));
}

/** What a write means because of the table it goes to. */
export function assessTable(name: TableName, verb: WriteVerb, found: SqlFindings): void {
  const title = shown(name.table);
  if (verb !== 'insert' && isAuditRecord(name)) {
    found.change(
      'audit_tampering',
      'critical',
      `${verb} on ${title}, a record of what happened`,
      'batch_delete',
    );
  }
  if (isApprovalRecord(name)) {
    found.change(
      'policy_tampering',
      'critical',
      `${verb} on ${title}, where approvals are kept`,
      'permission_change',
    );
  }
  if (isRightsTable(name)) {
    found.change(
      'access_change',
      'high',
      `${verb} on ${title}, whose rows are rights`,
      'permission_change',
    );
  }
  if (isCatalogue(name) || name.schema === 'mysql') {
    found.change(
      'access_change',
      'critical',
      `${verb} on ${title}, a table of the database itself`,
      'permission_change',
    );
  } else if (isSecretTable(name) && (verb === 'insert' || verb === 'update')) {
    found.change(
      'new_credential',
      'high',
      `${verb} on ${title}, whose rows are secrets`,
      'permission_change',
    );
  }
}

/** What a write means because of a column it sets. */
export function assessColumn(
  name: TableName,
  column: string,
  value: string | undefined,
  whom: string,
  found: SqlFindings,
): void {
  if (isVerdictColumn(column) && isFreeing(value) && isRuleTable(name)) {
    found.change(
      'policy_tampering',
      'critical',
      `sets ${shown(column)} of ${shown(name.table)}, where rules are kept`,
      'permission_change',
    );
  } else if (isSecretColumn(column)) {
    found.change(
      'new_credential',
      'high',
      `sets ${shown(column)} of ${shown(name.table)}`,
      'permission_change',
    );
  } else if (isProtectionColumn(column)) {
    found.change(
      'access_change',
      'high',
      `sets ${shown(column)} of ${shown(name.table)}`,
      'permission_change',
    );
  } else if (isRightsColumn(column)) {
    const more = value === undefined || isElevated(value);
    if (!more && !isPeopleTable(name)) return;
    const own = splitWords(whom.slice(0, 200)).some(word => ownWords.has(word));
    found.change(
      own ? 'own_rights' : 'access_change',
      more ? 'critical' : 'high',
      `sets ${shown(column)} of ${shown(name.table)}`,
      'permission_change',
    );
  }
}

/** What a rule answers. */
function isVerdictColumn(column: string): boolean {
  return /^(?:effect|action|outcome|decision|verdict|mode|enforcement|requires?_approval|enabled|active)$/u.test(
    column,
  );
}

function isFreeing(value: string | undefined): boolean {
  return (
    value !== undefined &&
    /^(?:allow(?:ed)?|permit|auto_?approve|approved?|bypass|off|none|false|f|0|disabled|observe|log_only)$/iu.test(
      value,
    )
  );
}

const ownWords = wordSet(`
  agent agents bot assistant ai llm copilot claude gpt svc service me current session
`);

/** The level and words for so many rows of a table. */
export function assessRows(
  name: TableName,
  verb: 'update' | 'delete',
  breadth: Breadth,
  found: SqlFindings,
): void {
  const title = shown(name.table);
  const single = verb === 'delete' ? 'delete' : 'overwrite';
  const many = verb === 'delete' ? 'batch_delete' : 'overwrite';
  if (isDisposable(name, found)) {
    found.change('data_write', 'medium', `${verb} on ${title}, a scratch table`, single);
  } else if (breadth === 'all') {
    found.change('unbounded_write', 'critical', `${verb} on every row of ${title}`, many);
  } else if (breadth === 'most') {
    found.change(
      'unbounded_write',
      'high',
      `${verb} on ${title} with a condition that may match nearly everything`,
      many,
    );
  } else {
    found.change(
      'data_write',
      'medium',
      `${verb} on some rows of ${title}`,
      breadth === 'key' ? single : many,
    );
  }
}

export function assessDelete(node: TreeNode, found: SqlFindings): void {
  const name = tableOf(nodeAt(node, 'relation'));
  assessRows(name, 'delete', boundedBy(node, listAt(node, 'usingClause')), found);
  assessTable(name, 'delete', found);
}

export function assessUpdate(node: TreeNode, found: SqlFindings): void {
  const name = tableOf(nodeAt(node, 'relation'));
  assessRows(name, 'update', boundedBy(node, listAt(node, 'fromClause')), found);
  assessTable(name, 'update', found);
  assessAssignments(name, listAt(node, 'targetList'), wordsIn(nodeAt(node, 'whereClause')), found);
}

/** A join with something small bounds a statement; a join alone with a whole table does not. */
function boundedBy(node: TreeNode, sources: readonly TreeNode[]): Breadth {
  const queries = namedQueries(node);
  const breadth = breadthOf(node['whereClause'], queries);
  if (breadth !== 'most' || sources.length === 0) return breadth;
  const others = breadthOfSources(sources, queries);
  return others === 'all' || others === 'most' ? breadth : 'some';
}

function assessAssignments(
  name: TableName,
  targets: readonly TreeNode[],
  whom: string,
  found: SqlFindings,
): void {
  for (const wrapped of targets) {
    const target = nodeAt(wrapped, 'ResTarget');
    assessColumn(
      name,
      textAt(target, 'name').toLowerCase(),
      constantOf(nodeAt(target, 'val')),
      whom,
      found,
    );
  }
}

function wordsIn(tree: TreeNode): string {
  const words: string[] = [];
  for (const [type, node] of everyNode(tree)) {
    if (type === 'A_Const') words.push(constantOf({ A_Const: node }) ?? '');
    if (type === 'SQLValueFunction') words.push('current');
    if (words.length > 20) break;
  }
  return words.join(' ');
}

export function assessInsert(node: TreeNode, found: SqlFindings): void {
  const name = tableOf(nodeAt(node, 'relation'));
  const title = shown(name.table);
  const select = nodeAt(nodeAt(node, 'selectStmt'), 'SelectStmt');
  const rows = listAt(select, 'valuesLists');
  const conflict = nodeAt(node, 'onConflictClause');
  const overwrites = textAt(conflict, 'action') === 'ONCONFLICT_UPDATE';
  const limit = found.context.settings.records_max;
  const breadth = breadthOfQuery(select, namedQueries(node), 0, limit);
  if (isDisposable(name, found)) {
    found.change('data_write', 'medium', `inserts into ${title}, a scratch table`, null);
  } else if (rows.length > limit) {
    found.change(
      'bulk_records',
      'high',
      `inserts ${rows.length} rows into ${title}`,
      overwrites ? 'overwrite' : null,
    );
  } else if (breadth === 'all' || breadth === 'most') {
    found.change(
      'unbounded_write',
      'high',
      `inserts into ${title} all results of an unlimited query`,
      overwrites ? 'overwrite' : null,
    );
  } else {
    found.change('data_write', 'medium', `inserts into ${title}`, overwrites ? 'overwrite' : null);
  }
  assessTable(name, 'insert', found);
  const columns = listAt(node, 'cols').map(wrapped =>
    textAt(nodeAt(wrapped, 'ResTarget'), 'name').toLowerCase(),
  );
  for (const row of rows.slice(0, limit)) {
    const values = listAt(nodeAt(row, 'List'), 'items');
    columns.forEach((column, at) => {
      if (!isRightsColumn(column) || isPeopleTable(name)) {
        const value = constantOf(values[at] ?? {});
        // A new user without rights is a row like any other.
        if (!isRightsColumn(column) || (value !== undefined && isElevated(value)))
          assessColumn(name, column, value, '', found);
      }
    });
  }
  assessAssignments(name, listAt(conflict, 'targetList'), '', found);
}

export function assessMerge(node: TreeNode, found: SqlFindings): void {
  const name = tableOf(nodeAt(node, 'relation'));
  const queries = namedQueries(node);
  const source = breadthOfSources([nodeAt(node, 'sourceRelation')], queries);
  const on = breadthOf(node['joinCondition'], queries);
  for (const wrapped of listAt(node, 'mergeWhenClauses')) {
    const clause = nodeAt(wrapped, 'MergeWhenClause');
    const command = textAt(clause, 'commandType');
    const unmatched = textAt(clause, 'matchKind') === 'MERGE_WHEN_NOT_MATCHED_BY_SOURCE';
    const condition =
      clause['condition'] === undefined ? 'all' : breadthOf(clause['condition'], queries);
    const small = source !== 'all' && source !== 'most';
    // Rows that the source does not know are all the others.
    const breadth: Breadth =
      condition !== 'all' ? condition : on === 'all' || unmatched ? 'all' : small ? 'some' : 'most';
    if (command === 'CMD_DELETE') assessRows(name, 'delete', breadth, found);
    if (command === 'CMD_UPDATE') {
      assessRows(name, 'update', breadth, found);
      assessAssignments(name, listAt(clause, 'targetList'), '', found);
    }
    if (command === 'CMD_INSERT') {
      const level: RiskLevel = small || isDisposable(name, found) ? 'medium' : 'high';
      found.change(
        level === 'high' ? 'unbounded_write' : 'data_write',
        level,
        `merges into ${shown(name.table)}`,
        'overwrite',
      );
    }
    assessTable(name, command === 'CMD_INSERT' ? 'insert' : 'update', found);
  }
}

/** COPY moves whole tables to and from files, programs and the client. */
export function assessCopy(node: TreeNode, found: SqlFindings): void {
  const name = tableOf(nodeAt(node, 'relation'));
  const title = node['relation'] === undefined ? 'a query' : shown(name.table);
  const { production, settings } = found.context;
  if (node['is_program'] === true) {
    found.change(
      'remote_code',
      'critical',
      'COPY runs a program on the database server',
      'data_export',
    );
  }
  if (node['is_from'] === true) {
    const level: RiskLevel =
      node['filename'] === undefined || isDisposable(name, found) ? 'medium' : 'high';
    found.change('data_write', level, `loads rows into ${title}`, null);
    assessTable(name, 'insert', found);
    return;
  }
  if (node['filename'] !== undefined) {
    found.leaving('data_leaving', 'high', `writes ${title} to a file of the server`);
    found.change('data_leaving', 'high', `writes ${title} to a file of the server`, 'data_export');
  }
  const [type, query] = unwrap(nodeAt(node, 'query'));
  const breadth =
    type === 'SelectStmt'
      ? breadthOfQuery(query, namedQueries(query), 0, settings.records_max * 5)
      : 'all';
  if (breadth === 'all' || breadth === 'most') {
    found.leaving('data_leaving', production ? 'high' : 'medium', `exports all of ${title}`);
  }
  if (isSecretTable(name)) found.leaving('secret_access', 'high', `exports all of ${title}`);
}

/** The options of a statement by name. */
export function optionsOf(node: TreeNode): ReadonlyMap<string, string> {
  return new Map(
    listAt(node, 'options').map(wrapped => {
      const option = nodeAt(wrapped, 'DefElem');
      return [textAt(option, 'defname').toLowerCase(), optionText(option).toLowerCase()] as const;
    }),
  );
}
