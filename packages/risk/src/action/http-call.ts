import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { type Effect, effectOfVerb, graver, isPassive } from './effects.ts';
import { isObject, type Survey } from './survey.ts';
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

/** `null` if the call is not an HTTP request in any spelling. */
export function httpCallOf(
  parameters: JsonObject,
  seen: Survey,
  tool: NameReading,
  resource: string | null,
): HttpCall | null {
  let method: string | null = null;
  let effect: Effect = 'read';
  let override: string | null = null;
  let url = '';
  let base = '';
  const addressed =
    tool.domains.has('web') ||
    seen.leaves.some(leaf => leaf.depth <= 1 && urlKeys.has(leaf.key.name));
  for (const leaf of seen.leaves) {
    const { key, value } = leaf;
    if (typeof value !== 'string') continue;
    if (
      leaf.depth <= 1 &&
      (methodKeys.has(key.name) || (addressed && looseMethodKeys.has(key.name))) &&
      isHttpMethod(value.trim())
    ) {
      // A second one, such as `_method` in a form, is the one some servers obey.
      const found = value.trim().toLowerCase();
      method ??= found;
      effect = graver(effect, methodEffects.get(found) ?? 'unknown');
    }
    if (overrideKeys.has(key.name)) override = value.trim().toLowerCase();
    else if (leaf.parent?.name === 'headers' && key.name.endsWith('method_override'))
      override = value.trim().toLowerCase();
    if (leaf.depth > 1) continue;
    if (urlKeys.has(key.name)) url = url === '' ? value : url;
    else if (baseKeys.has(key.name)) base = value;
  }
  const web = tool.domains.has('web');
  if (method === null && !web) return null;
  if (method === null && url === '' && resource?.includes('://')) url = resource;
  if (method === null && url === '' && base === '' && override === null) return null;
  const whole = base !== '' && !url.includes('://') ? `${base}${url}` : url;
  const path = pathOf(whole);
  const query = whole.includes('?')
    ? whole.slice(whole.indexOf('?') + 1, whole.indexOf('?') + 1025)
    : '';
  const stated =
    method ??
    tool.words.find(isHttpMethod) ??
    (hasBody(parameters) && !tool.words.includes('browser') && !tool.words.includes('navigate')
      ? 'post'
      : 'get');
  effect = graver(effect, methodEffects.get(stated) ?? 'unknown');
  if (override !== null) effect = graver(effect, methodEffects.get(override) ?? 'unknown');
  effect = graver(effect, effectOfQuery(query));
  const ends = splitWords(path.slice(path.lastIndexOf('/') + 1));
  const last = ends[ends.length - 1] ?? '';
  const written = ends.length > 1 && !isPassive(effectOfVerb.get(ends[0] ?? '') ?? 'read');
  if (
    effect === 'create' &&
    readingEnds.has(last) &&
    override === null &&
    !(written && selecting.has(last))
  )
    effect = 'read';
  else if (ends.length <= 3) {
    const verb = effectOfVerb.get(ends[0] ?? '');
    const pure = ends.length === 1 || ends[0] !== last;
    if (verb !== undefined && pure && isActionSegment(ends, stated)) effect = graver(effect, verb);
  }
  return { effect, path: readName(path), overridden: override !== null, url: whole };
}

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
    return value !== undefined && value !== null && value !== '';
  });
}

const methodKeys: ReadonlySet<string> = new Set([
  'method',
  'http_method',
  'verb',
  'http_verb',
  'request_method',
]);
/** Names that hold a method only where there is an address as well; elsewhere they are anything. */
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
