/** As in `agents.rows.ts`, for databases and streams. */
export const databaseRows: Readonly<Record<string, string>> = {
  postgres: `
. query sql="SELECT id, name FROM users WHERE id = 4"
. query sql="SELECT count(*) FROM orders" @production
! query sql="DELETE FROM users"
! query sql="DROP TABLE users"
! query sql="UPDATE users SET plan = 'free'"
! query sql="TRUNCATE orders"
! query sql="UPDATE users SET plan = 'pro' WHERE id = 4" @production
. query sql="EXPLAIN SELECT * FROM users"
! query sql="EXPLAIN ANALYZE DELETE FROM users"
! execute_sql sql="GRANT ALL ON users TO public"
. execute_sql sql="SELECT 1"
! pg_execute_mutation query="DELETE FROM users WHERE true"
. list_schemas list_objects analyze_db_health get_top_queries
. explain_query sql="SELECT * FROM users"
. get_object_details schema_name=public object_name=users
! pg_manage_schema operation=create_table tableName=t
! pg_manage_triggers operation=drop triggerName=t
! pg_export_table_data tableName=users outputPath=/tmp/u.json
`,
  sqlite: `
. read_query query="SELECT * FROM notes LIMIT 5"
! write_query query="DELETE FROM notes"
! write_query query="UPDATE notes SET done = 1"
. write_query query="UPDATE notes SET done = 1 WHERE id = 4"
. write_query query="INSERT INTO notes (text) VALUES ('x')"
! write_query query="DROP TABLE notes"
! read_query query="DROP TABLE notes"
. list_tables table=notes
. describe_table table_name=notes
. append_insight insight="people delete notes"
. mysql/mysql_query sql="SELECT 1"
. mysql/mysql_query sql="SHOW TABLES"
! mysql/mysql_query sql="TRUNCATE TABLE orders"
! mysql/mysql_query sql="DELETE FROM orders WHERE 1=1"
! mysql/mysql_query sql="UPDATE orders SET paid = 1 WHERE id = 4" @production
. clickhouse/run_select_query query="SELECT count() FROM events"
. clickhouse/list_databases clickhouse/show_tables
! clickhouse/run_query query="DROP TABLE events"
! duckdb/run_query query="DELETE FROM a"
. duckdb/run_query query="SELECT 42"
`,
  mongodb: `
. find database=shop collection=orders filter={"_id":4} limit=10
. count database=shop collection=orders
. list-collections database=shop
. list-databases db-stats list-connections atlas-list-clusters atlas-list-projects
. collection-schema database=shop collection=orders
. collection-indexes database=shop collection=orders
. explain database=shop collection=orders
. insert-many database=shop collection=notes documents=[{"a":1}]
! delete-many database=shop collection=orders filter={}
! update-many database=shop collection=orders filter={} update={"$set":{"paid":true}}
! drop-collection database=shop collection=orders
! drop-database database=shop
! drop-index database=shop collection=orders indexName=a_1
! atlas-create-access-list projectId=p ipAddresses=["0.0.0.0/0"]
! atlas-create-db-user projectId=p username=app roles=[{"roleName":"readWriteAnyDatabase"}]
! atlas-create-cluster projectId=p name=c
! atlas-pause-resume-cluster projectId=p clusterName=c action=pause
. atlas-inspect-cluster projectId=p clusterName=c
`,
  redis: `
. get key=user:4
. list pattern=user:*
. hgetall name=user:4
. smembers name=tags
. lrange name=queue start=0 stop=10
. dbsize info client_list
. scan_keys pattern=session:*
. type key=user:4
. set key=cache:a value=1 expire_seconds=60
. hset name=user:4 key=plan value=pro
. sadd name=tags member=x
. lpush name=queue value=x
~ expire name=cache:a expire_seconds=60
! delete key=cache:a
! hdel name=user:4 key=plan
! flushdb db=0
! flushall db=0
. json_get name=doc path=$
. zrange key=scores start=0 end=3
. vector_search_hash query_vector=[1,2] index_name=i
`,
  supabase: `
. execute_sql project_id=p query="select id from users limit 5"
! execute_sql project_id=p query="delete from users"
! execute_sql project_id=p query="drop table users"
! apply_migration project_id=p name=add query="alter table users add column a int"
. list_tables project_id=p schemas=["public"]
. list_projects list_organizations search_docs list_migrations list_extensions
. get_logs project_id=p service=api
. get_advisors project_id=p type=security
. generate_typescript_types project_id=p
. get_project id=p
. create_branch project_id=p name=dev confirm_cost_id=c
! deploy_edge_function project_id=p name=hook files=[{"name":"index.ts","content":"x"}]
! merge_branch branch_id=b
! delete_branch branch_id=b
! reset_branch branch_id=b
! pause_project project_id=p
! create_project name=x organization_id=o confirm_cost_id=c
`,
  neon: `
. run_sql projectId=p sql="SELECT 1"
! run_sql projectId=p sql="DROP TABLE users"
! run_sql projectId=p sql="DELETE FROM users"
. run_sql projectId=p sql="SELECT count(*) FROM users"
! run_sql_transaction projectId=p sqlStatements=["BEGIN","DELETE FROM users","COMMIT"]
. run_sql_transaction projectId=p sqlStatements=["SELECT 1","SELECT 2"]
. list_projects limit=10
. describe_project projectId=p
. describe_branch projectId=p branchId=b
. get_database_tables projectId=p
. describe_table_schema projectId=p tableName=users
. list_slow_queries projectId=p
. explain_sql_statement projectId=p sql="SELECT * FROM users"
! get_connection_string projectId=p
. create_branch projectId=p branchName=dev
. create_project name=demo
! complete_database_migration migrationId=m
! delete_project projectId=p
! delete_branch projectId=p branchId=b
! provision_neon_auth projectId=p
. list_organizations search=acme
`,
  elasticsearch: `
. list_indices indexPattern=logs-*
. get_mappings index=logs
. search index=logs queryBody={"query":{"match":{"message":"delete"}}}
. get_shards index=logs
. esql query="FROM logs | LIMIT 10"
. get_cluster_health get_cluster_stats list_aliases
. get_document index=logs id=4
. search_documents index=logs body={"query":{"match_all":{}}}
. index_document index=notes id=4 document={"a":1}
. create_index index=notes
. put_alias index=notes name=n body={}
! delete_document index=notes id=4
! delete_by_query index=notes body={"query":{"match_all":{}}}
! delete_index index=logs
! delete_data_stream name=logs
~ delete_alias index=notes name=n
. general_api_request method=GET path=/_cat/indices
! general_api_request method=DELETE path=/logs-2025
! opensearch/delete_index index=orders
`,
  warehouses: `
. run_snowflake_query statement="SELECT 1"
! run_snowflake_query statement="DROP TABLE orders"
! run_snowflake_query statement="DELETE FROM orders"
. list_objects object_type=table
. describe_object object_type=table target_object=orders
! drop_object object_type=table target_object=orders
. create_object object_type=schema target_object=scratch
. cortex_search query="refund policy"
. cortex_analyst query="revenue by month"
. bigquery/execute_sql sql="SELECT count(*) FROM sales.orders"
! bigquery/execute_sql sql="DELETE FROM sales.orders WHERE true"
! bigquery/execute_sql sql="DROP TABLE sales.orders"
. bigquery/list_dataset_ids project=p
. bigquery/get_table_info project=p dataset=d table=t
. bigquery/ask_data_insights user_query_with_context="why did sales drop"
. bigquery/forecast history_data=sales timestamp_col=t data_col=v
! databricks/execute_sql_statement statement="TRUNCATE TABLE orders"
. databricks/execute_sql_statement statement="SELECT 1"
. databricks/list_catalogs databricks/list_tables
! databricks/run_job job_id=4
`,
  confluent: `
. list-topics clusterId=c
. list-clusters list-environments list-connectors list-schemas
. consume-messages topicNames=["orders"] maxMessages=5
. get-topic-config topicName=orders
. get-connector-status connectorName=s3
. describe-consumer-group groupId=g
. search-topics-by-name topicName=orders
. produce-message topicName=scratch message="x"
. create-topics topicNames=["scratch"]
! delete-topics topicNames=["orders"]
! delete-connector connectorName=s3
! delete-schema subject=orders-value
! create-connector connectorName=s3 connectorConfig={}
! pause-connector connectorName=s3
! alter-topic-config topicName=orders topicConfigs=[{"name":"retention.ms","value":"1"}]
. add-tags-to-topic tagAssignments=[{"entityName":"orders","typeName":"pii"}]
. remove-tag-from-entity tagName=pii qualifiedName=q
. list-billing-costs startDate=2025-01-01 endDate=2025-02-01
`,
};
