import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const elasticsearch: CatalogueFile = {
  id: 'elasticsearch',
  servers: ['elasticsearch', 'elastic', 'opensearch', 'elasticsearch-mcp'],
  source:
    'npm @elastic/mcp-server-elasticsearch 0.3.1; github.com/cr7258/elasticsearch-mcp-server README',
  rows: [
    ...reads(
      'list_indices get_mappings search get_shards esql get_index get_document search_documents get_cluster_health get_cluster_stats list_aliases get_alias',
    ),
    ...does('create', 'reversible', 'create_index index_document put_alias create_data_stream'),
    ...does('delete', 'irreversible', 'delete_document'),
    ...does('delete', 'irreversible', 'delete_by_query', {
      parts: { body: 'filter' },
      raises: [['bulk_records', 'high', 'deletes every document that a query finds']],
    }),
    ...does('delete', 'irreversible', 'delete_index delete_data_stream', {
      raises: [shared.erases],
    }),
    ...does('delete', 'reversible', 'delete_alias'),
    ...runs('http.request', 'general_api_request', { method: 'method', path: 'url', body: 'body' }),
  ],
};
