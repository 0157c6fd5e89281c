import { lineDiff } from '../diff/line-diff.ts';
import type { Edit } from '../edit.ts';
import { findInText, type Mark, type TextRule } from './mark.ts';

/** What an added line can do to the safety of a program. */
const rules: readonly TextRule[] = [
  {
    pattern: /\|\|\s*[^;{\n]*/dg,
    level: 'critical',
    words: 'Widens a condition: more cases pass than before.',
  },
  {
    pattern: /\bif\s*\(\s*true\b|\breturn\s+true\s*;|==\s*==|\bor\s+True\b/dg,
    level: 'high',
    words: 'A check that always passes.',
  },
  {
    pattern:
      /rejectUnauthorized\s*:\s*false|verify\s*=\s*False|InsecureSkipVerify\s*:\s*true|NODE_TLS_REJECT_UNAUTHORIZED/dg,
    level: 'critical',
    words: 'Turns off the check of certificates.',
  },
  {
    pattern:
      /0\.0\.0\.0\/0|::\/0|Access-Control-Allow-Origin['"]?\s*[:,]\s*['"]\*|"Principal"\s*:\s*"\*"|"Action"\s*:\s*"\*"/dg,
    level: 'critical',
    words: 'Opens it to everyone.',
  },
  {
    pattern: /\beval\s*\(|new\s+Function\s*\(|\bexec\s*\(|child_process|os\.system|subprocess/dg,
    level: 'high',
    words: 'Runs code or commands that are made while it runs.',
  },
  {
    pattern: /\.skip\s*\(|\bxit\s*\(|@pytest\.mark\.skip|\bt\.Skip\(/dg,
    level: 'high',
    words: 'Turns off a test.',
  },
  {
    pattern: /https?:\/\/[^\s'"`)]+/dg,
    level: 'high',
    words: found => `Names an address: ${found[0].slice(0, 60)}.`,
  },
  {
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|gh[pousr]_\w{20,}|sk_live_\w+/dg,
    level: 'critical',
    words: 'Contains a key or a password.',
  },
  { pattern: /"(?:pre|post)install"\s*:/dg, level: 'high', words: 'Runs at every install.' },
];

/** What stands out in a whole file. An address or a condition does not: a new file is full of them. */
const written: readonly TextRule[] = [
  ...rules.filter(
    ({ level, pattern }) => level === 'critical' && !pattern.source.startsWith('\\|'),
  ),
  {
    pattern: /(?:\bcurl\b|\bwget\b)[^;&\n]*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/dg,
    level: 'critical',
    words: 'Runs what was downloaded. No one has seen it.',
  },
  {
    pattern:
      /\b(?:fetch|sendBeacon|XMLHttpRequest|axios)\b[^;\n]{0,160}?(?<at>document\.cookie|localStorage)/dg,
    level: 'critical',
    words: 'Sends what the browser of a person keeps to another machine.',
  },
];

/** What a removed line may have guarded. */
const guards: readonly TextRule[] = [
  {
    pattern: /\bwhere\b[^;'"`\n]*/dgi,
    level: 'critical',
    words: 'This condition is removed: more rows are reached than before.',
  },
  {
    pattern:
      /\bif\s*\([^\n]*\)\s*(?:\{?\s*)?(?:return|throw)\b[^\n]*|\bassert\w*\s*\([^\n]*|\b(?:raise|throw)\b[^\n]*|\b(?:require|check|verify|validate|authori[sz]e|authenticate|ensure)\w*\s*\([^\n]*/dg,
    level: 'high',
    words: 'This check is removed.',
  },
  {
    pattern: /\bLIMIT\s+\d+/dg,
    level: 'high',
    words: 'This limit is removed.',
  },
];

/** Checks of removed lines that no added line has. */
function removedMarks(
  lines: readonly { readonly kind: string; readonly text: string; readonly start: number }[],
  pointer: string,
): readonly Mark[] {
  const added = lines.filter(({ kind }) => kind === 'added').map(({ text }) => plain(text));
  return lines.flatMap(({ kind, text, start }) =>
    kind !== 'removed'
      ? []
      : findInText(text, pointer, guards)
          .filter(mark => {
            const guard = plain(text.slice(mark.start, mark.end));
            const verb = /^\w+/.exec(guard)?.[0] ?? guard;
            // A check that was rewritten is not removed: some added line begins one like it.
            return !added.some(line => line.includes(guard) || line.includes(verb));
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
    const added = lines.flatMap(line =>
      line.kind === 'added' && line.after !== null
        ? addedMarks(line.text, starts[line.after - 1] ?? 0, after.pointer, removed)
        : [],
    );
    return [...removedMarks(placed, before.pointer), ...added];
  });
  return [...pathMarks(edit.path.value, edit.path.pointer), ...marks];
}

function patchMarks({ patch, files }: Extract<Edit, { kind: 'patch' }>): readonly Mark[] {
  return files.flatMap(({ lines }) => {
    const removed = lines.filter(({ kind }) => kind === 'removed').map(({ text }) => text);
    const added = lines.flatMap(({ kind, text, start }) =>
      kind === 'added' ? addedMarks(text, start, patch.pointer, removed) : [],
    );
    return [...removedMarks(lines, patch.pointer), ...added];
  });
}

function addedMarks(
  text: string,
  start: number,
  pointer: string,
  removed: readonly string[],
): Mark[] {
  // A condition that the removed lines have as well is not a new one.
  const marks = findInText(text, pointer, rules).filter(
    mark => !removed.some(line => line.includes(text.slice(mark.start, mark.end))),
  );
  const grown = grownNumber(text, removed);
  const all = grown === null ? marks : [...marks, { pointer, level: 'high' as const, ...grown }];
  return all.map(mark => ({ ...mark, start: mark.start + start, end: mark.end + start }));
}

/** A number that became ten times as large as in the line it replaces. */
function grownNumber(
  text: string,
  removed: readonly string[],
): Pick<Mark, 'start' | 'end' | 'words'> | null {
  const shape = (line: string) => line.replaceAll(/\d[\d_]*/g, '#');
  const before = removed.find(line => shape(line) === shape(text));
  if (before === undefined) return null;
  const [olds, news] = [before, text].map(line => [...line.matchAll(/\d[\d_]*/g)]) as [
    RegExpExecArray[],
    RegExpExecArray[],
  ];
  for (const [index, now] of news.entries()) {
    const [old, next] = [olds[index]?.[0] ?? '', now[0]].map(digits =>
      Number(digits.replaceAll('_', '')),
    );
    if (old === undefined || next === undefined || old <= 0 || next < 10 * old) continue;
    const words = `${Math.floor(next / old)} times as much: ${olds[index]?.[0]} becomes ${now[0]}.`;
    return { start: now.index, end: now.index + now[0].length, words };
  }
  return null;
}

const guarded: readonly TextRule[] = [
  { pattern: /(?:^|\/)\.\.(?:\/|$)/dg, level: 'high', words: 'The path leads out of its folder.' },
  {
    pattern:
      /^(?:\/etc|\/usr|\/boot|\/root|~|\/home\/[^/]+\/\.)\S*|(?:^|\/)\.(?:ssh|aws|kube|gnupg)\/\S*/dg,
    level: 'critical',
    words: 'Belongs to the system or to an account, not to the project.',
  },
  {
    pattern: /(?:^|\/)\.(?:github\/workflows|gitlab-ci|husky|git\/hooks)\b\S*/dg,
    level: 'high',
    words: 'Runs by itself in the build or in a hook.',
  },
  { pattern: /(?:^|\/)\.env(?:\.\w+)?$/dg, level: 'high', words: 'Holds settings and secrets.' },
];

export function pathMarks(path: string, pointer: string): readonly Mark[] {
  return findInText(path, pointer, guarded);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
