import { lineDiff } from '../diff/line-diff.ts';
import type { Edit } from '../edit.ts';
import { added, guarded, guards, written } from './edit-rules.table.ts';
import { findInText, type Mark } from './mark.ts';
import { replacedMarks } from './replaced-lines.ts';

/** Checks of removed lines that no added line has. */
function removedMarks(
  lines: readonly { readonly kind: string; readonly text: string; readonly start: number }[],
  pointer: string,
): readonly Mark[] {
  const news = lines.filter(({ kind }) => kind === 'added').map(({ text }) => plain(text));
  return lines.flatMap(({ kind, text, start }) =>
    kind !== 'removed'
      ? []
      : findInText(text, pointer, guards)
          .filter(mark => {
            const guard = plain(text.slice(mark.start, mark.end));
            const verb = /^\w+/.exec(guard)?.[0] ?? guard;
            // A check that was rewritten is not removed: some added line begins one like it.
            return !news.some(line => line.includes(guard) || line.includes(verb));
          })
          .map(mark => ({ ...mark, start: mark.start + start, end: mark.end + start })),
  );
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, '').toLowerCase();
}

export function editMarks(edit: Edit): readonly Mark[] {
  if (edit.kind === 'write')
    return [
      ...pathMarks(edit.path.value, edit.path.pointer),
      ...findInText(edit.content.value, edit.content.pointer, written),
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
