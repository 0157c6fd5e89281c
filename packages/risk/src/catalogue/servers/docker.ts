import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const docker: CatalogueFile = {
  id: 'docker',
  servers: ['docker', 'mcp-server-docker', 'docker-mcp', 'podman'],
  source: 'github.com/ckreiling/mcp-server-docker README; npm mcp-server-docker 1.0.0',
  rows: [
    ...reads(
      'list_containers fetch_container_logs list_images list_networks list_volumes get_container container_stats',
    ),
    ...runs('shell.exec', 'run_command exec_container', { command: 'command' }),
    ...does(
      'create',
      'reversible',
      'create_container run_container recreate_container build_image pull_image create_network create_volume',
      { parts: { command: 'command' } },
    ),
    ...does('create', 'externally_reversible', 'push_image', { raises: [shared.deploys] }),
    ...does('control', 'reversible', 'start_container stop_container'),
    ...does('delete', 'reversible', 'remove_container remove_image remove_network'),
    ...does('delete', 'irreversible', 'remove_volume', { raises: [shared.erases] }),
  ],
};
