// The shapes of the API stand once, in packages/wire. This finds a shape that is written a second time, and an
// answer that is cast instead of parsed.

import ts from 'typescript';
import type { RepositoryFile } from './repository.ts';
import { everyNode, parseSource, placeOf } from './syntax.ts';

/** Members of one wire object, and what it is called. */
export interface WireShape {
  readonly name: string;
  readonly members: ReadonlySet<string>;
}

/** An object with fewer members says too little to be called a shape. */
const membersMin = 3;

/** Types whose members all belong to one wire object, as `path name`. */
export function findSecondTypes(file: RepositoryFile, shapes: readonly WireShape[]): string[] {
  const found: string[] = [];
  for (const node of everyNode(parseSource(file))) {
    if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) continue;
    const type = ts.isInterfaceDeclaration(node) ? node : node.type;
    if (!ts.isInterfaceDeclaration(type) && !ts.isTypeLiteralNode(type)) continue;
    const names = type.members.flatMap(member =>
      ts.isPropertySignature(member) ? [member.name.getText()] : [],
    );
    const isWireLike = names.length >= membersMin && names.some(name => name.includes('_'));
    const shape = shapes.find(({ members }) => names.every(name => members.has(name)));
    if (isWireLike && shape !== undefined) found.push(`${file.path} ${node.name.text}`);
  }
  return found;
}

const parsers = /^(JSON\.parse|parseStrict|jsonOf|readJson|.*\.json)$/;
const wireModules = /^@countersign\/(wire\/.*|client\/people)$/;

/** Casts of JSON that was just read to a type, and casts of anything to a type of the wire. */
export function findCastAnswers(file: RepositoryFile): string[] {
  const source = parseSource(file);
  const wireTypes = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const from = statement.moduleSpecifier;
    const bindings = statement.importClause?.namedBindings;
    if (!ts.isStringLiteral(from) || !wireModules.test(from.text)) continue;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    for (const { name } of bindings.elements) wireTypes.add(name.text);
  }
  const found: string[] = [];
  for (const node of everyNode(source)) {
    if (!ts.isAsExpression(node) || node.type.getText() === 'const') continue;
    const target = node.type.getText();
    const [head = ''] = target.split(/[<[]/);
    if (wireTypes.has(head)) found.push(`${placeOf(node)} casts to ${target}`);
    else if (
      isRead(node.expression) &&
      /^[A-Z]/.test(head) &&
      !/^(Json(Value|Object)|Readonly)$/.test(head)
    ) {
      found.push(`${placeOf(node)} casts JSON that was read to ${target}`);
    }
  }
  return found;
}

function isRead(expression: ts.Expression): boolean {
  if (ts.isAsExpression(expression) || ts.isParenthesizedExpression(expression)) {
    return isRead(expression.expression);
  }
  if (ts.isAwaitExpression(expression)) return isRead(expression.expression);
  return ts.isCallExpression(expression) && parsers.test(expression.expression.getText());
}
