import type { ActionBinding } from '@countersign/protocol/action';
import { canonicalize, type JsonObject, type JsonValue } from '@countersign/protocol/json';
import { isSealed } from '@countersign/protocol/sealed';
import { factsText } from '../language/english/facts.ts';
import { blockLanguage } from './language.ts';
import { type Piece, piecesOf } from './piece.ts';
import type { Language } from './tokens.ts';

/** A value of the action with its place in it. Containers have members, everything else has a text. */
export interface FactNode {
  /** JSON Pointer into the parameters, or a name of its own for what stands beside them. */
  readonly pointer: string;
  /** As it stands in the bytes; a number for the members of a list, null beside the parameters. */
  readonly key: string | null;
  readonly label: FactLabel;
  readonly kind: 'text' | 'number' | 'boolean' | 'null' | 'sealed' | 'object' | 'array';
  /** What is shown as the value; the empty text for containers. */
  readonly text: string;
  /** As it stands in the action. */
  readonly value: JsonValue;
  /** In which language a block is coloured; null where the value stands in its row. */
  readonly block: Language | null;
  readonly members: readonly FactNode[];
}

/** A key as words (`Expected rows`), or exactly as it is where words could be mistaken for another key. */
export type FactLabel =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'key'; readonly pieces: readonly Piece[] };

/** The parameters, those that the sentence names first, then in the order of the bytes. */
export function parameterNodes(
  action: ActionBinding,
  named: readonly string[] = [],
): readonly FactNode[] {
  return inOrder(membersOf(action.parameters, '', action.target.tool_name), named);
}

function inOrder(nodes: readonly FactNode[], named: readonly string[]): readonly FactNode[] {
  const place = ({ pointer }: FactNode) => {
    const index = named.findIndex(name => name === pointer || name.startsWith(`${pointer}/`));
    return index < 0 ? named.length : index;
  };
  return nodes
    .map((node, index) => ({ node, index }))
    .sort((a, b) => place(a.node) - place(b.node) || a.index - b.index)
    .map(({ node }) => ({
      ...node,
      members: node.kind === 'array' ? node.members : inOrder(node.members, named),
    }));
}

/** The tree without these values, and without groups that are empty because of it. */
export function without(
  nodes: readonly FactNode[],
  pointers: ReadonlySet<string>,
): readonly FactNode[] {
  if (pointers.size === 0) return nodes;
  return nodes.flatMap(node => {
    if (pointers.has(node.pointer)) return [];
    if (node.members.length === 0) return [node];
    const members = without(node.members, pointers);
    return members.length === 0 ? [] : [{ ...node, members }];
  });
}

/** What is bound beside the parameters and has no other place on the card. */
export function besideParameters(action: ActionBinding): readonly FactNode[] {
  const { subject_id, operation, target } = action;
  const beside: readonly (readonly [pointer: string, words: string, text: string | null])[] = [
    ['target', factsText.target, target.resource],
    ['subject', factsText.actsFor, subject_id],
    ['operation', factsText.operation, operation === 'tool.invoke' ? null : operation],
  ];
  return beside.flatMap(([pointer, words, text]) =>
    text === null
      ? []
      : [textNode(pointer, null, { kind: 'words', words }, text, blockLanguage('', text, ''))],
  );
}

/**
 * These labels belong to the values beside the parameters. No parameter may have such a label, because its key would
 * look like one of those bound values.
 */
const takenWords: ReadonlySet<string> = new Set([
  factsText.target,
  factsText.actsFor,
  factsText.operation,
]);

/** How many values a tree shows; an empty container is one, because it says something. */
export function countValues(nodes: readonly FactNode[]): number {
  return nodes.reduce((sum, node) => {
    const inside = countValues(node.members);
    return sum + (inside === 0 ? 1 : inside);
  }, 0);
}

export function isContainer({ kind }: FactNode): boolean {
  return kind === 'object' || kind === 'array';
}

function membersOf(value: JsonValue, path: string, toolName: string): FactNode[] {
  if (Array.isArray(value)) {
    return value.map((member: JsonValue, index) =>
      nodeOf(member, `${path}/${index}`, { kind: 'words', words: `${index + 1}` }, '', toolName),
    );
  }
  const entries = Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  const words = entries.map(([key]) => wordsOf(key));
  const taken = countEach(entries.map(([key], index) => words[index] ?? key));
  return entries.map(([key, member], index) => {
    const said = words[index] ?? null;
    const label: FactLabel =
      said !== null && taken.get(said) === 1 && !takenWords.has(said)
        ? { kind: 'words', words: said }
        : { kind: 'key', pieces: key === '' ? [] : piecesOf(key) };
    const step = key.replaceAll('~', '~0').replaceAll('/', '~1');
    return nodeOf(member, `${path}/${step}`, label, key, toolName);
  });
}

function nodeOf(
  value: JsonValue,
  pointer: string,
  label: FactLabel,
  key: string,
  toolName: string,
): FactNode {
  if (typeof value === 'string') {
    return textNode(pointer, key, label, value, blockLanguage(key, value, toolName));
  }
  if (typeof value !== 'object' || value === null) {
    const kind = value === null ? 'null' : typeof value === 'number' ? 'number' : 'boolean';
    const text = canonicalize(value);
    return { pointer, key, label, kind, text, value, block: null, members: [] };
  }
  if (isSealed(value)) {
    return { pointer, key, label, kind: 'sealed', text: '', value, block: null, members: [] };
  }
  const kind = Array.isArray(value) ? 'array' : 'object';
  const members = membersOf(value, pointer, toolName);
  return { pointer, key, label, kind, text: '', value, block: null, members };
}

function textNode(
  pointer: string,
  key: string | null,
  label: FactLabel,
  text: string,
  block: Language | null,
): FactNode {
  return { pointer, key, label, kind: 'text', text, value: text, block, members: [] };
}

const abbreviations = new Set([
  'api',
  'bic',
  'cc',
  'cpu',
  'dns',
  'iban',
  'id',
  'ip',
  'pdf',
  'sql',
  'ssh',
  'tls',
  'uri',
  'url',
  'vat',
]);

/** `expected_rows` reads as "Expected rows". Any other form of key stays as it is. */
function wordsOf(key: string): string | null {
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(key) || key.length > 40) return null;
  return key
    .split('_')
    .map((word, index) =>
      abbreviations.has(word)
        ? word.toUpperCase()
        : index === 0
          ? `${word.charAt(0).toUpperCase()}${word.slice(1)}`
          : word,
    )
    .join(' ');
}

function countEach(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * The name of a value in a sentence. A command or long text has its key, as in its block. Every other value has its
 * words.
 */
export function nameOf({ key, label, block }: FactNode): string {
  return block !== null && key !== null && /^\w{1,32}$/.test(key) ? key : labelWords(label);
}

/** A label as one line of plain words, for a sentence about the value. */
export function labelWords(label: FactLabel): string {
  if (label.kind === 'words') return label.words;
  const text = label.pieces
    .map(piece => (piece.kind === 'text' ? piece.source : `<${piece.code_point}>`))
    .join('');
  return text.length > 32 ? factsText.longKey : text === '' ? factsText.theEmptyKey : text;
}
