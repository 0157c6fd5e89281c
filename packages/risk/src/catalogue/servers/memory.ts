import { type CatalogueFile, does, reads } from '../catalogue-file.ts';

export const memory: CatalogueFile = {
  id: 'memory',
  servers: ['memory', 'knowledge-graph', 'qdrant', 'pinecone', 'obsidian', 'basic-memory', 'mem0'],
  source:
    'npm @modelcontextprotocol/server-memory 2026.8.31, obsidian-mcp 1.0.6, @pinecone-database/mcp; github.com/qdrant/mcp-server-qdrant',
  rows: [
    ...reads(
      'read_graph search_nodes open_nodes qdrant-find get_context search-docs list-indexes describe-index describe-index-stats search-records cascading-search rerank-documents',
    ),
    ...reads('read-note search-vault list-available-vaults list-vaults read_notes search_notes'),
    ...does(
      'create',
      'reversible',
      'create_entities create_relations add_observations qdrant-store upsert-records create-note create-directory add-tags',
    ),
    ...does('create', 'reversible', 'create-index-for-model'),
    ...does('update', 'reversible', 'edit-note move-note rename-tag remove-tags'),
    ...does(
      'delete',
      'irreversible',
      'delete_entities delete_observations delete_relations delete-note',
    ),
  ],
};
