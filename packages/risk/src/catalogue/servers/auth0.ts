import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const auth0: CatalogueFile = {
  id: 'auth0',
  servers: ['auth0', 'okta', 'clerk', 'workos'],
  source: 'npm @auth0/auth0-mcp-server 0.1.0-beta.19',
  rows: [
    ...reads(
      'auth0_list_applications auth0_get_application auth0_list_resource_servers auth0_get_resource_server auth0_list_actions auth0_get_action auth0_list_logs auth0_get_log auth0_list_forms auth0_get_form auth0_get_quickstart_guide auth0_onboarding',
    ),
    ...does(
      'create',
      'reversible',
      'auth0_create_form auth0_update_form auth0_create_action auth0_update_action',
    ),
    ...does(
      'grant',
      'reversible',
      'auth0_create_application auth0_update_application auth0_create_resource_server auth0_update_resource_server auth0_create_application_grant',
      { raises: [shared.grants] },
    ),
    ...does('deploy', 'externally_reversible', 'auth0_deploy_action', { raises: [shared.deploys] }),
    ...does('export', 'irreversible', 'auth0_save_credentials_to_file', {
      raises: [shared.showsKey],
    }),
  ],
};
