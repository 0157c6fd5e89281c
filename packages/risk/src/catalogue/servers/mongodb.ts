import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const mongodb: CatalogueFile = {
  id: 'mongodb',
  servers: ['mongodb', 'mongo', 'mongodb-mcp-server'],
  source: 'npm mongodb-mcp-server 3.0.4 README',
  rows: [
    ...reads(
      'find count aggregate-db collection-indexes collection-schema collection-storage-size db-stats explain list-collections list-databases list-connections mongodb-logs connect disconnect search-knowledge list-knowledge-sources atlas-list-orgs atlas-list-projects atlas-list-clusters atlas-inspect-cluster atlas-inspect-access-list atlas-list-db-users atlas-list-alerts atlas-get-performance-advisor atlas-get-regions atlas-connect-cluster atlas-streams-discover',
    ),
    ...reads('aggregate'),
    ...does(
      'create',
      'reversible',
      'insert-many create-collection create-index atlas-create-project atlas-load-sample-dataset atlas-local-create-deployment',
    ),
    ...does('update', 'irreversible', 'update-many', { parts: { filter: 'filter' } }),
    ...does('update', 'reversible', 'rename-collection', { raises: [shared.alters] }),
    ...does('delete', 'irreversible', 'delete-many', { parts: { filter: 'filter' } }),
    ...does(
      'delete',
      'irreversible',
      'drop-collection drop-database drop-index atlas-local-delete-deployment atlas-streams-teardown',
      { raises: [shared.erases] },
    ),
    ...does('export', 'irreversible', 'export'),
    ...does('grant', 'reversible', 'atlas-create-access-list', { raises: [shared.grants] }),
    ...does('grant', 'reversible', 'atlas-create-db-user', { raises: [shared.makesKey] }),
    ...does(
      'create',
      'externally_reversible',
      'atlas-create-cluster atlas-upgrade-cluster atlas-streams-build',
      { raises: [shared.deploys] },
    ),
    ...does('create', 'reversible', 'atlas-create-free-cluster'),
    ...does('control', 'reversible', 'atlas-pause-resume-cluster atlas-streams-manage', {
      raises: [shared.deploys],
    }),
  ],
};
