import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateTool } from './rate-tool.ts';

const declared = [
  { tool: 'parcels.zwickle', effect: 'update', reversibility: 'reversible', parts: {} },
] as const;

test('a rating says what a tool does and who says so', () => {
  for (const [tool, effect, reversibility, known_by] of [
    ['parcels.zwickle', 'update', 'reversible', 'declaration'],
    ['mcp__github__merge_pull_request', 'deploy', 'externally_reversible', 'catalogue'],
    ['crm.get_contact', 'read', 'read_only', 'name'],
    ['crm.frobnicate', 'unknown', 'irreversible', 'nothing'],
  ] as const) {
    const { why, declaration, ...rating } = rateTool(tool, declared);
    assert.deepEqual(rating, { tool, effect, reversibility, known_by });
    assert.match(why, /^[A-Z].{20,80}\.$/u);
    const isKnown = known_by === 'declaration' || known_by === 'catalogue';
    assert.equal(declaration === null, isKnown, tool);
  }
});

test('a proposed declaration repeats what a name suggests, and is a placeholder where nothing is known', () => {
  assert.equal(
    rateTool('crm.get_contact', []).declaration,
    '- { tool: "crm.get_contact", effect: read, reversibility: read_only }',
  );
  assert.equal(
    rateTool('a"b: #', []).declaration,
    '- { tool: "a\\"b: #", effect: update, reversibility: reversible }',
  );
});
