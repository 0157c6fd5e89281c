import type { JsonObject } from '@countersign/protocol/json';
import type { Leaf, Survey } from './survey.ts';
import { isList, isObject } from './survey.ts';
import { hasAny } from './words.ts';

/** Stores that have a language of their own, which is neither a shell nor SQL. */
const keyStores: ReadonlySet<string> = new Set([
  'redis',
  'valkey',
  'keydb',
  'memcached',
  'dragonfly',
]);
const documentStores: ReadonlySet<string> = new Set([
  'mongo',
  'mongodb',
  'mongosh',
  'documentdb',
  'cosmos',
]);
const terminals: ReadonlySet<string> = new Set(['shell', 'bash', 'terminal', 'ssh', 'exec_shell']);

/** True if commands and code among the parameters are meant for a store and not for a shell. */
export function isStoreTool(words: readonly string[]): boolean {
  return (hasAny(words, keyStores) || hasAny(words, documentStores)) && !hasAny(words, terminals);
}

const reading: ReadonlySet<string> = new Set(
  `get mget hget hgetall hmget hkeys hvals hlen hexists keys scan hscan sscan zscan ttl pttl exists type strlen getrange llen lrange lindex
  smembers sismember scard srandmember zrange zrangebyscore zrevrange zscore zcard zrank zcount dbsize info ping echo time memory object
  xrange xlen xread xinfo bitcount getbit pfcount geopos geodist slowlog lastsave command client_list config_get cluster_info
  json_get ft_search stats gets`.split(/\s+/),
);
const removing: ReadonlySet<string> = new Set(
  'del unlink hdel srem zrem lrem ltrim xtrim xdel getdel json_del delete expire expireat pexpire spop lpop rpop'.split(
    ' ',
  ),
);
const grouped: ReadonlySet<string> = new Set(
  'config client cluster script acl debug function module memory object xinfo slowlog'.split(' '),
);

/** What changes the server itself: where it writes, whom it obeys, what code it loads. */
const serverWide: ReadonlySet<string> = new Set(
  `config_set config_rewrite slaveof replicaof module_load module_loadex module_unload acl_setuser acl_deluser acl_load debug_segfault
  debug_reload shutdown migrate failover cluster_reset cluster_forget function_load function_restore script_kill`.split(
    /\s+/,
  ),
);

/** The operations that the language of a store names, as readable names of operations. */
export function storeOperations(
  words: readonly string[],
  parameters: JsonObject,
  seen: Survey,
): readonly string[] {
  const found: string[] = [];
  if (hasAny(words, keyStores)) {
    const command = keyCommand(parameters);
    if (command !== null) found.push(command);
  }
  for (const leaf of seen.leaves) {
    if (isDocumentCommand(leaf)) found.push(leaf.key.name);
    if (typeof leaf.value !== 'string') continue;
    if (hasAny(words, keyStores) && scriptKeys.has(leaf.key.name))
      for (const match of leaf.value.slice(0, 16_384).matchAll(/call\(\s?['"]([a-z]{2,20})/giu)) {
        const name = keyOperation((match[1] ?? '').toLowerCase(), '');
        if (name !== null) found.push(name);
      }
    if (isGraphQuery(leaf)) found.push(...graphOperations(leaf.value));
    else if (hasAny(words, documentStores) && scriptKeys.has(leaf.key.name))
      found.push(...methodsIn(leaf.value));
  }
  for (const { value } of seen.branches)
    if (isObject(value) && ('$out' in value || '$merge' in value)) found.push('replace_collection');
  return found;
}

const scriptKeys: ReadonlySet<string> = new Set(
  'code script eval expression js javascript command cmd query function'.split(' '),
);

/** `{ command: "DEL", args: [...] }`, `{ command: "DEL a b" }`, `{ args: ["DEL", "a"] }`. */
function keyCommand(parameters: JsonObject): string | null {
  const args = parameters['args'] ?? parameters['argv'] ?? parameters['arguments'];
  const list = isList(args) ? args.filter(member => typeof member === 'string') : [];
  const given = parameters['command'] ?? parameters['cmd'] ?? parameters['operation'];
  const stated = given !== undefined && isList(given) ? given.join(' ') : given;
  const tokens =
    typeof stated === 'string'
      ? [...stated.slice(0, 4096).trim().split(/\s+/u, 200), ...list]
      : list;
  return keyOperation(
    (tokens[0] ?? '').toLowerCase().replace('.', '_'),
    (tokens[1] ?? '').toLowerCase(),
  );
}

function keyOperation(first: string, second: string): string | null {
  if (first === '') return null;
  const whole = grouped.has(first) ? `${first}_${second}` : first;
  if (reading.has(whole) || reading.has(first)) return 'get';
  if (first.startsWith('flush') || first === 'flush_all') return 'flush_all';
  if (removing.has(first)) return 'delete_key';
  if (serverWide.has(whole) || serverWide.has(first)) return 'disable_server_protection';
  if (first === 'eval' || first === 'evalsha' || first === 'shutdown' || grouped.has(first))
    return `execute_${whole}`;
  return 'set_key';
}

/** `command: { dropDatabase: 1 }`: the first member says what is done. */
function isDocumentCommand(leaf: Leaf): boolean {
  if (leaf.parent?.name !== 'command' && leaf.parent?.name !== 'run_command') return false;
  return (
    leaf.owner !== null && Object.keys(leaf.owner)[0]?.toLowerCase() === leaf.key.words.join('')
  );
}

/** A query in the language of graph databases. */
export function isGraphQuery({ key, value }: Leaf): boolean {
  if (typeof value !== 'string') return false;
  return (
    key.name === 'cypher' ||
    (key.name === 'query' &&
      /^\s{0,8}(match|optional match|unwind|detach|call apoc)\b/iu.test(value.slice(0, 40)))
  );
}

/** The methods a script calls: `db.users.deleteMany(...)`. */
function methodsIn(script: string): readonly string[] {
  const found: string[] = [];
  for (const match of script.slice(0, 65_536).matchAll(/\.([A-Za-z]{2,40})\s?\(/gu)) {
    if (match[1] !== undefined) found.push(match[1]);
    if (found.length >= 64) break;
  }
  return found;
}

const graphWords: ReadonlyMap<string, string> = new Map([
  ['delete', 'delete_nodes'],
  ['drop', 'drop_graph'],
  ['remove', 'update_nodes'],
  ['set', 'update_nodes'],
  ['merge', 'update_nodes'],
  ['create', 'create_nodes'],
]);

/** `MATCH (n) DETACH DELETE n`: no label and no condition says which. */
const wholeGraph =
  /\bmatch\s{0,8}\(\s{0,4}\w{0,40}\s{0,4}\)\s{0,8}(?:-\[\w{0,40}\]-[>]?\s{0,4}\(\w{0,40}\)\s{0,8})?(?:detach\s{1,8})?delete\b/iu;

/** What a graph query does, by its words outside of texts. */
function graphOperations(query: string): readonly string[] {
  const bare = query.slice(0, 65_536).replace(/'[^']*'|"[^"]*"/gu, ' ');
  const found = new Set<string>();
  for (const word of bare.toLowerCase().split(/[^a-z_.:]+/u)) {
    const operation = graphWords.get(word);
    if (operation !== undefined) found.add(operation);
  }
  if (wholeGraph.test(bare)) found.add('delete_all_nodes');
  return found.size === 0 ? ['query'] : [...found];
}
