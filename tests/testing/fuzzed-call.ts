import type { KindOfCaller, Route } from '@countersign/server/testing';
import type { RawCall } from './http-call.ts';
import type { RandomChoice } from './random-choice.ts';
import { type JsonSchema, mutated, oddStrings, spoiltText, valueFor } from './schema-values.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: JsonSchema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
  >;
}

/** A description of the API, as far as calls are made from it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface FuzzedCall extends RawCall {
  /** The row that is called, or null where the call is for none. */
  readonly route: Route | null;
  readonly caller: string;
}

export interface FuzzSurroundings {
  readonly routes: readonly Route[];
  readonly description: Description;
  readonly callers: readonly KindOfCaller[];
  /** Strings that mean something: ids, digests, names. */
  readonly known: readonly string[];
  /** Whole bodies that would be accepted, by operation. */
  readonly bodies: Readonly<Record<string, readonly unknown[]>>;
  readonly origin: string;
}

/** One call of those that any caller could send: often almost right, sometimes nothing like it. */
export function fuzzedCall(at: FuzzSurroundings, random: RandomChoice): FuzzedCall {
  const route = random.pick(at.routes);
  const entitled = at.callers.filter(({ rights }) => route.access.some(right => rights.has(right)));
  const caller = random.pick(random.chance(0.75) ? entitled : at.callers);
  const operation = operationOf(at.description, route);
  const path = fuzzedPath(route, operation, at.known, random);
  const headers = { ...caller.headers(), ...fuzzedHeaders(at.origin, random) };
  const astray = random.chance(0.05);
  const call = { route: astray ? null : route, caller: caller.name, path };
  const method = astray
    ? random.pick([
        'PUT',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'PATCH',
        'DELETE',
        'POST',
        'GET',
        'QUERY',
      ])
    : route.method;
  const bodiless = method === 'GET' || operation?.requestBody === undefined;
  if (bodiless && !random.chance(0.1)) return { ...call, method, headers };
  const type = random.chance(0.93) ? 'application/json' : random.pick(oddTypes);
  const body = fuzzedBody(at, operation, random);
  return { ...call, method, headers: { 'content-type': type, ...headers }, body };
}

const oddTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;charset=UTF-8',
  'application/vnd.api+json',
  'garbage',
  '',
];

function operationOf({ paths }: Description, { path, method }: Route): Operation | undefined {
  return paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
}

function fuzzedPath(
  { path }: Route,
  operation: Operation | undefined,
  known: readonly string[],
  random: RandomChoice,
): string {
  const parameters = operation?.parameters ?? [];
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    if (random.chance(0.15)) return encode(random.pick(oddStrings)) || '-';
    const schema = parameters.find(each => each.name === name)?.schema ?? { type: 'string' };
    return encode(String(valueFor(schema, random, known))) || '-';
  });
  const query = parameters
    .filter(each => each.in === 'query' && random.chance(each.required ? 0.9 : 0.3))
    .map(({ name, schema }) => {
      const value = random.chance(0.1) ? random.pick(oddStrings) : valueFor(schema, random, known);
      return `${name}=${encode(String(value))}`;
    });
  if (random.chance(0.03)) query.push(random.pick(['a', '=', 'x=1&x=2', '%', '__proto__[a]=1']));
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** A lone surrogate cannot be written in an address; it goes as the bytes that stand for it elsewhere. */
function encode(text: string): string {
  return /\p{Surrogate}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text);
}

function fuzzedHeaders(origin: string, random: RandomChoice): Record<string, string> {
  const odd: readonly (() => Record<string, string>)[] = [
    () => ({ 'idempotency-key': random.pick(['a', 'b', 'c', '', ' ', 'x'.repeat(300), '\xff']) }),
    () => ({ host: random.pick(['evil.example', '', 'localhost', 'localhost:1', '[::1]']) }),
    () => ({ origin: random.pick(['null', 'https://evil.example', origin]) }),
    () => ({ 'sec-fetch-site': random.pick(['cross-site', 'same-origin', 'garbage']) }),
    () => ({ cookie: random.pick(['countersign=', 'countersign=a; countersign=b', ';;;', '=']) }),
    () => ({ authorization: random.pick(['', 'Bearer', 'Basic eDp5', 'Bearer a.b.c', '\xfe']) }),
    () => ({ traceparent: random.pick(['00-0-0-0', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`]) }),
    () => ({ 'last-event-id': random.pick(['-1', 'x', '99999999999', '1']) }),
    () => ({ 'x-http-method-override': 'DELETE', 'x-forwarded-host': 'evil.example' }),
    () => ({ 'content-encoding': 'gzip', expect: 'something' }),
    () => ({ accept: 'text/html', 'accept-language': 'x'.repeat(2000) }),
  ];
  return random.chance(0.3) ? random.pick(odd)() : {};
}

function fuzzedBody(
  at: FuzzSurroundings,
  operation: Operation | undefined,
  random: RandomChoice,
): string | Uint8Array {
  const [content] = Object.values(operation?.requestBody?.content ?? {});
  const ready = at.bodies[operation?.operationId ?? ''] ?? [];
  const value =
    ready.length > 0 && random.chance(0.6)
      ? random.pick(ready)
      : valueFor(content?.schema ?? {}, random, at.known);
  const kind = random.next();
  if (kind < 0.35) return JSON.stringify(value) ?? '';
  if (kind < 0.8) return JSON.stringify(mutated(value, random)) ?? '';
  return spoiltText(JSON.stringify(value) ?? '{}', random);
}
