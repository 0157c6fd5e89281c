import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { type BundleStory, bundleOf } from '../testing/bundle-samples.ts';
import { sampleBundle, storyNames } from '../testing/bundle-stories.ts';
import {
  alice,
  entryCommand,
  noon,
  openCommand,
  sampleAction,
  samplePolicyDecision,
  sampleRequest,
} from '../testing/samples.ts';
import { renderPlain, segmentText } from '../view/visible-text.ts';
import { statements } from './statement.ts';
import { summariseBundle } from './summarise-bundle.ts';
import { verifyBundle } from './verify-bundle.ts';

function summaryOf({
  bundle,
  trust,
}: Pick<ReturnType<typeof bundleOf>, 'bundle' | 'trust'>): string {
  const report = verifyBundle(bundle, trust);
  assert.equal(report.verdict, 'accepted', JSON.stringify(report));
  return summariseBundle(bundle, report);
}

/** A denied request in which others wrote this wherever they may write words. */
function storyWith(words: string): BundleStory {
  const decision = samplePolicyDecision();
  const request = sampleRequest(decision, sampleAction(), {
    reason: words,
    agent_reasoning: words,
    requested_by: { principal_id: words, role: words },
    external_ids: { ticket: words },
  });
  return {
    steps: [
      () => [openCommand({ request, policy_decision: decision }), noon],
      state => [
        {
          type: 'advise',
          advice: {
            advice_id: `adv_${'0'.repeat(12)}40008000${'0'.repeat(12)}` as never,
            approval_request_id: request.approval_request_id,
            model: words,
            prompt_version: words,
            recommendation: words,
            explanation: words,
            risk_annotations: [words],
          },
        },
        state.status === 'absent' ? noon : state.request.requested_at,
      ],
      state => [
        entryCommand(state, alice, {
          decision: 'deny',
          reason: `no: ${words}`,
          reason_code: words,
          summary: words,
        }),
        noon,
      ],
    ],
  };
}

/** The Markdown with every code span taken out: what is left may have a meaning to a renderer. */
function outsideSpans(markdown: string): string {
  return markdown
    .split('\n')
    .map(line => line.replace(/(?<!`)(`+)(?!`)(?:.*?[^`])\1(?!`)/g, ''))
    .join('\n');
}

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '![x](https://evil.example/x.png)',
  'https://evil.example www.evil.example a@evil.example',
  '`</code><b>out</b>`',
  '``` ` `` out',
  '`',
  '``',
  'a\n\n# Accepted\n\n- proven',
  'a\r\n> quote\u2028line\u2029line\u0085line',
  '\u202Ereversed \u200Binvisible \u0007',
  '| a | b |\n| - | - |',
  '**bold** __x__ ~~y~~ $z$ :tada: @everyone #1 &lt;b&gt; \\',
  '  indented',
  '<!-- comment',
];

describe('a summary for a person', () => {
  test('a summary says what was proven, what failed and what was not shown', () => {
    for (const name of storyNames) {
      const { bundle, trust } = sampleBundle(name);
      const summary = summaryOf({ bundle, trust });
      for (const statement of Object.values(statements)) assert.ok(summary.includes(statement));
      assert.match(summary, /\*\*Accepted\.\*\*/);
      assert.ok(summary.includes(bundle.approval_request_id));
    }
  });

  test('a summary says who decided what, and the outcome', () => {
    const summary = summaryOf(sampleBundle('passkey'));
    assert.match(
      summary,
      /\*\*allow\*\* in stage `controller`; another person; identified by webauthn/,
    );
    assert.match(summary, /The request is \*\*consumed\*\*/);
    assert.match(summary, /`\/parameters\/to`: `Müller GmbH`/);
  });

  test('a summary separates opinions, and says that they decided nothing', () => {
    const summary = summaryOf(sampleBundle('executed'));
    assert.match(summary, /## Advice of models, which decided nothing\n\n- `some-model`/);
  });

  test('a summary says that an action was erased', () => {
    assert.match(summaryOf(sampleBundle('erased')), /Its bytes were erased or left out/);
  });

  test('a summary does not describe what was refused', () => {
    const { bundle, trust } = sampleBundle('executed');
    const forged = { ...bundle, epoch: 2 };
    const summary = summariseBundle(forged, verifyBundle(forged, trust));
    assert.match(summary, /\*\*Refused\*\*, with the code `epoch_changed`/);
    assert.ok(!summary.includes('Müller'));
    const nothing = summariseBundle('{', verifyBundle('{', trust));
    assert.match(nothing, /`bundle_malformed`/);
  });

  test('a summary escapes a hostile path when it names a fault', () => {
    const { bundle, trust } = sampleBundle('executed');
    const forged = { ...bundle, '`<script>\n# x': 1 };
    const summary = summariseBundle(forged, verifyBundle(forged, trust));
    assert.doesNotMatch(outsideSpans(summary), /script/);
    assert.doesNotMatch(summary, /^# x/m);
  });
});

describe('words of others', () => {
  const plain = outsideSpans(summaryOf(bundleOf(storyWith('word'))));

  for (const [index, words] of hostile.entries()) {
    test(`foreign words stay text: ${index}, ${JSON.stringify(words)}`, () => {
      const summary = summaryOf(bundleOf(storyWith(words)));
      assert.equal(outsideSpans(summary), plain);
      assert.ok(summary.includes(renderPlain(segmentText(words))), 'shown whole');
    });
  }

  test('foreign words are shown whole at any length', () => {
    const long = 'x'.repeat(500);
    assert.ok(summaryOf(bundleOf(storyWith(long))).includes(long));
  });

  test('any foreign words stay text', () => {
    const unit = fc.constantFrom(
      '`',
      '``',
      '<',
      '>',
      '\n',
      '[',
      ']',
      '(',
      ')',
      '*',
      '#',
      ' ',
      'a',
      '\\',
      '\u202e',
      '|',
    );
    const words = fc
      .string({ unit, minLength: 1, maxLength: 40 })
      .filter(each => each.trim() !== '');
    fc.assert(
      fc.property(words, each => {
        assert.equal(outsideSpans(summaryOf(bundleOf(storyWith(each)))), plain);
      }),
      { seed, numRuns: effort({ fast: 100, full: 2_000 }) },
    );
  });
});
