import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const geminiCli: CatalogueFile = {
  id: 'gemini-cli',
  servers: [],
  source: 'npm @google/gemini-cli-core 0.61.0, tool declarations',
  rows: [
    ...runs('shell.exec', 'run_shell_command', { command: 'command', description: 'description' }),
    ...reads('read_file read_many_files list_directory glob grep_search search_file_content'),
    ...reads('google_web_search web_fetch', {
      kind: 'web.fetch',
      parts: { prompt: 'description' },
    }),
    ...reads(
      'ask_user get_internal_docs cli_help list_mcp_resources read_mcp_resource codebase_investigator',
    ),
    ...reads('tracker_get_task tracker_list_tasks tracker_visualize activate_skill'),
    ...does(
      'draft',
      'reversible',
      'write_todos enter_plan_mode exit_plan_mode update_topic complete_task',
    ),
    ...does(
      'draft',
      'reversible',
      'tracker_create_task tracker_update_task tracker_add_dependency',
    ),
    ...does('draft', 'reversible', 'save_memory'),
    ...does('create', 'reversible', 'write_file', { kind: 'file.write' }),
    ...does('update', 'reversible', 'replace edit', {
      kind: 'file.edit',
      parts: { instruction: 'description' },
    }),
    ...does('control', 'reversible', 'invoke_agent', {
      kind: 'task.delegate',
      parts: { prompt: 'prompt' },
    }),
  ],
};
