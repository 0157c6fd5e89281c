import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256 } from '@countersign/protocol/crypto';
import { parseHold } from '@countersign/protocol/hold';
import { atLeastRisk } from '@countersign/protocol/value';
import fc from 'fast-check';
import { detectIntent, intentOfHold } from './detect-intent.ts';
import { textLengthMax } from './normalise-text.ts';
import { actsOnData } from './testing/acts-on-data.table.ts';
import { actsOnSystems } from './testing/acts-on-systems.table.ts';
import { evasions } from './testing/evasions.table.ts';
import { everydayActs, everydaySpeech } from './testing/everyday.table.ts';
import { lookalikes as ordinary } from './testing/lookalikes.table.ts';
import { questionsAndReports } from './testing/questions-and-reports.table.ts';
import { requests as plainRequests } from './testing/requests.table.ts';
import { statements } from './testing/statements.table.ts';
import { tokenise } from './tokens.ts';

const requests = [plainRequests, actsOnData, actsOnSystems, everydayActs].flatMap(table =>
  Object.entries(table).flatMap(([type, texts]) => texts.map(text => [type, text] as const)),
);
const lookalikes = [...ordinary, ...statements, ...questionsAndReports, ...everydaySpeech];
const stopped = [
  ...requests.map(([, text]) => text),
  ...Object.values(evasions)
    .flat()
    .map(([, text]) => text),
];

describe('the tables', () => {
  test('every request and announcement is stopped', t => {
    const rows = requests.map(([, text]) => text);
    const misses = rows.filter(text => !detectIntent(text).confirmation_required);
    t.diagnostic(`rows ${rows.length}, misses ${misses.length}`);
    assert.deepEqual(misses, []);
  });

  test('every evasion is stopped with its own kind', t => {
    const rows = Object.values(evasions).flat();
    const misses = rows.filter(([, text]) => !detectIntent(text).confirmation_required);
    const types = rows.filter(([type, text]) => detectIntent(text).action_type === type);
    t.diagnostic(`evasions ${rows.length}, misses ${misses.length}, right type ${types.length}`);
    assert.ok(rows.length >= 50);
    assert.deepEqual(misses, []);
  });

  test('every lookalike passes', t => {
    const alarms = lookalikes.filter(text => detectIntent(text).confirmation_required);
    t.diagnostic(`lookalikes ${lookalikes.length}, false alarms ${alarms.length}`);
    assert.ok(lookalikes.length >= 50);
    assert.deepEqual(alarms, []);
  });

  test('the kind of act is right in at least nine of ten', t => {
    const right = requests.filter(([type, text]) => detectIntent(text).action_type === type);
    t.diagnostic(`right ${right.length} of ${requests.length}`);
    assert.ok(right.length >= requests.length * 0.9);
  });
});

describe('numbers', () => {
  test('numbers are read in all groupings, as products, ranges and shares', () => {
    const amounts: readonly (readonly [string, number, string])[] = [
      ['I will pay the cook ₹2,75,000 now.', 275_000, 'INR'],
      ['I will pay the cook 2.400,50 € now.', 2400.5, 'EUR'],
      ["I will pay the cook 17'250 CHF now.", 17_250, 'CHF'],
      ['I will pay the cook 4 lakh rupees now.', 400_000, 'INR'],
      ['I will pay the cook 6 × $700 now.', 4200, 'USD'],
      ['I will buy 30 lamps at £55 each now.', 1650, 'GBP'],
    ];
    for (const [text, amount, currency] of amounts) {
      const { scope } = detectIntent(text);
      assert.deepEqual([scope?.amount, scope?.currency], [amount, currency], text);
    }
    const records: readonly (readonly [string, number])[] = [
      ['I will delete 7 215 rows now.', 7215],
      ['I will delete between 200 and 350 rows now.', 350],
      ['I will delete a quarter of the 1,200 rows now.', 300],
      ['I will delete 15% of the 4,000 rows now.', 600],
      ['I will delete the rows now. There are 640 of them.', 640],
    ];
    for (const [text, count] of records)
      assert.equal(detectIntent(text).scope?.records, count, text);
  });
});

