import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const computerUse: CatalogueFile = {
  id: 'computer-use',
  servers: ['computer_use', 'computer', 'computer-use'],
  source: 'platform.claude.com computer use tool; platform.openai.com computer_use_preview',
  rows: [
    ...runs('shell.exec', 'bash bash_20250124 bash_20241022', { command: 'command' }),
    ...runs('code.execute', 'code_execution code_interpreter python', {
      code: 'code',
      input: 'code',
    }),
    ...does(
      'create',
      'externally_reversible',
      'computer computer_20250124 computer_20241022 computer_use_preview',
      {
        kind: 'screen.act',
        parts: { action: 'operation', text: 'content' },
      },
    ),
    ...does(
      'update',
      'reversible',
      'str_replace_based_edit_tool str_replace_editor text_editor_20250728',
      {
        kind: 'file.edit',
        parts: {
          command: 'operation',
          file_text: 'content',
          new_str: 'content',
          insert_text: 'content',
        },
      },
    ),
    ...does(
      'create',
      'externally_reversible',
      'left_click double_click right_click type key drag click keypress',
      {
        kind: 'screen.act',
      },
    ),
    ...reads('screenshot cursor_position mouse_move scroll wait zoom hold_key', {
      kind: 'screen.act',
    }),
    ...reads('web_search web_fetch file_search', { kind: 'web.fetch' }),
  ],
};
