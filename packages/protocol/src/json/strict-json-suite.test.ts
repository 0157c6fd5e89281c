import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listVectors, readVector, skipWithout } from '@countersign/testing';
import { ProtocolError } from '../reason/protocol-error.ts';
import { parseStrict } from './strict-json.ts';

// JSONTestSuite: y files are JSON, n files are not, i files are left to the reader. All bytes, none of
// them text, since some are not valid UTF-8.
const skip = skipWithout('json-test-suite');

/** Valid JSON that is refused because two readers could take it for different values (AB-5). */
const refusedValidFiles: Record<string, string> = {
  'y_number_minus_zero.json': '-0 would be written as 0',
  'y_number_negative_zero.json': '-0 would be written as 0',
  'y_object_duplicated_key.json': 'readers differ on which of two members counts',
  'y_object_duplicated_key_and_value.json': 'readers differ on which of two members counts',
};

/** Files left to the reader of which nothing is lost, so that there is no reason to refuse them. */
const acceptedOpenFiles: Record<string, string> = {
  'i_number_too_big_pos_int.json': '10^20 is a double, and this is its canonical text',
};

const transforms: Record<string, string> = {
  'number_-9223372036854775808.json': 'json_number_inexact',
  'number_-9223372036854775809.json': 'json_number_inexact',
  'number_1.0.json': 'accepted: the value of 1.0 is 1',
  'number_1.000000000000000005.json': 'json_number_inexact',
  'number_1000000000000000.json': 'accepted: a double keeps it',
  'number_10000000000000000999.json': 'json_number_inexact',
  'number_1e-999.json': 'json_number_inexact',
  'number_1e6.json': 'accepted: a double keeps it',
  'number_9223372036854775807.json': 'json_number_inexact',
  'number_9223372036854775808.json': 'json_number_inexact',
  'object_key_nfc_nfd.json': 'json_key_duplicate',
  'object_key_nfd_nfc.json': 'json_key_duplicate',
  'object_same_key_different_values.json': 'json_key_duplicate',
  'object_same_key_same_value.json': 'json_key_duplicate',
  'object_same_key_unclear_values.json': 'json_key_duplicate',
  'string_1_escaped_invalid_codepoint.json': 'json_surrogate_lone',
  'string_1_invalid_codepoint.json': 'json_utf8_malformed',
  'string_2_escaped_invalid_codepoints.json': 'json_surrogate_lone',
  'string_2_invalid_codepoints.json': 'json_utf8_malformed',
  'string_3_escaped_invalid_codepoints.json': 'json_surrogate_lone',
  'string_3_invalid_codepoints.json': 'json_utf8_malformed',
  'string_with_escaped_NULL.json': 'accepted: U+0000 is a character like any other',
};

/** The code of the refusal, or "accepted". */
function outcome(folder: string, name: string): string {
  const bytes = readVector('json-test-suite', folder, name);
  try {
    const value = parseStrict(bytes);
    assert.deepEqual(value, JSON.parse(bytes.toString('utf8')), name);
    return 'accepted';
  } catch (error) {
    assert.ok(error instanceof ProtocolError, `${name}: ${String(error)}`);
    return error.code;
  }
}

describe('JSONTestSuite', { skip }, () => {
  const outcomes = new Map(
    (skip ? [] : listVectors('json-test-suite', 'test_parsing')).map(name => [
      name,
      outcome('test_parsing', name),
    ]),
  );
  const names = (prefix: string): string[] =>
    [...outcomes.keys()].filter(name => name.startsWith(prefix));

  test('the suite is complete', () => {
    assert.deepEqual(
      ['y_', 'n_', 'i_'].map(prefix => names(prefix).length),
      [95, 188, 35],
    );
  });

  test('[AB-5] every file that is not JSON is refused', () => {
    assert.deepEqual(
      names('n_').filter(name => outcomes.get(name) === 'accepted'),
      [],
    );
  });

  test('[AB-5] every file that the suite leaves open is refused, except for a list', t => {
    for (const [name, why] of Object.entries(acceptedOpenFiles))
      t.diagnostic(`accepts ${name}: ${why}`);
    const accepted = names('i_').filter(name => outcomes.get(name) === 'accepted');
    assert.deepEqual(accepted, Object.keys(acceptedOpenFiles));
  });

  test('[AB-5] every file that is JSON is accepted with its value, except for a list', t => {
    for (const [name, why] of Object.entries(refusedValidFiles))
      t.diagnostic(`refuses ${name}: ${why}`);
    const refused = names('y_').filter(name => outcomes.get(name) !== 'accepted');
    assert.deepEqual(refused, Object.keys(refusedValidFiles));
    for (const name of refused)
      assert.match(outcomes.get(name) ?? '', /^json_(number_inexact|key_duplicate)$/);
  });

  test('[AB-5] every transformation file is accepted unchanged or refused, as listed', () => {
    const found = listVectors('json-test-suite', 'test_transform');
    assert.deepEqual(found, Object.keys(transforms).sort());
    for (const name of found) {
      assert.equal(outcome('test_transform', name), transforms[name]?.split(':')[0], name);
    }
  });
});
