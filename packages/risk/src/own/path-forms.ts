import { UNKNOWN } from '../shell/value.ts';

const longest = 4096;
const mostSegments = 64;

/** From where the path of an action may start. */
export interface PathOrigin {
  /** Folders that the action names, absolute. */
  readonly folders: readonly string[];
  readonly home: string | null;
  /** The folder of the process, for `/proc/<pid>/cwd`. */
  readonly process: string | null;
}

/**
 * Every way to read one path, as lower-case segments from the root (`''` first), from the home folder (`~` first) or
 * from an unknown folder. Case and Unicode form are dropped because some file systems ignore them.
 */
export function pathForms(text: string, from: PathOrigin): readonly (readonly string[])[] {
  const forms: string[][] = [];
  for (const spelled of spellings(text.slice(0, longest))) {
    const plain = fold(spelled);
    const anchored = plain.startsWith('/') || plain.startsWith('~') || /^[a-z]:\//u.test(plain);
    if (anchored) forms.push(...rooted(plain, from));
    else {
      for (const folder of from.folders) forms.push(...rooted(`${fold(folder)}/${plain}`, from));
      forms.push(climbed(plain.split('/')));
    }
  }
  return forms;
}

/** Case, Unicode form and separators that make no difference on some file system. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/gu, '')
    .toLowerCase()
    .replaceAll('\\', '/');
}

function spellings(text: string): ReadonlySet<string> {
  const bare = text
    .trim()
    .replace(/^@/u, '')
    .replace(
      /^(file|vscode|vscode-insiders|vscode-file|cursor|view-source):(file:)?(\/\/(localhost|127\.0\.0\.1|file)?)?(?=[/~.])/iu,
      '',
    )
    .replaceAll(/\$\{?HOME\}?|%USERPROFILE%|\$env:USERPROFILE|\$env:HOME/giu, '~')
    .replace(/^(\$\{?PWD\}?|\$\(pwd\))(?=\/|$)/u, '.');
  const found = new Set([bare]);
  if (bare.includes('%')) found.add(unescaped(unescaped(bare)));
  if (bare.includes(UNKNOWN)) found.add(bare.replaceAll(UNKNOWN, '*'));
  return found;
}

/** Percent signs decoded once. */
export function unescaped(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/giu, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** An absolute or home path: through `/proc` to what it shows, and under both names of the home folder. */
function rooted(text: string, from: PathOrigin): string[][] {
  // `/dev/fd` leads to `/proc/self/fd`.
  const parts = text.replace(/^\/dev\/fd\/+\.\.\//u, '/proc/self/').split('/');
  const segments = climbed(parts[0] === '' || parts[0]?.startsWith('~') ? parts : ['', ...parts]);
  const seen = throughProc(segments, from);
  return seen.flatMap(path => [path, ...underHome(path, from.home)]);
}

/** Drops empty segments and `.`, and resolves `..` by text. */
function climbed(parts: readonly string[]): string[] {
  const [first = '', ...rest] = parts;
  const segments: string[] = first.startsWith('~')
    ? ['~']
    : first === '' || first === '.'
      ? []
      : [first];
  if (first === '') segments.push('');
  for (const part of rest) {
    if (part === '' || part === '.') continue;
    const last = segments.at(-1);
    if (part !== '..') segments.push(part);
    else if (last !== undefined && last !== '' && last !== '~' && last !== '..') segments.pop();
    else if (last === '~') segments.splice(0, 1, '', 'home');
    else if (last !== '') segments.push('..');
    if (segments.length > mostSegments) break;
  }
  return segments;
}

/** `/proc/<pid>/root` is the root, `/proc/<pid>/cwd` the folder of some process: ours for all we know. */
function throughProc(path: readonly string[], from: PathOrigin): string[][] {
  if (path[0] !== '' || path[1] !== 'proc') return [[...path]];
  const at = path[3] === 'task' ? 5 : 3;
  const rest = path.slice(at + 1);
  if (path[at] === 'root') return throughProc(['', ...rest], from);
  if (path[at] !== 'cwd') return [[...path]];
  const folders = from.process === null ? from.folders : [...from.folders, from.process];
  return [rest, ...folders.map(folder => climbed([...fold(folder).split('/'), ...rest]))];
}

function underHome(path: readonly string[], home: string | null): string[][] {
  const forms: string[][] = [];
  if (path[0] === '~') {
    if (home !== null) forms.push(climbed([...fold(home).split('/'), ...path.slice(1)]));
    return forms;
  }
  if (home !== null) {
    const own = climbed(fold(home).split('/'));
    if (own.every((segment, i) => path[i] === segment))
      forms.push(['~', ...path.slice(own.length)]);
  }
  const [, first = '', second] = path;
  const isFile =
    path.length === 3 && /\.(md|txt|json|[jt]sx?|py|go|rs|html|css|png|ya?ml)$/u.test(second ?? '');
  if (/^(home|users)$/u.test(first) && second !== undefined && !isFile)
    forms.push(['~', ...path.slice(3)]);
  else if (first === 'root') forms.push(['~', ...path.slice(2)]);
  return forms;
}
