import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { signalWords } from '@countersign/card';
import { findingSentence } from '@countersign/card/languages';
import { reasonCodes } from '@countersign/protocol/reason';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import { pickLanguage } from './languages.ts';
import type { Translation } from './translation.ts';

type Text = string | ((...parts: never[]) => string);
type Texts = Readonly<Record<string, Text>>;

const folder = new URL('./english/', import.meta.url);
const english = new Map<string, Texts>();
// The sentences of actions have parts that are not numbers. Their own tests are in the card package.
const others = ['grammar.ts', 'sentence.ts'];
for (const file of readdirSync(folder).filter(name => !others.includes(name))) {
  const module = (await import(new URL(file, folder).href)) as Readonly<Record<string, Texts>>;
  for (const [name, texts] of Object.entries(module)) {
    if (name.endsWith('Text')) english.set(name.slice(0, -4), texts);
  }
}
const textsOf = (translation: Translation, area: string): Texts =>
  translation[area as keyof Translation] as unknown as Texts;

/** Each part has its own value, so a lost part shows. Below a thousand, all three languages write numbers alike. */
const parts = [41, 42, 43, 44, 45, 46];
const said = (text: Text): string =>
  typeof text === 'string' ? text : (text as (...given: number[]) => string)(...parts);
const placesIn = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();
const partsIn = (text: string): readonly string[] =>
  (text.match(/4[1-6]/g) ?? []).toSorted().filter((part, at, all) => all.indexOf(part) === at);

/** Names and signs that are the same everywhere. */
const sameInJapanese: readonly string[] = [];

describe('the catalogue of texts', () => {
  test('every area of English has a translation, and there is no other', () => {
    assert.ok(english.size > 3);
    for (const translation of [german, japanese]) {
      const areas = Object.keys(translation).filter(area => area !== 'sentence');
      assert.deepEqual(areas.toSorted(), [...english.keys()].toSorted());
    }
  });

  test('a translation keeps every part and every place of its English text', () => {
    for (const [area, texts] of english) {
      for (const [key, text] of Object.entries(texts)) {
        for (const translation of [german, japanese]) {
          const other = textsOf(translation, area)[key];
          assert.ok(other !== undefined && said(other).trim() !== '', `${area}.${key}`);
          assert.deepEqual(placesIn(said(other)), placesIn(said(text)), `${area}.${key}`);
          assert.deepEqual(partsIn(said(other)), partsIn(said(text)), `${area}.${key}`);
        }
      }
    }
  });

  test('no Japanese text is the English one', () => {
    const left = [...english].flatMap(([area, texts]) =>
      Object.entries(texts).flatMap(([key, text]) => {
        const other = textsOf(japanese, area)[key];
        return other !== undefined && said(other) === said(text) ? [`${area}.${key}`] : [];
      }),
    );
    assert.deepEqual(left, sameInJapanese);
  });

  test('the English words of a signal are those of the terminal and of messages', () => {
    const signals = Object.entries(english.get('signals') ?? {});
    assert.ok(signals.length > 30);
    for (const [signal, words] of signals) {
      assert.equal(words, signalWords(signal));
      // The server says the place of a finding in the language of the page.
      for (const [language, translation] of [
        ['de', german],
        ['ja', japanese],
      ] as const) {
        const said = translation.signals[signal as keyof typeof translation.signals];
        assert.ok(findingSentence(language, signal, 'x').startsWith(`${said}: x`), signal);
      }
    }
  });

  test('the reason codes that people meet have words in both languages, and each is a code', () => {
    const codes = Object.keys(german.refusals);
    for (const { refusals, remedies } of [german, japanese]) {
      for (const words of [refusals, remedies]) assert.deepEqual(Object.keys(words), codes);
    }
    const all = Object.keys(reasonCodes);
    assert.deepEqual(
      codes.filter(code => !all.includes(code)),
      [],
    );
    // What can be wrong with a choice, an amendment or a batch is met by people alone.
    const met = all.filter(code =>
      /^(?:amendment_|batch_|assertion_user|terminal_sign_in)/.test(code),
    );
    assert.deepEqual(
      met.filter(code => !codes.includes(code)),
      [],
    );
    for (const [code, { title }] of Object.entries(reasonCodes)) {
      if (!codes.includes(code)) continue;
      for (const { refusals, remedies } of [german, japanese]) {
        assert.ok(refusals[code] !== title && remedies[code], code);
      }
      assert.match(`${japanese.refusals[code]}`, /[ぁ-んァ-ヶ一-龠]/);
    }
  });

  test('the menu names a page as the page names itself', () => {
    for (const { frame, insights, allowances } of [german, japanese]) {
      assert.equal(frame.insights, insights.title);
      assert.equal(frame.allowances, allowances.title);
    }
  });

  test('a count of one has its own form where the language has one', () => {
    assert.equal(german.queue.steps(1), '1 Schritt');
    assert.equal(german.queue.steps(2), '2 Schritte');
    assert.equal(japanese.queue.steps(1), '1ステップ');
  });
});

describe('the language of a page', () => {
  test('the stored choice counts before the languages of the browser', () => {
    assert.equal(pickLanguage('ja', ['de-DE', 'en']), 'ja');
    assert.equal(pickLanguage(null, ['fr-FR', 'de-AT', 'en']), 'de');
    assert.equal(pickLanguage(null, ['JA']), 'ja');
  });

  test('English is shown where the choice is unknown and no language of the browser is translated', () => {
    assert.equal(pickLanguage('xx', ['fr', 'zh-Hans']), 'en');
    assert.equal(pickLanguage(null, []), 'en');
  });
});
