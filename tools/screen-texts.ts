// Texts that a screen of the inbox shows or reads out, and that are not in its catalogue of languages.

import ts from 'typescript';
import type { RepositoryFile } from './repository.ts';
import { everyNode, parseSource, placeOf } from './syntax.ts';

/** Attributes and members whose text a person sees or hears. */
const shown = new Set([
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'about',
  'act',
  'alt',
  'detail',
  'expected',
  'found',
  'heading',
  'label',
  'none',
  'opens',
  'placeholder',
  'remedy',
  'summary',
  'title',
  'what',
  'words',
]);

/** Names and examples that are the same in every language. */
const names = new Set([
  'Claude Code',
  'Codex',
  'Copilot CLI',
  'GitHub Copilot CLI',
  'Countersign',
  'Cursor',
  'Gemini CLI',
  'JSON',
  'OpenCode',
  'SecurityError',
  'WXYZ-1234',
  'bank-gateway',
  'billing-agent',
  'tool:shell agent:billing-bot',
]);

/** What a person types into a terminal or a file: several lines, a command of ours, a variable. */
const isTyped = (text: string): boolean =>
  /\n|^countersign /.test(text) || text.startsWith('export ') || /^rule .* says /.test(text);
const isWords = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !names.has(text.trim()) && !isTyped(text);
/** A literal of a module of words reads as words: a capital, or several words. A code or a key does not. */
const isProse = (text: string): boolean =>
  isWords(text) && (/\p{L}\s+\p{L}/u.test(text) || /^\s*\p{Lu}\p{Ll}/u.test(text));

/** Each text outside the catalogue: `path:line "text"`. */
export function findScreenTexts(file: RepositoryFile): string[] {
  const source = parseSource(file);
  const found: string[] = [];
  const add = (node: ts.Node, text: string): void => {
    found.push(`${placeOf(node)} ${JSON.stringify(text.trim().replaceAll(/\s+/g, ' '))}`);
  };
  for (const node of everyNode(source)) {
    if (ts.isJsxText(node) && isWords(node.text.trim()) && !isCode(node.parent)) {
      add(node, node.text);
    }
    if (isShownPlace(node)) {
      for (const literal of literalsIn(node.expression)) {
        if (isWords(textOf(literal))) add(literal, textOf(literal));
      }
    }
  }
  return found;
}

/** What is typed or pressed stands in these elements, and is the same in every language. */
function isCode(parent: ts.Node): boolean {
  return (
    ts.isJsxElement(parent) && /^(?:code|kbd|pre)$/.test(parent.openingElement.tagName.getText())
  );
}

interface ShownPlace extends ts.Node {
  readonly expression: ts.Expression;
}

/** What stands between tags, in a shown attribute, or in a shown member of an object. */
function isShownPlace(node: ts.Node): node is ShownPlace {
  if (ts.isJsxExpression(node)) {
    const { parent } = node;
    return ts.isJsxAttribute(parent) ? shown.has(parent.name.getText()) : true;
  }
  return false;
}

type Literal = ts.StringLiteralLike | ts.TemplateExpression;

/** The literals that the value of an expression can be: the branches of a choice, and no argument of a call. */
function literalsIn(expression: ts.Expression | undefined): readonly Literal[] {
  if (expression === undefined) return [];
  if (ts.isStringLiteralLike(expression) || ts.isTemplateExpression(expression)) {
    return [expression];
  }
  if (ts.isParenthesizedExpression(expression)) return literalsIn(expression.expression);
  if (ts.isConditionalExpression(expression)) {
    return [...literalsIn(expression.whenTrue), ...literalsIn(expression.whenFalse)];
  }
  if (ts.isBinaryExpression(expression)) {
    const joins = [
      ts.SyntaxKind.AmpersandAmpersandToken,
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
      ts.SyntaxKind.PlusToken,
    ];
    return joins.includes(expression.operatorToken.kind)
      ? [...literalsIn(expression.left), ...literalsIn(expression.right)]
      : [];
  }
  return [];
}

function textOf(literal: Literal): string {
  if (ts.isStringLiteralLike(literal)) return literal.text;
  return [literal.head, ...literal.templateSpans.map(span => span.literal)]
    .map(part => part.text)
    .join('');
}

/** The attribute that a literal belongs to, also where it is one branch of a choice. */
function attributeAround(node: ts.Node): string | null {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isJsxAttribute(at)) return at.name.getText();
    if (ts.isJsxElement(at) || ts.isFunctionLike(at)) return null;
  }
  return null;
}

/** Literals that read as words, in shown members and attributes and in the modules that hold words. */
export function findWords(file: RepositoryFile): string[] {
  const source = parseSource(file);
  const holdsWords = /-words\.tsx?$/.test(file.path);
  const found: string[] = [];
  for (const node of everyNode(source)) {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) continue;
    const { parent } = node;
    if (ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent)) continue;
    const member = ts.isPropertyAssignment(parent) ? parent.name.getText() : null;
    const attribute = ts.isJsxAttribute(parent) ? parent.name.getText() : null;
    const name = member ?? attribute;
    const isShown = name !== null && shown.has(name);
    if (attributeAround(node) !== null && !isShown) continue;
    const text = textOf(node);
    if ((isShown || holdsWords) && (attribute === null ? isProse(text) : isWords(text))) {
      found.push(`${placeOf(node)} ${JSON.stringify(text)}`);
    }
  }
  return found;
}

/** The texts of an area of the catalogue that no screen shows. */
export function findUnusedTexts(
  catalogue: RepositoryFile,
  screens: readonly RepositoryFile[],
): string[] {
  const [, object = ''] = /export const (\w+Text):/.exec(catalogue.text) ?? [];
  const keys = [...catalogue.text.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key);
  const used = new Set(
    screens.flatMap(({ text }) =>
      [...text.matchAll(new RegExp(`\\b${object}\\s*\\.(\\w+)`, 'g'))].map(([, key]) => key),
    ),
  );
  return keys.filter(key => !used.has(key)).map(key => `${catalogue.path} ${key} is never shown`);
}
