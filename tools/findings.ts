import assert from 'node:assert/strict';

/** Fails with the findings themselves, one per line: each is a sentence that says where and what. */
export function assertNone(findings: readonly string[]): void {
  if (findings.length > 0) assert.fail(`\n${findings.join('\n')}`);
}
