import { lineDiff } from '../diff/line-diff.ts';
import type { Edit } from '../edit.ts';
import { added, guarded, guards, programs, written } from './edit-rules.table.ts';
import { findInText, type Mark } from './mark.ts';
import { replacedMarks } from './replaced-lines.ts';
import { sentAwayMarks } from './sent-away.ts';

const comment = /^\s*(?:\/\/|#(?!\[)|--|\/\*|\*|<!--|;)/;
const statementWords =
  /^(?:if|elif|else|unless|return|throw|raise|new|await|async|const|let|var|this|self|null|undefined|none|true|false|not|and|the|error)$/i;

/** The names in a check. By them a rewritten check is recognised. */
function namesIn(text: string): readonly string[] {
  const names = [...text.matchAll(/[\p{L}_]\w{1,60}/gu)].map(found => found[0].toLowerCase());
  return [...new Set(names)].filter(name => !statementWords.test(name));
}

interface AddedLine {
  readonly whole: string;
  readonly names: ReadonlySet<string>;
}

const linesMax = 2000;
const guardsMax = 500;

function addedLines(texts: readonly string[]): readonly AddedLine[] {
  return texts
    .slice(0, linesMax)
    .map(text => ({ whole: plain(text), names: new Set(namesIn(text)) }));
}

/** What a check does with a value that it refuses. */
const refusal = /return|throw|raise|panic|abort|exit|deny|denied|refuse|reject|assert|expect/;

/** Whether an added line has the check: its own words, or half of its names in a line of the same kind. */
function isKept(guard: string, added: readonly AddedLine[]): boolean {
  const [whole, names] = [plain(guard), namesIn(guard)];
  const verb = /\w+/.exec(whole)?.[0] ?? whole;
  const refuses = refusal.test(guard);
  return added.some(line => {
    if (line.whole.includes(whole)) return true;
    const known = names.filter(name => line.names.has(name)).length;
    const still = !refuses || refusal.test(line.whole);
    return still && line.whole.includes(verb) && 2 * known >= names.length;
  });
}

/** Checks of removed lines that no added line has. A check that became a comment is removed. */
function removedMarks(
  lines: readonly { readonly kind: string; readonly text: string; readonly start: number }[],
  pointer: string,
): readonly Mark[] {
  const news = addedLines(
    lines
      .filter(({ kind, text }) => kind === 'added' && !comment.test(text))
      .map(({ text }) => text),
  );
  const found = lines.flatMap(({ kind, text, start }) =>
    kind !== 'removed' || comment.test(text)
      ? []
      : findInText(text, pointer, guards).map(mark => ({ mark, start, text })),
  );
  return found
    .slice(0, guardsMax)
    .filter(({ mark, text }) => !isKept(text.slice(mark.start, mark.end), news))
    .map(({ mark, start }) => ({ ...mark, start: mark.start + start, end: mark.end + start }));
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, '').toLowerCase();
}

export function editMarks(edit: Edit): readonly Mark[] {
  if (edit.kind === 'write')
    return [
      ...pathMarks(edit.path.value, edit.path.pointer),
      ...contentMarks(edit.content.value, edit.content.pointer),
    ];
  if (edit.kind === 'patch') return patchMarks(edit);
  const marks = edit.pairs.flatMap(({ before, after }) => {
    const starts = lineStarts(after.value);
    const lines = lineDiff(before.value, after.value);
    const removed = lines.filter(({ kind }) => kind === 'removed').map(({ text }) => text);
    const olds = lineStarts(before.value);
    const placed = lines.map(({ kind, text, before: number }) => ({
      kind,
      text,
      start: olds[(number ?? 1) - 1] ?? 0,
    }));
    const news = lines.flatMap(line =>
      line.kind === 'added' && line.after !== null
        ? addedMarks(line.text, starts[line.after - 1] ?? 0, after.pointer, removed)
        : [],
    );
    return [...removedMarks(placed, before.pointer), ...news];
  });
  return [...pathMarks(edit.path.value, edit.path.pointer), ...marks];
}

/** What stands out in a program that runs at once. */
export function codeMarks(text: string, pointer: string): readonly Mark[] {
  const own = contentMarks(text, pointer);
  const others = findInText(text, pointer, programs).filter(
    ({ start, end }) => !own.some(mark => start < mark.end && end > mark.start),
  );
  return [...own, ...others].sort((one, other) => one.start - other.start);
}

/** What stands out in a whole file. */
function contentMarks(text: string, pointer: string): readonly Mark[] {
  const found = findInText(text, pointer, written);
  const sent = sentAwayMarks(text, pointer).filter(
    ({ start, end }) => !found.some(mark => start < mark.end && end > mark.start),
  );
  return [...found, ...sent].sort((one, other) => one.start - other.start);
}

function patchMarks({ patch, files }: Extract<Edit, { kind: 'patch' }>): readonly Mark[] {
  return files.flatMap(({ lines }) => {
    const removed = lines.filter(({ kind }) => kind === 'removed').map(({ text }) => text);
    const news = lines.flatMap(({ kind, text, start }) =>
      kind === 'added' ? addedMarks(text, start, patch.pointer, removed) : [],
    );
    const paths = lines.flatMap(({ kind, text, start }) =>
      kind === 'head' ? headMarks(text, start, patch.pointer) : [],
    );
    return [...paths, ...removedMarks(lines, patch.pointer), ...news];
  });
}

function addedMarks(
  text: string,
  start: number,
  pointer: string,
  removed: readonly string[],
): Mark[] {
  // A condition that the removed lines have as well is not a new one.
  const marks = findInText(text, pointer, added).filter(
    mark => !removed.some(line => line.includes(text.slice(mark.start, mark.end))),
  );
  const changed = replacedMarks(text, removed)
    .filter(each => !marks.some(mark => each.start < mark.end && each.end > mark.start))
    .map(each => ({ pointer, ...each }));
  return [...marks, ...changed].map(mark => ({
    ...mark,
    start: mark.start + start,
    end: mark.end + start,
  }));
}

/** The path of a file in a patch, once: where its new name stands, or its old one where it is removed. */
function headMarks(text: string, start: number, pointer: string): readonly Mark[] {
  const [whole, lead = '', path = ''] =
    /^(\+\+\+ (?:b\/)?|\*\*\* (?:Add|Update|Delete) File: )([^\t]+)/.exec(text) ?? [];
  if (whole === undefined) return [];
  return pathMarks(path, pointer).map(mark => ({
    ...mark,
    start: mark.start + start + lead.length,
    end: mark.end + start + lead.length,
  }));
}

export function pathMarks(path: string, pointer: string): readonly Mark[] {
  return findInText(path, pointer, guarded);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
