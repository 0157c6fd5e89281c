import { joinSegments, renderPlain, type TextSegment } from '@countersign/protocol/view';

export interface FoldedValue {
  readonly head: readonly TextSegment[];
  readonly tail: readonly TextSegment[];
  /** Bytes of UTF-8 between the two. */
  readonly hiddenBytes: number;
}

/** How many columns of its beginning and of its end a folded text keeps. */
interface FoldLimits {
  readonly head: number;
  readonly tail: number;
}

export const valueFold: FoldLimits = { head: 320, tail: 160 };
export const keyFold: FoldLimits = { head: 32, tail: 12 };

/** What folding leaves of a text: its beginning, its end, and how much is between. Null where it is short. */
export function foldValue(
  segments: readonly TextSegment[],
  bytes: number,
  limits: FoldLimits = valueFold,
): FoldedValue | null {
  if (cellsOf(segments) <= 1.5 * (limits.head + limits.tail)) return null;
  const head = take(segments, limits.head, 'start');
  const tail = take(segments, limits.tail, 'end');
  const kept = bytesOf(head) + bytesOf(tail);
  return kept >= bytes ? null : { head, tail, hiddenBytes: bytes - kept };
}

function cellsOf(segments: readonly TextSegment[]): number {
  return segments.reduce((sum, segment) => sum + renderPlain([segment]).length, 0);
}

function bytesOf(segments: readonly TextSegment[]): number {
  return Buffer.byteLength(joinSegments(segments));
}

/** Segments from one end, as many as fit. A name of characters is taken whole or not at all. */
function take(
  segments: readonly TextSegment[],
  cells: number,
  from: 'start' | 'end',
): TextSegment[] {
  const taken: TextSegment[] = [];
  let room = cells;
  for (const segment of from === 'start' ? segments : segments.toReversed()) {
    const length = renderPlain([segment]).length;
    if (length > room) {
      if ('text' in segment) {
        const points = [...segment.text];
        const kept = from === 'start' ? points.slice(0, room) : points.slice(points.length - room);
        if (kept.length > 0) taken.push({ text: kept.join('') });
      }
      break;
    }
    taken.push(segment);
    room -= length;
  }
  return from === 'start' ? taken : taken.reverse();
}
