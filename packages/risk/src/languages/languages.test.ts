import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseAmount } from '../action/money-text.ts';
import { detectIntent } from '../intent/detect-intent.ts';
import { countCalls, countSentences } from '../testing/labelled-rows.ts';
import { englishValueOf, englishWordsOf } from './english-name.ts';
import { plainAmounts } from './plain-amounts.ts';
import { retellText } from './retell-text.ts';
import { chineseActions, chineseSentences } from './testing/chinese.table.ts';
import { dutchActions, dutchSentences } from './testing/dutch.table.ts';
import { frenchActions, frenchSentences } from './testing/french.table.ts';
import { germanActions, germanSentences } from './testing/german.table.ts';
import { homelyOrders } from './testing/homely-orders.table.ts';
import { italianActions, italianSentences } from './testing/italian.table.ts';
import { japaneseActions, japaneseSentences } from './testing/japanese.table.ts';
import { koreanActions, koreanSentences } from './testing/korean.table.ts';
import { orders } from './testing/orders.table.ts';
import { polishActions, polishSentences } from './testing/polish.table.ts';
import { portugueseActions, portugueseSentences } from './testing/portuguese.table.ts';
import * as asian from './testing/second-asian.table.ts';
import { secondCalls } from './testing/second-calls.table.ts';
import * as european from './testing/second-european.table.ts';
import { spanishActions, spanishSentences } from './testing/spanish.table.ts';
import { laterOrders, spokenOrders } from './testing/spoken-orders.table.ts';

const languages = {
  German: [germanSentences, germanActions],
  French: [frenchSentences, frenchActions],
  Spanish: [spanishSentences, spanishActions],
  Portuguese: [portugueseSentences, portugueseActions],
  Italian: [italianSentences, italianActions],
  Dutch: [dutchSentences, dutchActions],
  Polish: [polishSentences, polishActions],
  Japanese: [japaneseSentences, japaneseActions],
  Chinese: [chineseSentences, chineseActions],
  Korean: [koreanSentences, koreanActions],
} as const;

describe('sentences and calls in other languages', () => {
  for (const [name, [sentences, calls]] of Object.entries(languages)) {
    test(`no risky sentence in ${name} passes, and no harmless one asks`, () => {
      const { misses, noise } = countSentences(sentences);
      assert.deepEqual([...misses, ...noise], []);
    });
    test(`no risky call with names in ${name} passes, and no harmless one asks`, () => {
      const { misses, noise } = countCalls(calls);
      assert.deepEqual([...misses, ...noise], []);
    });
  }
});

test('an order in words is judged by its words in every language', () => {
  const { misses, noise, risky, harmless } = countCalls(orders);
  assert.deepEqual([...misses, ...noise], []);
  assert.deepEqual([risky, harmless], [23, 11]);
});

test('an order gets the same verdict as an imperative, a polite sentence, a wish or a verb with a noun', () => {
  for (const [list, size] of [
    [spokenOrders, [213, 64]],
    [laterOrders, [75, 23]],
    [homelyOrders, [105, 54]],
  ] as const) {
    const { misses, noise, risky, harmless } = countCalls(list);
    assert.deepEqual([...misses, ...noise], []);
    assert.deepEqual([risky, harmless], size);
  }
});

/**
 * Written after the packs and not used to make them. On the first run 22 of 150 risky sentences and 3 of 36 risky calls
 * passed, and 2 of 150 harmless sentences and none of 24 harmless calls asked. What could be mended as a class was mended.
 */
test('the second set, which was not used to make the packs, is judged right with few exceptions', () => {
  const counted = [...Object.values({ ...european, ...asian })].map(countSentences);
  const calls = countCalls(secondCalls);
  const sum = (of: (row: (typeof counted)[number]) => number): number =>
    counted.reduce((total, row) => total + of(row), 0);
  assert.equal(counted.length, 10);
  assert.ok(sum(row => row.misses.length) <= 0.03 * sum(row => row.risky), 'missed sentences');
  assert.ok(sum(row => row.noise.length) <= 0.03 * sum(row => row.harmless), 'noisy sentences');
  assert.ok(calls.misses.length <= 3, 'missed calls');
  assert.deepEqual(calls.noise, []);
});

test('the kind of act and its numbers are told in another language as in English', () => {
  const rows = [
    ['Ich überweise jetzt 1 Mio. EUR an Hr. Weber.', 'payment', 1_000_000],
    ['Je vais supprimer les 500 utilisateurs.', 'batch_delete', 500],
    ['取引先に1億円を送金します。', 'payment', 100_000_000],
    ['我将向供应商转账100万元。', 'payment', 1_000_000],
    ['고객에게 ₩500만을 환불하겠습니다.', 'payment', 5_000_000],
  ] as const;
  for (const [text, type, number] of rows) {
    const { action_type, scope } = detectIntent(text);
    assert.deepEqual([action_type, scope?.amount ?? scope?.records], [type, number], text);
  }
});

