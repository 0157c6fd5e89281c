import type { IntentPattern, IntentPatternName } from './intent-detection.ts';

/** One of several texts, or any digit. */
type Part = readonly string[] | 'digit';

/**
 * The five patterns of the confirmation architecture, to the letter and in any case: each part follows the one before
 * it somewhere on the same line. The document's own regular expressions take minutes on a long line of digits. Here
 * every part is looked for once, from where the one before it ended.
 */
const patterns: readonly (readonly [IntentPatternName, readonly Part[]])[] = [
  ['bulk_delete_count', [['delete'], 'digit', ['records', 'files', 'users']]],
  ['recursive_remove', [['rm', 'remove'], ['-r']]],
  ['drop_structure', [['drop'], ['table', 'database']]],
  ['asks_to_proceed', [['should i proceed']]],
  ['announces_effect', [['this will delete', 'this will remove', 'this will overwrite']]],
];

/**
 * Commands that are dangerous whatever their arguments are. The document names such a list and does not give it. This
 * is the list of the shell tool in the same project at the same time (cogency, `tools/shell.py`, August 2025).
 */
export const dangerousCommands: readonly string[] = [
  'rm',
  'rmdir',
  'del',
  'sudo',
  'su',
  'shutdown',
  'reboot',
  'kill',
  'killall',
];

const evidenceMax = 120;

/** The patterns that stand in a text, each once, with the line that has it. */
export function findDocumentPatterns(text: string): readonly IntentPattern[] {
  const found = new Map<IntentPatternName, IntentPattern>();
  for (const line of text.toLowerCase().split(/[\n\r\u2028\u2029]/)) {
    for (const [name, parts] of patterns) {
      if (found.has(name)) continue;
      const at = findParts(line, parts);
      if (at !== null) found.set(name, { name, evidence: line.slice(at, at + evidenceMax).trim() });
    }
  }
  return [...found.values()];
}

/** The first dangerous command that a text names as a word of its own: "issue" does not name "su". */
export function findDangerousCommand(text: string): string | null {
  const words = new Set(text.toLowerCase().match(/[a-z0-9_-]+/g) ?? []);
  return dangerousCommands.find(command => words.has(command)) ?? null;
}

/** Where the first part begins, if all parts follow each other. Taking the earliest end of each is always enough. */
function findParts(line: string, parts: readonly Part[]): number | null {
  let from = 0;
  let start: number | null = null;
  for (const part of parts) {
    const found = part === 'digit' ? findDigit(line, from) : findText(line, part, from);
    if (found === null) return null;
    start ??= found.start;
    from = found.end;
  }
  return start;
}

interface Found {
  readonly start: number;
  readonly end: number;
}

function findText(line: string, texts: readonly string[], from: number): Found | null {
  const found = texts
    .map(text => ({ start: line.indexOf(text, from), length: text.length }))
    .filter(({ start }) => start >= 0)
    .map(({ start, length }) => ({ start, end: start + length }))
    .toSorted((a, b) => a.end - b.end);
  return found[0] ?? null;
}

function findDigit(line: string, from: number): Found | null {
  const digit = /\p{Nd}/gu;
  digit.lastIndex = from;
  const found = digit.exec(line);
  return found === null ? null : { start: found.index, end: digit.lastIndex };
}
