// Goal: no forgery is accepted. Method: of one valid artifact of each kind, every text that differs by a bit, a cut,
// an addition, a swap or an order of parts, other spellings, artifacts signed by other keys, and artifacts that the
// right key signed with another content. The verifier of that kind must answer each with a reason code: it neither
// accepts nor throws. The rest of the count is made of random edits.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import { reasonCodes } from './reason/reason-codes.ts';
import { bundleTarget, entryTarget, executionTarget } from './testing/decision-targets.ts';
import type { ForgeryTarget, Judgement } from './testing/forgery-target.ts';
import { consistencyTarget, inclusionTarget } from './testing/proof-targets.ts';
import { checkpointTarget, grantTarget, requestArtifactTarget } from './testing/signed-targets.ts';
import {
  extend,
  type Forgery,
  flipBits,
  forgeAtRandom,
  randomFrom,
  respellJson,
  respellText,
  shuffleParts,
  swapLetters,
  truncate,
} from './testing/text-forgeries.ts';

/** A proof flips every bit, a fast run every fourth one. */
const step = effort({ fast: 4, full: 1 });

/** A bundle takes milliseconds and has too many bits, so that it is sampled more sparsely. */
const targets: readonly (readonly [
  ForgeryTarget,
  { readonly step: number; readonly random: number },
])[] = [
  [grantTarget(), { step, random: effort({ fast: 100, full: 170_000 }) }],
  [requestArtifactTarget(), { step, random: effort({ fast: 100, full: 170_000 }) }],
  [checkpointTarget(), { step, random: effort({ fast: 1_000, full: 170_000 }) }],
  [entryTarget(), { step, random: effort({ fast: 100, full: 130_000 }) }],
  [inclusionTarget(), { step, random: effort({ fast: 100, full: 130_000 }) }],
  [consistencyTarget(), { step, random: effort({ fast: 100, full: 130_000 }) }],
  [executionTarget(), { step, random: effort({ fast: 100, full: 130_000 }) }],
  [
    bundleTarget(),
    { step: effort({ fast: 3_001, full: 31 }), random: effort({ fast: 200, full: 20_000 }) },
  ],
];
const promised = effort({ fast: 25_000, full: 1_000_000, of: 'forgeries' });
const donors = targets.map(([{ text }]) => text);
let total = 0;

class Count {
  readonly codes = new Map<string, number>();
  forgeries = 0;

  add(target: ForgeryTarget, what: string, code: Judgement, forged?: string): void {
    const told = () =>
      `${target.name}: ${what} (COUNTERSIGN_SEED=${seed})${forged === undefined ? '' : `\n${forged}\nmade of\n${target.text}`}`;
    if (code === 'accepted') {
      if (forged !== undefined && target.isSame?.(forged) === true) return;
      assert.fail(`accepted ${told()}`);
    }
    if (code === 'internal_error' || !Object.hasOwn(reasonCodes, code)) {
      assert.fail(`refused with ${code}: ${told()}`);
    }
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    this.forgeries++;
  }

  tell(context: TestContext, kind: string): void {
    const codes = [...this.codes].sort(([, a], [, b]) => b - a);
    const list = codes.map(([code, times]) => `${code} ${times}`).join(', ');
    context.diagnostic(`${kind}: ${this.forgeries} refused, seed ${seed}: ${list}`);
    total += this.forgeries;
  }
}

function tryAll(target: ForgeryTarget, count: Count, forgeries: Iterable<Forgery>): void {
  for (const { what, text } of forgeries) {
    if (text === target.text) continue;
    let code: Judgement;
    try {
      code = target.judge(text);
    } catch (cause) {
      throw new Error(`${target.name} throws: ${what} (COUNTERSIGN_SEED=${seed})\n${text}`, {
        cause,
      });
    }
    count.add(target, what, code, text);
  }
}

for (const [target, { step, random }] of targets) {
  describe(target.name, () => {
    test(`[AB-1] ${target.name}: the genuine text is accepted`, () => {
      assert.equal(target.judge(target.text), 'accepted');
    });

    test(`[AB-1, EV-6] ${target.name}: no other text is accepted`, context => {
      const count = new Count();
      const { text, separator } = target;
      const below = randomFrom(seed);
      tryAll(target, count, flipBits(text, step));
      tryAll(target, count, truncate(text, step));
      tryAll(target, count, extend(text));
      tryAll(target, count, swapLetters(text, below, step));
      tryAll(target, count, shuffleParts(text, separator));
      tryAll(target, count, respellText(text));
      if (text.startsWith('{')) {
        const spellings = [...respellJson(text)];
        tryAll(
          target,
          count,
          spellings.filter((_, index) => index % step === 0),
        );
      }
      count.tell(context, 'text');
    });

    test(`[AB-1, CH-8] ${target.name}: no text with other keys or content is accepted`, context => {
      const count = new Count();
      for (const { what, code: expected, judge } of target.crafted()) {
        const code = judge();
        if (code === null) continue;
        if (expected !== undefined) assert.equal(code, expected, `${target.name}: ${what}`);
        count.add(target, what, code);
      }
      count.tell(context, 'crafted');
    });

    test(`[EV-6] ${target.name}: no random edit is accepted`, context => {
      const count = new Count();
      const below = randomFrom(seed ^ target.text.length);
      tryAll(
        target,
        count,
        (function* () {
          for (let n = 0; n < random; n++) yield forgeAtRandom(target.text, below, donors);
        })(),
      );
      count.tell(context, 'random');
    });
  });
}

test('[AB-1] the promised number of forgeries was tried', context => {
  context.diagnostic(`${total} forgeries refused, none accepted, seed ${seed}`);
  assert.ok(total >= promised, `expected ${promised} forgeries, found ${total}`);
});
