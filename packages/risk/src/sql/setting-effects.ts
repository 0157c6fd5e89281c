import type { SqlFindings } from './sql-findings.ts';
import { shown } from './sql-findings.ts';
import { wordSet } from './word-set.ts';

const records = wordSet(`
  log_statement log_connections log_disconnections logging_collector
  log_min_duration_statement log_min_messages log_min_error_statement log_duration
  log_destination log_directory general_log slow_query_log sql_log_bin sql_log_off log_bin
  audit_log_policy audit_log_connection_policy server_audit_logging server_audit_events
  audit_trail audit_sys_operations log_output track_activities binlog_expire_logs_seconds
  expire_logs_days session_preload_libraries log_error_verbosity
`);
const recovery = wordSet(`
  archive_mode archive_command archive_library wal_level fsync full_page_writes
  synchronous_commit max_wal_senders wal_keep_size innodb_flush_log_at_trx_commit sync_binlog
  recovery_target primary_conninfo restore_command hot_standby
`);
const checks = wordSet(`
  session_replication_role foreign_key_checks unique_checks sql_safe_updates row_security
  check_function_bodies sql_mode foreign_keys ignore_check_constraints writable_schema
  trusted_schema check_constraints zero_damaged_pages ignore_checksum_failure
  allow_system_table_mods transaction_read_only default_transaction_read_only read_only
  super_read_only innodb_read_only query_only local_infile secure_file_priv
  password_encryption ssl require_secure_transport pg_safeupdate.enabled safeupdate.enabled
  local_preload_libraries session_authorization dynamic_library_path shared_preload_libraries
  event_scheduler skip_grant_tables validate_password.policy log_bin_trust_function_creators
  max_connections ssl_min_protocol_version listen_addresses autocommit_audit
`);
/** For these, the switched-on value is the safe one, and setting it is no finding. */
const safeValues = new Map<string, ReadonlySet<string>>([
  ['session_replication_role', new Set(['origin', 'default'])],
  ['foreign_key_checks', new Set(['1', 'on', 'true', 'default'])],
  ['unique_checks', new Set(['1', 'on', 'true', 'default'])],
  ['sql_safe_updates', new Set(['1', 'on', 'true'])],
  ['row_security', new Set(['on', 'true', '1'])],
  ['foreign_keys', new Set(['on', 'true', '1'])],
  ['check_function_bodies', new Set(['on', 'true', '1', 'off', 'false', '0'])],
  ['transaction_read_only', new Set(['on', 'true', '1'])],
  ['default_transaction_read_only', new Set(['on', 'true', '1'])],
  ['read_only', new Set(['on', 'true', '1'])],
  ['super_read_only', new Set(['on', 'true', '1'])],
  ['query_only', new Set(['on', 'true', '1'])],
  ['synchronous_commit', new Set(['on', 'true', '1', 'remote_apply', 'remote_write'])],
  ['general_log', new Set(['on', '1'])],
  ['slow_query_log', new Set(['on', '1'])],
  ['log_min_duration_statement', new Set(['0'])],
  ['log_statement', new Set(['all', 'mod'])],
]);
/** MySQL clients set the mode of every session; only a value without its strictness weakens anything. */
const strictModes = ['strict_trans_tables', 'strict_all_tables', 'traditional', 'ansi'];
const strongRoles = wordSet(`
  postgres root admin administrator superuser sysadmin owner dba sa rds_superuser
  cloudsqlsuperuser accountadmin securityadmin sysdba orgadmin supabase_admin service_role
`);

/** True for a role that may do everything. */
export function isStrongRole(role: string): boolean {
  const lower = role.toLowerCase();
  return strongRoles.has(lower) || lower.split('_').some(word => strongRoles.has(word));
}

/** Judges `SET name = value`; `lasting` when it outlives the session. */
export function assessSetting(
  name: string,
  value: string | undefined,
  lasting: boolean,
  found: SqlFindings,
): void {
  const setting = name.toLowerCase();
  const bare = setting
    .slice(setting.lastIndexOf('@') + 1)
    .replace(/^(global|session|local|persist|persist_only)\./, '');
  const given = value?.toLowerCase() ?? '';
  const safe =
    safeValues.get(bare)?.has(given) === true ||
    (bare === 'sql_mode' && strictModes.some(mode => given.includes(mode)));
  const why = `sets ${shown(bare)}`;
  if (bare === 'role' || bare === 'session_authorization') {
    if (isStrongRole(given))
      found.change('privilege', 'high', `takes the role ${shown(given)}`, 'permission_change');
    else
      found.note(
        'privilege',
        bare === 'role' ? 'medium' : 'high',
        `takes the role ${shown(given)}`,
      );
  } else if (
    (records.has(bare) || bare.startsWith('pgaudit.') || bare.includes('audit')) &&
    !safe
  ) {
    found.change(
      'audit_tampering',
      'critical',
      `${why}, which decides what is recorded`,
      'config_change',
    );
  } else if (recovery.has(bare) && !safe && (lasting || bare !== 'synchronous_commit')) {
    found.change('irreversible', 'high', `${why}, on which recovery depends`, 'config_change');
  } else if (checks.has(bare) && !safe) {
    found.change('access_change', 'high', `${why}, which switches a protection`, 'config_change');
  } else if (lasting) {
    found.change('settings_change', 'high', `${why} for everyone`, 'config_change');
  }
}
