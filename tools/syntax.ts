// Reads TypeScript as a tree, so that comments and strings are never mistaken for code.

import ts from 'typescript';
import type { RepositoryFile } from './repository.ts';

/** Several checks read the same files, so each text is parsed once. */
const parsed = new Map<string, ts.SourceFile>();

export function parseSource({ path, text }: RepositoryFile): ts.SourceFile {
  const known = parsed.get(path);
  if (known?.text === text) return known;
  const kind = /x$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  parsed.set(path, source);
  return source;
}

/** Every node, parents before children. */
export function* everyNode(top: ts.Node): Generator<ts.Node> {
  const waiting = [top];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    const children: ts.Node[] = [];
    ts.forEachChild(node, child => void children.push(child));
    waiting.push(...children.reverse());
  }
}

export function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

interface Comment {
  readonly line: number;
  readonly text: string;
}

/** Each comment as one text without its marks. Lines of `//` that follow each other are one comment. */
export function findComments(source: ts.SourceFile): Comment[] {
  const found: (Comment & ts.TextRange)[] = [];
  for (const { pos, end } of commentRanges(source)) {
    const text = source.text.slice(pos, end).replace(/^\/[/*]+|\*\/$|(?<=\n)[ \t]*\*/g, '');
    const last = found.at(-1);
    if (last !== undefined && /^[ \t]*\r?\n[ \t]*$/.test(source.text.slice(last.end, pos))) {
      found[found.length - 1] = { ...last, text: `${last.text} ${text}`, end };
    } else {
      const { line } = source.getLineAndCharacterOfPosition(pos);
      found.push({ line: line + 1, text, pos, end });
    }
  }
  return found;
}

/** Every token has the comments before it, and those behind it on its line. */
function commentRanges(source: ts.SourceFile): ts.CommentRange[] {
  const ranges = new Map<number, ts.CommentRange>();
  const waiting: ts.Node[] = [source];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (ts.isJsxText(node)) continue;
    const before = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [];
    const behind = ts.getTrailingCommentRanges(source.text, node.getFullStart()) ?? [];
    for (const range of [...before, ...behind]) ranges.set(range.pos, range);
    waiting.push(...node.getChildren(source));
  }
  return [...ranges.values()].sort((one, other) => one.pos - other.pos);
}

interface ImportFound {
  readonly node: ts.Node;
  /** Undefined where the name is computed at run time. */
  readonly specifier: string | undefined;
}

/** Every way to name another module: import, export from, import(), import types, require. */
export function findImports(source: ts.SourceFile): ImportFound[] {
  const found: ImportFound[] = [];
  const add = (node: ts.Node, name: ts.Node | undefined) =>
    found.push({ node, specifier: name && ts.isStringLiteralLike(name) ? name.text : undefined });
  for (const node of everyNode(source)) {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node, node.moduleSpecifier);
    else if (ts.isExternalModuleReference(node)) add(node, node.expression);
    else if (ts.isImportTypeNode(node)) {
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
    } else if (ts.isCallExpression(node) && isImportCall(node)) add(node, node.arguments[0]);
  }
  for (const reference of source.typeReferenceDirectives) {
    found.push({ node: source, specifier: reference.fileName });
  }
  return found;
}

function isImportCall({ expression }: ts.CallExpression): boolean {
  const isRequire = ts.isIdentifier(expression) && expression.text === 'require';
  return isRequire || expression.kind === ts.SyntaxKind.ImportKeyword;
}

interface TestTitle {
  readonly node: ts.CallExpression;
  /** The words of the title, with an ellipsis for whatever a template fills in. */
  readonly text: string;
  readonly isGroup: boolean;
  /** Written never to run: `test.skip`, `test.todo`, or a literal `skip` option. */
  readonly isOff: boolean;
}

const groupNames = new Set(['describe', 'suite']);
const testNames = new Set(['test', 'it', ...groupNames]);
const modifiers = new Set(['skip', 'todo', 'only']);

/** The titles of `test`, `it`, `describe`, `t.test` and their `.skip`, `.todo`, `.only` forms. */
export function findTestTitles(source: ts.SourceFile): TestTitle[] {
  const titles: TestTitle[] = [];
  for (const node of everyNode(source)) {
    if (!ts.isCallExpression(node)) continue;
    const callee = testCallee(node.expression);
    const text = titleText(node.arguments[0]);
    if (callee === undefined || text === undefined) continue;
    const isOff = callee.modifier === 'skip' || callee.modifier === 'todo' || isSkipped(node);
    titles.push({ node, text, isGroup: groupNames.has(callee.name), isOff });
  }
  return titles;
}

function testCallee(callee: ts.Expression): { name: string; modifier?: string } | undefined {
  if (ts.isIdentifier(callee))
    return testNames.has(callee.text) ? { name: callee.text } : undefined;
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  if (testNames.has(callee.name.text)) return { name: callee.name.text };
  const inner = testCallee(callee.expression);
  if (inner === undefined || !modifiers.has(callee.name.text)) return undefined;
  return { ...inner, modifier: callee.name.text };
}

function titleText(argument: ts.Expression | undefined): string | undefined {
  if (argument === undefined) return undefined;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  if (!ts.isTemplateExpression(argument)) return undefined;
  const rest = argument.templateSpans.map(span => span.literal.text);
  return [argument.head.text, ...rest].join('…');
}

function isSkipped(call: ts.CallExpression): boolean {
  const options = call.arguments[1];
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return false;
  return options.properties.some(
    property =>
      ts.isPropertyAssignment(property) &&
      /^(skip|todo)$/.test(property.name.getText()) &&
      (property.initializer.kind === ts.SyntaxKind.TrueKeyword ||
        ts.isStringLiteralLike(property.initializer)),
  );
}
