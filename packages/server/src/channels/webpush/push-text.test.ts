import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Language } from '@countersign/wire/language';
import { hostileNotices, noticeOrigin, sampleAsk } from '../testing/hostile-notices.ts';
import { pushText } from './push-text.ts';

for (const language of Language.options) {
  test(`a notification leads to a path of this server, whatever a name says (${language})`, () => {
    const given = { reader: { language, timeZone: 'UTC' }, isQuiet: false, count: 1 };
    for (const notice of hostileNotices) {
      const { title, path } = pushText(noticeOrigin, notice, given);
      assert.doesNotMatch(title, /[\p{C}\p{Zl}\p{Zp}]/u);
      assert.match(path, /^\/(?!\/)/);
    }
    const { approval_request_id } = sampleAsk;
    const settled = pushText(noticeOrigin, { kind: 'settled', approval_request_id }, given);
    assert.equal(settled.title, { en: 'Decided', de: 'Entschieden', ja: '決定済み' }[language]);
  });
}
