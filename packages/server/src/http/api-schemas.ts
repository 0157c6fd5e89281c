import * as action from '@countersign/protocol/action';
import * as bundle from '@countersign/protocol/bundle';
import * as chain from '@countersign/protocol/chain';
import * as crypto from '@countersign/protocol/crypto';
import * as directory from '@countersign/protocol/directory';
import * as edge from '@countersign/protocol/edge';
import * as evidence from '@countersign/protocol/evidence';
import * as guard from '@countersign/protocol/guard';
import * as hold from '@countersign/protocol/hold';
import * as log from '@countersign/protocol/log';
import * as plan from '@countersign/protocol/plan';
import * as request from '@countersign/protocol/request';
import * as session from '@countersign/protocol/session';
import * as stream from '@countersign/protocol/stream';
import * as value from '@countersign/protocol/value';
import * as view from '@countersign/protocol/view';
import { ConfirmationCard } from '@countersign/risk/intent';
import * as agentAnswers from '@countersign/wire/agent-answers';
import * as allowances from '@countersign/wire/allowances';
import * as batches from '@countersign/wire/batches';
import * as channels from '@countersign/wire/channels';
import * as conversations from '@countersign/wire/conversations';
import * as credentials from '@countersign/wire/credentials';
import * as delegations from '@countersign/wire/delegations';
import * as edges from '@countersign/wire/edges';
import * as sentEvidence from '@countersign/wire/evidence';
import * as executions from '@countersign/wire/executions';
import * as guards from '@countersign/wire/guards';
import * as holds from '@countersign/wire/holds';
import * as house from '@countersign/wire/house';
import * as insights from '@countersign/wire/insights';
import * as invitations from '@countersign/wire/invitations';
import * as keys from '@countersign/wire/keys';
import * as listedInvitations from '@countersign/wire/listed-invitations';
import * as locks from '@countersign/wire/locks';
import * as sentLog from '@countersign/wire/log';
import * as operating from '@countersign/wire/operating';
import * as people from '@countersign/wire/people';
import * as plans from '@countersign/wire/plans';
import * as policy from '@countersign/wire/policy';
import * as preferences from '@countersign/wire/preferences';
import * as problem from '@countersign/wire/problem';
import * as proposals from '@countersign/wire/proposals';
import * as replay from '@countersign/wire/replay';
import * as requests from '@countersign/wire/requests';
import * as search from '@countersign/wire/search';
import { describedBy } from '@countersign/wire/sent';
import * as sessions from '@countersign/wire/sessions';
import * as terminals from '@countersign/wire/terminal-sign-ins';
import * as toolLists from '@countersign/wire/tool-lists';
import * as unasked from '@countersign/wire/unasked';
import * as views from '@countersign/wire/views';
import * as webhooks from '@countersign/wire/webhooks';
import * as z from 'zod';
import { HostQuestion } from '../routes/host-question.ts';

export type Json = Record<string, unknown>;
export type Side = 'input' | 'output';

const modules: readonly object[] = [
  { ConfirmationCard, HostQuestion },
  ...[
    agentAnswers,
    batches,
    channels,
    conversations,
    credentials,
    edges,
    sentEvidence,
    executions,
    holds,
    house,
    invitations,
  ],
  ...[
    keys,
    allowances,
    delegations,
    guards,
    locks,
    sentLog,
    operating,
    people,
    plans,
    policy,
    problem,
    proposals,
    requests,
    sessions,
  ],
  ...[
    insights,
    listedInvitations,
    preferences,
    replay,
    search,
    terminals,
    toolLists,
    unasked,
    views,
    webhooks,
  ],
  ...[action, bundle, chain, crypto, directory, edge, evidence, guard, hold, log, plan, request],
  ...[session, stream, value, view],
];

/** A schema is called in the API description what the code calls it. */
function nameSchemas(): ReadonlyMap<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>();
  const taken = new Set<string>();
  for (const [name, found] of modules.flatMap(module => Object.entries(module))) {
    if (!(found instanceof z.ZodType) || !/^[A-Z]/.test(name) || names.has(found)) continue;
    if (taken.has(name)) throw new Error(`two schemas are called ${name}`);
    taken.add(name);
    names.set(found, name);
  }
  return names;
}

