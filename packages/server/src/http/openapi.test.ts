import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ReasonCode, reasonCodes } from '@countersign/protocol/reason';
import { Validator } from '@seriousme/openapi-schema-validator';
import * as z from 'zod';
import { routes } from '../routes/index.ts';
import { examples } from './api-examples.ts';
import { schemaName } from './api-schemas.ts';
import { describeApi } from './openapi.ts';
import { problemsOf } from './problem-codes.ts';
import { referencePage } from './reference-page.ts';
import { takesKey } from './route.ts';

type Node = Record<string, unknown>;

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly $ref?: string }[];
  readonly responses: Record<string, { readonly $ref?: string }>;
}

interface Document extends Node {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, Node>>;
}

const document = describeApi(routes, '0.1.0') as unknown as Document;
const operations = Object.values(document.paths).flatMap(each => Object.values(each));
const { schemas = {} } = document.components;
const shown = routes.filter(({ internal }) => !internal);

test('the description is valid OpenAPI 3.1 with a server', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.equal(valid, true, JSON.stringify(errors));
  assert.ok(document.servers.length > 0);
});

test('every reference leads somewhere, and every component is used', () => {
  const text = JSON.stringify(document);
  const said = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(m => `${m[1]}/${m[2]}`),
  );
  const there = ['schemas', 'responses', 'examples', 'headers', 'parameters'].flatMap(kind =>
    Object.keys(document.components[kind] ?? {}).map(name => `${kind}/${name}`),
  );
  assert.deepEqual([...said].sort(), there.sort());
});

test('every JSON body and answer has a name, or is an open object', () => {
  for (const { id, body, answers, bodyForm } of shown) {
    const schemas = [bodyForm === 'raw' ? null : body, ...Object.values(answers)];
    for (const schema of schemas) {
      if (!(schema instanceof z.ZodType) || schema instanceof z.ZodRecord) continue;
      assert.notEqual(schemaName(schema), null, `${id}: a schema without a name`);
    }
  }
});

test('no object is described twice', () => {
  const found = new Map<string, string>();
  const repeated: string[] = [];
  const look = (node: unknown, where: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('properties' in node && Object.keys(node.properties as Node).length > 2) {
      const text = JSON.stringify(node);
      const before = found.get(text);
      if (before !== undefined) repeated.push(`${where} repeats ${before}`);
      found.set(text, where);
    }
    for (const [name, each] of Object.entries(node)) look(each, `${where}/${name}`);
  };
  look(document.paths, 'paths');
  look(document.components['schemas'], 'schemas');
  // A card of `risk` has the facts of a view, and `wire` may not import `risk`. This list may only shrink.
  const known = /^schemas\/ShownFact repeats schemas\/ConfirmationCard\//;
  assert.deepEqual(
    repeated.filter(each => !known.test(each)),
    [],
  );
});

test('the action of a proposal and of a consumption is described in full', () => {
  for (const name of ['ProposalBody', 'ConsumptionBody', 'PolicyExplainBody']) {
    const { properties } = schemas[name] as { properties: Node };
    assert.deepEqual(properties['action'], { $ref: '#/components/schemas/ActionBinding' });
  }
  const { properties } = schemas['ActionBinding'] as { properties: Node };
  const members = ['schema_version', 'operation', 'agent_id', 'subject_id', 'target', 'parameters'];
  assert.deepEqual(Object.keys(properties), members);
});

test('Idempotency-Key is declared exactly where it means something', () => {
  const key = '#/components/parameters/IdempotencyKey';
  const declared = operations.filter(({ parameters }) =>
    parameters.some(({ $ref }) => $ref === key),
  );
  const taking = shown.filter(takesKey).map(({ id }) => id);
  assert.deepEqual(declared.map(({ operationId }) => operationId).sort(), taking.sort());
  assert.ok(taking.includes('proposeAction') && taking.includes('consumeGrant'));
});

test('every problem of a row stands under its status, with its code', () => {
  for (const route of shown) {
    const { responses } = operations.find(({ operationId }) => operationId === route.id) ?? {};
    const codes = Object.entries(responses ?? {}).flatMap(([status, { $ref = '' }]) => {
      if (Number(status) < 400) return [];
      const response = document.components['responses']?.[$ref.split('/').at(-1) ?? ''];
      const found = /"code":\{"enum":(\[[^\]]*\])/.exec(JSON.stringify(response))?.[1] ?? '[]';
      const told = JSON.parse(found) as ReasonCode[];
      for (const code of told) assert.equal(reasonCodes[code].http, Number(status), code);
      return told;
    });
    assert.deepEqual(codes.sort(), problemsOf(route), route.id);
  }
});

test('every body and answer has an example that fits its schema', () => {
  const missing = new Set<string>();
  for (const { body, bodyForm, answers } of shown) {
    const sent = bodyForm === 'raw' ? null : body;
    for (const schema of [sent, ...Object.values(answers)]) {
      if (!(schema instanceof z.ZodType)) continue;
      const name = schemaName(schema);
      if (name === null) continue;
      if (!(name in examples)) {
        missing.add(name);
        continue;
      }
      const read = schema.safeParse(examples[name]);
      assert.ok(read.success, `${name}: ${read.error?.message}`);
      // What is read of an answer is all of it: the example says nothing that was not agreed.
      if (schema !== sent) assert.deepEqual(read.data, examples[name], name);
    }
  }
  assert.deepEqual([...missing], [], 'tools/write-api-examples.ts writes an example of each');
});

test('the page for people names every operation, its problems and its key', () => {
  const page = referencePage(routes, '0.1.0');
  for (const { id } of shown) assert.ok(page.includes(`id="${id}"`), id);
  assert.match(page, /Idempotency-Key/);
  assert.match(page, /entry_view_mismatch/);
});
