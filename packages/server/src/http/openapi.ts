import * as z from 'zod';
import { Problem, problemMediaType } from './problem.ts';
import { rights } from './right.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

/** The description of the API, made of the rows that are served: there is no second place to keep up to date. */
export function describeApi(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (route.internal) continue;
    const path = route.path.replace(/:([A-Za-z_]+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeRoute(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version,
      description:
        'Decides whether one exact action of an AI agent may run. Bodies are strict JSON; errors are problems (RFC 9457) with a code of docs/errors.md; writes take an Idempotency-Key, which does not expire.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: [...new Set(routes.filter(({ internal }) => !internal).map(({ tag }) => tag))].map(
      name => ({ name }),
    ),
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or a signed JWT of the configured issuer.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'countersign',
          description: 'The session of a person who signed in.',
        },
      },
    },
  };
}

function describeRoute(route: Route): Json {
  const { id, tag, summary, access, method } = route;
  const isOpen = access.includes('anyone');
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `For: ${access.map(right => rights[right]).join(' ')}`,
    ...(isOpen ? { security: [] } : { security: securityOf(route) }),
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(method === 'GET' || route.effects === undefined ? [] : [idempotencyKey]),
    ],
    ...(route.body === null ? {} : { requestBody: bodyOf(route) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [status, answerOf(answer)]),
      ),
      default: {
        description: 'Refused; the code says why.',
        content: { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const idempotencyKey: Json = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description: 'The same key and body have their effect once; with another body it is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function securityOf({ access }: Route): Json[] {
  const people = access.some(right => /person|operator/.test(right));
  const machines = access.some(right => /propose|consume|observe|service|host/.test(right));
  return [...(machines ? [{ bearer: [] }] : []), ...(people ? [{ session: [] }] : [])];
}

function parametersOf(schema: z.ZodType | null, place: 'path' | 'query'): Json[] {
  if (schema === null) return [];
  // Every parameter comes as text; what it says is a number or not is only known of what is read from it.
  const { properties = {} } = schemaOf(schema, 'output') as { properties?: Record<string, Json> };
  const { required = [] } = schemaOf(schema, 'input') as { required?: string[] };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }));
}

function bodyOf({ body, bodyForm }: Route): Json {
  const schema = body === null ? {} : schemaOf(body, 'input');
  return {
    required: true,
    content: { [bodyForm === 'raw' ? '*/*' : 'application/json']: { schema } },
  };
}

function answerOf(answer: z.ZodType | string): Json {
  return typeof answer === 'string'
    ? { description: 'Done.', content: { [answer]: { schema: { type: 'string' } } } }
    : {
        description: 'Done.',
        content: { 'application/json': { schema: schemaOf(answer, 'output') } },
      };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}
