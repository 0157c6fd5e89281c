import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const codex: CatalogueFile = {
  id: 'codex',
  servers: [],
  source: 'github.com/openai/codex, codex-rs/core tool handlers',
  rows: [
    ...runs('shell.exec', 'shell local_shell exec_command unified_exec container.exec', {
      cmd: 'command',
      command: 'command',
      justification: 'description',
    }),
    ...runs('shell.exec', 'shell_command write_stdin', { command: 'command', chars: 'command' }),
    ...does('update', 'reversible', 'apply_patch', {
      kind: 'file.edit',
      parts: { input: 'content' },
    }),
    ...reads('view_image read_file list_dir grep_files list_mcp_resources read_mcp_resource'),
    ...reads('web_search', { kind: 'web.fetch' }),
    ...does('draft', 'reversible', 'update_plan request_user_input'),
    ...does('control', 'reversible', 'spawn_agent send_input', {
      kind: 'task.delegate',
      parts: { message: 'prompt' },
    }),
    ...does('control', 'reversible', 'close_agent wait'),
  ],
};
