import { type AllowanceLimits, lifetimeDefault } from '@countersign/protocol/allowance';
import { isPointer } from './display.ts';
import type { NodeReader } from './node-reader.ts';
import { quoted } from './problem.ts';
import type { YamlNode } from './yaml-node.ts';

const pathsMax = 64;
const pointerExample = 'a JSON Pointer into the parameters, such as /memo';
/** A month. A longer permission belongs in a rule. */
const lifetimeMax = 31 * 86_400;

/** Whether people may allow more of the same kind, and within which limits (AL-2, AL-14). */
export function readAllowances(reader: NodeReader, node: YamlNode): AllowanceLimits | null {
  if (node.kind === 'scalar') {
    reader.choice(node, 'allowances', ['none']);
    return null;
  }
  const members = reader.members(node, 'allowances', ['lifetime', 'any', 'real_paths']);
  if (members === null) return null;
  const stated = members.get('lifetime');
  const lifetime_max_seconds =
    stated === undefined
      ? lifetimeDefault
      : reader.seconds(stated.value, 'lifetime', 60, lifetimeMax);
  const listOf = (key: 'any' | 'real_paths') => {
    const entry = members.get(key);
    return entry === undefined ? [] : readPaths(reader, entry.value);
  };
  const any = listOf('any');
  const real_paths = listOf('real_paths');
  if (lifetime_max_seconds === null || any === null || real_paths === null) return null;
  return { lifetime_max_seconds, any, real_paths };
}

function readPaths(reader: NodeReader, node: YamlNode): string[] | null {
  const items = reader.oneOrMore(node, 'paths', pathsMax);
  const read = items?.map(item => {
    const text = reader.text(item, pointerExample, 512);
    return text === null || isPointer(text)
      ? text
      : reader.refuse(
          item.at,
          `expected ${pointerExample}, found ${quoted(text)}`,
          `write "/${text.replaceAll('.', '/').replace(/^[$/]+/, '')}"`,
        );
  });
  return read === undefined || read.includes(null) ? null : [...new Set(read as string[])].sort();
}