const names = nameSchemas();
const place = '#/components/schemas/';

interface Written {
  readonly input: Readonly<Record<string, Json>>;
  readonly output: Readonly<Record<string, Json>>;
  /** The schemas that differ between the side that writes and the side that reads, for example by a default. */
  readonly twoSided: ReadonlySet<string>;
}

let kept: Written | undefined;

/** All named schemas. They are written for the first reader: a server that starts does not wait for them. */
function written(): Written {
  kept ??= writeBothSides();
  return kept;
}

function writeBothSides(): Written {
  const sides = { input: writeAll('input'), output: writeAll('output') };
  return { ...sides, twoSided: findTwoSided(sides) };
}

function writeAll(io: Side): Readonly<Record<string, Json>> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema as z.ZodType, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: id => `${place}${id}`,
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema as Json),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
}

/** Removes what says nothing, and names the schema of an object that the core reads later. */
function tidy(schema: z.core.$ZodType, json: Json): void {
  const described = describedBy(schema);
  if (described !== null) {
    for (const key of Object.keys(json)) delete json[key];
    json['$ref'] = `${place}${names.get(described)}`;
    return;
  }
  const { def } = schema._zod;
  // A reader ignores members that it does not know, so an open object is described as open on both sides.
  if (def.type === 'object' && (def as z.core.$ZodObjectDef).catchall === undefined) {
    delete json['additionalProperties'];
  }
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (def.type === 'record') delete json['propertyNames'];
}

function findTwoSided({ input, output }: Omit<Written, 'twoSided'>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const name of names.values()) {
    if (JSON.stringify(input[name]) !== JSON.stringify(output[name])) {
      found.add(name);
    }
  }
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const name of names.values()) {
      if (referredIn(input[name]).some(each => found.has(each))) found.add(name);
    }
  }
  return found;
}

function referredIn(json: unknown): string[] {
  return [...JSON.stringify(json).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
}

/** How a schema is referred to, for the side that writes it (`input`) or reads it. */
export function schemaOf(schema: z.ZodType, io: Side): Json {
  const name = names.get(schema);
  if (name !== undefined) return { $ref: `${place}${sidedName(name, io)}` };
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema as Json),
  });
  return json;
}

/** The members of an object, with what they are, and which have to be there. */
export function membersOf(
  schema: z.ZodType,
  io: Side,
): { readonly properties: Readonly<Record<string, Json>>; readonly required: readonly string[] } {
  const name = names.get(schema);
  const json = name === undefined ? schemaOf(schema, io) : (written()[io][name] ?? {});
  const { properties = {}, required = [] } = json as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return { properties: sided(properties, io) as Record<string, Json>, required };
}

/** The named schema that a reference means, without its members being followed. */
export function referredSchema($ref: string): Json {
  return formOf($ref.slice(place.length)).schema;
}

function formOf(said: string): { readonly io: Side; readonly schema: Json } {
  const name = said.replace(/Input$/, '');
  const isInput = said !== name && written().twoSided.has(name);
  const io = isInput ? 'input' : 'output';
  return { io, schema: written()[io][isInput ? name : said] ?? {} };
}

function sidedName(name: string, io: Side): string {
  return io === 'input' && written().twoSided.has(name) ? `${name}Input` : name;
}

/** The same JSON, with every reference to the form of this side. */
function sided(json: unknown, io: Side): unknown {
  const text = JSON.stringify(json).replace(
    /"\$ref":"#\/components\/schemas\/([^"]+)"/g,
    (_, name: string) => `"$ref":"${place}${sidedName(name, io)}"`,
  );
  return JSON.parse(text);
}

/** Every named schema that a document refers to, directly or through another one, by name. */
export function componentsFor(document: unknown): Readonly<Record<string, Json>> {
  const found = new Map<string, Json>();
  const waiting = referredIn(document);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const { io, schema: plain } = formOf(name);
    const schema = sided(plain, io) as Json;
    found.set(name, schema);
    waiting.push(...referredIn(schema));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a schema is called in the API description; null where it has no name. */
export function schemaName(schema: z.ZodType): string | null {
  return names.get(schema) ?? null;
}
