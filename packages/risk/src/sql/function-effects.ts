import type { RiskLevel } from '@countersign/protocol/value';
import { splitWords } from '../action/words.ts';
import type { ActionType } from '../action-type.ts';
import type { SignalName } from '../signals.ts';
import { actsOnServer } from './server-functions.ts';
import { onlyTells } from './telling-names.ts';
import { wordSet } from './word-set.ts';

/** What calling a function does besides giving a value. */
interface FunctionEffect {
  readonly signal: SignalName;
  /** Outside production; a change in production is at least high anyway. */
  readonly level: RiskLevel;
  readonly type: ActionType | null;
  readonly why: string;
}

const effect = (
  signal: SignalName,
  level: RiskLevel,
  type: ActionType | null,
  why: string,
): FunctionEffect => ({ signal, level, type, why });

const command = effect('remote_code', 'critical', null, 'runs a command on the database server');
const fileRead = effect(
  'secret_access',
  'high',
  'data_export',
  'reads a file of the database server',
);
const fileWrite = effect(
  'system_file',
  'high',
  'overwrite',
  'writes a file on the database server',
);
const network = effect(
  'data_leaving',
  'high',
  'data_export',
  'sends a request from the database server',
);
const elsewhere = effect('opaque_payload', 'high', null, 'runs statements on another server');
const recovery = effect(
  'irreversible',
  'high',
  'config_change',
  'changes replication, the log or recovery',
);
const session = effect('destructive_command', 'high', null, "ends other people's sessions");
const sequence = effect(
  'irreversible',
  'medium',
  'overwrite',
  'moves a sequence, which no rollback undoes',
);
const scheduled = effect(
  'persistence',
  'high',
  'config_change',
  'schedules statements to run later',
);
const rights = effect('access_change', 'high', 'permission_change', 'changes rights');
const configuration = effect(
  'settings_change',
  'high',
  'config_change',
  'changes the settings of the server',
);
const statistics = effect('data_write', 'medium', 'delete', 'resets statistics');
const lock = effect('long_lock', 'medium', null, 'takes a lock that others wait for');
const object = effect('data_write', 'medium', 'overwrite', 'writes a large object');
const assembled = effect('opaque_payload', 'high', null, 'runs a statement assembled elsewhere');
const everyTable = effect(
  'opaque_payload',
  'critical',
  'batch_delete',
  'runs a statement on every table',
);
const secrets = effect('secret_access', 'high', null, 'reads or writes a stored secret');

