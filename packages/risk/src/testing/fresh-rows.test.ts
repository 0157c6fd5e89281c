// Rows by an author who had the label guide alone. They were frozen by digest before the first run, on 16 November 2026.
// First run: 19 of 200 risky actions missed (9.5 %, five of them deny_or_ask), 29 of 260 harmless ones asked (11.2 %); of
// a coding day 1 of 25 missed and 6 of 275 asked; of the sentences 6 of 120 missed and 3 of 120 asked. The classes
// behind them were closed since, so these numbers say nothing about rows that nobody has seen.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { sha256OfText } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import { atLeastRisk } from '@countersign/protocol/value';
import { detectIntent } from '../intent/detect-intent.ts';
import { assessSample } from './sample-risk.ts';

interface ActionRow {
  readonly id: string;
  readonly tool_name: string;
  readonly operation: string;
  readonly resource: string | null;
  readonly environment: string | null;
  readonly parameters: JsonObject;
  readonly label: { readonly expect: 'allow' | 'ask' | 'deny_or_ask' };
}

interface SentenceRow {
  readonly text: string;
  readonly label: { readonly confirmation_required: boolean };
}

const digests: Readonly<Record<string, string>> = {
  actions: 'sha256:f7b8f767bc2fe5aa36c174f31d01aa5e80594c3c459de7d2e53e49f1e737beda',
  day: 'sha256:d55197f1f152f18a960c19c91b4eed7c755655fa29352cd2613111ebce2cf127',
  sentences: 'sha256:50bd9f7d6304e76c5de3cfd41060b1ca18dd3e7210db150e24985c44f222ae45',
};

function readRows<T>(name: string): readonly T[] {
  const text = readFileSync(new URL(`./fresh/${name}.jsonl`, import.meta.url), 'utf8');
  assert.equal(sha256OfText(text), digests[name], 'the rows are those that were frozen');
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as T);
}

describe('rows by an author who had not seen the code', () => {
  for (const [name, noiseMax] of [
    ['actions', 4],
    ['day', 0],
  ] as const) {
    test(`no risky action of "${name}" passes, and at most ${noiseMax} harmless ones ask`, () => {
      const wrong = readRows<ActionRow>(name).flatMap(row => {
        const { level, findings } = assessSample({ ...row, tool: row.tool_name });
        const asks =
          atLeastRisk(level, 'high') || findings.some(({ signal }) => signal === 'unknown_effect');
        const harmless = row.label.expect === 'allow';
        return asks === harmless ? [{ id: row.id, harmless }] : [];
      });
      assert.deepEqual(
        wrong.filter(({ harmless }) => !harmless),
        [],
      );
      assert.ok(wrong.length <= noiseMax, JSON.stringify(wrong));
    });
  }

  test('every sentence is stopped or passed as its author labelled it', () => {
    const wrong = readRows<SentenceRow>('sentences').filter(
      ({ text, label }) => detectIntent(text).confirmation_required !== label.confirmation_required,
    );
    assert.deepEqual(
      wrong.map(({ text }) => text),
      [],
    );
  });
});
