import type { Place } from './problem.ts';

/** YAML reduced to plain data that knows where it was written. */
export type YamlNode = YamlScalar | YamlList | YamlMap;

export interface YamlScalar {
  readonly kind: 'scalar';
  readonly at: Place;
  readonly value: string | number | boolean | null;
  /** As it stands in the file, to tell `1.10` from `1.1`. */
  readonly written: string;
  /** Where the character at that offset of a text value stands, as well as it is known. */
  readonly within: (offset: number) => Place;
}

interface YamlList {
  readonly kind: 'list';
  readonly at: Place;
  readonly items: readonly YamlNode[];
}

export interface YamlMap {
  readonly kind: 'map';
  readonly at: Place;
  readonly entries: readonly YamlEntry[];
}

export interface YamlEntry {
  readonly key: string;
  readonly at: Place;
  readonly value: YamlNode;
}

/** The same without places. `__proto__` as a key stays a key. */
export function plainValue(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainValue);
  const object: Record<string, unknown> = {};
  for (const { key, value } of node.entries) {
    Object.defineProperty(object, key, {
      value: plainValue(value),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return object;
}

/** The node at a path, or the nearest one above it. */
export function nodeAt(node: YamlNode, path: readonly PropertyKey[]): YamlNode {
  let found = node;
  for (const step of path) {
    const next: YamlNode | undefined =
      found.kind === 'map'
        ? found.entries.find(({ key }) => key === step)?.value
        : found.kind === 'list'
          ? found.items[Number(step)]
          : undefined;
    if (next === undefined) break;
    found = next;
  }
  return found;
}
