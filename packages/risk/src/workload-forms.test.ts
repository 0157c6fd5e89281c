import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { atLeastRisk } from '@countersign/protocol/value';
import { effort, readWorkload, skipWithoutWorkload } from '@countersign/testing';
import { callForms, commandForms, type Form, statementForms } from './testing/rewrite-forms.ts';
import { assessSample, type SampleCall } from './testing/sample-risk.ts';

interface WorkloadRow {
  readonly id: string;
  readonly tool_name: string;
  readonly operation: string;
  readonly resource: string | null;
  readonly environment: string | null;
  readonly parameters: JsonObject;
  readonly label: { readonly expect: string; readonly tags: readonly string[] };
}

const formsOf: Readonly<Record<string, readonly Form[]>> = {
  shell: [...commandForms, ...callForms],
  sql: [...statementForms, ...callForms],
  tool: callForms,
};

/** A run of `npm test` takes one pair of row and form in four; all forms and nearly all rows are among them. */
const parts = 4;
const judgedParts = effort({ fast: 1, full: parts });

interface Tally {
  rows: number;
  readonly lost: string[];
  readonly noise: string[];
}

// The same meaning in another form is judged the same: nothing is lost, and nothing new asks.
test('every labelled action is judged alike in every form that agents use', {
  skip: skipWithoutWorkload('actions.jsonl'),
}, t => {
  const table = new Map<string, Tally>();
  for (const [at, row] of readWorkload<WorkloadRow>('actions.jsonl').entries()) {
    const call: SampleCall = {
      tool: row.tool_name,
      operation: row.operation,
      resource: row.resource,
      environment: row.environment,
      parameters: row.parameters,
    };
    const family = row.label.tags[0] ?? 'tool';
    const forms = (formsOf[family] ?? []).filter((_, index) => (at + index) % parts < judgedParts);
    for (const form of forms) judge(form, family, call, row);
  }
  function judge(form: Form, family: string, call: SampleCall, row: WorkloadRow): void {
    const rewritten = form.rewrite(call);
    if (rewritten === null) return;
    const name = `${family} as ${form.name}`;
    const tally = table.get(name) ?? { rows: 0, lost: [], noise: [] };
    table.set(name, tally);
    tally.rows += 1;
    const asks = atLeastRisk(assessSample(rewritten).level, 'high');
    const isRisky = row.label.expect !== 'allow';
    if (isRisky && !asks) tally.lost.push(row.id);
    if (!isRisky && asks && form.adds !== true) tally.noise.push(row.id);
  }
  for (const [name, { rows, lost, noise }] of table)
    t.diagnostic(`${name}: ${rows} rows, ${lost.length} lost, ${noise.length} new noise`);
  const faults = [...table].filter(([, tally]) => tally.lost.length + tally.noise.length > 0);
  assert.deepEqual(faults, []);
});
