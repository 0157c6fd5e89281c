import { optionText } from './literal-text.ts';
import { tableOf } from './read-statements.ts';
import { type SqlFindings, shown } from './sql-findings.ts';
import { listAt, namesAt, nodeAt, type TreeNode, textAt, unwrap } from './sql-tree.ts';
import type { TableName } from './table-names.ts';
import { wordSet } from './word-set.ts';
import { assessTable, isDisposable, optionsOf } from './write-statements.ts';

/** What DROP loses besides a definition. */
const holdingData = new Set([
  'OBJECT_TABLE',
  'OBJECT_SCHEMA',
  'OBJECT_FOREIGN_SERVER',
  'OBJECT_SEQUENCE',
  'OBJECT_DATABASE',
  'OBJECT_TYPE',
  'OBJECT_EXTENSION',
]);
const guarding = new Set([
  'OBJECT_POLICY',
  'OBJECT_TRIGGER',
  'OBJECT_RULE',
  'OBJECT_EVENT_TRIGGER',
  'OBJECT_PUBLICATION',
]);

export function assessDrop(node: TreeNode, found: SqlFindings): void {
  const kind = textAt(node, 'removeType');
  const names = listAt(node, 'objects').map(qualifiedName);
  const noun = kind.replace('OBJECT_', '').replaceAll('_', ' ').toLowerCase();
  const cascades = textAt(node, 'behavior') === 'DROP_CASCADE';
  const tables =
    kind === 'OBJECT_TABLE' ||
    kind === 'OBJECT_VIEW' ||
    kind === 'OBJECT_MATVIEW' ||
    kind === 'OBJECT_INDEX';
  for (const name of names) {
    const evidence = `drops ${noun} ${shown(name.table)}`;
    if (tables && !cascades && isDisposable(name, found)) {
      found.change('schema_change', 'medium', `${evidence}, a scratch one`, 'schema_change');
    } else {
      found.change(
        'destructive_command',
        holdingData.has(kind) ? 'critical' : 'high',
        evidence,
        'schema_change',
      );
    }
    if (guarding.has(kind)) found.change('access_change', 'high', evidence, 'permission_change');
    if (kind === 'OBJECT_TABLE') assessTable(name, 'drop', found);
    // The table of a trigger or policy is the first part of its name.
    if (guarding.has(kind))
      assessTable({ schema: '', table: `${name.schema}_${name.table}` }, 'alter', found);
  }
}

function qualifiedName(wrapped: TreeNode): TableName {
  const [type, node] = unwrap(wrapped);
  const parts =
    type === 'List'
      ? namesAt(node, 'items')
      : type === 'String'
        ? [textAt(node, 'sval')]
        : type === 'TypeName'
          ? namesAt(node, 'names')
          : namesAt(node, 'objname');
  return { schema: (parts.at(-2) ?? '').toLowerCase(), table: (parts.at(-1) ?? '').toLowerCase() };
}

export function assessTruncate(node: TreeNode, found: SqlFindings): void {
  for (const wrapped of listAt(node, 'relations')) {
    const name = tableOf(nodeAt(wrapped, 'RangeVar'));
    const scratch = isDisposable(name, found) && textAt(node, 'behavior') !== 'DROP_CASCADE';
    found.change(
      scratch ? 'data_write' : 'unbounded_write',
      scratch ? 'medium' : 'critical',
      `empties ${shown(name.table)}`,
      'batch_delete',
    );
    assessTable(name, 'truncate', found);
  }
}

/** Any table that a statement makes, by CREATE TABLE, CREATE TABLE AS or SELECT INTO. */
export function assessNewTable(relation: TreeNode, found: SqlFindings): void {
  const name = tableOf(relation);
  if (textAt(relation, 'relpersistence') === 't') found.temporary.add(name.table);
  found.change('schema_change', 'medium', `creates ${shown(name.table)}`, 'schema_change');
}

