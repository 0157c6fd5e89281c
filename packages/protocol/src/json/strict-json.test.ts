import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ProtocolError } from '../reason/protocol-error.ts';
import { defaultJsonLimits, type JsonLimits } from './json-value.ts';
import { parseStrict } from './strict-json.ts';

const inherited = Reflect.ownKeys(Object.prototype).length;

function refused(input: unknown, limits?: Partial<JsonLimits>): ProtocolError {
  try {
    parseStrict(input as string, limits);
  } catch (error) {
    assert.ok(error instanceof ProtocolError, `escaped: ${String(error)}`);
    return error;
  }
  return assert.fail('accepted');
}

function assertRefused(input: unknown, code: string, path = ''): void {
  const error = refused(input);
  assert.deepEqual(
    [error.code, error.path],
    [code, path],
    typeof input === 'string' ? input.slice(0, 60) : undefined,
  );
}

describe('strict JSON', () => {
  after(() => assert.equal(Reflect.ownKeys(Object.prototype).length, inherited));

  test('every kind of value is read, with whitespace wherever JSON allows it', () => {
    const text =
      ' \t\r\n{ "a" : [ 1 , -2.5 , true , false , null , "x" , [ ] , { } ] , "b":{"c":0} } ';
    const value = { a: [1, -2.5, true, false, null, 'x', [], {}], b: { c: 0 } };
    assert.deepEqual(parseStrict(text), value);
    assert.deepEqual(parseStrict(Buffer.from(text)), value);
    assert.deepEqual(parseStrict(new Uint8Array(Buffer.from(text))), value);
  });

  test('bytes in the middle of a buffer are read from where they start', () => {
    const bytes = Buffer.from('xx[1]xx');
    assert.deepEqual(parseStrict(bytes.subarray(2, 5)), [1]);
  });

  test('every escape is read', () => {
    const text = String.raw`"\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\uD83D\uDE02\u0000"`;
    assert.equal(parseStrict(text), '"\\/\b\f\n\r\tAé€😂\0');
    assert.equal(
      parseStrict('"plain \\n plain \\u00e9 é 😂 plain"'),
      'plain \n plain é é 😂 plain',
    );
  });

  test('[AB-5] invalid JSON is refused with the place of the fault', () => {
    for (const [text, path, character] of [
      ['', '', 0],
      ['  ', '', 2],
      ['[1', '/0', 2],
      ['[1,', '/1', 3],
      ['[1,]', '/0', 3],
      ['[,1]', '/0', 1],
      ['[1 2]', '/0', 3],
      ['[1}', '/0', 2],
      ['{', '', 1],
      ['{]', '', 1],
      ['{a:1}', '', 1],
      ["{'a':1}", '', 1],
      ['{"a"}', '/a', 4],
      ['{"a" 1}', '/a', 5],
      ['{"a":}', '/a', 5],
      ['{"a":1,}', '/a', 7],
      ['{"a":1 "b":2}', '/a', 7],
      ['{"a":1,"b":[1,x]}', '/b/1', 14],
      ['{"a":1}}', '', 7],
      ['[{"a":1},{b:1}]', '/1', 10],
      ['[[1],[x]]', '/1/0', 6],
      ['{"a":1,b:1}', '', 7],
      ['[[1],[],x]', '/2', 8],
      ['1 2', '', 2],
      ['tru', '', 0],
      ['trUe', '', 0],
      ['nulll', '', 4],
      ['undefined', '', 0],
      ['NaN', '', 0],
      ['-', '', 0],
      ['+1', '', 0],
      ['-Infinity', '', 0],
      ['.5', '', 0],
      ['5.', '', 2],
      ['5.e1', '', 2],
      ['5e', '', 2],
      ['5e+', '', 3],
      ['5E-x', '', 3],
      ['01', '', 0],
      ['-01', '', 0],
      ['00', '', 0],
      ['0x1', '', 1],
      ['1_000', '', 1],
      ['"a', '', 2],
      ['"a\\', '', 3],
      ['"a\\"', '', 4],
      ['"\\x41"', '', 2],
      ['"\\u00g0"', '', 5],
      ['"\\u00', '', 5],
      ['"\\u 123"', '', 3],
      ['"\\u+123"', '', 3],
      ['"\\U0041"', '', 2],
      ['"\\', '', 2],
      ['"a\nb"', '', 2],
      ['"\u0000"', '', 1],
      ['"\u001f"', '', 1],
      ['/* */1', '', 0],
      ['1//', '', 1],
      ['\u00a01', '', 0],
      ['\u20281', '', 0],
      ['\f1', '', 0],
      ['\v1', '', 0],
    ] as const) {
      const error = refused(text);
      assert.deepEqual([error.code, error.path], ['json_malformed', path], text);
      assert.ok(error.message.endsWith(`, at character ${character}`), `${text}: ${error.message}`);
      assert.throws(() => JSON.parse(text), SyntaxError);
    }
  });

  test('[AB-5] input that is neither text nor bytes is refused', () => {
    for (const input of [
      undefined,
      null,
      1,
      {},
      ['{}'],
      Object('{}'),
      new ArrayBuffer(2),
      new Uint16Array([0x7b, 0x7d]),
      new DataView(new ArrayBuffer(2)),
      Object.create(Uint8Array.prototype),
      new Proxy(new Uint8Array([0x7b, 0x7d]), {}),
      new Proxy(new Uint8Array(2), { getPrototypeOf: () => assert.fail('asked for its class') }),
    ]) {
      assertRefused(input, 'json_malformed');
    }
  });

  test('[AB-5] bytes that lie about their size are measured correctly', () => {
    const bytes = Object.defineProperty(Buffer.from('[1, 2]'), 'byteLength', { value: 1 });
    assert.deepEqual(parseStrict(bytes), [1, 2]);
    assert.equal(refused(bytes, { bytesMax: 5 }).code, 'json_too_large');
  });

  test('[AB-5] a byte order mark is refused, as text and as bytes', () => {
    assertRefused('\ufeff{}', 'json_bom_present');
    assertRefused(Buffer.from('\ufeff{}'), 'json_bom_present');
    assertRefused('{}\ufeff', 'json_malformed');
    assert.equal(parseStrict('"\ufeff"'), '\ufeff');
    assert.equal(parseStrict(Buffer.from('"\ufeff"')), '\ufeff');
  });

  test('[AB-5] bytes that are not UTF-8 are refused, and the next valid ones are read', () => {
    for (const hex of [
      '22ff22',
      '22c022',
      '22c08022',
      '22eda08022',
      '22f490808022',
      '22e28222',
      'fffe2200',
      '22e2',
    ]) {
      assertRefused(Buffer.from(hex, 'hex'), 'json_utf8_malformed');
      assert.equal(parseStrict(Buffer.from('"é€😂"')), 'é€😂');
    }
  });

  test('[AB-5] lone surrogates are refused, raw, escaped or mixed', () => {
    for (const string of [
      '\ud800',
      '\udc00',
      '\udc00\ud800',
      'x\ud83d',
      '\\ud800',
      '\\udc00',
      '\\ude02\\ud83d',
      '\\ude02\\ude02',
      '\\ud83d\\ud83d',
      '\\ud83dx',
      '\\ud83d\\n',
      '\\ud83d\ude02',
      '\ud83d\\ude02',
      '\ud83d\\n\ude02',
      '\\n\ud83d',
      '😂\\n\ud83d',
    ]) {
      assertRefused(`["${string}"]`, 'json_surrogate_lone', '/0');
      assertRefused(`{"a":{"${string}":1}}`, 'json_surrogate_lone', '/a');
    }
    assert.equal(parseStrict('"😂\\ud83d\\ude02\\n😂"'), '😂😂\n😂');
  });

  test('[AB-5] a duplicate key is refused in every spelling', () => {
    assertRefused('[{"a":1,"b":2,"a":1}]', 'json_key_duplicate', '/0/a');
    assertRefused('{"a":1,"\\u0061":2}', 'json_key_duplicate', '/a');
    assertRefused('{"":1,"":2}', 'json_key_duplicate', '/');
    assertRefused('{"1":1,"1":2}', 'json_key_duplicate', '/1');
    assertRefused('{"constructor":1,"constructor":2}', 'json_key_duplicate', '/constructor');
    assert.deepEqual(parseStrict('{"a":{"a":{"a":1}}}'), { a: { a: { a: 1 } } });
  });

  test('[AB-5] keys that are equal under NFC are refused', () => {
    assertRefused('{"x":{"\u00e9":1,"e\u0301":2}}', 'json_key_duplicate', '/x/e\u0301');
    assertRefused('{"\\u00e9":1,"e\\u0301":2}', 'json_key_duplicate', '/e\u0301');
    assertRefused('{"K":1,"\\u212a":2}', 'json_key_duplicate', '/\u212a');
    assertRefused(
      `{"e${'\\u0301'.repeat(31)}":1}`,
      'json_key_forbidden',
      `/e${'\u0301'.repeat(31)}`,
    );
    assert.deepEqual(parseStrict('{"é":{"e\u0301":1},"e":2}'), { é: { 'e\u0301': 1 }, e: 2 });
  });

  test('[AB-2] a key with escapes is read correctly after any other key', () => {
    // V8's own reader takes the second key of the second text for a backslash (nodejs/node#63785).
    assert.deepEqual(parseStrict('{"q":1,"\\\\":2}'), { q: 1, '\\': 2 });
    assert.deepEqual(parseStrict('{"q":1,"\\n":2}'), { q: 1, '\n': 2 });
    assert.deepEqual(parseStrict('{"q":1,"\\u0062":2}'), { q: 1, b: 2 });
  });

  test('[AB-5] __proto__ is refused as a key, also escaped, and changes nothing', () => {
    assertRefused('{"__proto__":{"polluted":1}}', 'json_key_forbidden', '/__proto__');
    assertRefused('[{"\\u005f_proto__":null}]', 'json_key_forbidden', '/0/__proto__');
    assert.equal('polluted' in {}, false);
    assert.equal(parseStrict('"__proto__"'), '__proto__');
  });

  test('names that Object.prototype has are ordinary data', () => {
    const text =
      '{"constructor":{"prototype":{"x":1}},"toString":null,"hasOwnProperty":2,"toJSON":3}';
    const value = parseStrict(text) as object;
    assert.deepEqual(Object.keys(value), ['constructor', 'toString', 'hasOwnProperty', 'toJSON']);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal(JSON.stringify(value), JSON.stringify(JSON.parse(text)));
  });

  test('a name that Object.prototype intercepts or locks is ordinary data', () => {
    const set = (): never => assert.fail('the setter ran');
    try {
      Object.defineProperty(Object.prototype, 'caught', { set, configurable: true });
      Object.defineProperty(Object.prototype, 'locked', { value: 0, configurable: true });
      const value = parseStrict('{"caught":1,"locked":2}') as object;
      assert.deepEqual(Object.entries(value), [
        ['caught', 1],
        ['locked', 2],
      ]);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'caught');
      Reflect.deleteProperty(Object.prototype, 'locked');
    }
  });

  test('[AB-5] a number that a double does not keep is refused', () => {
    for (const text of [
      '9007199254740993',
      '-9007199254740993',
      '1e400',
      '-1e400',
      '1e-400',
      '1e9999999999999999999',
      '-0',
      '-0.0',
      '-0e0',
      '0.1000000000000000055511151231257827',
      '3.141592653589793238462643383279',
      '12345678901234567',
    ]) {
      assertRefused(`{"a":[${text}]}`, 'json_number_inexact', '/a/0');
    }
  });

  test('a number that a double keeps is read in every spelling', () => {
    for (const text of [
      '0',
      '0.0',
      '0e5',
      '1.0',
      '1e2',
      '100e-2',
      '1E30',
      '0.1',
      '-1',
      '999999999999999',
      '-999999999999999',
      '1000000000000000',
      '9007199254740991',
      '9007199254740992',
      '100000000000000000000',
      '5e-324',
      '1.7976931348623157e+308',
    ]) {
      assert.equal(parseStrict(text), JSON.parse(text), text);
    }
  });

  describe('within limits', () => {
    test('[AB-5] a text deeper than the limit is refused, and a text at the limit is accepted', () => {
      const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
      parseStrict(nested(64));
      assert.equal(refused(nested(65)).code, 'json_too_deep');
      assert.equal(refused('{"a":{"b":{}}}', { depthMax: 2 }).path, '/a/b');
      parseStrict('{"a":{"b":{}},"c":[[]],"d":1}', { depthMax: 3 });
      parseStrict(nested(512), { depthMax: 512 });
      assert.equal(refused('['.repeat(500_000)).code, 'json_too_deep');
      assert.equal(refused('{"a":'.repeat(100_000), { depthMax: 512 }).code, 'json_too_deep');
    });

    test('[AB-5] bytes are counted exactly, for text as for bytes', () => {
      for (const text of ['[1, 2]', '"é"', '"€"', '"€€€€€€"', '"😂"', '"é€😂x"']) {
        const bytes = Buffer.from(text);
        for (const input of [text, bytes]) {
          parseStrict(input, { bytesMax: bytes.length });
          assert.equal(refused(input, { bytesMax: bytes.length - 1 }).code, 'json_too_large');
        }
      }
      const { bytesMax } = defaultJsonLimits;
      parseStrict('1'.padEnd(bytesMax));
      assert.equal(refused('1'.padEnd(bytesMax + 1)).code, 'json_too_large');
      assert.equal(refused(Buffer.from('1'.padEnd(bytesMax + 1))).code, 'json_too_large');
    });

    test('invalid limits are refused', () => {
      assert.equal(refused('1', { depthMax: 0 }).code, 'options_malformed');
      assert.equal(refused('1', { bytesMax: Number.POSITIVE_INFINITY }).code, 'options_malformed');
    });
  });

  test('long input is read in time linear in its length', () => {
    // A mebibyte each. Anything quadratic would take hours and never come to an end here.
    const fill = (unit: string, before = '"', behind = '"'): string =>
      before +
      unit.repeat(Math.floor((2 ** 20 - before.length - behind.length) / Buffer.byteLength(unit))) +
      behind;
    const keys = (prefix: string, count: number): string =>
      `{${Array.from({ length: count }, (_, i) => `"${prefix}${i}":0`).join(',')}}`;
    const accepted = [
      fill('x'),
      fill('\\n'),
      fill('\\u00e9'),
      fill('\\ud83d\\ude02'),
      fill('😂'),
      fill('é\\n'),
      fill(' ', '1', ''),
      fill('0,', '[', '0]'),
      fill('[],', '[', '0]'),
      fill('""', '{"a":', '}').replace(/"".*/s, '1}'),
      fill('0', '0.', ''),
      fill('0', '1.', ''),
      fill('0', '0e', ''),
      keys('k', 80_000),
      keys('é', 60_000),
      keys('', 90_000),
      `{"${'e\u0301'.repeat(300_000)}":1,"é":2}`,
    ];
    for (const text of accepted) assert.deepEqual(parseStrict(text), JSON.parse(text));
    const marks = '\u0301'.repeat(200_000) + '\u0323'.repeat(200_000);
    for (const text of [
      fill('0', '1', ''),
      fill('9', '', ''),
      fill('9', '1e', ''),
      fill('9', '1e-', ''),
      fill('0', '0.', '1'),
      fill('0', '0.', 'x'),
      fill('\\n', '"', ''),
      fill('\\ud83d\\ude02', '"', '\\ud83d"'),
      fill('😂', '"', '\ud83d"'),
      `{"a${marks}":1,"b${marks}":2}`,
      keys('k', 80_000).replace('"k79999"', '"k0"'),
    ]) {
      refused(text);
    }
  });
});
