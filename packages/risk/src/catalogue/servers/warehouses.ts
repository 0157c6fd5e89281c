import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const warehouses: CatalogueFile = {
  id: 'warehouses',
  servers: ['snowflake', 'bigquery', 'databricks', 'toolbox', 'dbt', 'redshift'],
  source:
    'github.com/Snowflake-Labs/mcp README; cloud.google.com/bigquery/docs/use-bigquery-mcp; docs.databricks.com generative-ai mcp managed-mcp',
  rows: [
    ...runs(
      'sql.execute',
      'execute_sql run_snowflake_query query_manager read_query write_query execute_sql_statement',
      { sql: 'sql', query: 'sql', statement: 'sql' },
    ),
    ...reads(
      'list_objects describe_object list_dataset_ids get_dataset_info list_table_ids get_table_info list_catalogs list_schemas list_tables describe_table list_warehouses search_catalog ask_data_insights conversational_analytics',
    ),
    ...reads(
      'list_semantic_views describe_semantic_view query_semantic_view cortex_search cortex_analyst cortex_agent forecast',
    ),
    ...runs('sql.execute', 'create_table', { query: 'sql' }),
    ...does('create', 'reversible', 'create_object create_or_alter_object append_insight'),
    ...does('delete', 'irreversible', 'drop_object drop_table', { raises: [shared.erases] }),
    ...does('control', 'externally_reversible', 'run_job trigger_job_run run_dbt_build', {
      raises: [shared.deploys],
    }),
  ],
};
