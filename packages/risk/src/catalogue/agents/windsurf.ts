import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const windsurf: CatalogueFile = {
  id: 'windsurf',
  servers: [],
  source: 'docs.windsurf.com/windsurf/cascade',
  rows: [
    ...runs('shell.exec', 'run_command', { CommandLine: 'command', command_line: 'command' }),
    ...reads(
      'view_file view_line_range view_file_outline view_code_item list_dir grep_search find_by_name',
    ),
    ...reads(
      'codebase_search search_in_file command_status browser_preview trajectory_search read_deployment_config',
    ),
    ...reads('read_url_content search_web view_content_chunk', { kind: 'web.fetch' }),
    ...does('create', 'reversible', 'write_to_file', {
      kind: 'file.write',
      parts: { CodeContent: 'content' },
    }),
    ...does('update', 'reversible', 'replace_file_content edit_file edit_notebook', {
      kind: 'file.edit',
      parts: { CodeEdit: 'content', ReplacementContent: 'content' },
    }),
    ...does('draft', 'reversible', 'create_memory update_plan suggested_responses'),
    ...does('deploy', 'externally_reversible', 'deploy_web_app', { raises: [shared.deploys] }),
  ],
};
