import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const flags: CatalogueFile = {
  id: 'flags',
  servers: ['launchdarkly', 'ld', 'statsig', 'unleash', 'circleci'],
  source: 'npm @launchdarkly/mcp-server 0.6.2, @circleci/mcp-server-circleci 0.20.0',
  rows: [
    ...reads(
      'list-feature-flags get-feature-flag get-flag-status-across-environments get-environments get-code-references get-audit-log-entries list-ai-configs get-ai-config get_build_failure_logs find_flaky_tests get_latest_pipeline_status get_job_test_results list_followed_projects list_artifacts config_helper list_component_versions',
    ),
    ...does(
      'create',
      'reversible',
      'create-feature-flag create-ai-config create-ai-config-variation',
    ),
    ...does(
      'update',
      'reversible',
      'update-feature-flag update-ai-config update-ai-config-targeting update-ai-config-variation',
      { raises: [shared.opensShop] },
    ),
    ...does(
      'delete',
      'irreversible',
      'delete-feature-flag delete-ai-config delete-ai-config-variation',
      { raises: [shared.erases] },
    ),
    ...does('control', 'externally_reversible', 'run_pipeline rerun_workflow'),
    ...does('deploy', 'externally_reversible', 'run_rollback_pipeline', {
      raises: [shared.deploys],
    }),
  ],
};
