import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const cline: CatalogueFile = {
  id: 'cline',
  servers: [],
  source: 'docs.cline.bot/exploring-clines-tools; docs.roocode.com/advanced-usage/available-tools',
  rows: [
    ...runs('shell.exec', 'execute_command', { command: 'command' }),
    ...reads(
      'read_file search_files list_files list_code_definition_names codebase_search load_mcp_documentation',
    ),
    ...reads('ask_followup_question access_mcp_resource fetch_instructions web_fetch web_search'),
    ...does(
      'draft',
      'reversible',
      'plan_mode_respond attempt_completion switch_mode update_todo_list condense',
    ),
    ...does('create', 'reversible', 'write_to_file', { kind: 'file.write' }),
    ...does(
      'update',
      'reversible',
      'replace_in_file apply_diff insert_content search_and_replace',
      {
        kind: 'file.edit',
        parts: { diff: 'content' },
      },
    ),
    ...does('create', 'externally_reversible', 'browser_action', {
      kind: 'screen.act',
      parts: { action: 'operation' },
    }),
    ...does('control', 'reversible', 'use_mcp_tool', { kind: 'batch.run' }),
    ...does('control', 'reversible', 'new_task', {
      kind: 'task.delegate',
      parts: { message: 'prompt', context: 'prompt' },
    }),
  ],
};
