import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const github: CatalogueFile = {
  id: 'github',
  servers: ['github', 'github-mcp-server', 'github_mcp_server', 'gh'],
  source:
    'npm @modelcontextprotocol/server-github 2025.4.8; github.com/github/github-mcp-server README',
  rows: [
    ...reads(
      'search_code search_issues search_repositories search_users search_pull_requests search_orgs get_file_contents get_commit get_me get_teams get_team_members get_tag get_label get_repository_tree get_latest_release get_release_by_tag list_branches list_commits list_issues list_issue_types list_pull_requests list_tags list_releases list_workflows list_workflow_runs list_workflow_jobs get_workflow_run get_job_logs issue_read pull_request_read list_notifications list_gists get_gist list_discussions get_discussion get_discussion_comments list_code_scanning_alerts get_code_scanning_alert list_dependabot_alerts list_secret_scanning_alerts get_issue get_pull_request get_pull_request_files get_pull_request_comments get_pull_request_reviews get_pull_request_status get_pull_request_diff actions_get actions_list',
    ),
    ...does(
      'create',
      'reversible',
      'create_issue add_issue_comment issue_write sub_issue_write create_branch create_pull_request create_pull_request_review add_comment_to_pending_review pull_request_review_write label_write create_gist fork_repository request_copilot_review star_repository',
    ),
    ...does(
      'update',
      'reversible',
      'update_issue update_pull_request update_pull_request_branch update_gist dismiss_notification mark_all_notifications_read manage_notification_subscription unstar_repository',
    ),
    ...does('create', 'reversible', 'create_or_update_file push_files', {
      kind: 'file.write',
      parts: { content: 'content' },
    }),
    ...does('delete', 'reversible', 'delete_file', { kind: 'file.delete' }),
    ...does('create', 'reversible', 'create_repository'),
    ...does('deploy', 'externally_reversible', 'merge_pull_request', { raises: [shared.merges] }),
    ...does(
      'control',
      'externally_reversible',
      'run_workflow rerun_workflow_run rerun_failed_jobs actions_run_trigger',
    ),
    ...does('control', 'reversible', 'cancel_workflow_run'),
    ...does('delete', 'irreversible', 'delete_workflow_run_logs', { raises: [shared.erases] }),
    ...does('control', 'reversible', 'assign_copilot_to_issue create_pull_request_with_copilot', {
      kind: 'task.delegate',
      parts: { problem_statement: 'prompt', custom_instructions: 'prompt' },
    }),
  ],
};
