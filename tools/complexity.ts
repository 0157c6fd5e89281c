// A function with many ways through it cannot be read in one go. The cap is the same everywhere.

import ts from 'typescript';
import type { RepositoryFile } from './repository.ts';
import { parseSource } from './syntax.ts';

export const complexityMax = 20;

interface Measured {
  /** `path#name`; a function without a name is called by the line on which it starts within its file. */
  readonly name: string;
  readonly complexity: number;
}

/** The functions of a file with the number of ways through each: one, and one more for each branch. */
export function measureFunctions(file: RepositoryFile): readonly Measured[] {
  const found: Measured[] = [];
  const visit = (node: ts.Node, owner: string): void => {
    const own = isFunction(node) ? nameOf(node, owner) : owner;
    if (isFunction(node) && node.body !== undefined)
      found.push({ name: `${file.path}#${own}`, complexity: 1 + branchesIn(node.body) });
    ts.forEachChild(node, child => visit(child, own));
  };
  visit(parseSource(file), '');
  return found;
}

type WithBody = ts.FunctionLikeDeclaration;

function isFunction(node: ts.Node): node is WithBody {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isSetAccessorDeclaration(node)
  );
}

/** By its own name or by what it is assigned to, behind the name of the function around it. */
function nameOf(node: WithBody, owner: string): string {
  const parent = node.parent;
  const named =
    node.name?.getText() ??
    (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
      ? parent.name.getText()
      : 'callback');
  return owner === '' ? named : `${owner}.${named}`;
}

const branching: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.CatchClause,
]);
const joining: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** Functions inside have their own number. */
function branchesIn(node: ts.Node): number {
  let count = 0;
  if (branching.has(node.kind)) count += 1;
  if (ts.isBinaryExpression(node) && joining.has(node.operatorToken.kind)) count += 1;
  ts.forEachChild(node, child => {
    if (!isFunction(child)) count += branchesIn(child);
  });
  return count;
}

/** Compares with the list of what is allowed beyond the cap. The list and its numbers may only shrink. */
export function checkComplexity(
  measured: readonly Measured[],
  allowed: Readonly<Record<string, number>>,
): string[] {
  const worst = new Map<string, number>();
  for (const { name, complexity } of measured)
    worst.set(name, Math.max(worst.get(name) ?? 0, complexity));
  const over = [...worst].flatMap(([name, complexity]) => {
    const limit = Object.hasOwn(allowed, name) ? (allowed[name] ?? complexityMax) : complexityMax;
    if (complexity > limit)
      return [
        `${name} has complexity ${complexity}, more than ${limit}; make its branches rows of a table or steps`,
      ];
    return limit > complexityMax && complexity < limit && complexity > complexityMax
      ? [`${name} has complexity ${complexity}; lower its number in the list`]
      : [];
  });
  const idle = Object.keys(allowed)
    .filter(name => (worst.get(name) ?? 0) <= complexityMax)
    .map(name => `${name} needs no place in the list any more; take it off`);
  return [...over, ...idle];
}
