// Finds what a package may not touch, by syntax. Shadowing is deliberately not followed: a local named
// like a banned global is refused too, which costs a rename and leaves no way around.

import ts from 'typescript';
import type { Ban } from './boundary-bans.ts';
import { everyNode, findImports, placeOf } from './syntax.ts';

export function findBanned(source: ts.SourceFile, bans: readonly Ban[]): string[] {
  return bans.flatMap(ban => {
    const found = [...findNames(source, ban), ...findSyntax(source, ban)];
    return found.map(({ node, what }) => `${placeOf(node)} uses ${what}; ${ban.because}`);
  });
}

interface Found {
  readonly node: ts.Node;
  readonly what: string;
}

function* findNames(source: ts.SourceFile, ban: Ban): Generator<Found> {
  const members = new Set(ban.members);
  const guarded = new Set([
    ...(ban.members ?? []).map(member => member.slice(0, member.indexOf('.'))),
    ...(ban.constructorsNeedArguments ?? []),
  ]);
  for (const node of everyNode(source)) {
    if (!ts.isIdentifier(node)) continue;
    if (isMethodName(node) && ban.methods?.includes(node.text)) {
      yield { node, what: `.${node.text}` };
    } else if (ban.globals?.includes(node.text) && isReference(node)) {
      yield { node, what: node.text };
    } else if (guarded.has(node.text) && isReference(node) && !isTypeName(node)) {
      if (!isHarmlessUse(node, members)) yield { node, what: describeUse(node) };
    }
  }
}

function* findSyntax(source: ts.SourceFile, ban: Ban): Generator<Found> {
  if (ban.syntax?.includes('async')) {
    for (const node of everyNode(source)) {
      if (node.kind === ts.SyntaxKind.AsyncKeyword) yield { node, what: 'async' };
      if (ts.isAwaitExpression(node)) yield { node, what: 'await' };
      if (ts.isForOfStatement(node) && node.awaitModifier) yield { node, what: 'for await' };
    }
  }
  if (ban.syntax?.includes('computed_import')) {
    for (const { node, specifier } of findImports(source)) {
      if (specifier === undefined) yield { node, what: 'an import whose name is computed' };
    }
  }
  if (ban.syntax?.includes('module_state')) yield* findModuleState(source);
}

/** What a module can change after it was loaded: a variable that is not const, or an empty collection. */
function* findModuleState(source: ts.SourceFile): Generator<Found> {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
    const isDeclared = statement.modifiers?.some(m => m.kind === ts.SyntaxKind.DeclareKeyword);
    if (!isConst && !isDeclared) yield { node: statement, what: 'a module-level let or var' };
    for (const { initializer } of statement.declarationList.declarations) {
      if (initializer && isEmptyCollection(initializer)) {
        yield { node: initializer, what: 'a module-level collection that starts empty' };
      }
    }
  }
}

function isEmptyCollection(value: ts.Expression): boolean {
  if (!ts.isNewExpression(value)) return false;
  const isCollection = /^(Weak)?(Map|Set)$/.test(value.expression.getText());
  return isCollection && (value.arguments?.length ?? 0) === 0;
}

/** True where the identifier stands for a value or type, rather than being the name of a member. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isBindingElement(parent)) return parent.propertyName !== node;
  const isMember =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isGetAccessor(parent) ||
    ts.isSetAccessor(parent) ||
    ts.isNamedTupleMember(parent) ||
    ts.isJsxAttribute(parent);
  return !(isMember && parent.name === node);
}

function isTypeName(node: ts.Identifier): boolean {
  return ts.isTypeReferenceNode(node.parent) || ts.isExpressionWithTypeArguments(node.parent);
}

function isMethodName(node: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
}

/** `Date.UTC(…)`, `new Date(text)` and `x instanceof Date`, but no alias through which more could be reached. */
function isHarmlessUse(node: ts.Identifier, banned: ReadonlySet<string>): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return !banned.has(`${node.text}.${parent.name.text}`);
  if (ts.isNewExpression(parent)) return (parent.arguments?.length ?? 0) > 0;
  const isInstanceof =
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
  return isInstanceof && parent.right === node;
}

function describeUse(node: ts.Identifier): string {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.getText();
  if (ts.isNewExpression(parent)) return `new ${node.text}() without an argument`;
  return `${node.text} as a value`;
}
