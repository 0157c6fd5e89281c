import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const cloudflare: CatalogueFile = {
  id: 'cloudflare',
  servers: ['cloudflare', 'cloudflare-bindings', 'cloudflare-workers', 'cf'],
  source:
    'npm @cloudflare/mcp-server-cloudflare 0.2.0; github.com/cloudflare/mcp-server-cloudflare README',
  rows: [
    ...reads(
      'worker_list worker_get kv_get kv_list get_kvs r2_list_buckets r2_list_objects r2_get_object d1_list_databases queue_list queue_get cron_list route_list zones_list zones_get domain_list secret_list env_var_list analytics_get workers_analytics_search version_list version_get workers_list workers_get_worker workers_get_worker_code accounts_list search_cloudflare_documentation do_list_objects workflow_list',
    ),
    ...runs('sql.execute', 'd1_query d1_database_query', { query: 'sql', sql: 'sql' }),
    ...does(
      'deploy',
      'externally_reversible',
      'worker_deploy worker_put version_rollback route_create route_update workflow_create workflow_update template_create_worker',
      { raises: [shared.deploys] },
    ),
    ...does('create', 'irreversible', 'kv_put r2_put_object queue_send_message'),
    ...does(
      'create',
      'reversible',
      'r2_create_bucket d1_create_database queue_create kv_namespace_create r2_bucket_create d1_database_create do_create_namespace',
    ),
    ...does(
      'delete',
      'irreversible',
      'kv_delete r2_delete_object queue_delete_message do_delete_object',
    ),
    ...does(
      'delete',
      'irreversible',
      'worker_delete r2_delete_bucket d1_delete_database queue_delete kv_namespace_delete r2_bucket_delete d1_database_delete route_delete do_delete_namespace workflow_delete secret_delete env_var_delete',
      { raises: [shared.erases] },
    ),
    ...does(
      'update',
      'reversible',
      'env_var_set env_var_bulk_set secret_put wrangler_config_update',
      { raises: [shared.opensShop] },
    ),
    ...does('create', 'reversible', 'cron_create cron_update', { raises: [shared.schedules] }),
    ...does('delete', 'reversible', 'cron_delete'),
    ...does('update', 'reversible', 'wfp_add_custom_domain wfp_remove_custom_domain', {
      raises: [shared.deploys],
    }),
    ...does('control', 'externally_reversible', 'workflow_execute queue_send_batch'),
  ],
};
