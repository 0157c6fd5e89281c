import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const copilotCli: CatalogueFile = {
  id: 'copilot-cli',
  servers: [],
  source: 'docs.github.com/copilot/concepts/agents/about-copilot-cli; npm @github/copilot README',
  rows: [
    ...runs('shell.exec', 'bash powershell write_bash write_powershell run_in_terminal', {
      command: 'command',
      input: 'command',
      explanation: 'description',
    }),
    ...reads(
      'view read_bash list_bash read_powershell grep glob rg show_file fetch_copilot_cli_documentation',
    ),
    ...reads('web_fetch web_search', { kind: 'web.fetch' }),
    ...reads(
      'get_errors semantic_search file_search grep_search list_code_usages get_terminal_output',
    ),
    ...does('create', 'reversible', 'create create_file', { kind: 'file.write' }),
    ...does(
      'update',
      'reversible',
      'str_replace_editor insert_edit_into_file replace_string_in_file',
      {
        kind: 'file.edit',
        parts: { file_text: 'content', explanation: 'description' },
      },
    ),
    ...does('draft', 'reversible', 'report_intent update_todo manage_todo_list ask_user'),
    ...does('control', 'reversible', 'task runSubagent', {
      kind: 'task.delegate',
      parts: { prompt: 'prompt' },
    }),
    ...does('control', 'reversible', 'stop_bash stop_powershell'),
  ],
};
