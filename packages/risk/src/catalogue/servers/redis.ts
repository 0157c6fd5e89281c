import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const redis: CatalogueFile = {
  id: 'redis',
  servers: ['redis', 'redis-mcp', 'upstash', 'valkey'],
  source: 'npm @modelcontextprotocol/server-redis 2025.4.25; github.com/redis/mcp-redis README',
  rows: [
    ...reads(
      'get list hget hgetall hexists smembers lrange llen zrange xrange type dbsize info client_list scan_keys scan_all_keys json_get get_indexes get_index_info vector_search_hash get_vector_from_hash',
    ),
    ...does(
      'create',
      'irreversible',
      'set hset sadd lpush rpush zadd xadd json_set set_vector_in_hash',
      { parts: { value: 'content' } },
    ),
    ...does(
      'update',
      'reversible',
      'expire rename publish subscribe unsubscribe create_vector_index_hash',
    ),
    ...does('delete', 'irreversible', 'delete hdel srem lpop rpop zrem xdel json_del', {
      parts: { key: 'id' },
    }),
    ...does('delete', 'irreversible', 'flushdb flushall', { raises: [shared.erases] }),
  ],
};