const table: readonly (readonly [FunctionEffect, ReadonlySet<string>])[] = [
  [
    command,
    wordSet(`
    xp_cmdshell sys_exec sys_eval sp_oacreate sp_oamethod sp_execute_external_script
    load_extension executable dbms_java sp_start_job sp_add_job sp_add_jobstep
  `),
  ],
  [
    fileRead,
    wordSet(`
    pg_read_file pg_read_binary_file pg_ls_dir pg_stat_file lo_import load_file openrowset
    opendatasource xp_dirtree xp_fileexist xp_regread readfile pg_ls_logdir pg_ls_waldir
    bfilename pg_current_logfile_read
  `),
  ],
  [
    fileWrite,
    wordSet(`
    lo_export pg_file_write pg_file_unlink pg_file_rename pg_file_sync writefile xp_regwrite
    xp_delete_file utl_file fopen put_line_to_file
  `),
  ],
  [
    network,
    wordSet(`
    http_get http_post http_put http_delete http_patch http http_head utl_http httpuritype
    utl_inaddr utl_smtp sp_send_dbmail query_export_to_s3 table_import_from_s3 blob_put
    lambda_async lambda_sync mysql_lambda pg_notify_http sp_invoke_external_rest_endpoint
    urlcluster url s3 s3cluster
  `),
  ],
  [
    elsewhere,
    wordSet(`
    dblink_exec dblink_connect dblink_connect_u dblink_send_query dblink_open openquery
    remote remotesecure
  `),
  ],
  [
    recovery,
    wordSet(`
    pg_switch_wal pg_promote pg_drop_replication_slot pg_create_physical_replication_slot
    pg_create_logical_replication_slot pg_copy_physical_replication_slot
    pg_copy_logical_replication_slot pg_replication_slot_advance pg_logical_slot_get_changes
    pg_logical_slot_get_binary_changes pg_replication_origin_create
    pg_replication_origin_drop pg_replication_origin_advance pg_wal_replay_pause
    pg_wal_replay_resume pg_backup_start pg_backup_stop pg_start_backup pg_stop_backup
    pg_create_restore_point pg_rotate_logfile pg_logical_emit_message
    pg_sync_replication_slots
  `),
  ],
  [
    session,
    wordSet(`
    pg_terminate_backend pg_cancel_backend sp_who_kill
  `),
  ],
  [
    sequence,
    wordSet(`
    nextval setval
  `),
  ],
  [
    scheduled,
    wordSet(`
    schedule schedule_in_database unschedule alter_job dbms_scheduler dbms_job add_job
    add_retention_policy run_maintenance sp_procoption
  `),
  ],
  [
    rights,
    wordSet(`
    sp_addsrvrolemember sp_addrolemember sp_addlogin sp_adduser sp_grantdbaccess sp_password
    sp_droplogin sp_dropuser sp_droprolemember sp_dropsrvrolemember sp_changedbowner
    sp_grantlogin sp_changeobjectowner
  `),
  ],
  [
    configuration,
    wordSet(`
    pg_reload_conf sp_configure sp_dboption sp_serveroption sp_addlinkedserver sp_detach_db
    sp_attach_db pg_import_system_collations rds_set_configuration
  `),
  ],
  [
    statistics,
    wordSet(`
    pg_stat_reset pg_stat_statements_reset pg_stat_reset_shared
    pg_stat_reset_single_table_counters pg_stat_reset_slru pg_stat_reset_replication_slot
    pg_clear_relation_stats pg_restore_relation_stats
  `),
  ],
  [
    lock,
    wordSet(`
    pg_advisory_lock pg_advisory_xact_lock pg_advisory_lock_shared pg_try_advisory_lock
    pg_try_advisory_xact_lock pg_advisory_unlock pg_advisory_unlock_all get_lock
    sp_getapplock release_all_locks benchmark
  `),
  ],
  [
    object,
    wordSet(`
    lo_create lo_creat lo_unlink lo_put lowrite lo_from_bytea lo_truncate pg_notify
  `),
  ],
  [
    assembled,
    wordSet(`
    sp_executesql sp_prepare sp_execute dbms_sql dbms_xmlgen exec_immediate
  `),
  ],
  [
    everyTable,
    wordSet(`
    sp_msforeachtable sp_msforeachdb
  `),
  ],
  [
    secrets,
    wordSet(`
    create_secret update_secret read_secret get_secret decrypt_secret hashbytes_secret
  `),
  ],
];
const known = new Map(
  table.flatMap(([what, names]) => [...names].map(name => [name, what] as const)),
);

/** Functions whose argument is a statement, by the position of the argument. */
export const statementArguments: ReadonlyMap<string, number> = new Map([
  ['query_to_xml', 0],
  ['query_to_xml_and_xmlschema', 0],
  ['query_to_xmlschema', 0],
  ['dblink', -1],
  ['dblink_exec', -1],
  ['dblink_send_query', -1],
  ['dblink_open', -1],
  ['crosstab', 0],
  ['crosstab2', 0],
  ['crosstab3', 0],
  ['crosstab4', 0],
  ['ts_stat', 0],
  ['query_export_to_s3', 0],
  ['external_query', 1],
  ['openquery', 1],
  ['sp_executesql', 0],
  ['exec', 0],
  ['schedule', -1],
  ['schedule_in_database', 2],
  ['run_command_on_workers', 0],
  ['run_command_on_shards', 1],
  ['master_run_on_worker', 2],
]);

