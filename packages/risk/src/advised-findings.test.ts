import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advisedMember } from '@countersign/protocol/request';
import { advisedFindings } from './advised-findings.ts';

const told = {
  advisor: 'watcher',
  version: '3',
  findings: [{ level: 'critical', words: 'fraud' }],
};

test('[GT-12] the findings of an advisor are added with their level, under its name and version', () => {
  assert.deepEqual(advisedFindings({ [advisedMember]: told }), [
    { signal: 'advised', level: 'critical', evidence: 'watcher 3: fraud' },
  ]);
  assert.deepEqual(advisedFindings({ message: 'hello' }), []);
});

test('[GT-12] findings of an advisor in another form ask', () => {
  for (const wrong of [null, 'low', { ...told, findings: 'none' }, { ...told, more: 1 }]) {
    assert.equal(advisedFindings({ [advisedMember]: wrong })[0]?.level, 'high');
  }
});
