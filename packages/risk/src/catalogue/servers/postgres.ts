import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const postgres: CatalogueFile = {
  id: 'postgres',
  servers: ['postgres', 'postgresql', 'pg', 'postgres-mcp', 'crystaldba'],
  source:
    'npm @modelcontextprotocol/server-postgres 0.6.2; github.com/crystaldba/postgres-mcp README',
  rows: [
    ...runs('sql.execute', 'query execute_sql execute_query run_query', {
      sql: 'sql',
      query: 'sql',
    }),
    ...runs('sql.execute', 'pg_execute_query pg_execute_mutation pg_execute_sql', {
      query: 'sql',
      sql: 'sql',
    }),
    ...reads(
      'list_schemas list_objects get_object_details explain_query get_top_queries analyze_workload_indexes analyze_query_indexes analyze_db_health',
    ),
    ...does('update', 'reversible', 'pg_manage_schema pg_manage_indexes pg_manage_triggers', {
      raises: [shared.alters],
    }),
    ...does('export', 'irreversible', 'pg_export_table_data', {
      raises: [['data_leaving', 'high', 'writes a whole table to a file']],
    }),
  ],
};
