import { type CatalogueFile, does, reads } from '../catalogue-file.ts';

export const filesystem: CatalogueFile = {
  id: 'filesystem',
  servers: ['filesystem', 'fs', 'secure-filesystem-server'],
  source: 'npm @modelcontextprotocol/server-filesystem 2026.8.31',
  rows: [
    ...reads(
      'read_file read_text_file read_media_file read_multiple_files list_directory list_directory_with_sizes directory_tree search_files get_file_info list_allowed_directories',
      { kind: 'file.read' },
    ),
    ...does('create', 'reversible', 'write_file create_directory', { kind: 'file.write' }),
    ...does('update', 'reversible', 'edit_file move_file', { kind: 'file.edit' }),
  ],
};
