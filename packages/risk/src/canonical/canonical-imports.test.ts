import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const grammars = /^(@lezer\/|unbash|libpg-query|web-tree-sitter|tree-sitter-)/u;

/** Every module that an import of the file loads. Imports of types load nothing. */
function loadedBy(start: URL): ReadonlyMap<string, string> {
  const seen = new Map<string, string>([[start.href, '']]);
  const packages = new Map<string, string>();
  for (const [href] of seen) {
    const source = readFileSync(new URL(href), 'utf8');
    for (const [, clause = '', from = ''] of source.matchAll(
      /^(?:import|export) ([^'";]*?)from '([^']+)';/gmu,
    )) {
      if (clause.startsWith('type ')) continue;
      if (from.startsWith('.')) seen.set(new URL(from, href).href, href);
      else packages.set(from, href);
    }
  }
  return packages;
}

test('reading a call as a canonical action loads no grammar', () => {
  const loaded = loadedBy(new URL('./translate-call.ts', import.meta.url));
  assert.deepEqual(
    [...loaded].filter(([name]) => grammars.test(name)),
    [],
  );
});
