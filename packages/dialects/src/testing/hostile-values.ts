export type Step = string | number;

/** What no member of any form may be, whatever its type: each by a name for the message of a test. */
export function hostileValues(sound: () => object): readonly (readonly [string, unknown])[] {
  const cycle: Record<string, unknown> = { ...sound() };
  cycle['again'] = cycle;
  const accessor = Object.defineProperty({ ...sound() }, 'lazy', {
    enumerable: true,
    get: () => 'read only when asked',
  });
  const trapped = new Proxy(sound(), {
    get: () => {
      throw new Error('a trap');
    },
    ownKeys: () => {
      throw new Error('a trap');
    },
    getPrototypeOf: () => {
      throw new Error('a trap');
    },
  });
  const revoked = Proxy.revocable(sound(), {});
  revoked.revoke();
  const endless = new Proxy([], { get: (_, key) => (key === 'length' ? 2 ** 31 : 0) });
  let deep: unknown = sound();
  for (let level = 0; level < 2000; level++) deep = { deep };
  return [
    ['a function', () => sound()],
    ['a symbol', Symbol('s')],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
    ['a date', new Date(0)],
    ['a map', new Map(Object.entries(sound()))],
    ['an instance', new (class Foreign {})()],
    ['something inherited', Object.create(sound())],
    ['a cycle', cycle],
    ['an accessor', accessor],
    ['a symbol as a key', { ...sound(), [Symbol('k')]: 1 }],
    ['a key of the prototype', JSON.parse('{"__proto__":{"status":"approved"}}')],
    ['an array with a hole', Object.assign(new Array(3), { 0: 1 })],
    ['an array without end', endless],
    ['a trap', trapped],
    ['a revoked proxy', revoked.proxy],
    ['something deep', deep],
    ['something with toJSON', { toJSON: sound }],
    ['half of a character', '\ud800'],
    ['a text that is too long', 'x'.repeat(2 ** 24 + 1)],
  ];
}

/** Every place in a value; with `objects` only those that hold an object. */
export function pathsOf(value: unknown, objects = false, path: readonly Step[] = []): Step[][] {
  if (typeof value !== 'object' || value === null) return objects ? [] : [[...path]];
  const isList = Array.isArray(value);
  const inner = Object.entries(value).flatMap(([key, member]) =>
    pathsOf(member, objects, [...path, isList ? Number(key) : key]),
  );
  return path.length === 0 || (objects && isList) ? inner : [[...path], ...inner];
}

/** The same value with another in one place. */
export function replaced(value: unknown, path: readonly Step[], by: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    Step,
    unknown
  >;
  copy[step] = replaced(copy[step], rest, by);
  return copy;
}

export function memberAt(value: unknown, path: readonly Step[]): unknown {
  const [step, ...rest] = path;
  return step === undefined ? value : memberAt((value as Record<Step, unknown>)[step], rest);
}

/** Something as plain as the value, and of another type. */
export function ofAnotherType(value: unknown): unknown {
  if (typeof value === 'string' || value === null) return 7;
  if (Array.isArray(value)) return {};
  return typeof value === 'object' ? [] : String(value);
}
