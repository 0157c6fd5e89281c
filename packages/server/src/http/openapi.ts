import { type ReasonCode, reasonCodes } from '@countersign/protocol/reason';
import { Problem, problemMediaType } from '@countersign/wire/problem';
import type * as z from 'zod';
import { examples } from './api-examples.ts';
import { componentsFor, type Json, membersOf, schemaName, schemaOf } from './api-schemas.ts';
import { problemsOf } from './problem-codes.ts';
import { rights } from './right.ts';
import { type Route, takesKey } from './route.ts';

/** The description of the API, made of the rows that are served: there is no second place to keep up to date. */
export function describeApi(routes: readonly Route[], version: string): Json {
  const shown = routes.filter(({ internal }) => !internal);
  const paths: Record<string, Json> = {};
  for (const route of shown) {
    const path = route.path.replace(/:([A-Za-z_]+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeRoute(route);
  }
  const responses = shareRefusals(paths);
  const used = exampleNames(paths);
  return oneNameWhereOneSide({
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version,
      description:
        'Decides whether one exact action of an AI agent may run. Bodies are strict JSON. A refusal is a problem (RFC 9457) with a code of docs/errors.md. A write that declares Idempotency-Key has its effect once for each key; keys do not expire. Ignore members of answers that you do not know.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that this description was read from.' }],
    tags: [...new Set(shown.map(({ tag }) => tag))].map(name => ({
      name,
      description: tagDescriptions[name] ?? name,
    })),
    paths,
    components: {
      schemas: componentsFor([paths, responses]),
      responses,
      examples: Object.fromEntries(used.map(name => [name, { value: examples[name] }])),
      headers: answerHeaders,
      parameters: { IdempotencyKey: idempotencyKey, TraceParent: traceParent, LastEventId },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, the token of a terminal, or a signed JWT of the configured issuer.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'countersign',
          description:
            'The session of a person who signed in. It counts only with the header countersign-proof, in which the browser proves its key for this call.',
        },
      },
    },
  });
}

/** A schema that is only written, never read, needs no second name for the side that writes it. */
function oneNameWhereOneSide(
  document: { readonly components: { readonly schemas: Json } & Json } & Json,
): Json {
  const { schemas } = document.components;
  const alone = Object.keys(schemas).filter(
    name => name.endsWith('Input') && schemas[name.slice(0, -5)] === undefined,
  );
  let written = JSON.stringify(document);
  for (const name of alone) {
    const plain = name.slice(0, -5);
    written = written
      .replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/${plain}"`)
      .replaceAll(`"${name}":`, `"${plain}":`);
  }
  return JSON.parse(written);
}

const statusNames: Readonly<Record<string, string>> = {
  400: 'Malformed',
  401: 'NotAuthenticated',
  403: 'NotPermitted',
  404: 'NotFound',
  408: 'TooSlow',
  409: 'Conflict',
  410: 'Over',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  421: 'WrongHost',
  422: 'Inconsistent',
  429: 'TooMany',
  500: 'Failed',
  503: 'Unavailable',
};

/** Moves refusals into components, each different one once, under its status and the first operation that has it. */
function shareRefusals(paths: Record<string, Json>): Json {
  const shared = new Map<string, string>();
  const components: Json = {};
  for (const operation of Object.values(paths).flatMap(each => Object.values(each))) {
    const { operationId, responses } = operation as { operationId: string; responses: Json };
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      const written = JSON.stringify(response);
      const plain = statusNames[status] ?? `Refused${status}`;
      const known = shared.get(written);
      const name = known ?? (components[plain] === undefined ? plain : `${plain}_${operationId}`);
      if (known === undefined) {
        shared.set(written, name);
        components[name] = response;
      }
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return components;
}

const tagDescriptions: Readonly<Record<string, string>> = {
  requests: 'An agent asks, and its callers follow the request.',
  deciding: 'People and listed services decide.',
  allowances: 'The same kind again, within limits that people signed.',
  conversations: 'The host of a conversation shows a question and signs the answer.',
  webhooks: 'Approval services answer.',
  execution: 'The permission, its one use, and the outcome of the execution.',
  holds: 'Sessions that wait for a person.',
  plans: 'Plans and what blocks them.',
  evidence: 'What others can verify offline.',
  log: 'Signed heads of the log, and proofs.',
  keys: 'What the server signs with.',
  tools: 'What the tools of MCP servers look like, and which definitions count.',
  policy: 'The rules in force, and what others would do.',
  session: 'How people and terminals sign in.',
  people: 'Who is here, and how others are invited.',
  credentials: 'How programs and accounts are let in, and shut out.',
  channels: 'Where people are asked besides the inbox.',
  operating: 'For the operator of the server.',
};

function describeRoute(route: Route): Json {
  const { id, tag, summary, access } = route;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `For: ${access.map(right => rights[right]).join(' ')}`,
    security: access.includes('anyone') ? [] : securityOf(route),
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(takesKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(route.id === 'streamRequest' ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
      { $ref: '#/components/parameters/TraceParent' },
    ],
    ...(route.body === null ? {} : { requestBody: bodyOf(route.body, route) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [
          status,
          answerOf(answer, route, Number(status)),
        ]),
      ),
      ...refusalsOf(route),
    },
  };
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key and body have their effect once, however often they are sent. With another body the key is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

const traceParent: Json = {
  name: 'traceparent',
  in: 'header',
  required: false,
  description: 'The trace that the call belongs to (W3C Trace Context).',
  schema: { type: 'string' },
};

const LastEventId: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The version that was seen last. The stream goes on after it.',
  schema: { type: 'string', pattern: '^[0-9]{1,9}$' },
};

