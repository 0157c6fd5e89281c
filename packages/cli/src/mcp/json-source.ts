import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@countersign/protocol/json';

/** A value in the text of a file: where it stands, and the members that it has. */
export interface SourceValue {
  readonly start: number;
  readonly end: number;
  readonly members: ReadonlyMap<string, SourceMember>;
}

interface SourceMember {
  /** Where its name begins. */
  readonly start: number;
  readonly value: SourceValue;
}

/** A part of a text, and what takes its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const string = /"(?:[^"\\]|\\.)*"/suy;
const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//uy;
const word = /[^\s,:\]}]+/uy;

/**
 * The same text as plain JSON: comments and commas without a follower become blanks. Everything else stays in its place.
 */
export function plainJson(text: string): string {
  const parts: string[] = [];
  /** Where a comma stands that nothing but blanks has followed. */
  let comma = -1;
  for (let at = text.startsWith('\ufeff') ? skip(parts, 1) : 0; at < text.length; ) {
    const quoted = matchAt(string, text, at);
    const hidden = quoted === '' ? matchAt(comment, text, at) : '';
    const part = quoted || hidden || (text[at] ?? '');
    if (hidden === '' && part.trim() !== '') {
      if (comma >= 0 && (part === ']' || part === '}')) parts[comma] = ' ';
      comma = part === ',' ? parts.length : -1;
    }
    parts.push(
      hidden === '' ? part : hidden.replace(/[^\r\n]/gu, blank => ' '.repeat(blank.length)),
    );
    at += part.length;
  }
  return parts.join('');
}

function skip(parts: string[], count: number): number {
  parts.push(' '.repeat(count));
  return count;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Where everything stands in a plain JSON text that a parser has accepted. */
export function readSource(plain: string): SourceValue {
  return new SourceReader(plain).value();
}

class SourceReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): SourceValue {
    this.#blanks();
    const start = this.#at;
    const members = new Map<string, SourceMember>();
    const first = this.#text[start];
    if (first === '{' || first === '[') {
      this.#at += 1;
      for (this.#blanks(); !/[\]}]/u.test(this.#text[this.#at] ?? '}'); this.#blanks()) {
        if (first === '{') this.#member(members);
        else this.value();
        this.#blanks();
        if (this.#text[this.#at] === ',') this.#at += 1;
      }
      this.#at += 1;
    } else {
      const found = matchAt(string, this.#text, start) || matchAt(word, this.#text, start);
      this.#at += found.length;
    }
    return { start, end: this.#at, members };
  }

  #member(members: Map<string, SourceMember>): void {
    const start = this.#at;
    const name = matchAt(string, this.#text, start);
    this.#at += name.length;
    this.#blanks();
    this.#at += 1;
    members.set(JSON.parse(name) as string, { start, value: this.value() });
  }

  #blanks(): void {
    this.#at += matchAt(/\s*/uy, this.#text, this.#at).length;
  }
}

/** The edits that make one object of a file another one. Members that stay the same keep their text and their comments. */
export function objectEdits(
  text: string,
  place: SourceValue,
  [before, after]: readonly [JsonObject, JsonObject],
): readonly Edit[] {
  const edits = memberEdits(text, place, [before, after]);
  const own = edits.map(edit => ({
    ...edit,
    start: edit.start - place.start,
    end: edit.end - place.start,
  }));
  if (isText(edited(text.slice(place.start, place.end), own), after)) return edits;
  // Members in an order of their own: the whole object is written again.
  return [{ start: place.start, end: place.end, text: valueText(after, layoutOf(text, place)) }];
}

function isText(text: string, value: JsonObject): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(plainJson(text)), value);
  } catch {
    return false;
  }
}

function memberEdits(
  text: string,
  place: SourceValue,
  [before, after]: readonly [JsonObject, JsonObject],
): readonly Edit[] {
  const layout = layoutOf(text, place);
  const edits: Edit[] = [];
  const added = Object.keys(after).filter(name => !place.members.has(name));
  for (const [name, { start, value }] of place.members) {
    const next = after[name];
    if (next === undefined) {
      // What is new takes the place of the first member that goes.
      if (added.length > 0)
        edits.push({ start, end: value.end, text: membersText(after, added.splice(0), layout) });
      else edits.push(...removals(text, start, value.end));
    } else if (!isDeepStrictEqual(next, before[name])) {
      edits.push({ start: value.start, end: value.end, text: valueText(next, layout) });
    }
  }
  const last = [...place.members.values()].at(-1);
  if (added.length > 0 && last !== undefined) {
    const { end } = last.value;
    const more = `,${layout.between}${membersText(after, added, layout)}`;
    edits.push({ start: end, end, text: more });
  }
  return edits;
}

/** The text after all edits. None of them overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, { start, end, text: next }) => all.slice(0, start) + next + all.slice(end), text);
}

interface Layout {
  /** What stands between two members. */
  readonly between: string;
  readonly isOneLine: boolean;
  /** What a member is indented by, and how much more its own members are. */
  readonly indentation: string;
  readonly step: string;
  readonly lineEnd: string;
}

function layoutOf(text: string, { start, end }: SourceValue): Layout {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const [, step = '  '] = /\n([ \t]+)"/u.exec(text) ?? [];
  const [, indentation] = /\n([ \t]*)"/u.exec(text.slice(start, end)) ?? [];
  if (indentation === undefined) {
    return { between: ' ', isOneLine: true, indentation: '', step, lineEnd };
  }
  return { between: `${lineEnd}${indentation}`, isOneLine: false, indentation, step, lineEnd };
}

function membersText(after: JsonObject, names: readonly string[], layout: Layout): string {
  return names
    .map(name => `${JSON.stringify(name)}: ${valueText(after[name], layout)}`)
    .join(`,${layout.between}`);
}

function valueText(value: unknown, { isOneLine, indentation, step, lineEnd }: Layout): string {
  if (isOneLine) return JSON.stringify(value);
  return JSON.stringify(value, null, step).replaceAll('\n', `${lineEnd}${indentation}`);
}

/**
 * A member goes with the comma behind it, or with the one before it where it is the last, and with its line where nothing
 * else stands there. Comments stay.
 */
function removals(text: string, start: number, end: number): readonly Edit[] {
  const behind = matchAt(/\s*,[ \t]*/uy, text, end);
  if (behind !== '') return [wholeLine(text, start, end + behind.length)];
  const comma = plainJson(text.slice(0, start)).lastIndexOf(',');
  return [{ start: comma, end: comma + 1, text: '' }, wholeLine(text, start, end)];
}

function wholeLine(text: string, start: number, end: number): Edit {
  const before = /(?<=\n)[ \t]*$/u.exec(text.slice(0, start))?.[0];
  const after = matchAt(/[ \t]*\r?\n/uy, text, end);
  if (before === undefined || after === '') return { start, end, text: '' };
  return { start: start - before.length, end: end + after.length, text: '' };
}
