import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const automation: CatalogueFile = {
  id: 'automation',
  servers: ['n8n', 'n8n-mcp', 'zapier', 'make', 'pipedream', 'ifttt'],
  source: 'npm n8n-mcp 2.87.0; docs.zapier.com/mcp',
  rows: [
    ...reads(
      'search_nodes get_node get_template search_templates validate_node validate_workflow tools_documentation n8n_get_workflow n8n_list_workflows n8n_validate_workflow n8n_health_check n8n_executions n8n_audit_instance n8n_list_catalog n8n_workflow_versions n8n_diagnostic n8n_explore_node_resources',
    ),
    ...does('create', 'reversible', 'n8n_create_workflow n8n_deploy_template', {
      raises: [shared.schedules],
    }),
    ...does(
      'update',
      'reversible',
      'n8n_update_full_workflow n8n_update_partial_workflow n8n_autofix_workflow',
      { raises: [shared.schedules] },
    ),
    ...does('control', 'irreversible', 'n8n_test_workflow n8n_trigger_webhook_workflow', {
      raises: [['unknown_effect', 'medium', 'the workflow decides what happens']],
    }),
    ...does('delete', 'irreversible', 'n8n_delete_workflow', { raises: [shared.erases] }),
    ...does('grant', 'irreversible', 'n8n_manage_credentials', { raises: [shared.makesKey] }),
    ...does('update', 'reversible', 'n8n_manage_datatable n8n_manage_folders n8n_manage_agents'),
    ...does('control', 'irreversible', 'add_tools edit_tools', {
      raises: [['own_rights', 'high', 'gives the agent more tools']],
    }),
    ...does('send', 'irreversible', 'gmail_send_email slack_send_channel_message', {
      parts: { to: 'to', channel: 'to' },
    }),
  ],
};
