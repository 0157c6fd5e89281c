import type { JsonValue } from '@countersign/protocol/json';
import { type CardAction, type Found, listUnder, membersOf, textUnder } from './parameters.ts';
import { toolWords } from './tool-words.ts';

/** A stretch of a command line: what is run, and the operator before it. */
interface CommandPart {
  /** Where the operator starts, or the part where there is none. In UTF-16 units of the text. */
  readonly start: number;
  /** Where the words of the part start. */
  readonly from: number;
  readonly end: number;
}

export interface Command {
  /** Of the value that holds the command. */
  readonly pointer: string;
  /** The command as a shell reads it. A list of words is joined with quotes where they are needed. */
  readonly text: string;
  /** The words, where the value is a list. */
  readonly words: readonly string[] | null;
  /** A command inside the words: the pointer of the word after `bash -c`. */
  readonly inner: Found<string> | null;
  readonly directory: Found<string> | null;
}

const commandKeys = /^(?:command|cmd|commands?_?line|shell|bash|script|run)$/i;
const wordKeys = /^(?:argv|args|command|cmd|words)$/i;
const folderKeys =
  /^(?:cwd|workdir|working_?(?:dir|directory)|directory|dir|folder|repo(?:sitory)?_?path|project)$/i;
const shellTools =
  /^(?:bash|sh|zsh|shell|exec|execute|terminal|command|powershell|pwsh|cmd|console|ssh|run)$/;
const shells = /^(?:.*\/)?(?:ba|z|da|k|fi)?sh$/;

/** The command that an action runs; null where it runs none. */
export function commandOf(action: CardAction): Command | null {
  const members = membersOf(action);
  const directory = textUnder(members, folderKeys);
  const list = listUnder(members, wordKeys);
  if (list?.value.every(word => typeof word === 'string')) {
    const all = list.value as readonly string[];
    if (list.key !== 'args' || runsCommands(action)) return fromWords(list, all, directory);
  }
  const text = textUnder(members, commandKeys);
  if (text === null || !(runsCommands(action) || /^(?:command|cmd|bash)$/i.test(text.key)))
    return null;
  const args = members.find(({ key }) => key === 'args')?.value;
  if (Array.isArray(args) && args.length > 0) return null;
  return { pointer: text.pointer, text: text.value, words: null, inner: null, directory };
}

function runsCommands({ target }: CardAction): boolean {
  return toolWords(target.tool_name).some(word => shellTools.test(word));
}

function fromWords(
  list: Found<JsonValue[]>,
  all: readonly string[],
  directory: Found<string> | null,
): Command {
  const [program = '', option = '', script] = all;
  const isShell = shells.test(program) && /^-[a-z]*c$/.test(option) && script !== undefined;
  const inner =
    isShell && all.length === 3 ? { pointer: `${list.pointer}/2`, key: '2', value: script } : null;
  return { pointer: list.pointer, text: joinWords(all), words: all, inner, directory };
}

/** Words as one line. Each list of words has its own line, because a word that needs quotes has them. */
export function joinWords(all: readonly string[]): string {
  return all.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

const partsMax = 64;

/**
 * The parts of a command line, cut at `|`, `&&`, `||`, `;` and `&` outside quotes. Together the parts are the whole
 * line. Unknown syntax, such as a heredoc, stays one part. A wrong cut only moves a line break and never changes the
 * text.
 */
export function commandParts(text: string): readonly CommandPart[] {
  const whole = [{ start: 0, from: 0, end: text.length }];
  if (text.includes('\n') || text.includes('<<') || text.length > 20_000) return whole;
  const cuts: { readonly at: number; readonly length: number }[] = [];
  const open: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const inside = open.at(-1);
    if (inside === "'") {
      if (char === "'") open.pop();
      continue;
    }
    if (char === '\\') {
      at += 1;
      continue;
    }
    if (char === inside) {
      open.pop();
      continue;
    }
    const opens = opening(text, at, inside);
    if (opens !== null) open.push(opens);
    else if (open.length === 0) {
      const length = operatorLength(text, at);
      if (length > 0) {
        cuts.push({ at, length });
        at += length - 1;
      }
    }
  }
  if (open.length > 0 || cuts.length === 0 || cuts.length > partsMax) return whole;
  return [{ at: 0, length: 0 }, ...cuts].map(({ at, length }, index) => ({
    start: at,
    from: at + length,
    end: cuts[index]?.at ?? text.length,
  }));
}

