import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const aider: CatalogueFile = {
  id: 'aider',
  servers: ['aider', 'openhands', 'swe_agent', 'goose', 'developer'],
  source: null,
  rows: [
    ...runs('shell.exec', 'execute_bash bash_command shell run cmd_run terminal', {
      command: 'command',
      cmd: 'command',
    }),
    ...runs('code.execute', 'execute_ipython_cell ipython run_ipython', { code: 'code' }),
    ...does('update', 'reversible', 'text_editor str_replace_editor edit_file whole_file udiff', {
      kind: 'file.edit',
      parts: { new_str: 'content', updated: 'content' },
    }),
    ...reads(
      'think open_file search_dir search_file find_file scroll_down scroll_up goto view repo_map',
    ),
    ...does('draft', 'reversible', 'finish submit message request_condensation'),
    ...does('control', 'reversible', 'delegate delegate_to_agent', {
      kind: 'task.delegate',
      parts: { task: 'prompt', inputs: 'prompt' },
    }),
    ...does('create', 'externally_reversible', 'browse browse_interactive', {
      kind: 'screen.act',
      parts: { browser_actions: 'code' },
    }),
  ],
};
