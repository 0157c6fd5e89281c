// Holds every file to boundaries.table.ts. The direction of imports is the architecture; without this
// test it would be a drawing.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publicEntryPointsOnly, rows } from './boundaries.table.ts';
import { checkEntryPoints, checkWorkspaces, type Workspace } from './boundaries.ts';
import { assertNone } from './findings.ts';
import { listPackageFolders, type Manifest, readFiles, readManifest } from './repository.ts';

const sources = /\.[cm]?[jt]sx?$/;

function readWorkspaces(): Workspace[] {
  return listPackageFolders().map(folder => ({
    folder,
    manifest: readManifest(folder),
    files: readFiles(folder, sources),
  }));
}

describe('the repository', () => {
  test('imports and touched globals follow the table', () => {
    assertNone(checkWorkspaces(readWorkspaces(), rows, readManifest('')));
  });

  test('tests and examples use only the public entry points of the packages', () => {
    const manifests = new Map(readWorkspaces().map(({ manifest }) => [manifest.name, manifest]));
    const files = publicEntryPointsOnly.flatMap(folder => readFiles(folder, sources));
    assertNone(checkEntryPoints(files, manifests));
  });

  test('a row names only packages with a row, and no dependency is circular', () => {
    const below = (name: string, path: readonly string[]): void => {
      assert.ok(!path.includes(name), `${[...path, name].join(' -> ')} is a circle`);
      const row = rows[name];
      assert.ok(row, `${name} has no row`);
      const lower = [
        ...row.packages,
        ...(row.except ?? []).flatMap(({ packages }) => packages ?? []),
      ];
      for (const each of lower) below(each, [...path, name]);
    };
    for (const name of Object.keys(rows)) below(name, []);
  });
});

/** A small repository with one file planted in it; returns what is found. */
function findingsWith(options: {
  readonly path?: string;
  readonly text: string;
  readonly dependencies?: Record<string, string>;
}): string[] {
  const { path = 'packages/protocol/src/planted.ts', text, dependencies = {} } = options;
  const planted = { path, text };
  const workspace = (name: string, exports: Manifest['exports']): Workspace => ({
    folder: `packages/${name}`,
    manifest: {
      name: `@countersign/${name}`,
      version: '0.0.0',
      exports: exports ?? {},
      imports: { '#sha256': './x.ts' },
      dependencies: path.startsWith(`packages/${name}/`) ? dependencies : {},
    },
    files: path.startsWith(`packages/${name}/`) ? [planted] : [],
  });
  const workspaces = [
    workspace('protocol', { '.': './x.ts' }),
    workspace('policy', { '.': './x.ts' }),
  ];
  const rootManifest: Manifest = {
    name: 'root',
    version: '0.0.0',
    devDependencies: { 'fast-check': '1' },
  };
  return checkWorkspaces(workspaces, rows, rootManifest);
}

describe('planted violations are found', () => {
  const violations: Record<string, string> = {
    'an upward import': `import { x } from '@countersign/policy';`,
    'an upward import of a type': `import type { X } from '@countersign/policy';`,
    'an upward re-export': `export { x } from '@countersign/policy';`,
    'an upward import type': `export type X = import('@countersign/policy').X;`,
    'a dynamic import': `export const x = () => import('@countersign/policy');`,
    'a dynamic import with a computed name': `export const x = (name: string) => import(name);`,
    'an undeclared package': `import { z } from 'zod';`,
    'a package the row does not know': `import lodash from 'lodash';`,
    'a module of Node': `import { readFileSync } from 'node:fs';`,
    'a module of Node without its prefix': `import { readFileSync } from 'fs';`,
    'a relative import out of the package': `import { x } from '../../policy/src/index.ts';`,
    'a test file in a source file': `import { seed } from './testing/effort.ts';`,
    'an unknown subpath import': `import { x } from '#nothing';`,
    'a triple-slash reference': `/// <reference types="node" />\nexport const x = 1;`,
    'the time of day': 'export const x = () => Date.now();',
    'the time of day through new Date()': 'export const x = () => new Date();',
    'the time of day through Date()': 'export const x = () => Date();',
    'an alias of Date': 'const D = Date; export const x = () => D.now();',
    'a member taken out of Date': 'const { now } = Date; export const x = now;',
    'a computed member of Date': `export const x = () => Date['now']();`,
    randomness: 'export const x = () => Math.random();',
    'random bytes': 'export const x = () => crypto.getRandomValues(new Uint8Array(8));',
    'a precise clock': 'export const x = () => performance.now();',
    'the environment': 'export const x = process.env;',
    'the environment by a shorthand': 'export const x = { process };',
    'the global object': `export const x = globalThis['process'];`,
    'the network': `export const x = () => fetch('http://localhost');`,
    'a timer': 'export const x = () => setTimeout(() => {}, 1);',
    'an async function': 'export async function x() {}',
    'an async arrow': 'export const x = async () => 1;',
    'an await': 'export const x = await 1;',
    'a promise': 'export const x = Promise.resolve(1);',
    'a promise in a type': 'export type X = Promise<number>;',
    logging: `export const x = () => console.log('x');`,
    'code from text': `export const x = eval('1');`,
    'a module-level variable': 'let count = 0; export const x = () => count++;',
    'a module-level cache': 'const seen = new Map<string, string>(); export const x = seen;',
    'the language of the machine': `export const x = 'a'.localeCompare('b');`,
  };
  for (const [name, text] of Object.entries(violations)) {
    test(name, () => assert.notEqual(findingsWith({ text }).length, 0, text));
  }

  test('a deep import across packages is found', () => {
    const [finding] = findingsWith({
      path: 'packages/policy/src/planted.ts',
      text: `import { x } from '@countersign/protocol/src/x.ts';`,
      dependencies: { '@countersign/protocol': '0.0.0' },
    });
    assert.match(finding ?? '', /not in the exports/);
  });

  test('an allowed import that package.json does not declare is found', () => {
    const [finding] = findingsWith({
      path: 'packages/policy/src/planted.ts',
      text: `import { x } from '@countersign/protocol';`,
    });
    assert.match(finding ?? '', /does not declare/);
  });

  test('a declared dependency that no file imports is found', () => {
    const [finding] = findingsWith({ text: 'export const x = 1;', dependencies: { zod: '4' } });
    assert.match(finding ?? '', /declares zod, which no source file imports/);
  });

  test('a package without a row is found', () => {
    const manifest: Manifest = { name: '@countersign/extra', version: '0.0.0' };
    const findings = checkWorkspaces(
      [{ folder: 'packages/extra', manifest, files: [] }],
      rows,
      manifest,
    );
    assert.match(findings.join(), /has no row/);
  });

  test('a row is not found on the prototype of the table', () => {
    const manifest: Manifest = { name: '@countersign/constructor', version: '0.0.0' };
    const workspace = { folder: 'packages/constructor', manifest, files: [] };
    assert.match(checkWorkspaces([workspace], rows, manifest).join(), /has no row/);
  });

  test('an example that reaches into a package is found', () => {
    const file = {
      path: 'examples/a/main.ts',
      text: `import '../../packages/protocol/src/index.ts';`,
    };
    assert.match(checkEntryPoints([file], new Map()).join(), /reaches into/);
  });
});

