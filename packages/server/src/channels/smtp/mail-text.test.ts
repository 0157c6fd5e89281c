import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Language } from '@countersign/wire/language';
import { hostileNotices, noticeOrigin } from '../testing/hostile-notices.ts';
import { mailText } from './mail-text.ts';

const reader = (language: Language) => ({ language, timeZone: 'UTC' });

describe('the text of a mail', () => {
  for (const language of Language.options) {
    test(`no name ends a header, draws an element or hides a character (${language})`, () => {
      for (const notice of hostileNotices) {
        const { subject, text, html } = mailText(noticeOrigin, notice, reader(language));
        assert.doesNotMatch(subject, /[\p{C}\p{Zl}\p{Zp}]/u);
        assert.doesNotMatch(text, /\r|\u202e|\u2028|\0/);
        assert.doesNotMatch(html, /<script|<a href="https:\/\/evil/);
        assert.ok(html.startsWith(`<!doctype html><html lang="${language}">`));
        // A link shows, and leads to this server alone.
        for (const [, link = ''] of html.matchAll(/href="([^"]*)"/g)) {
          assert.match(link, /^https:\/\/gate\.example\/(?:settings|requests\/[\w-]+)?$/);
        }
      }
    });
  }

  test('every text of a message is translated', () => {
    for (const notice of hostileNotices) {
      const [english, ...others] = Language.options.map(language =>
        mailText(noticeOrigin, notice, reader(language)),
      );
      for (const { subject, text } of others) {
        assert.notEqual(subject, english?.subject);
        const lines = (english?.text ?? '')
          .split('\n')
          .filter(line => /[a-z]{3} [a-z]{2}/.test(line));
        const left = text.split('\n').filter(line => lines.includes(line));
        assert.deepEqual(left, []);
      }
    }
  });
});
