// Authors who seal secrets trust docs/sealed-parameters.md. So its code is run, and what it names must exist.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '@countersign/protocol/json';
import { reasonCodes } from '@countersign/protocol/reason';
import * as sealedEntry from '@countersign/protocol/sealed';
import { readText } from './repository.ts';

const document = readText('docs/sealed-parameters.md');
const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(document)?.[1] ?? '';

const values = { amount: 4200, card: { holder: 'Zoë', number: '4111111111111111' } };
const secret = Uint8Array.from({ length: 32 }, (_, index) => index);

/** Runs the sample with what it leaves to its reader. Its imports become arguments. */
function runSample(given: { values: object; secret: Uint8Array }): unknown[] {
  const [, imported = '', body = ''] =
    /^import \{ ([^}]+) \} from '@countersign\/protocol\/sealed';\n([\s\S]+)$/.exec(
      blockOf('ts'),
    ) ?? [];
  const names = imported.split(', ');
  const exported: Readonly<Record<string, unknown>> = sealedEntry;
  for (const name of names) assert.equal(typeof exported[name], 'function', name);
  const ran: unknown[] = [];
  const run = (value: unknown) => ran.push(value);
  const sample = new Function(...names, 'values', 'secret', 'run', `${body}return parameters;`);
  const sealed: unknown = sample(
    ...names.map(name => exported[name]),
    given.values,
    given.secret,
    run,
  );
  return [sealed, ...ran];
}

test('[EV-8] the sample of docs/sealed-parameters.md seals, and runs with the real values', () => {
  const [sealed, ran, ...more] = runSample({ values, secret });
  assert.deepEqual(ran, values);
  assert.deepEqual(more, []);
  assert.ok(!JSON.stringify(sealed).includes(values.card.number));
  assert.throws(() => runSample({ values: { card: {} }, secret }), { code: 'options_malformed' });
});

test('[EV-8] the shown seal is the one that the sample makes', () => {
  const shown: unknown = JSON.parse(blockOf('json'));
  assert.ok(sealedEntry.isSealed(shown as JsonValue));
  const [sealed] = runSample({ values, secret }) as [{ card: { number: unknown } }];
  assert.deepEqual(sealed.card.number, shown);
});

test('every code that docs/sealed-parameters.md names is a reason code', () => {
  const named = [...document.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code = '']) => code);
  assert.ok(named.length >= 5);
  for (const code of named) assert.ok(Object.hasOwn(reasonCodes, code), code);
});
