import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const azure: CatalogueFile = {
  id: 'azure',
  servers: ['azure', 'azure-mcp', 'azmcp', 'azure_mcp_server'],
  source: 'npm @azure/mcp README; learn.microsoft.com/azure/developer/azure-mcp-server/tools',
  rows: [
    ...runs('shell.exec', 'extension_az extension_azd extension_azqr azmcp_extension_az', {
      command: 'command',
    }),
    ...reads(
      'subscription_list group_list storage_account_get storage_blob_get storage_blob_container_get cosmos_list monitor_workspace_log_query monitor_metrics_query aks_cluster_get appconfig_kv_get role_assignment_list resourcehealth_availability-status_list kusto_query advisor_recommendation_list azmcp_subscription_list azmcp_group_list',
    ),
    ...does('read', 'read_only', 'keyvault_secret_get keyvault_key_get azmcp_keyvault_secret_get', {
      raises: [shared.showsKey],
    }),
    ...does(
      'create',
      'reversible',
      'storage_account_create storage_blob_container_create storage_blob_upload',
      { raises: [shared.deploys] },
    ),
    ...does(
      'create',
      'reversible',
      'keyvault_secret_create keyvault_certificate_create keyvault_key_create',
      { raises: [shared.makesKey] },
    ),
    ...does(
      'update',
      'reversible',
      'appconfig_kv_set appconfig_kv_lock_set appservice_database_add sql_server_firewall-rule_create',
      { raises: [shared.opensShop] },
    ),
    ...does('delete', 'irreversible', 'appconfig_kv_delete sql_db_delete sql_server_delete', {
      raises: [shared.erases],
    }),
    ...does('deploy', 'externally_reversible', 'deploy_app sql_db_create sql_db_update', {
      raises: [shared.deploys],
    }),
  ],
};
