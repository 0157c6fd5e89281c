import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { type RiskLevel, riskLevels } from '@countersign/protocol/value';
import type { RiskAssessment } from '../assess-risk.ts';
import type { Finding } from '../finding.ts';
import { membersOf } from './text-leaves.ts';

interface Place {
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The most assessments, and the most characters of parameters in all of them. A finding whose search would cost more
 * gets no place.
 */
const trialsMax = 48;
const unitsMax = 400_000;
/** A finding that needs more members than this comes from the whole call, and from no place in it. */
const membersMax = 3;
const piecesMax = 24;

type Try = (parameters: JsonObject) => readonly Finding[] | null;

/** For each finding, the smallest parts of the parameters without which it is gone. */
export function causesOf(
  action: ActionBinding,
  context: JsonObject,
  findings: readonly Finding[],
  assess: (action: ActionBinding, context: JsonObject) => RiskAssessment,
): readonly (readonly Place[])[] {
  if (findings.length === 0) return [];
  const parameters = action.parameters as JsonObject;
  const units = JSON.stringify(parameters).length + 1;
  let left = Math.min(trialsMax, Math.floor(unitsMax / units));
  const attempt: Try = changed => {
    if (left-- <= 0) return null;
    return assess({ ...action, parameters: changed }, context).findings;
  };
  const causes: Place[][] = findings.map(() => []);
  const search = (at: Part, wanted: readonly number[]): void => {
    const found = new Map<string, { readonly part: Part; readonly wanted: number[] }>();
    const parts = partsOf(at);
    const counts = new Map<number, number>();
    for (const part of parts) {
      const remaining = attempt(part.without);
      if (remaining === null) break;
      for (const index of wanted) {
        const finding = findings[index];
        if (finding === undefined || holds(remaining, finding)) continue;
        counts.set(index, (counts.get(index) ?? 0) + 1);
        const known = found.get(keyOf(part)) ?? { part, wanted: [] };
        known.wanted.push(index);
        found.set(keyOf(part), known);
      }
    }
    for (const index of wanted) {
      const count = counts.get(index) ?? 0;
      // No smaller part is the cause by itself, so this whole part is the cause. The call itself is not a place.
      if ((count === 0 || count > membersMax) && at.place !== null) causes[index]?.push(at.place);
    }
    for (const { part, wanted: carried } of found.values()) {
      const narrow = carried.filter(index => (counts.get(index) ?? 0) <= membersMax);
      if (narrow.length > 0) search(part, narrow);
    }
  };
  search(
    { place: null, value: parameters, without: {}, rebuild: value => value as JsonObject },
    findings.map((_, index) => index),
  );
  return causes;
}

/** A part of the parameters: where it stands, and the parameters without it. */
interface Part {
  readonly place: Place | null;
  readonly value: JsonValue;
  readonly without: JsonObject;
  /** The parameters with another value in its place. */
  readonly rebuild: (value: JsonValue) => JsonObject;
}

function partsOf({ place, value, rebuild }: Part): readonly Part[] {
  if (place !== null && place.end > 0) return [];
  const pointer = place?.pointer ?? '';
  if (typeof value === 'string') return textParts(value, pointer, rebuild);
  const members = membersOf(value);
  if (members.length > piecesMax) return [];
  return members.map(([step, member], index) => {
    const put = (other: JsonValue | null, removed: boolean): JsonObject =>
      rebuild(
        Array.isArray(value)
          ? removed
            ? value.toSpliced(index, 1)
            : value.with(index, other)
          : objectWith(value as JsonObject, index, removed ? undefined : other),
      );
    return {
      place: { pointer: pointer + step, start: 0, end: 0 },
      value: member,
      without: put(null, true),
      rebuild: other => put(other, false),
    };
  });
}

function objectWith(value: JsonObject, at: number, other: JsonValue | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member], index) => {
      if (index !== at) return [[key, member] as const];
      return other === undefined ? [] : [[key, other] as const];
    }),
  ) as JsonObject;
}

/** Statements and lines of a text. */
function textParts(
  text: string,
  pointer: string,
  rebuild: (value: JsonValue) => JsonObject,
): readonly Part[] {
  const pieces = [...text.matchAll(/[^;\n]*[;\n]?/gu)].flatMap(({ 0: piece, index }) => {
    const inner = piece.replace(/[;\s]+$/u, '');
    const start = index + (inner.length - inner.trimStart().length);
    return inner.trim() === '' ? [] : [{ piece, index, start, end: index + inner.length }];
  });
  if (pieces.length < 2 || pieces.length > piecesMax) return [];
  return pieces.map(({ piece, index, start, end }) => ({
    place: { pointer, start, end },
    value: null,
    without: rebuild(text.slice(0, index) + text.slice(index + piece.length)),
    rebuild: () => rebuild(text),
  }));
}

function keyOf({ place }: Part): string {
  return `${place?.pointer} ${place?.start} ${place?.end}`;
}

/** The same finding in the same words. In other words it has another ground. */
function holds(findings: readonly Finding[], { signal, level, evidence }: Finding): boolean {
  return findings.some(
    found =>
      found.signal === signal && found.evidence === evidence && rank(found.level) >= rank(level),
  );
}

function rank(level: RiskLevel): number {
  return riskLevels.indexOf(level);
}