/** What closes the group that a character opens; null where it opens none. */
function opening(text: string, at: number, inside: string | undefined): string | null {
  const char = text.charAt(at);
  if (char === '`') return '`';
  if (char === '$' && text.charAt(at + 1) === '(') return null;
  if (char === '(' && (inside !== '"' || text.charAt(at - 1) === '$')) return ')';
  if (inside === '"') return null;
  if (char === '{' && text.charAt(at - 1) === '$') return '}';
  return char === "'" || char === '"' ? char : null;
}

function operatorLength(text: string, at: number): number {
  const two = text.slice(at, at + 2);
  if (two === '&&' || two === '||' || two === '|&' || two === ';;') return 2;
  const char = text.charAt(at);
  if (char === '|') return text.charAt(at - 1) === '>' ? 0 : 1;
  if (char === ';') return 1;
  if (char !== '&') return 0;
  return /[<>]/.test(text.charAt(at - 1)) || text.charAt(at + 1) === '>' ? 0 : 1;
}

const operatorSays: Readonly<Record<string, string>> = {
  '&&': 'only if the part before worked',
  '||': 'only if the part before failed',
  '|': 'gets what the part before prints',
  '|&': 'gets what the part before prints, errors included',
  ';': 'after the part before, whether it worked or not',
  '&': 'while the part before still runs',
};

/** When each part of a command line runs, in words, by the start of the part. The first part has no words. */
export function partWords(text: string): ReadonlyMap<number, string> {
  return new Map(
    commandParts(text).flatMap(({ start, from }) => {
      const words = operatorSays[text.slice(start, from)];
      return words === undefined ? [] : [[start, words] as const];
    }),
  );
}

const weights: readonly (readonly [RegExp, number])[] = [
  [/\b(?:curl|wget)\b.*\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python3?|node)\b/, 11],
  [/\brm\b.*\s-\w*[rR].*\s["']?(?:~|\/|\.\.|\*|\$)/, 10],
  [
    /\b(?:rm|shred|rmdir|unlink)\b.*\s-\w*[rf]|\bmkfs|\bdd\b.*\bof=|\bdestroy\b|\bdrop\s+(?:table|database|schema)\b/i,
    9,
  ],
  [
    /^\s*(?:\S*\/)?(?:ba|z|da)?sh\b\s*(?:-s?\s*)?$|^\s*(?:sudo\s+)?(?:python3?|node|perl|ruby)\s*-?\s*$|\beval\b/,
    8,
  ],
  [/\bgit\s+push\b.*(?:--force|-f\b|\+)|\breset\s+--hard|\bfilter-branch|\btruncate\b/i, 7],
  [/\b(?:delete|prune|purge|uninstall|kill|shutdown|reboot|revoke|publish)\b/i, 6],
  [/\bsudo\b|\bchmod\b|\bchown\b|\bcrontab\b|\bauthorized_keys\b/, 5],
  [/\b(?:curl|wget|scp|rsync|nc|ssh)\b/, 4],
  [/\b(?:deploy|apply|push|migrate|upgrade|rm|mv|install)\b/, 3],
  [/^\s*(?:cd|echo|set|export|true|pwd|mkdir|source|\.)\b/, -1],
];

/** The line or part to name first: the one whose words do most harm. */
export function leadingUnit(units: readonly string[]): string | null {
  let best: string | null = null;
  let most = -2;
  for (const unit of units) {
    const weight = weights.find(([pattern]) => pattern.test(unit.slice(0, 2000)))?.[1] ?? 0;
    if (weight > most) [best, most] = [unit, weight];
  }
  return best;
}

const headMax = 60;
const graveMin = 7;

/**
 * A long unit in two stretches: how it begins, and the words in it that do most harm. One stretch where it is short, or
 * where nothing grave stands behind its beginning.
 */
export function tellingStretches(unit: string, lengthMax: number): readonly string[] {
  const text = unit.slice(0, 2000).trim();
  if (text.length <= lengthMax) return [unit];
  const grave = weights
    .filter(([, weight]) => weight >= graveMin)
    .map(([pattern]) => pattern.exec(text.slice(headMax))?.index ?? -1)
    .find(at => at >= 0);
  if (grave === undefined) return [unit];
  const blank = text.lastIndexOf(' ', headMax);
  return [text.slice(0, blank > 0 ? blank : headMax), text.slice(headMax + grave)];
}

/** The last folder of a path. */
export function folderName(path: string): string {
  return (
    path
      .replace(/[/\\]+$/, '')
      .split(/[/\\]/)
      .at(-1) ?? path
  );
}
