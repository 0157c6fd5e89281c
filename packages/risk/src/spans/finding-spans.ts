import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type { RiskLevel, RiskSignal } from '@countersign/protocol/value';
import type { RiskAssessment } from '../assess-risk.ts';
import { atLeastHigh, type Finding } from '../finding.ts';
import { causesOf } from './find-causes.ts';
import { namedPlace } from './named-place.ts';
import { type TextLeaf, textLeaves } from './text-leaves.ts';

/** The place of a recorded finding in the parameters. It is only analysis and decides nothing. */
export interface FindingSpan {
  /** The place of the finding in the recorded signals. */
  readonly finding: number;
  /** JSON Pointer of the value into the parameters. */
  readonly pointer: string;
  /** Places in the value, in UTF-16 units. Both 0 where the whole value is meant. */
  readonly start: number;
  readonly end: number;
  readonly level: Extract<RiskLevel, 'high' | 'critical'>;
  /** What was found at this place, in the words of the finding. */
  readonly evidence: string;
}

type Assess = (action: ActionBinding, context: JsonObject) => RiskAssessment;

const spansMax = 64;

/**
 * Where each grave finding of the deciding assessment stands. The same assessor reads the same action again. Only what was
 * recorded then and is found again now gets a place. Where the grammar of the code knows the place, it says so. Other
 * findings are looked for by taking parts of the action away: a part without which the finding is gone is its place.
 */
export function findingSpans(
  action: ActionBinding,
  context: JsonObject,
  recorded: readonly RiskSignal[],
  assess: Assess,
): readonly FindingSpan[] {
  const spans: FindingSpan[] = [];
  const leaves = textLeaves(action.parameters as JsonValue);
  const unplaced: { readonly finding: Finding; readonly index: number }[] = [];
  for (const finding of assess(action, context).findings) {
    const index = recorded.findIndex(each => isSame(each, finding));
    if (!atLeastHigh(finding) || index < 0) continue;
    const places = knownPlaces(finding, leaves);
    if (places.length === 0) unplaced.push({ finding, index });
    for (const place of places) spans.push({ finding: index, ...place, level: levelOf(finding) });
  }
  const causes = causesOf(
    action,
    context,
    unplaced.map(({ finding }) => finding),
    assess,
  );
  for (const [at, { finding, index }] of unplaced.entries())
    for (const place of causes[at] ?? [])
      spans.push({
        finding: index,
        ...place,
        level: levelOf(finding),
        evidence: finding.evidence,
      });
  return spans.slice(0, spansMax);
}

/** A recorded finding has the same words, or their beginning where they were too long to record. */
function isSame(recorded: RiskSignal, finding: Finding): boolean {
  const { signal, level, evidence } = recorded;
  const words = evidence.endsWith('…') ? evidence.slice(0, -1) : evidence;
  return signal === finding.signal && level === finding.level && finding.evidence.startsWith(words);
}

function levelOf({ level }: Finding): FindingSpan['level'] {
  return level === 'critical' ? 'critical' : 'high';
}

type Place = Pick<FindingSpan, 'pointer' | 'start' | 'end' | 'evidence'>;

/** Where the judge of the code found it, or the one value that its words name. */
function knownPlaces(finding: Finding, leaves: readonly TextLeaf[]): readonly Place[] {
  const found: Place[] = [];
  for (const { text, start, end, evidence } of finding.at ?? []) {
    const leaf = leaves.find(({ value }) => value === text);
    if (leaf === undefined) continue;
    const inner = namedPlace(text.slice(start, end), evidence) ?? { start: 0, end: end - start };
    const place = { pointer: leaf.pointer, start: start + inner.start, end: start + inner.end };
    const isKnown = found.some(each => each.start < place.end && each.end > place.start);
    if (!isKnown) found.push({ ...place, evidence });
  }
  if (found.length > 0) return found;
  const named = leaves.flatMap(({ pointer, value }) => {
    const place = namedPlace(value, finding.evidence);
    return place === null ? [] : [{ pointer, ...place, evidence: finding.evidence }];
  });
  return named.length === 1 ? named : [];
}
