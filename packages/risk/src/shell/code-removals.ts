import type { CodeToken } from './code-tokens.ts';
import { assessRemoval } from './file-effects.ts';
import type { Scope } from './scope.ts';
import { literal, unknown, type Value } from './value.ts';

/** True if a name calls something that removes files. */
type IsRemoving = (name: string) => boolean;

/** Owners of removing functions that are modules; any other owner is what is removed: `folder.unlink()`. */
const modules = new Set(
  'os shutil fs fsp promises fs.promises fsextra fse file dir fileutils path pathname io.file directory io.directory system.io deno bun this self'.split(
    ' ',
  ),
);
/** Names that add nothing to the texts given to them. */
const plain = new Set(
  (
    'path pathlib pathlib.path pathlib.purepath os.path.join posixpath.join join path.join path.resolve resolve file.join glob glob.glob glob.iglob iglob ' +
    'rglob glob.sync globsync fs.globsync dir.glob dir list sorted set tuple str const let var __dirname process.cwd os.getcwd getcwd path.cwd dir.pwd ' +
    'pathlib.path.cwd import.meta.dirname each foreach map in of await'
  ).split(' '),
);
const joining = new Set(['join', 'resolve', 'rglob']);
const stepsMax = 400;
const depthMax = 3;

/** The code, and how many of its tokens may still be looked at: a variable is looked up by going over all of them. */
interface Code {
  readonly tokens: readonly CodeToken[];
  left: number;
}

function last(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1).toLowerCase();
}

function isMark(token: CodeToken | undefined, marks: string): boolean {
  return token?.kind === 'punctuation' && marks.includes(token.text);
}

function isName(token: CodeToken | undefined, ...names: readonly string[]): boolean {
  return token?.kind === 'name' && names.includes(token.text.toLowerCase());
}

/** Judges what code removes by the texts its operands come from, as `rm` is judged by its operands. */
export function assessCodeRemovals(
  scope: Scope,
  by: string,
  tokens: readonly CodeToken[],
  isRemoving: IsRemoving,
): void {
  let found = 0;
  const code: Code = { tokens, left: 200_000 };
  const vague: Value = { ...unknown(), glob: true };
  tokens.forEach((token, i) => {
    if (token.kind !== 'name' || !isRemoving(token.text.toLowerCase())) return;
    found++;
    const targets = code.left > 0 ? targetsAt(code, i) : null;
    assessRemoval(scope, targets ?? [vague], { by, recursive: true });
  });
  if (found === 0) scope.find('destructive_command', 'critical', `${by} removes files`);
}

/** What the call at an index removes; null if that cannot be told. */
function targetsAt(code: Code, at: number): readonly Value[] | null {
  const { tokens } = code;
  code.left -= stepsMax;
  const name = tokens[at]?.text ?? '';
  const owner = name.slice(0, Math.max(0, name.lastIndexOf('.'))).toLowerCase();
  const receiver = isMark(tokens[at - 1], '.') ? tokens.slice(startOf(tokens, at), at - 1) : [];
  const isLoaded = receiver.some(token => isName(token, 'require', 'import', '__import__'));
  const isMethod =
    owner === '' ? isMark(tokens[at - 1], '.') && !isLoaded : !isModule(owner) && !isLoaded;
  if (!isMark(tokens[at + 1], '(')) return isMethod ? null : unbracketed(tokens, at);
  const args = argumentsAt(tokens, at + 1);
  const given = args.filter(arg => !isOptions(arg));
  if (isMethod) {
    if (given.length > 0) return null;
    return owner === ''
      ? textsOf(code, receiver, 0)
      : valuesOf(code, name.slice(0, owner.length), at, 0);
  }
  const targets: Value[] = [];
  for (const arg of given) {
    const texts = textsOf(code, arg, 0);
    if (texts === null) return null;
    targets.push(...texts);
  }
  return targets.length > 0 ? targets : null;
}

function isModule(owner: string): boolean {
  return modules.has(owner) || modules.has(owner.split('.').slice(-1)[0] ?? '');
}

/** `unlink "a", "b";` as Perl, Ruby and PowerShell write it. */
function unbracketed(tokens: readonly CodeToken[], at: number): readonly Value[] | null {
  const targets: Value[] = [];
  for (const next of tokens.slice(at + 1, at + 40)) {
    if (isMark(next, ';)|}')) break;
    if (next.kind === 'string') targets.push(...asPaths([next.text]));
    else if (
      next.kind === 'name' &&
      !/^(recursive|force|true|false|path|literalpath|confirm|-.*)$/iu.test(next.text)
    )
      return null;
  }
  return targets.length > 0 ? targets : null;
}

/** The arguments of a call whose bracket stands at an index. */
function argumentsAt(
  tokens: readonly CodeToken[],
  open: number,
): readonly (readonly CodeToken[])[] {
  const args: CodeToken[][] = [[]];
  let depth = 0;
  for (let i = open; i < tokens.length && i < open + stepsMax; i++) {
    const token = tokens[i];
    if (token === undefined) break;
    if (isMark(token, '([{')) depth++;
    if (isMark(token, ')]}')) depth--;
    if (depth === 0) return args.filter(arg => arg.length > 0);
    if (depth === 1 && isMark(token, ',')) args.push([]);
    else if (i > open) args.at(-1)?.push(token);
  }
  // Never closed: what stands there cannot be told.
  return [[{ kind: 'name', text: '?', line: 0 }]];
}

