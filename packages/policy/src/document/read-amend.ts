import { type AmendTerms, findOverlap, pathsOf } from '@countersign/protocol/request';
import { isPointer } from './display.ts';
import type { NodeReader } from './node-reader.ts';
import { quoted } from './problem.ts';
import type { YamlNode } from './yaml-node.ts';

const modes = ['none', 'narrow', 'any'] as const;
const pathsMax = 64;
const pointerExample = 'a JSON Pointer into the parameters, such as /amount';

/** What a reviewer may change: `none`, `any`, or a mapping that lists paths (AM-2). Null where nothing may change. */
export function readAmend(reader: NodeReader, node: YamlNode): AmendTerms | null {
  if (node.kind === 'scalar') {
    const mode = reader.choice(node, 'amend', modes);
    if (mode === 'narrow') {
      return reader.refuse(
        node.at,
        'expected the paths that may be narrowed: lower, subset or becomes; found narrow alone',
        'write amend: { lower: [/amount] }',
      );
    }
    return mode === 'any' ? { mode, lower: [], subset: [], becomes: [] } : null;
  }
  const members = reader.members(node, 'amend', ['mode', 'lower', 'subset', 'becomes']);
  if (members === null) return null;
  const stated = members.get('mode');
  const mode =
    stated === undefined ? 'narrow' : reader.choice(stated.value, 'a mode', ['narrow', 'any']);
  const listOf = (key: 'lower' | 'subset') => {
    const entry = members.get(key);
    return entry === undefined ? [] : readPaths(reader, entry.value);
  };
  const lower = listOf('lower');
  const subset = listOf('subset');
  const fixed = members.get('becomes');
  const becomes = fixed === undefined ? [] : readBecomes(reader, fixed.value);
  if (mode === null || lower === null || subset === null || becomes === null) return null;
  const terms: AmendTerms = { mode, lower, subset, becomes };
  const paths = pathsOf(terms);
  if (mode === 'narrow' && paths.length === 0) {
    return reader.refuse(node.at, 'expected lower, subset or becomes with at least one path');
  }
  const twice = findOverlap(paths);
  return twice === null
    ? terms
    : reader.refuse(
        node.at,
        `expected each path once, and none inside another; found ${quoted(twice)} again`,
      );
}

function readPaths(reader: NodeReader, node: YamlNode): string[] | null {
  const items = reader.oneOrMore(node, 'paths', pathsMax);
  const read = items?.map(item => {
    const text = reader.text(item, pointerExample, 512);
    return text === null || isPointer(text) ? text : refusePath(reader, item, text);
  });
  return read === undefined || read.includes(null) ? null : (read as string[]).sort();
}

function readBecomes(reader: NodeReader, node: YamlNode): AmendTerms['becomes'] | null {
  if (node.kind !== 'map') {
    return reader.refuse(node.at, 'expected becomes as a mapping such as { /notify: false }');
  }
  if (node.entries.length > pathsMax) {
    return reader.refuse(node.at, `expected at most ${pathsMax} paths in becomes`);
  }
  const becomes: AmendTerms['becomes'] = [];
  for (const { key: path, at, value } of node.entries) {
    if (!isPointer(path)) return refusePath(reader, { at }, path);
    if (value.kind !== 'scalar' || value.value === null) {
      return reader.refuse(value.at, 'expected one fixed value: a text, a number, true or false');
    }
    becomes.push({ path, value: value.value });
  }
  return becomes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function refusePath(reader: NodeReader, { at }: Pick<YamlNode, 'at'>, text: string): null {
  return reader.refuse(
    at,
    `expected ${pointerExample}, found ${quoted(text)}`,
    `write "/${text.replaceAll('.', '/').replace(/^[$/]+/, '')}"`,
  );
}
