import { ProtocolError } from '../reason/protocol-error.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { defineMember, findKeyFault, loneSurrogate } from './json-key.ts';
import { exceedsBytes, type JsonLimits, resolveLimits } from './json-limits.ts';
import { survivesAsDouble } from './json-number.ts';
import { pointerOf, type Trail } from './json-pointer.ts';
import type { JsonArray, JsonObject, JsonValue } from './json-value.ts';

// A web standard in every runtime this runs in; declared here because the package sees no DOM or Node types.
declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: boolean; ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

// Ignoring the byte order mark means not to remove it, so that it is found and refused.
const decoder: TextDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads one JSON value as RFC 8259 defines it, or throws a ProtocolError with the place of the fault.
 * Refuses besides what two readers could take for different values (AB-5): byte order marks, ill-formed
 * Unicode, keys that are equal or become equal by normalisation, `__proto__`, and numbers that a double
 * does not keep.
 */
export function parseStrict(input: string | Uint8Array, limits?: Partial<JsonLimits>): JsonValue {
  const { depthMax, bytesMax } = resolveLimits(limits);
  const text = typeof input === 'string' ? input : decode(input, bytesMax);
  if (exceedsBytes(text, bytesMax)) throw tooLarge(bytesMax);
  return new Parser(text, depthMax).parse();
}

function decode(input: Uint8Array, bytesMax: number): string {
  // The engine is asked what the input is: asked itself, an object could pose as bytes, or throw.
  if (Reflect.get(Uint8Array.prototype, Symbol.toStringTag, input) !== 'Uint8Array') {
    throw new ProtocolError('json_malformed', '', 'expected a string or a Uint8Array');
  }
  if (Reflect.get(Uint8Array.prototype, 'byteLength', input) > bytesMax) throw tooLarge(bytesMax);
  try {
    return decoder.decode(input);
  } catch {
    throw new ProtocolError('json_utf8_malformed', '', 'expected bytes of well-formed UTF-8');
  }
}

function tooLarge(bytesMax: number): ProtocolError {
  return new ProtocolError('json_too_large', '', `expected at most ${bytesMax} bytes`);
}

// Character codes, by the names RFC 8259 gives them.
const quotationMark = 0x22;
const escapeMark = 0x5c;
const beginArray = 0x5b;
const endArray = 0x5d;
const beginObject = 0x7b;
const endObject = 0x7d;
const nameSeparator = 0x3a;
const valueSeparator = 0x2c;
const minus = 0x2d;
const plus = 0x2b;
const decimalPoint = 0x2e;
const zero = 0x30;
const nine = 0x39;
const upperE = 0x45;
const lowerE = 0x65;
const endOfText = -1;

/** Doubles hold every integer of this many digits. */
const exactDigitsMax = 15;

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * Recursive descent in one pass. Each method starts at the character it is named for and ends behind
 * what it has read. Recursion is bounded by the depth limit.
 */
class Parser implements Trail {
  readonly steps: (string | number)[] = [];
  depth = 0;
  private position = 0;
  /** All character codes of the string read last, or-ed: above 0x7f exactly when it is not ASCII. */
  private codes = 0;
  private readonly text: string;
  private readonly depthMax: number;

  constructor(text: string, depthMax: number) {
    this.text = text;
    this.depthMax = depthMax;
  }

  parse(): JsonValue {
    if (this.text.charCodeAt(0) === 0xfeff) {
      this.fail('json_bom_present', 'expected no byte order mark');
    }
    const value = this.value();
    if (this.skip() !== endOfText) this.failSyntax('the end of the text');
    return value;
  }

  private value(): JsonValue {
    switch (this.skip()) {
      case quotationMark:
        return this.string();
      case beginObject:
        return this.object();
      case beginArray:
        return this.array();
      case 0x74:
        return this.literal('true', true);
      case 0x66:
        return this.literal('false', false);
      case 0x6e:
        return this.literal('null', null);
      default:
        return this.number();
    }
  }

  private object(): JsonObject {
    const level = this.enter();
    const object: Record<string, JsonValue> = {};
    let codes = 0;
    let next = this.skip();
    while (next !== endObject) {
      const key = this.key(object, level);
      codes |= this.codes;
      if (this.skip() !== nameSeparator) this.failSyntax('":"');
      this.position++;
      defineMember(object, key, this.value());
      next = this.afterMember(endObject, '"," or "}"');
    }
    this.position++;
    if (codes > 0x7f) this.checkKeys(object, level);
    this.depth = level;
    return object;
  }

  private key(object: JsonObject, level: number): string {
    // Until the key is known, a fault is one of the object.
    this.depth = level;
    if (this.skip() !== quotationMark) this.failSyntax('a key in quotation marks');
    const key = this.string();
    this.steps[level] = key;
    this.depth = level + 1;
    if (key === '__proto__') this.fail('json_key_forbidden', 'expected no key named __proto__');
    if (Object.hasOwn(object, key)) {
      this.fail('json_key_duplicate', 'expected every key once in an object');
    }
    return key;
  }

  private checkKeys(object: JsonObject, level: number): void {
    const fault = findKeyFault(Object.keys(object));
    if (fault === undefined) return;
    this.steps[level] = fault.key;
    this.fail(fault.code, fault.message);
  }

