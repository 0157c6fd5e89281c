import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { type Effect, effectOfVerb, graver, isPassive } from './effects.ts';
import { isObject, type Leaf, type Survey } from './survey.ts';
import { type NameReading, readName } from './tool-name.ts';
import { splitWords } from './words.ts';

/** A request over HTTP, read from whatever the tool calls its parts. */
export interface HttpCall {
  readonly effect: Effect;
  /** The words of its path, for the domains it is about. */
  readonly path: NameReading;
  readonly overridden: boolean;
  readonly url: string;
}

const methodEffects: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['get', 'read'],
  ['head', 'read'],
  ['options', 'read'],
  ['propfind', 'read'],
  ['report', 'read'],
  ['search', 'read'],
  ['query', 'read'],
  ['trace', 'read'],
  ['post', 'create'],
  ['put', 'update'],
  ['patch', 'update'],
  ['merge', 'update'],
  ['delete', 'delete'],
  ['purge', 'delete'],
  ['move', 'update'],
  ['copy', 'create'],
  ['mkcol', 'create'],
  ['lock', 'update'],
  ['unlock', 'update'],
  ['link', 'update'],
  ['unlink', 'update'],
]);

/** Paths that are read from by POST, because what is asked for does not fit in an address. */
const readingEnds: ReadonlySet<string> = new Set(
  'search query count validate preview simulate estimate quote msearch lookup check calculate explain introspect suggest mget find list filter aggregate analyze dryrun scroll preflight export_preview evaluate compare graphql'.split(
    ' ',
  ),
);

/** `_delete_by_query`: there the end says what is chosen, and the beginning what is done to it. */
const selecting: ReadonlySet<string> = new Set(['query', 'search', 'filter', 'list', 'find']);

const queryVerbs: ReadonlySet<string> = new Set([
  'action',
  'cmd',
  'op',
  'method',
  '_method',
  'do',
  'command',
  'operation',
  'act',
]);

export function isHttpMethod(word: string): boolean {
  return methodEffects.has(word.toLowerCase());
}

/** What the parameters say of a request. */
interface Spelling {
  readonly method: string | null;
  /** The gravest of all named methods. Some servers obey the second one, such as `_method` in a form. */
  readonly effect: Effect;
  readonly override: string | null;
  readonly url: string;
  readonly base: string;
}

function spellingOf({ leaves }: Survey, tool: NameReading): Spelling {
  const addressed =
    tool.domains.has('web') || leaves.some(leaf => leaf.depth <= 1 && urlKeys.has(leaf.key.name));
  const texts = leaves.filter(
    (leaf): leaf is Leaf & { readonly value: string } => typeof leaf.value === 'string',
  );
  const near = texts.filter(({ depth }) => depth <= 1);
  const methods = near
    .filter(({ key }) => methodKeys.has(key.name) || (addressed && looseMethodKeys.has(key.name)))
    .map(({ value }) => value.trim().toLowerCase())
    .filter(isHttpMethod);
  const override = texts.findLast(
    ({ key, parent }) =>
      overrideKeys.has(key.name) ||
      (parent?.name === 'headers' && key.name.endsWith('method_override')),
  );
  return {
    method: methods[0] ?? null,
    effect: methods.reduce<Effect>(
      (effect, method) => graver(effect, methodEffects.get(method) ?? 'unknown'),
      'read',
    ),
    override: override?.value.trim().toLowerCase() ?? null,
    url: near.find(({ key, value }) => urlKeys.has(key.name) && value !== '')?.value ?? '',
    base: near.findLast(({ key }) => baseKeys.has(key.name) && !urlKeys.has(key.name))?.value ?? '',
  };
}

/** `null` if the call is not an HTTP request in any spelling. */
export function httpCallOf(
  parameters: JsonObject,
  seen: Survey,
  tool: NameReading,
  resource: string | null,
): HttpCall | null {
  const spelling = spellingOf(seen, tool);
  const { method, override, base } = spelling;
  if (method === null && !tool.domains.has('web')) return null;
  const asksResource = method === null && spelling.url === '' && resource?.includes('://') === true;
  const url = asksResource ? (resource ?? '') : spelling.url;
  if (method === null && url === '' && base === '' && override === null) return null;
  const whole = base !== '' && !url.includes('://') ? `${base}${url}` : url;
  const stated =
    method ?? tool.words.find(isHttpMethod) ?? (posts(parameters, tool) ? 'post' : 'get');
  const query = queryOf(whole);
  const said = [stated, ...(override === null ? [] : [override])].map(
    word => methodEffects.get(word) ?? 'unknown',
  );
  const effect = [...said, effectOfQuery(query)].reduce(graver, spelling.effect);
  const path = pathOf(whole);
  return {
    effect: effectOfPath(effect, { path, query, stated, overridden: override !== null }),
    path: readName(path),
    overridden: override !== null,
    url: whole,
  };
}

