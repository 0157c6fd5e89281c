import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const gitlab: CatalogueFile = {
  id: 'gitlab',
  servers: ['gitlab', 'gitlab-mcp', 'gitlab_mcp'],
  source: 'npm @zereight/mcp-gitlab 2.1.64, tool definitions',
  rows: [
    ...reads(
      'search_repositories get_file_contents get_issue list_issues list_merge_requests get_merge_request get_merge_request_diffs get_branch_diffs list_commits get_commit get_commit_diff get_project list_projects get_pipeline list_pipelines get_pipeline_job_output get_repository_tree get_wiki_page list_labels get_users list_events get_release list_releases list_deployments get_deployment list_environments list_branches get_branch',
    ),
    ...does(
      'create',
      'reversible',
      'create_issue create_issue_note create_note create_merge_request create_merge_request_note create_merge_request_thread create_branch create_draft_note create_label create_milestone create_wiki_page create_issue_link fork_repository create_commit_status',
    ),
    ...does(
      'update',
      'reversible',
      'update_issue update_merge_request update_label edit_milestone update_wiki_page resolve_merge_request_thread',
    ),
    ...does('create', 'reversible', 'create_or_update_file push_files', { kind: 'file.write' }),
    ...does('deploy', 'externally_reversible', 'merge_merge_request', { raises: [shared.merges] }),
    ...does('approve', 'externally_reversible', 'approve_merge_request approve_deployment'),
    ...does(
      'control',
      'externally_reversible',
      'create_pipeline play_pipeline_job retry_pipeline retry_pipeline_job cancel_pipeline cancel_pipeline_job',
    ),
    ...does('deploy', 'externally_reversible', 'create_release create_deployment'),
    ...does(
      'update',
      'reversible',
      'create_project_variable update_project_variable create_group_variable update_group_variable',
      { raises: [shared.opensShop] },
    ),
    ...does(
      'delete',
      'irreversible',
      'delete_project_variable delete_group_variable delete_release delete_pipeline delete_environment delete_deployment delete_tag',
      { raises: [shared.erases] },
    ),
    ...does(
      'delete',
      'reversible',
      'delete_draft_note delete_label delete_issue_link delete_milestone delete_wiki_page',
    ),
    ...does('create', 'reversible', 'create_pipeline_schedule create_pipeline_trigger', {
      raises: [shared.schedules],
    }),
    ...does('grant', 'reversible', 'create_webhook', {
      raises: [['data_leaving', 'high', 'sends events of the project to another address']],
    }),
    ...runs('http.request', 'execute_graphql'),
  ],
};
