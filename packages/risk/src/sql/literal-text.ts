import { constantOf, listAt, namesAt, nodeAt, type TreeNode, textAt, unwrap } from './sql-tree.ts';

/** What can be said of a text that a statement puts together. */
interface LiteralText {
  readonly text: string;
  /** False when a piece is only known at run time; a name stands in its place. */
  readonly whole: boolean;
}

const unknownPiece: LiteralText = { text: 'unknown_piece', whole: false };
const mostPieces = 200;

/** Puts the literal pieces of `'DR' || 'OP ' || x` and its kin together. */
export function literalText(wrapped: TreeNode): LiteralText {
  const pieces: LiteralText[] = [];
  const left: TreeNode[] = [wrapped];
  while (left.length > 0 && pieces.length < mostPieces) {
    const expression = left.pop() ?? {};
    const constant = constantOf(expression);
    const [type, node] = unwrap(expression);
    if (constant !== undefined) {
      pieces.push({ text: constant, whole: true });
    } else if (type === 'A_Expr' && /^(?:\|\||\+)$/u.test(namesAt(node, 'name')[0] ?? '')) {
      left.push(nodeAt(node, 'rexpr'), nodeAt(node, 'lexpr'));
    } else if (type === 'TypeCast') {
      left.push(nodeAt(node, 'arg'));
    } else if (type === 'FuncCall') {
      const name = (namesAt(node, 'funcname').at(-1) ?? '').toLowerCase();
      const args = listAt(node, 'args');
      if (name === 'chr' || name === 'char') {
        const code = Number(constantOf(args[0] ?? {}));
        pieces.push(
          code > 0 && code < 0x11_0000
            ? { text: String.fromCodePoint(code), whole: true }
            : unknownPiece,
        );
      } else if (/^(?:concat|concat_ws|replace|format|lower|upper)$/u.test(name)) {
        left.push(...args.toReversed());
      } else {
        pieces.push(unknownPiece);
      }
    } else {
      pieces.push(unknownPiece);
    }
  }
  return {
    text: pieces.map(piece => withoutFormats(piece.text)).join(''),
    whole: left.length === 0 && pieces.every(piece => piece.whole),
  };
}

/** The places that `format` fills, filled with a name. */
export function withoutFormats(text: string): string {
  return text.replaceAll(/%(?:\d\$)?[ILs]/g, 'unknown_piece');
}

/** The text of a string member, as options and function bodies keep it. */
export function optionText(option: TreeNode): string {
  const arg = nodeAt(option, 'arg');
  const [type, node] = unwrap(arg);
  if (type === 'String') return textAt(node, 'sval');
  if (type === 'List')
    return listAt(node, 'items')
      .map(item => textAt(nodeAt(item, 'String'), 'sval'))
      .join('\n');
  if (type === 'Boolean') return String(node['boolval'] ?? false);
  if (type === 'Integer') return String(node['ival'] ?? 0);
  return constantOf(arg) ?? '';
}
