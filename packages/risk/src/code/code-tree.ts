import type { SyntaxNode } from '@lezer/common';
import { parser as javascript } from '@lezer/javascript';
import { parser as python } from '@lezer/python';

/** A text read by the grammar of its language. */
export interface CodeTree {
  readonly language: CodeLanguage;
  readonly text: string;
  readonly root: SyntaxNode;
  /** Places that the grammar could not read. */
  readonly errors: number;
}

/** The languages that have a grammar here. */
type CodeLanguage = 'python' | 'javascript';

const typescript = javascript.configure({ dialect: 'ts jsx' });

const languages: ReadonlyMap<string, CodeLanguage> = new Map([
  ['python', 'python'],
  ['python3', 'python'],
  ['node', 'javascript'],
  ['bun', 'javascript'],
  ['deno', 'javascript'],
  ['javascript', 'javascript'],
]);

/** Null where no grammar is known for the language. */
export function parseCode(name: string, text: string): CodeTree | null {
  const language = languages.get(name);
  if (language === undefined) return null;
  const tree = (language === 'python' ? python : typescript).parse(text);
  let errors = 0;
  const cursor = tree.cursor();
  do if (cursor.type.isError) errors += 1;
  while (cursor.next());
  return { language, text, root: tree.topNode, errors };
}

/** The children of a node in order, without end: hostile trees are wide as well as deep, so there is a limit. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (
    let child = node.firstChild;
    child !== null && found.length < mostChildren;
    child = child.nextSibling
  )
    found.push(child);
  return found;
}

const mostChildren = 1000;

const marks: ReadonlySet<string> = new Set(
  '( ) [ ] { } , : ; . ?. = => -> @ * ** Comment LineComment BlockComment AssignOp Equals as TypeDef TypeAnnotation'.split(
    ' ',
  ),
);

/** A child that is a value, and no mark between values. */
export function isOperand(node: SyntaxNode): boolean {
  return !marks.has(node.name) && !node.type.isError;
}