const destroying = wordSet(`
  delete purge remove drop truncate wipe erase destroy clear reset kill terminate cancel
  anonymize anonymise scrub redact prune expunge obliterate nuke void revert rollback detach
  deactivate disable expire cleanup flush empty close archive evict unlink shred forget del rm
  panic crash halt abort shutdown
`);
const paying = wordSet(`
  charge refund pay payout transfer bill invoice credit debit send email notify sms mail
  publish broadcast post grant revoke approve impersonate promote escalate exec execute eval
  withdraw capture
`);
const changing = wordSet(`
  update insert upsert set create add apply process run migrate merge sync rebuild refresh
  import export enqueue dequeue move copy rename enable activate assign mark do trigger start
  stop restore backfill rotate bulk save store write register perform submit schedule
  increment decrement recalculate recompute lock unlock swap provision issue generate_and
  compress decompress repack reindex vacuum toggle ban unban block suspend
`);
/** Built into a database, and pure although a verb stands in front. */
const pure = wordSet(`
  set_bit set_byte set_masklen do_nothing delete insert truncate replace reset_val export_set
  start_of copysign clean store add_months addmonths adddate addtime add exec lock merge
  insertchildxml updatexml deletexml insertxml run credit post void set mark block empty apply
  move
`);

/** Unquoted names lose their capitals, and with them where a word ends. */
const runTogether = [
  ...wordSet('delete purge truncate destroy wipe erase obliterate anonymize terminate'),
];

/** The effect of a function by its name, or undefined if it has none that a name can tell. */
export function effectOf(names: readonly string[]): FunctionEffect | undefined {
  const name = (names.at(-1) ?? '').toLowerCase();
  const found = known.get(name) ?? known.get((names[0] ?? '').toLowerCase());
  if (found !== undefined) return found;
  if (pure.has(name) || onlyTells(splitWords(names.at(-1) ?? ''))) return undefined;
  const verb = splitWords(names.at(-1) ?? '').find(word => !leading.has(word)) ?? '';
  const run = runTogether.some(
    prefix => verb.startsWith(prefix) && verb.length > prefix.length + 2,
  );
  // `commit_purge` and `run_delete` do what their second word says.
  const words = names.slice(-2).flatMap(splitWords);
  const does = doing.has(verb)
    ? words.some(word => destroying.has(word))
    : actsOnServer(names, words);
  if (destroying.has(verb) || does || (run && !verb.startsWith('deleted')))
    return effect(
      'destructive_command',
      'high',
      'batch_delete',
      'calls a function named as one that destroys',
    );
  if (paying.has(verb))
    return effect(
      'data_write',
      'high',
      null,
      'calls a function named as one that acts outside the database',
    );
  if (verb === 'add' && splitWords(names.at(-1) ?? '').some(word => measures.has(word)))
    return undefined;
  if (changing.has(verb))
    return effect('data_write', 'medium', null, 'calls a function named as one that writes');
  return undefined;
}

const doing = wordSet(`
  commit run perform execute apply start trigger finish confirm really
`);

const measures = wordSet(`
  day days month months year years hour hours minutes seconds weeks business working interval
  time tax vat
`);

/** Words that only say where a function belongs. */
const leading = wordSet(`
  fn f func sp usp proc p udf app admin api util internal svc job batch force bulk mass hard
  soft do safe safely my the
`);

const readingProcedures = wordSet(`
  sp_help sp_helptext sp_helpindex sp_helpdb sp_helpuser sp_helprole sp_helprolemember
  sp_helpconstraint sp_who sp_who2 sp_columns sp_tables sp_spaceused sp_lock sp_databases
  sp_depends sp_fkeys sp_pkeys sp_statistics sp_stored_procedures sp_server_info sp_monitor
  sp_describe_first_result_set sp_whoisactive sp_blitz xp_msver sp_helpsrvrolemember
  sp_helplogins
`);

/** True for a stored procedure that ships with the server and only reports. */
export function isReadingProcedure(name: string): boolean {
  return readingProcedures.has(name.toLowerCase());
}

/** True for a function that keeps its connection, and whatever that has locked, for a while. */
export function isSleeping(name: string): boolean {
  return (
    name === 'pg_sleep' ||
    name === 'sleep' ||
    name === 'pg_sleep_for' ||
    name === 'pg_sleep_until' ||
    name === 'dbms_lock' ||
    name === 'dbms_session'
  );
}