  private array(): JsonArray {
    const level = this.enter();
    const array: JsonValue[] = [];
    let next = this.skip();
    while (next !== endArray) {
      this.steps[level] = array.length;
      this.depth = level + 1;
      array.push(this.value());
      next = this.afterMember(endArray, '"," or "]"');
    }
    this.position++;
    this.depth = level;
    return array;
  }

  /** Moves to the next member, or to the end mark. A comma promises a member, so `[1,]` ends here. */
  private afterMember(end: number, expected: string): number {
    const next = this.skip();
    if (next === end) return end;
    if (next !== valueSeparator) this.failSyntax(expected);
    this.position++;
    const member = this.skip();
    if (member === end) this.failSyntax('another member after ","');
    return member;
  }

  private literal<T extends JsonValue>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.position)) this.failSyntax('a JSON value');
    this.position += word.length;
    return value;
  }

  private number(): number {
    const { text } = this;
    const start = this.position;
    const negative = this.at(start) === minus;
    const first = negative ? start + 1 : start;
    let integer = 0;
    let end = first;
    let code = this.at(end);
    while (isDigit(code)) {
      integer = integer * 10 + (code - zero);
      code = this.at(++end);
    }
    const digits = end - first;
    if (digits === 0) this.failSyntax('a JSON value');
    if (digits > 1 && text.charCodeAt(first) === zero) this.failSyntax('no leading zero');
    const isInteger = code !== decimalPoint && code !== lowerE && code !== upperE;
    if (isInteger && digits <= exactDigitsMax && !(negative && integer === 0)) {
      this.position = end;
      return negative ? -integer : integer;
    }
    if (code === decimalPoint) end = this.digits(end + 1);
    code = this.at(end);
    if (code === lowerE || code === upperE) {
      const sign = this.at(end + 1);
      end = this.digits(sign === plus || sign === minus ? end + 2 : end + 1);
    }
    const written = text.slice(start, end);
    const double = Number(written);
    if (!survivesAsDouble(written, double)) {
      this.fail('json_number_inexact', 'expected a number that a double keeps exactly');
    }
    this.position = end;
    return double;
  }

  /** Passes over at least one digit; returns the place behind the last. */
  private digits(start: number): number {
    let end = start;
    while (isDigit(this.at(end))) end++;
    if (end === start) this.failSyntax('a digit', end);
    return end;
  }

  private string(): string {
    const { text } = this;
    let string = '';
    let codes = 0;
    let start = this.position + 1;
    for (let end = start; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code !== quotationMark && code !== escapeMark) {
        if (code < 0x20) this.failSyntax('control characters to be escaped', end);
        codes |= code;
        continue;
      }
      const run = text.slice(start, end);
      // Halves are judged run by run: a raw one never pairs with an escaped one.
      if (codes >= 0xd800 && loneSurrogate.test(run)) this.failLoneSurrogate();
      string += run;
      this.position = end + 1;
      if (code === quotationMark) {
        this.codes = codes;
        return string;
      }
      const unescaped = this.escape();
      string += unescaped;
      codes |= unescaped.charCodeAt(0);
      start = this.position;
      end = start - 1;
    }
    return this.failSyntax('the end of the string', text.length);
  }

  /** Reads what follows the escape mark; two escapes where they are the halves of one character. */
  private escape(): string {
    const character = escapes.get(this.text.charAt(this.position));
    if (character !== undefined) {
      this.position++;
      return character;
    }
    const unit = this.escapedUnit();
    if ((unit & 0xf800) !== 0xd800) return String.fromCharCode(unit);
    const isHigh = unit < 0xdc00 && this.text.startsWith('\\u', this.position);
    if (!isHigh) this.failLoneSurrogate();
    this.position++;
    const low = this.escapedUnit();
    if ((low & 0xfc00) !== 0xdc00) this.failLoneSurrogate();
    return String.fromCharCode(unit, low);
  }

  private escapedUnit(): number {
    if (this.text.charAt(this.position) !== 'u') this.failSyntax('an escape that JSON defines');
    let unit = 0;
    for (let i = 1; i <= 4; i++) {
      const digit = Number.parseInt(this.text.charAt(this.position + i), 16);
      if (Number.isNaN(digit)) this.failSyntax('four hexadecimal digits', this.position + i);
      unit = unit * 16 + digit;
    }
    this.position += 5;
    return unit;
  }

  /** Passes over whitespace; returns the character it stops at, without passing over that. */
  private skip(): number {
    let code = this.at(this.position);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      code = this.at(++this.position);
    }
    return code;
  }

  private at(position: number): number {
    return position < this.text.length ? this.text.charCodeAt(position) : endOfText;
  }

  /** Passes over the begin mark of a container. Returns the place of its members in the trail. */
  private enter(): number {
    if (this.depth >= this.depthMax) {
      this.fail('json_too_deep', `expected at most ${this.depthMax} levels of nesting`);
    }
    this.position++;
    return this.depth;
  }

  private failSyntax(expected: string, position = this.position): never {
    return this.fail('json_malformed', `expected ${expected}`, position);
  }

  private failLoneSurrogate(): never {
    return this.fail('json_surrogate_lone', 'expected well-formed Unicode, found a lone surrogate');
  }

  private fail(code: ReasonCode, message: string, position = this.position): never {
    throw new ProtocolError(code, pointerOf(this), `${message}, at character ${position}`);
  }
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}
