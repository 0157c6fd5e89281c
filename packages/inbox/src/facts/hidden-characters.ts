import { factsText } from '../language/english/facts.ts';
import { type FactNode, nameOf } from './fact-tree.ts';
import { isHidden, lineFeed, type MarkPiece, type Piece, piecesOf } from './piece.ts';

/** Where the action contains invisible characters. */
interface HiddenPlace {
  /** Of the value. */
  readonly name: string;
  /** Counted from 1, or null where the value has one line. */
  readonly line: number | null;
  readonly inKey: boolean;
  readonly marks: readonly MarkPiece[];
}

export interface HiddenReport {
  readonly characters: number;
  readonly values: number;
  readonly places: readonly HiddenPlace[];
}

export function findHidden(nodes: readonly FactNode[]): HiddenReport {
  const places: HiddenPlace[] = [];
  const values = new Set<string>();
  visit(nodes, node => {
    const inKey = node.label.kind === 'key' ? node.label.pieces.filter(isHidden) : [];
    if (inKey.length > 0) {
      values.add(node.pointer);
      places.push({ name: nameOf(node), line: null, inKey: true, marks: inKey });
    }
    for (const [line, marks] of hiddenByLine(piecesOf(node.text))) {
      values.add(node.pointer);
      const numbered = node.block !== null ? line : null;
      places.push({ name: nameOf(node), line: numbered, inKey: false, marks });
    }
  });
  const characters = places.reduce(
    (sum, { marks }) => sum + marks.reduce((count, mark) => count + mark.count, 0),
    0,
  );
  return { characters, values: values.size, places };
}

function hiddenByLine(pieces: readonly Piece[]): Map<number, MarkPiece[]> {
  const found = new Map<number, MarkPiece[]>();
  let line = 1;
  for (const piece of pieces) {
    if (piece.kind === 'mark' && piece.code_point === lineFeed) line += piece.count;
    if (isHidden(piece)) found.set(line, [...(found.get(line) ?? []), piece]);
  }
  return found;
}

function visit(nodes: readonly FactNode[], see: (node: FactNode) => void): void {
  for (const node of nodes) {
    see(node);
    visit(node.members, see);
  }
}

const named: Readonly<Record<string, string>> = {
  'U+200B': factsText.zeroWidthSpace,
  'U+00A0': factsText.noBreakSpace,
  'U+00AD': factsText.softHyphen,
  'U+FEFF': factsText.zeroWidthMark,
  'U+200D': factsText.joiner,
};

const ofKind: Readonly<Record<MarkPiece['mark'], string>> = {
  control: factsText.control,
  newline: factsText.newline,
  tab: factsText.tab,
  bidi: factsText.bidi,
  invisible: factsText.invisible,
  space: factsText.blank,
  private: factsText.noShape,
  unassigned: factsText.noShape,
  surrogate: factsText.half,
  combining: factsText.covers,
  confusable: factsText.confusable,
};

/** Marks that do the same thing, and the words for it, in the order in which they stand. */
interface HiddenDoing {
  readonly marks: readonly MarkPiece[];
  readonly words: string;
}

/** What the characters of one place do, each thing said once, right behind the characters that do it. */
export function hiddenDoings(marks: readonly MarkPiece[]): readonly HiddenDoing[] {
  const byWords = new Map<string, MarkPiece[]>();
  for (const mark of marks) {
    const words = named[mark.code_point] ?? ofKind[mark.mark];
    byWords.set(words, [...(byWords.get(words) ?? []), mark]);
  }
  return [...byWords].map(([words, some]) => ({
    marks: some,
    words: some.length === 1 ? words : factsText.each(words),
  }));
}
