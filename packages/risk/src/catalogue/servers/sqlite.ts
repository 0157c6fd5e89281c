import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const sqlite: CatalogueFile = {
  id: 'sqlite',
  servers: [
    'sqlite',
    'sqlite-manager',
    'mysql',
    'mcp_server_mysql',
    'mariadb',
    'duckdb',
    'motherduck',
    'clickhouse',
  ],
  source:
    'npm mcp-server-sqlite-npx 0.8.0, @benborla29/mcp-server-mysql 2.0.9; github.com/ClickHouse/mcp-clickhouse, motherduckdb/mcp-server-motherduck',
  rows: [
    ...runs('sql.execute', 'read_query write_query create_table execute_query', {
      query: 'sql',
      sql: 'sql',
    }),
    ...runs('sql.execute', 'mysql_query run_select_query run_query run_chdb_select_query', {
      sql: 'sql',
      query: 'sql',
    }),
    ...reads('list_tables describe_table list_databases describe-table append_insight show_tables'),
    ...does('create', 'reversible', 'import_csv_to_sqlite'),
  ],
};
