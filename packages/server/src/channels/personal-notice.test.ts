import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Language } from '@countersign/wire/language';
import { noticeWords } from './personal-notice.ts';
import { noticeOrigin, sampleAsk } from './testing/hostile-notices.ts';

const reader = (language: Language) => ({ language, timeZone: 'UTC' });

describe('a message in the language of the person', () => {
  test('a message says who waits, until when and with which risk', () => {
    const said = Language.options.map(language =>
      noticeWords(noticeOrigin, sampleAsk, reader(language)),
    );
    assert.deepEqual(
      said.map(({ title }) => title),
      [
        'billing-bot waits for you until 19:54 UTC',
        'billing-bot wartet bis 19:54 UTC auf Sie',
        'billing-bot が 19:54 UTC まであなたの決定を待っています',
      ],
    );
    assert.deepEqual(
      said.map(({ sentences }) => sentences[0]),
      [
        'High risk: payments.wire, asked by billing-bot at 19:40 UTC. You decide for finance, stage 2 of 3. Only you can decide it.',
        'Hohes Risiko: payments.wire, angefragt von billing-bot um 19:40 UTC. Sie entscheiden für finance, Stufe 2 von 3. Nur Sie können darüber entscheiden.',
        '高リスク: payments.wire、billing-bot が 19:40 UTC に要求。あなたは finance として決定します（全3ステージ中2番目）。決定できるのはあなただけです。',
      ],
    );
  });

  test('a message counts what waits with the plural of the language', () => {
    const title = (language: Language, count: number, isMore = false) =>
      noticeWords(
        noticeOrigin,
        { kind: 'digest', waiting: [sampleAsk], count, isMore },
        reader(language),
      ).title;
    assert.match(title('de', 1), /^1 Anfrage wartet auf Sie/);
    assert.match(title('de', 1200), /^1\.200 Anfragen warten auf Sie/);
    assert.match(title('en', 1200, true), /^1,200 or more requests wait for you/);
    assert.match(title('ja', 2), /^2件のリクエストが/);
  });
});
