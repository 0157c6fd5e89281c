import type { RandomChoice } from './random-choice.ts';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** Strings that break things elsewhere. */
export const oddStrings: readonly string[] = [
  '',
  ' ',
  '\0',
  '\u202e\u2066txt.exe',
  'e\u0301',
  '\u00e9',
  '\ufeff',
  '\ud800',
  '\u{1f9d1}\u200d\u{1f680}',
  '__proto__',
  'constructor',
  'toString',
  "'; DROP TABLE events; --",
  '../../../etc/passwd',
  '%00%2e%2e%2f',
  '#{7*7}',
  '<script>alert(1)</script>',
  'null',
  '-1',
  '1e999',
  'x'.repeat(5000),
];

/** A value that mostly fits the schema. Where a string has a form, one of the known ones that has it is taken. */
export function valueFor(
  schema: JsonSchema,
  random: RandomChoice,
  known: readonly string[],
  depth = 0,
): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return valueFor(random.pick(choices), random, known, depth);
  if (schema.allOf !== undefined) {
    const parts = schema.allOf.map(part => valueFor(part, random, known, depth));
    return parts.every(part => typeof part === 'object') ? Object.assign({}, ...parts) : parts[0];
  }
  const type = typeof schema.type === 'object' ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'string':
      return stringFor(schema, random, known);
    case 'integer':
    case 'number':
      return numberFor(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: depth > 4 ? 0 : random.integer(3) }, () =>
        valueFor(schema.items ?? {}, random, known, depth + 1),
      );
    case 'object':
      return objectFor(schema, random, known, depth);
    default:
      return random.pick([null, 1, 'text', [], {}]);
  }
}

function objectFor(
  { properties = {}, required = [] }: JsonSchema,
  random: RandomChoice,
  known: readonly string[],
  depth: number,
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (required.includes(name) || random.chance(depth > 4 ? 0 : 0.3)) {
      made[name] = valueFor(schema, random, known, depth + 1);
    }
  }
  return made;
}

function stringFor(
  { pattern, minLength = 0, maxLength = 64 }: JsonSchema,
  random: RandomChoice,
  known: readonly string[],
): string {
  if (pattern !== undefined) {
    const form = new RegExp(pattern, 'u');
    const fitting = known.filter(text => form.test(text));
    if (fitting.length > 0) return random.pick(fitting);
  }
  if (random.chance(0.5)) return random.pick(known);
  return 'abcdefghij'.repeat(8).slice(0, Math.max(minLength, Math.min(maxLength, 12)));
}

function numberFor({ minimum = 0, maximum = 100 }: JsonSchema, random: RandomChoice): number {
  const low = Math.max(minimum, -1000);
  return Math.floor(low + random.next() * (Math.min(maximum, low + 1000) - low + 1));
}

/** The value with something wrong somewhere in it. */
export function mutated(value: unknown, random: RandomChoice, depth = 0): unknown {
  if (depth > 6 || random.chance(0.3)) return oddValue(random);
  if (Array.isArray(value)) {
    const at = random.integer(value.length + 1);
    return value.toSpliced(at, 1, mutated(value[at], random, depth + 1));
  }
  if (typeof value !== 'object' || value === null) return oddValue(random);
  const names = Object.keys(value);
  const [name, change] = [random.pick([...names, 'extra']), random.integer(4)];
  const members = Object.entries(value);
  if (change === 0) return Object.fromEntries(members.filter(([each]) => each !== name));
  if (change === 1) return { ...value, [random.pick(oddStrings)]: oddValue(random) };
  const member = (value as Record<string, unknown>)[name];
  return { ...value, [name]: mutated(member, random, depth + 1) };
}

function oddValue(random: RandomChoice): unknown {
  const odd: readonly (() => unknown)[] = [
    () => null,
    () => random.pick(oddStrings),
    () => random.pick([0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308, 5e-324]),
    () => [],
    () => ({}),
    () => random.chance(0.5),
    () => nested(random.pick([10, 100, 1500])),
    () => Array.from({ length: 3000 }, (_, i) => i),
    () => Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i])),
  ];
  return random.pick(odd)();
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** The text of a body, spoilt as text: what JSON.stringify could never write. */
export function spoiltText(text: string, random: RandomChoice): string | Uint8Array {
  const spoil: readonly (() => string | Uint8Array)[] = [
    () => text.slice(0, random.integer(text.length + 1)),
    () => `\ufeff${text}`,
    () => `${text}${text}`,
    () => text.replace('{', '{"action":1,"action":2,'),
    () => text.replace('{', '{"__proto__":{"polluted":true},'),
    () => text.replace(/:\s*\d+/, ':1e999'),
    () => text.replace(/:\s*\d+/, ':0.1000000000000000055511151231257827'),
    () => text.replace(/:\s*"/, ':"\\ud800'),
    () => text.replace(/"/g, "'"),
    () => '['.repeat(20_000),
    () => `{"a":"${'x'.repeat(1_100_000)}"}`,
    () => flipped(Buffer.from(text), random),
    () => Uint8Array.from({ length: random.integer(2000) }, () => random.integer(256)),
    () => Buffer.from(text, 'utf16le'),
  ];
  return random.pick(spoil)();
}

function flipped(bytes: Buffer, random: RandomChoice): Buffer {
  for (let i = 0; i < 3 && bytes.length > 0; i++) {
    bytes[random.integer(bytes.length)] = random.integer(256);
  }
  return bytes;
}
