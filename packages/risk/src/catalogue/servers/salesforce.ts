import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const salesforce: CatalogueFile = {
  id: 'salesforce',
  servers: ['salesforce', 'sf', 'salesforce_dx', 'salesforce-dx'],
  source: 'npm @salesforce/mcp 0.30.15 README; github.com/tsmztech/mcp-server-salesforce README',
  rows: [
    ...reads(
      'get_username list_all_orgs run_code_analyzer list_code_analyzer_rules query_code_analyzer_results list_devops_center_projects list_devops_center_work_items scan_apex_class_for_antipatterns retrieve_metadata run_apex_test run_agent_test salesforce_search_objects salesforce_describe_object salesforce_query_records salesforce_search_all',
    ),
    ...reads('run_soql_query', { kind: 'sql.execute' }),
    ...does(
      'create',
      'reversible',
      'create_scratch_org create_org_snapshot create_devops_center_work_item create_devops_center_pull_request commit_devops_center_work_item checkout_devops_center_work_item',
    ),
    ...does('grant', 'reversible', 'assign_permission_set salesforce_manage_field_permissions', {
      raises: [shared.grants],
    }),
    ...does(
      'deploy',
      'externally_reversible',
      'deploy_metadata promote_devops_center_work_item salesforce_write_apex salesforce_write_apex_trigger',
      { raises: [shared.deploys] },
    ),
    ...does('delete', 'irreversible', 'delete_org', { raises: [shared.erases] }),
    ...does('update', 'reversible', 'salesforce_manage_object salesforce_manage_field', {
      raises: [shared.alters],
    }),
    ...does('update', 'reversible', 'salesforce_dml_records', {
      parts: { operation: 'operation' },
    }),
    ...does('control', 'irreversible', 'salesforce_execute_anonymous', {
      kind: 'code.execute',
      raises: [['unknown_code', 'high', 'runs Apex, which has no grammar here']],
    }),
    ...does('control', 'reversible', 'open_org resume_tool_operation'),
  ],
};
