// The wire is typed once. Each rule was seen to fail on the violation that is planted below.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as z from 'zod';
import { assertNone } from './findings.ts';
import { listFiles, readManifest, readText, root } from './repository.ts';
import { findCastAnswers, findSecondTypes, type WireShape } from './second-wire-type.ts';

/** Types of the program itself that share names with the wire. This list may only shrink. */
const notOfTheWire: ReadonlySet<string> = new Set([
  // What a use case of the server answers, before a route sends it.
  'packages/server/src/channels/conversation.ts ConversationQuestion',
  'packages/server/src/identity/terminal-sign-in.ts AskedSignIn',
  // The claims of a token that another program signed.
  'packages/server/src/webhooks/person-assertion.ts AssertedDecision',
]);

const shapes = await wireShapes();
const isOurs = (path: string) =>
  /^packages\/(client|inbox|cli|server)\/src\/.*\.tsx?$/.test(path) &&
  !/\.test\.tsx?$|\/testing\//.test(path);
const files = listFiles('packages')
  .filter(isOurs)
  .map(path => ({ path, text: readText(path) }));

describe('the wire is typed once', () => {
  test('client, inbox, cli and server declare no shape of the wire by hand', () => {
    const found = files.flatMap(file => findSecondTypes(file, shapes));
    assertNone(found.filter(each => !notOfTheWire.has(each)));
    const gone = [...notOfTheWire].filter(each => !found.includes(each));
    assert.deepEqual(gone, [], 'take these off the list');
  });

  test('client, inbox and cli parse what a server answers', () => {
    const found = files
      .filter(({ path }) => !path.startsWith('packages/server/'))
      .flatMap(findCastAnswers);
    assertNone(found);
  });
});

describe('a planted violation is found', () => {
  const path = 'packages/client/src/planted.ts';

  test('a second type of a row', () => {
    const text = `export interface Row {
      readonly approval_request_id: string;
      readonly status: string;
      readonly due_at: string | null;
    }`;
    assert.deepEqual(findSecondTypes({ path, text }, shapes), [`${path} Row`]);
  });

  test('a second type of a key, as an alias', () => {
    const text = 'type Key = { kid: string; not_before: string; not_after: string | null };';
    assert.deepEqual(findSecondTypes({ path, text }, shapes), [`${path} Key`]);
  });

  test('an answer that is cast', () => {
    const text = `import type { RequestPage } from '@countersign/client/people';
      const page = (await response.json()) as RequestPage;
      const other = JSON.parse(text) as unknown as Answer;`;
    assert.equal(findCastAnswers({ path, text }).length, 2);
  });

  test("what is the program's own is left alone", () => {
    const text =
      'interface Options { readonly signal: AbortSignal; readonly onState: () => void; }';
    assert.deepEqual(findSecondTypes({ path, text }, shapes), []);
  });
});

/** Every object of the wire, with the objects inside it. */
async function wireShapes(): Promise<WireShape[]> {
  const entries = Object.keys(readManifest('packages/wire').exports ?? {});
  const modules: object[] = await Promise.all(
    entries.map(entry => import(join(root, 'packages/wire/src', `${entry.slice(2)}.ts`))),
  );
  const found: WireShape[] = [];
  for (const [name, schema] of modules.flatMap(module => Object.entries(module))) {
    if (!(schema instanceof z.ZodType)) continue;
    const described = z.toJSONSchema(schema, {
      unrepresentable: 'any',
      io: 'input',
      reused: 'inline',
    });
    collect(name, JSON.parse(JSON.stringify(described)), found);
  }
  return found;
}

function collect(name: string, node: unknown, found: WireShape[]): void {
  if (typeof node !== 'object' || node === null) return;
  const { properties } = node as { properties?: object };
  if (typeof properties === 'object') {
    found.push({ name, members: new Set(Object.keys(properties)) });
  }
  for (const each of Object.values(node)) collect(name, each, found);
}