describe('the example of the specification', () => {
  const example = "I'm about to delete these 500 user accounts. Should I proceed?";

  test('[D3-2] the example of the specification gives its metadata', () => {
    const { confirmation_required, risk_level, action_type, scope, patterns } =
      detectIntent(example);
    assert.deepEqual(
      {
        confirmation_required,
        risk_level,
        action_type,
        records: scope?.records,
        type: scope?.type,
      },
      {
        confirmation_required: true,
        risk_level: 'critical',
        action_type: 'batch_delete',
        records: 500,
        type: 'user_accounts',
      },
    );
    assert.deepEqual(
      patterns.map(({ name }) => name),
      ['bulk_delete_count', 'asks_to_proceed'],
    );
  });

  test('the detection of the example can be recorded with a hold', () => {
    const hold = {
      hold_id: `hold_${'0'.repeat(12)}4${'0'.repeat(3)}8${'0'.repeat(15)}`,
      session_id: 'session-1',
      message_digest: sha256(example),
      intent: intentOfHold(detectIntent(example)),
      placed_at: '2026-11-15T12:00:00.000Z',
      expires_at: '2026-11-15T12:05:00.000Z',
    };
    assert.equal(parseHold(hold).intent.scope.records, 500);
  });

  test('[D3-11] the five patterns of the specification are named when they match', () => {
    const names = [
      ['bulk_delete_count', "I'll delete 300 records."],
      ['recursive_remove', 'Running `rm -fr /data` now.'],
      ['drop_structure', 'Dropping the orders table now.'],
      ['asks_to_proceed', 'Should I proceed?'],
      ['announces_effect', 'This will overwrite the shared roadmap.'],
    ];
    for (const [name, text = ''] of names) {
      assert.ok(
        detectIntent(text).patterns.some(pattern => pattern.name === name),
        text,
      );
    }
  });
});

describe('metadata', () => {
  const quiet = 'The build is green.';
  const claim = {
    confirmation_required: false,
    risk_level: 'low',
    action_type: 'delete',
    scope: null,
  };

  test('[GT-7] metadata never lowers the level of the text', () => {
    for (const text of stopped) {
      const alone = detectIntent(text);
      const joined = detectIntent(text, claim);
      assert.ok(
        joined.confirmation_required && atLeastRisk(joined.risk_level, alone.risk_level),
        text,
      );
    }
  });

  test('[GT-7] metadata raises the level of a harmless text', () => {
    const raised = detectIntent(quiet, {
      ...claim,
      confirmation_required: true,
      risk_level: 'critical',
      scope: { records: 7 },
    });
    assert.equal(raised.risk_level, 'critical');
    assert.equal(raised.scope?.records, 7);
    assert.equal(detectIntent(quiet, { ...claim, risk_level: 'high' }).confirmation_required, true);
    assert.equal(detectIntent(quiet, claim).confirmation_required, false);
  });

  test('unreadable metadata asks a person', () => {
    for (const broken of [
      {},
      { ...claim, risk_level: 'none' },
      { ...claim, extra: 1 },
      { ...claim, scope: { records: -1 } },
    ]) {
      const { confirmation_required, patterns } = detectIntent(quiet, broken);
      assert.ok(
        confirmation_required && patterns.some(({ name }) => name === 'metadata_malformed'),
      );
    }
  });
});

describe('long and hostile text', () => {
  const hostile = [
    `delete ${'1'.repeat(200_000)}`,
    'delete '.repeat(40_000),
    'should i '.repeat(40_000),
    '"'.repeat(100_000),
    "' ".repeat(100_000),
    '`a'.repeat(100_000),
    '<a '.repeat(100_000),
    'd-'.repeat(100_000),
    'i will go '.repeat(30_000),
    'I am not sure it will delete it, okay? '.repeat(8_000),
    'a:'.repeat(100_000),
    '\u0301'.repeat(100_000),
    '\ud83d'.repeat(50_000),
  ];

  test('only a limited length is read, and exceeding it is a finding', () => {
    for (const text of hostile) {
      const { confirmation_required, patterns } = detectIntent(text);
      assert.ok(confirmation_required);
      assert.ok(patterns.some(({ name }) => name === 'text_too_long') && patterns.length <= 33);
    }
    assert.equal(detectIntent('a '.repeat(textLengthMax / 2)).confirmation_required, false);
  });

  test('the number of tokens grows linearly with the text', () => {
    for (const text of hostile) {
      for (const length of [2_000, 4_000, 8_000])
        assert.ok(tokenise(text.slice(0, length)).length <= 2 * length);
    }
  });

  test('any text gives a detection', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc
        .array(fc.constantFrom(...stopped, ...lookalikes, '"', '`', '```', '\n', '>', 'not', 'if'))
        .map(parts => parts.join(' ')),
    );
    fc.assert(
      fc.property(text, value => typeof detectIntent(value).confirmation_required === 'boolean'),
      { seed: 4, numRuns: 200 },
    );
  });

  test('[GT-7] a paragraph before or after never turns a stop into a pass', () => {
    const any = fc.constantFrom(...stopped, ...lookalikes);
    fc.assert(
      fc.property(fc.constantFrom(...stopped), any, any, (text, before, after) => {
        const alone = detectIntent(text);
        const inside = detectIntent(`${before}\n\n${text}\n\n${after}`);
        return inside.confirmation_required && atLeastRisk(inside.risk_level, alone.risk_level);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
