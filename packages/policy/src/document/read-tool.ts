import { declaredEffects, reversibilities } from '@countersign/protocol/value';
import { type PartName, partNames, type ToolDeclaration } from '@countersign/risk';
import type { NodeReader } from './node-reader.ts';
import type { Place } from './problem.ts';
import type { YamlNode } from './yaml-node.ts';

/** A declaration with its place. Its text is the name or pattern of the tool. */
export interface ToolDocument extends ToolDeclaration {
  readonly at: Place;
  readonly reason: string | null;
}

const toolKeys = ['tool', 'effect', 'reversibility', 'parameters', 'reason'] as const;

/** What the operator says of a tool. Effect and reversibility are both required: a half declaration would be a guess. */
export function readTool(reader: NodeReader, node: YamlNode): ToolDocument | null {
  const members = reader.members(node, 'a tool', toolKeys);
  if (members === null) return null;
  const read = <T>(key: (typeof toolKeys)[number], as: (value: YamlNode) => T | null): T | null => {
    const entry = members.get(key);
    return entry === undefined ? null : as(entry.value);
  };
  for (const key of ['tool', 'effect', 'reversibility'] as const) {
    if (!members.has(key)) reader.refuse(node.at, `expected ${key} in every tool, found none`);
  }
  const tool = read('tool', value => readName(reader, value));
  const effect = read('effect', value => reader.choice(value, 'an effect', declaredEffects));
  const reversibility = read('reversibility', value =>
    reader.choice(value, 'a reversibility', reversibilities),
  );
  const parts = read('parameters', value => readParts(reader, value)) ?? {};
  const reason = read('reason', value => reader.text(value, 'a reason', 2000));
  if (tool === null || effect === null || reversibility === null) return null;
  if (effect === 'read' && reversibility !== 'read_only') {
    return reader.refuse(
      node.at,
      `expected reversibility: read_only with effect: read, found ${reversibility}`,
    );
  }
  if (reversibility === 'read_only' && effect !== 'read' && effect !== 'simulate') {
    return reader.refuse(
      node.at,
      `expected reversibility: read_only only with effect: read or simulate, found it with ${effect}`,
    );
  }
  return { at: node.at, tool, effect, reversibility, parts, reason };
}

/** A lone star would declare every tool at once, also tools that do not exist yet. */
function readName(reader: NodeReader, node: YamlNode): string | null {
  const name = reader.text(node, 'the name of a tool', 256);
  if (name === null || name.replaceAll('*', '').length >= 3) return name;
  return reader.refuse(
    node.at,
    'expected the name of a tool, or a pattern with at least three letters besides "*"',
  );
}

function readParts(reader: NodeReader, node: YamlNode): Readonly<Record<string, PartName>> | null {
  if (node.kind !== 'map') {
    return reader.refuse(node.at, 'expected parameters as a mapping, such as { amt: amount }');
  }
  const parts: [string, PartName][] = [];
  for (const { key, value } of node.entries) {
    const part = reader.choice(value, 'the meaning of a parameter', partNames);
    if (part !== null) parts.push([key, part]);
  }
  return Object.fromEntries(parts);
}
