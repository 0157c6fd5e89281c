import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const cursor: CatalogueFile = {
  id: 'cursor',
  servers: [],
  source: 'cursor.com/docs/agent/tools',
  rows: [
    ...runs('shell.exec', 'run_terminal_cmd run_terminal_command', {
      command: 'command',
      explanation: 'description',
    }),
    ...reads(
      'codebase_search grep_search file_search list_dir read_file fetch_rules read_lints diff_history',
    ),
    ...reads('web_search fetch_pull_request', {
      kind: 'web.fetch',
      parts: { search_term: 'description' },
    }),
    ...does('update', 'reversible', 'edit_file search_replace reapply edit_notebook', {
      kind: 'file.edit',
      parts: { code_edit: 'content', instructions: 'description' },
    }),
    ...does('create', 'reversible', 'write', {
      kind: 'file.write',
      parts: { contents: 'content' },
    }),
    ...does('delete', 'irreversible', 'delete_file', { kind: 'file.delete' }),
    ...does('draft', 'reversible', 'todo_write create_diagram update_memory create_plan'),
  ],
};
