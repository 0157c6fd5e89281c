import { type CatalogueFile, does, reads, runs } from '../catalogue-file.ts';

export const desktopCommander: CatalogueFile = {
  id: 'desktop-commander',
  servers: ['desktop-commander', 'desktop_commander', 'desktopcommander'],
  source: 'npm @wonderwhy-er/desktop-commander 0.2.52',
  rows: [
    ...runs('shell.exec', 'start_process execute_command', { command: 'command' }),
    ...runs('shell.exec', 'interact_with_process', { input: 'command' }),
    ...reads(
      'read_file read_multiple_files list_directory get_file_info start_search get_more_search_results stop_search list_searches read_process_output list_sessions list_processes get_config get_usage_stats get_recent_tool_calls get_prompts',
    ),
    ...does('create', 'reversible', 'write_file create_directory write_pdf', {
      kind: 'file.write',
    }),
    ...does('update', 'reversible', 'edit_block move_file', {
      kind: 'file.edit',
      parts: { new_string: 'content' },
    }),
    ...does('control', 'reversible', 'force_terminate'),
    ...does('control', 'irreversible', 'kill_process', {
      raises: [['destructive_command', 'high', 'ends a process of the machine']],
    }),
    ...does('update', 'reversible', 'set_config_value', {
      raises: [['own_rights', 'high', 'changes what the tool itself may run']],
    }),
  ],
};
