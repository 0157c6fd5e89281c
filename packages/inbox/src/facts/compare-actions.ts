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

/** One value of several versions of an action; null where a version does not have it. */
export interface VersionedValue {
  readonly label: readonly Piece[];
  readonly values: readonly (readonly Piece[] | null)[];
}

/** Every value that is not the same in all versions, and how many are. A list of another length is one value. */
export function compareVersions(versions: readonly JsonValue[]): {
  readonly changed: readonly VersionedValue[];
  readonly same: number;
} {
  const resized = resizedLists(versions);
  const leaves = versions.map(version => valuesOf(version, resized));
  const places = new Set(leaves.flatMap(each => [...each.keys()]));
  const changed: VersionedValue[] = [];
  for (const place of places) {
    const values = leaves.map(each => each.get(place) ?? null);
    const written = values.map(value =>
      value === null ? null : `${value.kind} ${sourceOf(value.pieces)}`,
    );
    if (new Set(written).size === 1) continue;
    changed.push({
      label: values.find(value => value !== null)?.label ?? [],
      values: values.map(value => value?.pieces ?? null),
    });
  }
  return { changed, same: places.size - changed.length };
}

/** The places of lists that do not have the same length in all versions. */
function resizedLists(versions: readonly JsonValue[]): readonly string[] {
  const sizes = new Map<string, Set<number>>();
  for (const version of versions) {
    for (const { kind, label, size } of factsOf(version)) {
      if (kind !== 'array') continue;
      const place = sourceOf(label.map(pieceOf));
      sizes.set(place, (sizes.get(place) ?? new Set()).add(size));
    }
  }
  return [...sizes].filter(([, found]) => found.size > 1).map(([place]) => place);
}

interface PlacedValue {
  readonly kind: Fact['kind'];
  readonly label: readonly Piece[];
  readonly pieces: readonly Piece[];
}

/** The values by their place. The items of a list that changed its length stand together in its place. */
function valuesOf(version: JsonValue, resized: readonly string[]): Map<string, PlacedValue> {
  const values = new Map<string, PlacedValue>();
  for (const [place, fact] of leavesOf(version)) {
    const list = resized.find(each => place === each || place.startsWith(`${each}/`));
    const pieces = piecesOfFact(fact);
    if (list === undefined) {
      values.set(place, { kind: fact.kind, label: fact.label.map(pieceOf), pieces });
      continue;
    }
    const before = values.get(list)?.pieces;
    const joined = before === undefined ? pieces : [...before, comma, ...pieces];
    values.set(list, { kind: 'array', label: [{ kind: 'text', source: list }], pieces: joined });
  }
  return values;
}

const comma: Piece = { kind: 'text', source: ', ' };

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
