import { renderPlain, segmentText, type TextSegment } from '@countersign/protocol/view';
import { joined, StyledText } from '../terminal/styled-text.ts';

/**
 * Data in the form for a person. Different values never look alike. A character that is written as a name stands out.
 */
export function dataText(value: string): StyledText {
  return segmentsText(segmentText(value));
}

export function segmentsText(segments: readonly TextSegment[]): StyledText {
  return new StyledText(
    segments.map(segment => ({ text: renderPlain([segment]), look: lookOf(segment) })),
  );
}

/** Line breaks and tabs are usual in text. Any other named character deserves attention. */
function lookOf(segment: TextSegment): 'dim' | 'yellow' | null {
  if (!('mark' in segment)) return null;
  return segment.mark === 'newline' || segment.mark === 'tab' ? 'dim' : 'yellow';
}

/** Up to this many blanks at the start of a line are drawn as blanks. */
const indentMax = 40;

/** A line of several: its indentation is drawn, so that code and patches keep their layout. */
function indentedText(line: readonly TextSegment[]): StyledText {
  const [first, ...rest] = line;
  if (first === undefined || !('mark' in first)) return segmentsText(line);
  const isIndent = first.mark === 'space' && first.code_point === 'U+0020' && rest.length > 0;
  if (!isIndent || first.count > indentMax) return segmentsText(line);
  return joined([' '.repeat(first.count), segmentsText(rest)]);
}

/**
 * The lines of the value itself. Each line break is written as a name first. So a break of the layout never looks like
 * a break of the value.
 */
export function linesOf(segments: readonly TextSegment[]): StyledText[] {
  const lines: TextSegment[][] = [[]];
  for (const segment of segments) {
    lines.at(-1)?.push(segment);
    if ('mark' in segment && segment.mark === 'newline') lines.push([]);
  }
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines.length === 1 ? lines.map(segmentsText) : lines.map(indentedText);
}
