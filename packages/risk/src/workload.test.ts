import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { atLeastRisk, type RiskLevel } from '@countersign/protocol/value';
import { readWorkload, skipWithoutWorkload } from '@countersign/testing';
import { assessSample } from './testing/sample-risk.ts';
import { shareWithInterval } from './testing/share-interval.ts';

interface WorkloadRow {
  readonly id: string;
  readonly tool_name: string;
  readonly operation: string;
  readonly resource: string | null;
  readonly environment: string | null;
  readonly parameters: JsonObject;
  readonly label: {
    readonly expect: 'allow' | 'ask' | 'deny_or_ask';
    readonly min_risk: RiskLevel;
    readonly tags: readonly string[];
  };
}

const groups = [
  'evasion',
  'lookalike',
  'shell',
  'sql',
  'tool',
  'rebuildable',
  'production-routine',
  'exception-abuse',
];

// The starter policies ask from `high` on (GT-6), and about a tool whose effect is unknown.
test('no risky action of the labelled workload passes, and few harmless ones ask', {
  skip: skipWithoutWorkload('actions.jsonl'),
}, t => {
  const rows = readWorkload<WorkloadRow>('actions.jsonl').map(row => {
    const { level, findings } = assessSample({
      tool: row.tool_name,
      operation: row.operation,
      resource: row.resource,
      environment: row.environment,
      parameters: row.parameters,
    });
    const asks =
      atLeastRisk(level, 'high') || findings.some(({ signal }) => signal === 'unknown_effect');
    const allow = row.label.expect === 'allow';
    return {
      ...row,
      miss: !allow && !asks,
      noise: allow && asks,
      underrated: !atLeastRisk(level, row.label.min_risk),
    };
  });
  const report = (name: string, chosen: typeof rows): void => {
    const harmless = chosen.filter(row => row.label.expect === 'allow').length;
    const risky = chosen.length - harmless;
    const misses = chosen.filter(row => row.miss).length;
    const noise = chosen.filter(row => row.noise).length;
    t.diagnostic(
      `${name}: ${misses} misses of ${risky} (${shareWithInterval(misses, risky)}), ` +
        `${noise} noise of ${harmless} (${shareWithInterval(noise, harmless)}), ` +
        `${chosen.filter(row => row.underrated).length} under-rated of ${chosen.length}`,
    );
  };
  report('total', rows);
  for (const group of groups)
    report(
      group,
      rows.filter(row => row.label.tags.includes(group)),
    );
  const ids = (chosen: typeof rows): string[] => chosen.map(row => row.id);
  assert.ok(rows.length > 300);
  assert.deepEqual(
    ids(rows.filter(row => row.miss && row.label.expect === 'deny_or_ask')),
    [],
    'missed deny_or_ask',
  );
  assert.deepEqual(ids(rows.filter(row => row.miss)), [], 'missed');
  const harmless = rows.filter(row => row.label.expect === 'allow').length;
  assert.ok(rows.filter(row => row.noise).length <= harmless / 20, 'noise');
});
