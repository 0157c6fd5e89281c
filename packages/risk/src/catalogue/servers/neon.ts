import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const neon: CatalogueFile = {
  id: 'neon',
  servers: ['neon', 'mcp-server-neon'],
  source: 'npm @neondatabase/mcp-server-neon 0.3.7',
  rows: [
    ...runs('sql.execute', 'run_sql', { sql: 'sql' }),
    ...runs('sql.execute', 'run_sql_transaction', { sqlStatements: 'sql' }),
    ...reads(
      'list_projects describe_project describe_branch get_database_tables describe_table_schema list_organizations list_slow_queries explain_sql_statement',
    ),
    ...does('read', 'read_only', 'get_connection_string', { raises: [shared.showsKey] }),
    ...does('create', 'reversible', 'create_branch create_project'),
    ...does('simulate', 'reversible', 'prepare_database_migration', {
      parts: { migrationSql: 'description' },
    }),
    ...does('deploy', 'irreversible', 'complete_database_migration', { raises: [shared.alters] }),
    ...does('update', 'reversible', 'provision_neon_auth', { raises: [shared.grants] }),
    ...does('delete', 'irreversible', 'delete_project delete_branch', { raises: [shared.erases] }),
  ],
};
