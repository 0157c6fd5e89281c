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
    assert.deepEqual(rateTool(tool, declared), { tool, effect, reversibility, known_by });
  }
});
