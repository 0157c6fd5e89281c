import { type CatalogueFile, does, reads } from '../catalogue-file.ts';

export const sentry: CatalogueFile = {
  id: 'sentry',
  servers: ['sentry', 'sentry-mcp'],
  source: 'npm @sentry/mcp-server 0.36.0',
  rows: [
    ...reads(
      'whoami find_organizations find_teams find_projects find_releases find_dsns get_issue_details get_issue_activity get_issue_tag_values get_event_attachment get_trace_details get_replay_details get_profile get_release_details search_events search_issues search_issue_events search_docs get_doc analyze_issue_with_seer get_sentry_resource',
    ),
    ...does('update', 'reversible', 'update_issue add_issue_note'),
    ...does('create', 'reversible', 'create_project create_team'),
    ...does('update', 'reversible', 'update_project'),
    ...does('grant', 'reversible', 'create_dsn'),
    ...does('control', 'reversible', 'use_sentry', {
      kind: 'task.delegate',
      parts: { request: 'prompt' },
    }),
  ],
};