const text = { type: 'string' };

const answerHeaders: Json = {
  CallId: { description: 'Names the call in the log of the server.', schema: text },
  IdempotentReplayed: {
    description: 'Present where the effect happened in an earlier call with the same key.',
    schema: { type: 'string', const: 'true' },
  },
  RetryAfter: { description: 'Seconds to wait before the next call.', schema: text },
  SetCookie: { description: 'Sets or clears the cookie of the session.', schema: text },
  Location: { description: 'Where the browser goes next.', schema: text },
  ContentDisposition: { description: 'The name to save the file under.', schema: text },
  CacheControl: { description: 'For how long the answer may be kept.', schema: text },
};

function headersFor({ id, page }: Route, more: readonly (readonly [string, string])[]): Json {
  const all: (readonly [string, string])[] = [['X-Call-Id', 'CallId'], ...more];
  if (!page && id !== '') all.push(['Cache-Control', 'CacheControl']);
  return Object.fromEntries(
    all.map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }]),
  );
}

function securityOf({ access }: Route): Json[] {
  const people = access.some(right => /person|operator|browser/.test(right));
  return [{ bearer: [] }, ...(people ? [{ session: [] }] : [])];
}

function parametersOf(schema: z.ZodType | null, place: 'path' | 'query'): Json[] {
  if (schema === null) return [];
  // Every parameter comes as text. Only the output says what the text is read as.
  const { properties } = membersOf(schema, 'output');
  const { required } = membersOf(schema, 'input');
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }));
}

function bodyOf(body: z.ZodType, { bodyForm }: Route): Json {
  const type = bodyForm === 'raw' ? '*/*' : 'application/json';
  return {
    required: true,
    content: { [type]: { schema: schemaOf(body, 'input'), ...exampleOf(body, 'input') } },
  };
}

function answerOf(answer: z.ZodType | string, route: Route, status: number): Json {
  const replayed = takesKey(route) && route.effects !== undefined;
  const headers = headersFor(route, [
    ...(replayed ? [['Idempotent-Replayed', 'IdempotentReplayed'] as const] : []),
    ...(route.cookie ? [['Set-Cookie', 'SetCookie'] as const] : []),
    ...(status === 303 ? [['Location', 'Location'] as const] : []),
    ...(route.id === 'getBundle' ? [['Content-Disposition', 'ContentDisposition'] as const] : []),
  ]);
  const description = statusWords[status] ?? 'Done.';
  if (typeof answer !== 'string') {
    const content = { schema: schemaOf(answer, 'output'), ...exampleOf(answer, 'output') };
    return { description, headers, content: { 'application/json': content } };
  }
  return { description, headers, content: { [answer]: { schema: text } } };
}

const statusWords: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Made.',
  303: 'Go on at the address of the Location header.',
};

/** A response for each status with which the route refuses, and the codes that it has then. */
function refusalsOf(route: Route): Json {
  const byStatus = new Map<number, ReasonCode[]>();
  for (const code of problemsOf(route)) {
    const { http } = reasonCodes[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  const problem = schemaOf(Problem, 'output');
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => {
        const code = { enum: codes };
        const schema = { allOf: [problem, { type: 'object', properties: { code } }] };
        const words = codes.map(each => `\`${each}\`: ${reasonCodes[each].title}`).join(' ');
        const waits = status === 429 || status === 503;
        const more = waits ? [['Retry-After', 'RetryAfter'] as const] : [];
        return [
          status,
          {
            description: words,
            headers: headersFor(route, more),
            content: { [problemMediaType]: { schema } },
          },
        ];
      }),
  );
}

/** The example of a named schema, where there is one; a body is shown as it is sent, an answer as it comes. */
function exampleOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const name = schemaName(schema);
  if (name === null || examples[name] === undefined) return {};
  return { examples: { [io === 'input' ? 'sent' : 'answered']: exampleRef(name) } };
}

const exampleRef = (name: string) => ({ $ref: `#/components/examples/${name}` });

function exampleNames(paths: Json): string[] {
  const found = JSON.stringify(paths).matchAll(/"#\/components\/examples\/([^"]+)"/g);
  return [...new Set([...found].map(([, name = '']) => name))].sort();
}
