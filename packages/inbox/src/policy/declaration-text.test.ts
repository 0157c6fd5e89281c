import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declarationLine, declarationsFile, filesWith } from './declaration-text.ts';

const declared = { tool: 'a"b', effect: 'read', reversibility: 'read_only', reason: ' one: "x" ' };

test('a declaration is one line in which texts are quoted', () => {
  assert.equal(
    declarationLine(declared),
    '- { tool: "a\\"b", effect: read, reversibility: read_only, reason: "one: \\"x\\"" }',
  );
  const without = declarationLine({ ...declared, reason: '' });
  assert.equal(without, '- { tool: "a\\"b", effect: read, reversibility: read_only }');
});

test('declarations are added in a document of their own, and no other text is changed', () => {
  const own = { name: 'policy.yaml', text: 'version: "3"\n', layer: 'operator' } as const;
  const once = filesWith([own], declared);
  assert.deepEqual(once[0], own);
  assert.equal(once[1]?.name, declarationsFile);
  const twice = filesWith(once, { ...declared, tool: 'c' });
  assert.equal(twice.length, 2);
  assert.equal(twice[1]?.text.match(/^ {2}- \{ tool: /gmu)?.length, 2);
  assert.ok(twice[1]?.text.startsWith('version: "1"\ntools:\n'));
});