const losing = new Set(['AT_DropColumn', 'AT_DropExpression', 'AT_DropIdentity']);
const weakening = wordSet(`
  AT_DisableRowSecurity AT_NoForceRowSecurity AT_DisableTrig AT_DisableTrigAll
  AT_DisableTrigUser AT_DisableRule AT_DropConstraint AT_ChangeOwner AT_EnableReplicaTrig
  AT_EnableReplicaRule
`);
const weighty = new Set([
  'AT_DetachPartition',
  'AT_SetUnLogged',
  'AT_ReplicaIdentity',
  'AT_SetTableSpace',
]);

export function assessAlterTable(node: TreeNode, found: SqlFindings): void {
  const name = tableOf(nodeAt(node, 'relation'));
  const title = shown(name.table);
  for (const wrapped of listAt(node, 'cmds')) {
    const command = nodeAt(wrapped, 'AlterTableCmd');
    const kind = textAt(command, 'subtype');
    const part = shown(textAt(command, 'name'));
    if (losing.has(kind)) {
      const scratch = isDisposable(name, found);
      found.change(
        scratch ? 'schema_change' : 'destructive_command',
        scratch ? 'medium' : 'critical',
        `drops ${part} of ${title}`,
        'schema_change',
      );
    } else if (weakening.has(kind)) {
      found.change('access_change', 'high', `takes a protection off ${title}`, 'permission_change');
      assessTable(name, 'alter', found);
    } else if (weighty.has(kind)) {
      found.change('schema_change', 'high', `changes how ${title} is kept`, 'schema_change');
    } else {
      found.change('schema_change', 'medium', `alters ${title}`, 'schema_change');
    }
  }
}

const trustedExtensions = wordSet(`
  pg_trgm uuid-ossp pgcrypto postgis citext hstore pg_stat_statements btree_gin btree_gist
  unaccent vector ltree intarray fuzzystrmatch tablefunc timescaledb cube earthdistance
  pgvector isn plpgsql
`);

export function assessExtension(node: TreeNode, found: SqlFindings): void {
  const name = textAt(node, 'extname');
  const known = trustedExtensions.has(name.toLowerCase());
  found.change(
    known ? 'schema_change' : 'unknown_code',
    known ? 'medium' : 'high',
    `installs ${shown(name)}`,
    'schema_change',
  );
}

/** A body that will run later, with whatever rights its owner has. */
export function assessFunction(node: TreeNode, found: SqlFindings): void {
  const options = listAt(node, 'options').map(wrapped => nodeAt(wrapped, 'DefElem'));
  const given = optionsOf(node);
  const name = shown(namesAt(node, 'funcname').at(-1) ?? '');
  found.change('schema_change', 'medium', `defines ${name}`, 'schema_change');
  if (given.get('security') === 'true') {
    found.change(
      'privilege',
      'high',
      `${name} runs with the rights of its owner`,
      'permission_change',
    );
  }
  const language = given.get('language') ?? 'sql';
  if (language !== 'sql' && language !== 'plpgsql') {
    found.change(
      'unknown_code',
      'high',
      `${name} is written in ${shown(language)}`,
      'schema_change',
    );
    return;
  }
  const body = options.find(option => textAt(option, 'defname') === 'as');
  if (body !== undefined) assessBody(optionText(body), found);
}

/** A DO block runs its body now. */
export function assessBlock(node: TreeNode, found: SqlFindings): void {
  const options = listAt(node, 'args').map(wrapped => nodeAt(wrapped, 'DefElem'));
  found.change('opaque_payload', 'high', 'runs a block of procedural code', null);
  for (const option of options) {
    if (textAt(option, 'defname') === 'as') found.include(found.inner(optionText(option)));
  }
}

/** Only what would destroy something is told of a body that does not run yet. */
function assessBody(body: string, found: SqlFindings): void {
  const inner = found.inner(body);
  for (const finding of inner.findings) {
    if (finding.level === 'critical')
      found.change(finding.signal, 'high', `its body: ${finding.evidence}`, 'schema_change');
    else if (finding.signal === 'opaque_payload')
      found.change('opaque_payload', 'high', finding.evidence, 'schema_change');
  }
}
