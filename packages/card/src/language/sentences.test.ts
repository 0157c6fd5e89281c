import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DetectedIntent } from '@countersign/protocol/hold';
import { heldWords, intentWords } from '../intent-words.ts';
import { sentenceOf } from '../sentence.ts';
import { sampleAction } from '../testing/sample-action.ts';
import { languages, sentenceText } from './languages.ts';

const payments = Array.from({ length: 200 }, (_, index) => ({
  payee: `Person ${index}`,
  iban: `DE${index}`,
  amount: '2064.50',
  currency: 'EUR',
}));

/** Tool, parameters, target, German, Japanese. */
const rows: readonly (readonly [string, Record<string, unknown>, string | null, string, string])[] =
  [
    [
      'shell.exec',
      { argv: ['rm', '-rf', 'build'], cwd: '/srv/shop' },
      null,
      'rm -rf build in shop ausführen',
      'shop で rm -rf build を実行',
    ],
    [
      'payments.batch',
      { payments },
      null,
      '200 Personen insgesamt 412.900,00 EUR zahlen',
      '200人に合計 412,900.00 EUR を支払い',
    ],
    [
      'payments.batch',
      { payments: payments.slice(0, 2) },
      null,
      '2 Personen insgesamt 4.129,00 EUR zahlen',
      '2人に合計 4,129.00 EUR を支払い',
    ],
    [
      'refunds.create',
      { amount: 1261.25, currency: 'EUR', customer: 20417 },
      null,
      '1.261,25 EUR an Kunde 20417 erstatten',
      '顧客 20417 に 1,261.25 EUR を返金',
    ],
    [
      'sql.execute',
      { sql: 'DELETE FROM customers', database: 'prod' },
      null,
      'Aus customers in prod löschen, ohne Bedingung',
      'prod の customers から行を削除、条件なし',
    ],
    [
      'sql.execute',
      { sql: 'drop table users; select 1 from a' },
      null,
      'Tabelle users entfernen und 1 weitere Anweisung',
      'テーブル users を破棄、ほか1文',
    ],
    [
      'mail.send',
      { recipients: 1340, subject: 'Hi' },
      null,
      '„Hi“ an 1.340 Personen senden',
      '1,340人に「Hi」を送信',
    ],
    [
      'secrets.rotate',
      { name: 'shop-db' },
      'prod',
      'secrets.rotate auf prod aufrufen: shop-db',
      'prod に対して secrets.rotate を呼び出し: shop-db',
    ],
    [
      'calendar.create_event',
      { title: 'Review', start: '2026-12-01T09:00:00+01:00', attendees: ['a@x.example'] },
      null,
      'calendar.create_event aufrufen: Review mit 1 Person, 01.12.2026 09:00 +01:00',
      'calendar.create_event を呼び出し: Review、1人、2026年12月1日 09:00 +01:00',
    ],
    [
      'access.grant',
      { user: 'build-bot', role: 'write' },
      'web-shop',
      'build-bot das Recht write auf web-shop geben',
      'web-shop で build-bot に write の権限を付与',
    ],
    [
      'Write',
      { file_path: 'a.md', content: 'one' },
      null,
      'a.md schreiben, 1 Zeile',
      'a.md に書き込み、1行',
    ],
  ];

describe('the sentence of an action in another language', () => {
  for (const [tool, parameters, resource, german, japanese] of rows) {
    test(`${german} (${tool})`, () => {
      const action = sampleAction(tool, parameters, resource);
      assert.equal(sentenceOf(action, null, sentenceText('de')).text, german);
      assert.equal(sentenceOf(action, null, sentenceText('ja')).text, japanese);
    });
  }

  test('no digit of an amount is rounded, however long it is', () => {
    const amount = '123456789012345678901234.123456789012345678';
    const action = sampleAction('payments.wire', { amount, currency: 'EUR' }, null);
    for (const language of languages) {
      const { text } = sentenceOf(action, null, sentenceText(language));
      assert.ok(text.replaceAll(/\D/g, '').includes(amount.replaceAll(/\D/g, '')), text);
    }
  });

  test('the sentence of a rule is the same in every language, as it was written', () => {
    const template = [{ text: 'Pay ' }, { pointer: '/amount' }];
    const action = sampleAction('payments.wire', { amount: '4200.00' }, null);
    const said = languages.map(
      language => sentenceOf(action, template, sentenceText(language)).text,
    );
    assert.deepEqual(said, ['Pay 4,200.00', 'Pay 4,200.00', 'Pay 4,200.00']);
  });

  test('an empty value is said in the language of the reader', () => {
    const action = sampleAction('Write', { file_path: '', content: 'x' }, null);
    assert.match(sentenceOf(action, null, sentenceText('de')).text, /leer|aufrufen/);
  });

  test('what a message seems to announce, and why it was held, is said in each language', () => {
    const scope = { records: 1200, type: null, amount: null, currency: null };
    const intent = { action_type: 'batch_delete', scope } as unknown as DetectedIntent;
    const [english, german, japanese] = languages.map(sentenceText);
    assert.ok(english && german && japanese);
    assert.match(intentWords(intent, german), /^Vieles löschen, 1\.200 Datensätze/);
    assert.match(intentWords(intent, japanese), /^一括削除, 1,200 件/);
    assert.equal(
      intentWords({ ...intent, action_type: 'new_act' }, german).split(',')[0],
      'New act',
    );
    for (const each of [german, japanese]) {
      assert.notEqual(heldWords('asks whether to go ahead', each), 'asks whether to go ahead');
      assert.equal(heldWords('__proto__', each), '__proto__');
    }
  });
});