/** `{recursive: true}`, `ignore_errors=True`, a flag or a callback. */
function isOptions(arg: readonly CodeToken[]): boolean {
  const [first, second] = arg;
  if (isMark(first, '{')) return true;
  if (first?.kind !== 'name') return isMark(first, '(') && arg.some(token => isMark(token, '>'));
  if (arg.length === 1) return isName(first, 'true', 'false', 'none', 'null', 'nil', 'cb');
  return isMark(second, '=:') && !isMark(arg[2], '=');
}

/** The paths an expression stands for; null if anything but texts goes into it. */
function textsOf(
  code: Code,
  expression: readonly CodeToken[],
  depth: number,
): readonly Value[] | null {
  const texts: string[] = [];
  let joins = false;
  for (const [i, token] of expression.entries()) {
    if (token.kind === 'shell') return null;
    if (token.kind === 'string') texts.push(token.text);
    else if (token.kind === 'name') {
      const name = token.text.toLowerCase();
      if (joining.has(last(name))) joins = true;
      if (last(name) === 'rglob') texts.push('**');
      // `Path('a').glob('b')` finds below the one what looks like the other.
      else if (last(name) === 'glob' && isMark(expression[i - 1], '.')) joins = true;
      if (plain.has(name)) continue;
      const isOption = isMark(expression[i + 1], '=:') || isName(token, 'true', 'false');
      if (isOption) continue;
      const values = isMark(expression[i + 1], '(')
        ? null
        : valuesOf(code, token.text, Number.POSITIVE_INFINITY, depth + 1);
      if (values === null) return null;
      texts.push(...values.map(value => value.text));
    } else if (isMark(token, '/')) joins = true;
    else if (!isMark(token, '()[],.:=')) return null;
  }
  if (texts.length === 0) return null;
  if (joins && expression.some(token => isMark(token, '['))) return null;
  return asPaths(joins ? [texts.join('/')] : texts);
}

function asPaths(texts: readonly string[]): readonly Value[] {
  return texts.map(text => ({ ...literal(text), glob: /[*?[]/u.test(text) }));
}

/** Everything a variable is ever bound to before an index; null if one binding cannot be told. */
function valuesOf(
  code: Code,
  name: string,
  before: number,
  depth: number,
): readonly Value[] | null {
  const { tokens } = code;
  code.left -= tokens.length;
  if (depth > depthMax || code.left <= 0) return null;
  const values: Value[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]?.kind !== 'name' || tokens[i]?.text !== name || i === before) continue;
    const expression = boundTo(tokens, i);
    if (expression === undefined) continue;
    const texts = expression === null ? null : textsOf(code, expression, depth);
    if (texts === null) return null;
    values.push(...texts);
  }
  return values.length > 0 ? values : null;
}

/** What the name at an index is bound to there: undefined if it is only used, null if it is not to be seen. */
function boundTo(
  tokens: readonly CodeToken[],
  at: number,
): readonly CodeToken[] | null | undefined {
  const next = tokens[at + 1];
  if (isName(next, 'in', 'of')) {
    const before = tokens[at - 1];
    if (!isName(before, 'for', 'const', 'let', 'var'))
      return isMark(before, ',') ? null : undefined;
    return expressionAt(tokens, at + 2);
  }
  const isArrow = isMark(next, '=') && isMark(tokens[at + 2], '>');
  if (isArrow || (isMark(tokens[at - 1], '|') && isMark(next, '|'))) {
    for (let i = at - 1; i > at - 6 && i > 0; i--) {
      if (!isName(tokens[i], 'foreach', 'each', 'map')) continue;
      return tokens.slice(startOf(tokens, i), i - 1);
    }
    return null;
  }
  if (isMark(next, '=') && !isMark(tokens[at + 2], '=')) return expressionAt(tokens, at + 2);
  if (isMark(next, '+:|') && isMark(tokens[at + 2], '=')) return null;
  return isName(tokens[at - 1], 'as', 'def', 'function', 'lambda') || isMark(tokens[at - 1], '*')
    ? null
    : undefined;
}

/** The tokens from an index to the end of the expression that starts there. */
function expressionAt(tokens: readonly CodeToken[], from: number): readonly CodeToken[] {
  let depth = 0;
  let i = from;
  for (; i < tokens.length && i < from + stepsMax; i++) {
    const token = tokens[i];
    if (isMark(token, '([')) depth++;
    else if (isMark(token, ')]')) depth--;
    if (depth < 0) break;
    if (depth > 0) continue;
    if (isMark(token, ';{') || isMark(token, ':')) break;
    if (i > from && token?.line !== tokens[i - 1]?.line && !isMark(token, '.')) break;
  }
  return tokens.slice(from, i);
}

/** Where the statement begins that the token at an index belongs to. */
function startOf(tokens: readonly CodeToken[], at: number): number {
  let depth = 0;
  for (let i = at - 1; i >= 0 && i > at - stepsMax; i--) {
    const token = tokens[i];
    if (isMark(token, ')]')) depth++;
    else if (isMark(token, '([')) depth--;
    const breaks =
      depth === 0 && token?.line !== tokens[i + 1]?.line && !isMark(tokens[i + 1], '.');
    if (depth < 0 || (depth === 0 && isMark(token, ';{:')) || breaks) return i + 1;
  }
  return 0;
}