describe('what is allowed passes', () => {
  const harmless: Record<string, string> = {
    'a date from text':
      'export const x = new Date(0).toISOString() + Date.UTC(2026, 0) + Date.parse("");',
    'Date as a type and in instanceof':
      'export const x = (v: unknown): v is Date => v instanceof Date;',
    'arithmetic of Math': 'export const x = Math.max(1, 2);',
    'a member that is named like a global':
      'export const x = (v: { process: number }) => v.process;',
    'words in comments and strings': `// Date.now() and await\nexport const x = 'process.env';`,
    'a const table': 'const table = new Map([[1, 2]]); export const x = table.get(1);',
    'a declared subpath import': `import { x } from '#sha256'; export const y = x;`,
  };
  for (const [name, text] of Object.entries(harmless)) {
    test(name, () => assert.deepEqual(findingsWith({ text }), []));
  }

  test('a declared import of an allowed package by a subpath passes', () => {
    const text = `import { sha256 } from '@noble/hashes/sha2.js'; export const x = sha256;`;
    assert.deepEqual(findingsWith({ text, dependencies: { '@noble/hashes': '2' } }), []);
  });

  test('node:crypto passes in files that are named for it, and only there', () => {
    const text = `import { hash } from 'node:crypto'; export const x = hash;`;
    assert.deepEqual(
      findingsWith({ path: 'packages/protocol/src/crypto/sha256.node.ts', text }),
      [],
    );
    assert.equal(findingsWith({ path: 'packages/protocol/src/sha256.ts', text }).length, 1);
  });

  test('a test may use Node, the clock and development dependencies', () => {
    const text = `import 'node:fs'; import fc from 'fast-check'; export const x = async () => Date.now();`;
    assert.deepEqual(findingsWith({ path: 'packages/protocol/src/x.test.ts', text }), []);
  });

  test('bundled packages may use development dependencies, and others may not', () => {
    const findingsIn = (name: string, text: string): string[] => {
      const manifest: Manifest = {
        name: `@countersign/${name}`,
        version: '0.0.0',
        devDependencies: { react: '19', zod: '4' },
      };
      const files = [{ path: `packages/${name}/src/x.tsx`, text }];
      return checkWorkspaces([{ folder: `packages/${name}`, manifest, files }], rows, manifest);
    };
    const page = `import { useState } from 'react'; export const X = () => <p>{useState(1)[0]}</p>;`;
    assert.deepEqual(findingsIn('inbox', page), []);
    assert.equal(findingsIn('protocol', `import { z } from 'zod'; export const x = z;`).length, 1);
  });

  test('an exception lifts its own ban and no other', () => {
    const manifest: Manifest = { name: '@countersign/dialects', version: '0.0.0' };
    const files = [
      {
        path: 'packages/dialects/src/runtime/x.ts',
        text: 'export const x = async () => Date.now();',
      },
    ];
    const findings = checkWorkspaces(
      [{ folder: 'packages/dialects', manifest, files }],
      rows,
      manifest,
    );
    assert.equal(findings.length, 1);
    assert.match(findings[0] ?? '', /Date\.now/);
  });
});