function posts(parameters: JsonObject, { words }: NameReading): boolean {
  return hasBody(parameters) && !words.includes('browser') && !words.includes('navigate');
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1, at + 1025);
}

interface Asked {
  readonly path: string;
  readonly query: string;
  readonly stated: string;
  readonly overridden: boolean;
}

/** The effect of the method with the end of the path: `/search` reads by POST, `/tickets/7/delete` deletes by GET. */
function effectOfPath(effect: Effect, { path, query, stated, overridden }: Asked): Effect {
  const ends = splitWords(path.slice(path.lastIndexOf('/') + 1));
  const [first = ''] = ends;
  const last = ends[ends.length - 1] ?? '';
  const written = ends.length > 1 && !isPassive(effectOfVerb.get(first) ?? 'read');
  const selects = written && selecting.has(last);
  if (effect === 'create' && readingEnds.has(last) && !overridden && !selects) return 'read';
  const verb = effectOfVerb.get(first);
  const pure = ends.length === 1 || first !== last;
  if (ends.length > 3 || verb === undefined || !pure) return effect;
  const acts = isActionSegment(ends, stated) || (orders.test(query) && !isPassive(verb));
  return acts ? graver(effect, verb) : effect;
}

/** `?run=true`: the address itself orders what its path names. */
const orders = /(?:^|&)(?:run|execute|confirm|apply|commit|force|go)=(?:true|1|yes)(?:&|$)/iu;

/** A GET of `/tickets/7/delete` deletes; a GET of `/orders/export` or `/refund` reads. */
function isActionSegment(words: readonly string[], method: string): boolean {
  if (method !== 'get' && method !== 'head') return true;
  return (
    words.length === 1 &&
    /^(delete|remove|destroy|purge|restart|shutdown|reboot|approve|disable|terminate|wipe|reset|trigger|execute|deploy|kill|drop|truncate)$/u.test(
      words[0] ?? '',
    )
  );
}

function effectOfQuery(query: string): Effect {
  let effect: Effect = 'read';
  for (const pair of query.split(/[&;]/u, 64)) {
    const at = pair.indexOf('=');
    if (at <= 0 || !queryVerbs.has(pair.slice(0, at).toLowerCase())) continue;
    const value = pair.slice(at + 1, at + 65);
    const found = methodEffects.get(value.toLowerCase()) ?? readName(value).effect;
    if (found !== 'unknown') effect = graver(effect, found);
  }
  return effect;
}

function pathOf(url: string): string {
  const scheme = url.indexOf('://');
  const rest = scheme < 0 ? url : url.slice(scheme + 3);
  const start = scheme < 0 ? 0 : rest.indexOf('/');
  if (start < 0) return '';
  const path = rest.slice(start, start + 1024).split(/[?#]/u, 1)[0] ?? '';
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function hasBody(parameters: JsonObject): boolean {
  return ['body', 'data', 'json', 'payload', 'form', 'body_file', 'files', 'raw'].some(key => {
    const value: JsonValue | undefined = parameters[key];
    return value !== undefined && value !== null && value !== '' && value !== false;
  });
}

const methodKeys: ReadonlySet<string> = new Set([
  'method',
  'http_method',
  'verb',
  'http_verb',
  'request_method',
]);
/** Parameter names that hold a method only if the call also has an address. Otherwise they can mean anything. */
const looseMethodKeys: ReadonlySet<string> = new Set(['type', 'action', 'op']);
const overrideKeys: ReadonlySet<string> = new Set([
  'x_http_method_override',
  'x_http_method',
  'x_method_override',
  'method_override',
  'http_method_override',
  'xhttp_method_override',
  'original_method',
  'override_method',
]);
const urlKeys: ReadonlySet<string> = new Set([
  'url',
  'uri',
  'path',
  'endpoint',
  'href',
  'target_url',
  'route',
  'request_url',
  'relative_url',
]);
const baseKeys: ReadonlySet<string> = new Set(['base', 'base_url', 'host', 'origin', 'server']);

/** The members of an object that stand for one request of a batch. */
export function isRequest(value: JsonValue): value is JsonObject {
  return (
    isObject(value) &&
    [
      'method',
      'tool',
      'tool_name',
      'op',
      'operation',
      'action',
      'command',
      'cmd',
      'sql',
      'path',
      'url',
      'function',
      'type',
    ].some(key => typeof value[key] === 'string' || isObject(value[key]))
  );
}
