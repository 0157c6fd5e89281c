import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const supabase: CatalogueFile = {
  id: 'supabase',
  servers: ['supabase', 'mcp-server-supabase'],
  source: 'npm @supabase/mcp-server-supabase 0.13.0',
  rows: [
    ...runs('sql.execute', 'execute_sql', { query: 'sql' }),
    ...does('update', 'irreversible', 'apply_migration', {
      kind: 'sql.execute',
      parts: { query: 'sql' },
      raises: [shared.alters],
    }),
    ...reads(
      'list_organizations get_organization list_projects get_project get_cost list_branches list_tables list_extensions list_migrations list_edge_functions get_edge_function get_logs get_advisors get_project_url search_docs generate_typescript_types list_storage_buckets get_storage_config get_publishable_keys get_anon_key confirm_cost',
    ),
    ...does('create', 'externally_reversible', 'create_project', { raises: [shared.deploys] }),
    ...does('create', 'reversible', 'create_branch rebase_branch'),
    ...does('deploy', 'externally_reversible', 'deploy_edge_function merge_branch', {
      raises: [shared.deploys],
    }),
    ...does('delete', 'irreversible', 'delete_branch reset_branch', { raises: [shared.erases] }),
    ...does('control', 'reversible', 'pause_project restore_project', { raises: [shared.deploys] }),
    ...does('update', 'reversible', 'update_storage_config create_edge_function_secret', {
      raises: [shared.opensShop],
    }),
  ],
};
