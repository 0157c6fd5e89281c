import type { RiskLevel } from '@countersign/protocol/value';
import type { ActionType } from '../action-type.ts';
import type { SignalName } from '../signals.ts';
import { wordSet } from './word-set.ts';

/** A statement whose kind alone decides: what it is, outside production, and in words. */
interface StatementKind {
  readonly signal: SignalName;
  readonly level: RiskLevel;
  readonly type: ActionType | null;
  readonly why: string;
}

const kind = (
  signal: SignalName,
  level: RiskLevel,
  type: ActionType | null,
  why: string,
): StatementKind => ({ signal, level, type, why });

const rights = (why: string): StatementKind =>
  kind('access_change', 'high', 'permission_change', why);
const schema = (why: string): StatementKind =>
  kind('schema_change', 'medium', 'schema_change', why);

/** By the type of the node in the raw tree. */
export const statementKinds: ReadonlyMap<string, StatementKind> = new Map([
  ['DropdbStmt', kind('destructive_command', 'critical', 'schema_change', 'drops a database')],
  [
    'DropOwnedStmt',
    kind('destructive_command', 'critical', 'schema_change', 'drops everything a role owns'),
  ],
  [
    'DropTableSpaceStmt',
    kind('destructive_command', 'critical', 'schema_change', 'drops a tablespace'),
  ],
  [
    'DropSubscriptionStmt',
    kind('destructive_command', 'high', 'schema_change', 'drops a subscription'),
  ],
  ['DropRoleStmt', rights('drops a role')],
  ['DropUserMappingStmt', rights('drops a user mapping')],
  ['GrantStmt', rights('grants or revokes rights')],
  ['GrantRoleStmt', rights('grants or revokes membership in a role')],
  ['AlterDefaultPrivilegesStmt', rights('changes the rights of objects that are made later')],
  ['CreateRoleStmt', kind('new_credential', 'high', 'permission_change', 'creates a role')],
  ['AlterRoleStmt', rights('alters a role')],
  ['AlterRoleSetStmt', rights('changes the settings of a role')],
  ['AlterOwnerStmt', rights('changes an owner')],
  ['ReassignOwnedStmt', rights('changes the owner of everything a role owns')],
  ['CreatePolicyStmt', rights('creates a row security policy')],
  ['AlterPolicyStmt', rights('alters a row security policy')],
  ['SecLabelStmt', rights('changes a security label')],
  ['CreateUserMappingStmt', rights('creates a user mapping')],
  ['AlterUserMappingStmt', rights('alters a user mapping')],
  [
    'CreateForeignServerStmt',
    kind('data_leaving', 'high', 'config_change', 'connects another server'),
  ],
  [
    'AlterForeignServerStmt',
    kind('data_leaving', 'high', 'config_change', 'connects another server'),
  ],
  [
    'CreateForeignTableStmt',
    kind('data_leaving', 'high', 'schema_change', 'connects a table of another server'),
  ],
  [
    'ImportForeignSchemaStmt',
    kind('data_leaving', 'high', 'schema_change', 'connects the tables of another server'),
  ],
  [
    'CreatePublicationStmt',
    kind('data_leaving', 'high', 'config_change', 'publishes changes to other servers'),
  ],
  [
    'AlterPublicationStmt',
    kind('data_leaving', 'high', 'config_change', 'changes what is published to other servers'),
  ],
  [
    'CreateSubscriptionStmt',
    kind('data_leaving', 'high', 'config_change', 'subscribes to another server'),
  ],
  [
    'AlterSubscriptionStmt',
    kind('data_leaving', 'high', 'config_change', 'changes a subscription'),
  ],
  [
    'CreateEventTrigStmt',
    kind('persistence', 'high', 'schema_change', 'creates code that runs on every schema change'),
  ],
  [
    'AlterEventTrigStmt',
    kind('access_change', 'high', 'schema_change', 'switches an event trigger'),
  ],
  ['CreateTrigStmt', kind('persistence', 'medium', 'schema_change', 'creates a trigger')],
  [
    'RuleStmt',
    kind('persistence', 'high', 'schema_change', 'creates a rule that rewrites statements'),
  ],
  ['CreateTransformStmt', schema('creates a transform')],
  ['CreatePLangStmt', kind('unknown_code', 'high', 'schema_change', 'installs a language')],
  ['LoadStmt', kind('unknown_code', 'high', 'config_change', 'loads a library into the server')],
  ['AlterDatabaseStmt', kind('settings_change', 'high', 'config_change', 'alters a database')],
  [
    'AlterDatabaseSetStmt',
    kind('settings_change', 'high', 'config_change', 'changes the settings of a database'),
  ],
  ['CreatedbStmt', schema('creates a database')],
  ['CreateTableSpaceStmt', schema('creates a tablespace')],
  ['RenameStmt', schema('renames something')],
  ['AlterObjectSchemaStmt', schema('moves something to another schema')],
  ['ViewStmt', schema('defines a view')],
  ['IndexStmt', schema('creates an index')],
  ['CommentStmt', schema('changes a comment')],
  ['CheckPointStmt', kind('settings_change', 'medium', null, 'forces a checkpoint')],
  [
    'RefreshMatViewStmt',
    kind('data_write', 'medium', 'overwrite', 'refreshes a materialized view'),
  ],
  ['NotifyStmt', kind('data_write', 'medium', null, 'notifies listeners')],
]);

/** Statements without an effect that others see. */
export const quietStatements = wordSet(`
  VariableShowStmt TransactionStmt FetchStmt ClosePortalStmt DeallocateStmt DiscardStmt
  ListenStmt UnlistenStmt ConstraintsSetStmt ReturnStmt
`);
