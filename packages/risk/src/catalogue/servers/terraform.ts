import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const terraform: CatalogueFile = {
  id: 'terraform',
  servers: ['terraform', 'terraform-mcp-server', 'hcp-terraform', 'pulumi', 'opentofu'],
  source:
    'npm terraform-mcp-server 0.13.0; developer.hashicorp.com/terraform/mcp-server/reference; github.com/pulumi/mcp-server README',
  rows: [
    ...reads(
      'providerDetails resourceUsage moduleSearch moduleDetails functionDetails providerGuides policySearch policyDetails listOrganizations listWorkspaces workspaceDetails listRuns runDetails listWorkspaceResources privateModuleSearch search_providers get_provider_details search_modules get_module_details list_workspaces get_workspace_details list_runs get_run_details list_terraform_orgs pulumi-cli-preview pulumi-cli-stack-output pulumi-registry-get-resource',
    ),
    ...does('control', 'externally_reversible', 'createRun create_run', {
      parts: { plan_only: 'dry_run' },
      raises: [shared.deploys],
    }),
    ...does('deploy', 'irreversible', 'applyRun action_run pulumi-cli-up pulumi-cli-refresh', {
      raises: [shared.deploys],
    }),
    ...does('control', 'reversible', 'cancelRun lockWorkspace unlockWorkspace'),
    ...does(
      'create',
      'reversible',
      'create_workspace update_workspace attach_variable_set_to_workspaces',
      { raises: [shared.opensShop] },
    ),
    ...does(
      'create',
      'reversible',
      'create_workspace_variable update_workspace_variable create_variable_set',
      { raises: [shared.opensShop] },
    ),
    ...does('delete', 'irreversible', 'delete_workspace_safely delete_variable_in_variable_set', {
      raises: [shared.erases],
    }),
  ],
};