test('amounts are read in the ways in which they are written in ten languages', () => {
  const rows = [
    ['1.000.000,00 €', 1e6, 'eur'],
    ['¥3M', 3e6, 'jpy'],
    ['100万元', 1e6, 'cny'],
    ['1億2000万円', 1.2e8, 'jpy'],
    ['三百万円', 3e6, 'jpy'],
    ['0.5 BTC', 0.5, 'btc'],
    ['1 Mio. EUR', 1e6, 'eur'],
    ['2,5 Mrd. €', 2.5e9, 'eur'],
    ['1.5k', 1500, null],
    ['R$ 10.000', 10_000, 'brl'],
    ['R$ 1,5 mi', 1.5e6, 'brl'],
    ['₩500만', 5e6, 'krw'],
    ['10억 원', 1e9, 'krw'],
    ['5 lakh', 5e5, null],
    ['Rs. 2,50,000', 250_000, 'inr'],
    ['2 crore INR', 2e7, 'inr'],
    ["1'000'000 CHF", 1e6, 'chf'],
    ['CHF 1’250.50', 1250.5, 'chf'],
    ['１２３，４５６円', 123_456, 'jpy'],
    ['1 000 000,00 zł', 1e6, 'pln'],
    ['3 millones de euros', 3e6, 'eur'],
    ['1 M€', 1e6, 'eur'],
  ] as const;
  for (const [text, value, currency] of rows)
    assert.deepEqual(parseAmount(text), { value, currency }, text);
  assert.equal(plainAmounts('Port 5432, 5 m lang'), 'Port 5432, 5 m lang');
});

test('an English name stays what it is', () => {
  for (const name of [
    ['delete', 'user'],
    ['create', 'todo'],
    ['map', 'file'],
    ['get', 'base', 'data'],
    ['place', 'order'],
  ])
    assert.equal(englishWordsOf(name), name);
  for (const value of ['Rossi', 'Berlin', 'todo', 'Anna Weber', 'base', 'main'])
    assert.equal(englishValueOf(value), value);
  assert.equal(englishValueOf('Produktion'), 'production');
  assert.equal(englishValueOf('tous_les_abonnes'), 'all_subscribers');
  assert.equal(englishValueOf('本番環境'), 'production');
});

test('an abbreviation does not end a sentence', () => {
  for (const text of [
    'I will now pay Mr. Weber 50,000 EUR.',
    'Ich werde Hr. Weber 50.000 EUR überweisen.',
    'Je vais virer à M. Dupont 50 000 EUR.',
    'I will wire to Acme Inc. 50,000 USD.',
    'Shall I send the payout for invoice No. 17 of 9,000 EUR?',
  ]) {
    const { confirmation_required, scope } = detectIntent(text);
    assert.deepEqual([confirmation_required, (scope?.amount ?? 0) >= 9000], [true, true], text);
  }
});

test('an act behind many harmless ones is found all the same', () => {
  for (const text of [
    `${'Ich lese die Datei, '.repeat(40)} ich lösche alle Kunden.`,
    `${'ファイルを読みます、'.repeat(40)}すべての顧客を削除します。`,
    '删除'.repeat(200),
  ])
    assert.ok(detectIntent(text).confirmation_required, text.slice(-40));
});

test('an English text is not retold and keeps every word', () => {
  const text = 'I will now delete all users. The die is cast, and the team is on the map.';
  assert.deepEqual(retellText(text), { english: '', rest: text });
});

test('words of another language do not hide what is said in English', () => {
  for (const text of [
    'Der die das. I will delete all users now.',
    'Le la les: I will delete all users now.',
    '承知しました。I will delete all users now.',
  ])
    assert.ok(detectIntent(text).confirmation_required, text);
});

test('the time to retell a text grows no faster than its length', () => {
  const sentence = 'Ich habe alle Kunden geprüft, und das Team löscht morgen 500 Datensätze. ';
  const steps = (count: number): number => retellText(sentence.repeat(count)).rest.length;
  assert.equal(steps(40), 0);
  for (const piece of [
    'ab lösche ',
    'M. „x“ z. B. ',
    '删除',
    '削除、',
    '삭제 ',
    'я ',
    '1.000.',
    'elimino e ',
  ])
    assert.ok(retellText(piece.repeat(32_000 / piece.length)).rest.length <= 32_768, piece);
  const long = retellText('ü'.repeat(100_000));
  assert.equal(long.rest.length, 100_000);
});
