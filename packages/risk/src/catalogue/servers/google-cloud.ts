import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const googleCloud: CatalogueFile = {
  id: 'google-cloud',
  servers: [
    'gcloud',
    'gcp',
    'google-cloud',
    'cloud-run',
    'cloudrun',
    'gke',
    'gcloud-mcp',
    'firebase',
  ],
  source:
    'npm @google-cloud/gcloud-mcp 0.5.3; github.com/GoogleCloudPlatform/cloud-run-mcp README; firebase.google.com/docs/cli/mcp-server',
  rows: [
    ...runs('shell.exec', 'run_gcloud_command', { args: 'argv' }),
    ...reads(
      'list_services get_service get_service_log list_projects list_clusters get_cluster get_recommendations query_logs giq_generate_manifest firebase_get_project firebase_list_apps firebase_get_sdk_config firebase_get_security_rules firestore_get_documents firestore_list_collections',
    ),
    ...does(
      'deploy',
      'externally_reversible',
      'deploy_file_contents deploy_local_folder deploy_container_image deploy_local_files firebase_deploy',
      { raises: [shared.deploys] },
    ),
    ...does(
      'create',
      'externally_reversible',
      'create_project create_cluster firebase_create_project',
      { raises: [shared.deploys] },
    ),
    ...does('update', 'reversible', 'update_cluster firebase_init', { raises: [shared.deploys] }),
    ...does('send', 'irreversible', 'messaging_send_message'),
    ...does('delete', 'irreversible', 'firestore_delete_document'),
    ...does('update', 'reversible', 'auth_update_user auth_set_sms_region_policy', {
      raises: [shared.grants],
    }),
  ],
};
