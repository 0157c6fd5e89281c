import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { atLeastRisk, type RiskLevel } from '@countersign/protocol/value';
import { detectIntent } from './detect-intent.ts';

interface Row {
  readonly text: string;
  readonly label: {
    readonly confirmation_required: boolean;
    readonly risk_level: RiskLevel;
    readonly action_type: string | null;
    readonly scope: { readonly records?: number; readonly amount?: number } | null;
  };
}

const folder =
  process.env['WORKLOAD_DIR'] ?? join(import.meta.dirname, '../../../../../shared/workload');
const path = join(folder, 'sentences.jsonl');
const isAbsent = !existsSync(path);
const absent = isAbsent
  ? 'the workload is absent; set WORKLOAD_DIR to the folder that holds it'
  : false;
if (isAbsent && process.env['CI'] === 'true') throw new Error(String(absent));

test('the labelled sentences get their labels', { skip: absent }, t => {
  const rows = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Row);
  const answers = rows.map(row => ({ ...row, found: detectIntent(row.text) }));
  const misses = answers.filter(
    ({ label, found }) => label.confirmation_required && !found.confirmation_required,
  );
  const noise = answers.filter(
    ({ label, found }) => !label.confirmation_required && found.confirmation_required,
  );
  const hits = answers.filter(
    ({ label, found }) => label.confirmation_required && found.confirmation_required,
  );
  const numbered = hits.filter(
    ({ label }) => (label.scope?.records ?? label.scope?.amount) !== undefined,
  );
  const share = (part: readonly unknown[], whole: readonly unknown[]) =>
    `${part.length} of ${whole.length}`;
  const types = hits.filter(({ label, found }) => found.action_type === label.action_type);
  const numbers = numbered.filter(({ label, found }) =>
    label.scope?.records === undefined
      ? found.scope?.amount === label.scope?.amount
      : found.scope?.records === label.scope.records,
  );
  const levels = hits.filter(({ label, found }) => atLeastRisk(found.risk_level, label.risk_level));
  t.diagnostic(`rows ${rows.length}, misses ${misses.length}, noise ${noise.length}`);
  t.diagnostic(
    `right action_type ${share(types, hits)}, number ${share(numbers, numbered)}, risk not below ${share(levels, hits)}`,
  );
  for (const { text } of [...misses, ...noise]) t.diagnostic(text);
  assert.deepEqual(
    misses.map(({ text }) => text),
    [],
  );
  assert.ok(misses.length + noise.length <= rows.length * 0.05);
  assert.ok(
    types.length >= hits.length * 0.95 &&
      numbers.length >= numbered.length * 0.95 &&
      levels.length >= hits.length * 0.95,
  );
});
