import type { JsonValue } from '@countersign/protocol/json';
import { type Fact, factsOf } from '@countersign/protocol/view';
import { type Piece, pieceOf, sourceOf } from './piece.ts';

/** One value that is not as it was in the round before. */
export interface Difference {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly label: readonly Piece[];
  readonly before: readonly Piece[] | null;
  readonly after: readonly Piece[] | null;
}

/** Every value of two actions that differs, by its place. Containers count where they are empty or changed their kind. */
export function compareActions(before: JsonValue, after: JsonValue): Difference[] {
  const old = leavesOf(before);
  const now = leavesOf(after);
  const differences: Difference[] = [];
  for (const place of new Set([...old.keys(), ...now.keys()])) {
    const was = old.get(place) ?? null;
    const is = now.get(place) ?? null;
    const label = (is ?? was)?.label.map(pieceOf) ?? [];
    const valueBefore = was === null ? null : piecesOfFact(was);
    const valueAfter = is === null ? null : piecesOfFact(is);
    if (valueBefore !== null && valueAfter !== null) {
      if (was?.kind === is?.kind && sourceOf(valueBefore) === sourceOf(valueAfter)) continue;
      differences.push({ kind: 'changed', label, before: valueBefore, after: valueAfter });
    } else {
      const kind = valueBefore === null ? 'added' : 'removed';
      differences.push({ kind, label, before: valueBefore, after: valueAfter });
    }
  }
  return differences;
}

function leavesOf(value: JsonValue): Map<string, Fact> {
  const leaves = factsOf(value).filter(
    ({ kind, size }) => (kind !== 'object' && kind !== 'array') || size === 0,
  );
  return new Map(leaves.map(fact => [sourceOf(fact.label.map(pieceOf)), fact]));
}

function piecesOfFact({ kind, value }: Fact): readonly Piece[] {
  if (kind === 'object') return [{ kind: 'text', source: '{ }' }];
  if (kind === 'array') return [{ kind: 'text', source: '[ ]' }];
  return value.map(pieceOf);
}
