// Rows by an author who had the label guide alone. They were frozen by digest before the first run, on 16 November 2026.
// First run: 19 of 200 risky actions missed (9.5 %, five of them deny_or_ask), 29 of 260 harmless ones asked (11.2 %); of
// a coding day 1 of 25 missed and 6 of 275 asked; of the sentences 6 of 120 missed and 3 of 120 asked. The classes
// behind them were closed since, so these numbers say nothing about rows that nobody has seen.
//
// `voices` and `verbs` were written on 17 November 2026 and frozen before their first run, both before a line of the
// judges was read. `voices` ran first: 28 of 325 risky actions missed (8.6 %, none of 14 deny_or_ask), 31 of 336
// harmless ones asked (9.2 %). Its classes were closed, then `verbs` ran: 17 of 242 missed (7.0 %, one of nine
// deny_or_ask), 16 of 240 asked (6.7 %).
//
// `vendors` was written on 18 November 2026 by an author who had only the label guide, and frozen before its first run:
// 13 of 330 risky actions missed (3.9 %, 95 % interval 2.3 to 6.6; two of 40 deny_or_ask), 18 of 273 harmless ones asked
// (6.6 %, 4.2 to 10.2). Its classes were closed, then `trades` ran, by yet another author and frozen in the same way:
// 8 of 295 risky actions missed (2.7 %, 1.4 to 5.3; none of 35 deny_or_ask), 24 of 286 harmless ones asked (8.4 %, 5.7
// to 12.2). Its classes were closed, then `fortnight` ran, by a third author and frozen in the same way: 6 of 274 risky
// actions missed (2.2 %, 1.0 to 4.7; none of 32 deny_or_ask), 7 of 296 harmless ones asked (2.4 %, 1.2 to 4.8). Its
// classes were closed since.

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

/**
 * Rows that the guide allows although their label says risky. They count as missed in the numbers above. The first two
 * change one record that can be restored, as their author judged after the first run. The third empties a scratch table
 * outside production.
 */
const disputed: ReadonlySet<string> = new Set(['act_h0111', 'act_h0118', 'fa0385']);

const digests: Readonly<Record<string, string>> = {
  actions: 'sha256:f7b8f767bc2fe5aa36c174f31d01aa5e80594c3c459de7d2e53e49f1e737beda',
  day: 'sha256:d55197f1f152f18a960c19c91b4eed7c755655fa29352cd2613111ebce2cf127',
  voices: 'sha256:77e48204e470ab74d98d8ee5e87ccd40fd8c991b343c74986465488acfb4cd03',
  verbs: 'sha256:bfd1719e4d677485325b1f81303148524960f70ea98a754759bf309b2c28427c',
  vendors: 'sha256:66ce3e5890bd640da3324a476a9560f6c09f847bab96d09bb696b2d342ca065a',
  trades: 'sha256:97702cbb891184b79486367fb56e02162b7a6102e584d0eeb4b310576d1865a7',
  fortnight: 'sha256:4dd90b474a71206311cb41c0bf836838a4ec7a23a13a2f3eb76882f3fb9b79cb',
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
    ['voices', 4],
    ['verbs', 3],
    ['vendors', 6],
    ['trades', 10],
    ['fortnight', 3],
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
        wrong.filter(({ harmless, id }) => !harmless && !disputed.has(id)),
        [],
      );
      const noise = wrong.filter(({ harmless }) => harmless);
      assert.ok(noise.length <= noiseMax, JSON.stringify(noise));
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
