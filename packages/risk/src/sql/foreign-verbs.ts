import type { RiskLevel } from '@countersign/protocol/value';
import type { ActionType } from '../action-type.ts';
import type { SignalName } from '../signals.ts';
import { wordSet } from './word-set.ts';

/** What the first word of a statement of another dialect says by itself. */
interface ForeignVerb {
  readonly signal: SignalName;
  readonly level: RiskLevel;
  readonly type: ActionType | null;
  readonly why: string;
}

const verb = (
  signal: SignalName,
  level: RiskLevel,
  type: ActionType | null,
  why: string,
): ForeignVerb => ({ signal, level, type, why });

/** Verbs that need no further look. */
export const foreignVerbs: ReadonlyMap<string, ForeignVerb> = new Map([
  ['grant', verb('access_change', 'high', 'permission_change', 'grants rights')],
  ['revoke', verb('access_change', 'high', 'permission_change', 'revokes rights')],
  ['deny', verb('access_change', 'high', 'permission_change', 'denies rights')],
  ['unload', verb('data_leaving', 'high', 'data_export', 'unloads data to files')],
  ['export', verb('data_leaving', 'high', 'data_export', 'exports data')],
  ['put', verb('data_leaving', 'high', 'data_export', 'moves files to or from a stage')],
  ['get', verb('data_leaving', 'high', 'data_export', 'moves files to or from a stage')],
  ['backup', verb('data_leaving', 'high', 'data_export', 'writes a backup somewhere')],
  [
    'restore',
    verb('destructive_command', 'critical', 'overwrite', 'overwrites a database from a backup'),
  ],
  [
    'flashback',
    verb('destructive_command', 'critical', 'overwrite', 'takes data back to an earlier time'),
  ],
  ['remove', verb('destructive_command', 'critical', 'batch_delete', 'removes files from a stage')],
  ['rm', verb('destructive_command', 'critical', 'batch_delete', 'removes files from a stage')],
  [
    'purge',
    verb('destructive_command', 'critical', 'batch_delete', 'purges what could have been restored'),
  ],
  [
    'reset',
    verb('destructive_command', 'critical', 'config_change', 'resets the log or replication'),
  ],
  ['kill', verb('destructive_command', 'high', null, 'ends the session of another user')],
  ['shutdown', verb('destructive_command', 'critical', 'config_change', 'stops the server')],
  ['restart', verb('destructive_command', 'critical', 'config_change', 'stops the server')],
  [
    'reconfigure',
    verb('settings_change', 'high', 'config_change', 'changes the settings of the server'),
  ],
  ['install', verb('unknown_code', 'high', 'config_change', 'installs code into the server')],
  ['uninstall', verb('access_change', 'high', 'config_change', 'takes a plugin out of the server')],
  ['change', verb('settings_change', 'high', 'config_change', 'changes replication')],
  ['stop', verb('settings_change', 'high', 'config_change', 'stops replication')],
  ['audit', verb('audit_tampering', 'high', 'config_change', 'changes what is audited')],
  ['noaudit', verb('audit_tampering', 'critical', 'config_change', 'switches auditing off')],
  ['system', verb('settings_change', 'high', 'config_change', 'commands the server')],
  ['source', verb('opaque_payload', 'high', null, 'runs a file of statements')],
  ['bulk', verb('data_write', 'high', null, 'loads rows from a file')],
  ['load', verb('data_write', 'high', null, 'loads rows or code from a file')],
  ['import', verb('data_write', 'high', null, 'imports data')],
  ['binlog', verb('opaque_payload', 'high', null, 'replays an encoded change')],
  ['undrop', verb('schema_change', 'medium', 'schema_change', 'restores what was dropped')],
  ['rename', verb('schema_change', 'medium', 'schema_change', 'renames something')],
  ['comment', verb('schema_change', 'medium', 'schema_change', 'changes a comment')],
  ['lock', verb('long_lock', 'medium', null, 'locks tables')],
  ['optimize', verb('long_lock', 'medium', null, 'rewrites a table')],
  ['repair', verb('long_lock', 'medium', null, 'rewrites a table')],
  ['reindex', verb('long_lock', 'medium', null, 'rebuilds an index')],
  ['flush', verb('settings_change', 'medium', 'config_change', 'flushes a state of the server')],
  ['attach', verb('data_write', 'medium', null, 'attaches another database')],
  ['detach', verb('data_write', 'medium', null, 'detaches a database')],
  ['xa', verb('long_lock', 'medium', null, 'a transaction in two phases')],
  ['delimiter', verb('opaque_payload', 'high', null, 'changes where statements end')],
  ['optimise', verb('long_lock', 'medium', null, 'rewrites a table')],
  ['refresh', verb('data_write', 'medium', null, 'refreshes stored data')],
  ['msck', verb('schema_change', 'medium', 'schema_change', 'repairs partitions')],
]);

/** Verbs and words of control flow that change nothing by themselves. */
export const quietVerbs = wordSet(`
  select values with show describe desc explain use list ls help table print declare fetch
  open close deallocate return raise raiserror throw if elsif elseif while else begin end loop
  commit rollback start savepoint release case for exit continue null analyze analyse check
  checksum exists handler unlock cache uncache when then perform exception get assert leave
  iterate repeat until from prompt summarize pivot signal foreach save abort do not clear
  describe_table break
`);

/** Verbs at which a statement may start without a `;` before it. */
export const startingVerbs = wordSet(`
  insert update delete merge truncate drop alter create grant revoke deny exec execute call
  kill shutdown backup restore bulk dbcc reconfigure replace waitfor prepare copy load upsert
  lock perform
`);
