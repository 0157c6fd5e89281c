import fc from 'fast-check';
import type { JsonValue } from '../json/json-value.ts';

/** Well-formed Unicode, with the characters that JSON text treats specially well represented. */
export const jsonString: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '/', '\b', '\n', '\x1f', '\x7f', 'é', '\u2028', '😂', 'ud8'),
  }),
);

/** Finite and without negative zero; half of them are integers, some beyond 2^53. */
export const jsonNumber: fc.Arbitrary<number> = fc
  .oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }),
    fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(Number),
  )
  .map(number => (number === 0 ? 0 : number));

/** Keys that look like array indexes are frequent: engines do not list them in the order of RFC 8785. */
export const jsonKey: fc.Arbitrary<string> = fc
  .oneof(
    jsonString,
    fc.nat({ max: 120 }).map(String),
    fc.constantFrom(
      'constructor',
      'toJSON',
      'toString',
      'length',
      'a',
      'b',
      'A',
      'ﬀ',
      '€',
      '4294967295',
    ),
  )
  .filter(key => key !== '__proto__');

const { value } = fc.letrec<{ value: JsonValue }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    jsonNumber,
    jsonString,
    { weight: 3, arbitrary: fc.array(tie('value'), { maxLength: 6 }) },
    {
      weight: 6,
      arbitrary: fc
        .uniqueArray(fc.tuple(jsonKey, tie('value')), {
          maxLength: 8,
          selector: ([key]) => key.normalize('NFC'),
        })
        .map(entries => Object.fromEntries(entries)),
    },
  ),
}));

/** Any value that every check of AB-5 lets pass. */
export const jsonValue: fc.Arbitrary<JsonValue> = value;
