import { joinSegments, segmentText, type TextSegment } from '@countersign/protocol/view';

/** The emoji that Unicode recommends for general use, those of several characters included: a family, a flag. */
const recommended = '\\p{RGI_Emoji}';
/** What joins or styles the parts of an emoji, and cannot be seen by itself. */
const joins = /[\u200d\ufe0f\u{e0020}-\u{e007f}]/u;

/**
 * The segments of a text in which an emoji of several characters is one character. Everywhere else a joiner stays a hidden
 * character. The hashed view does not use this: it writes every joiner out.
 */
export function readableSegments(text: string): TextSegment[] {
  const whole = segmentText(text);
  const emoji = joins.test(text) ? emojiPlaces(text) : [];
  if (emoji.length === 0) return whole;
  const segments: TextSegment[] = [];
  let [start, at] = [0, 0];
  for (const segment of whole) {
    const source = joinSegments([segment]);
    const end = start + source.length;
    while ((emoji[at]?.[1] ?? end) < end) at += 1;
    const [first, last] = emoji[at] ?? [end, start];
    const isPart = start >= first && end <= last;
    const next = 'text' in segment || isPart ? { text: source } : segment;
    const before = segments.at(-1);
    if ('text' in next && before !== undefined && 'text' in before)
      segments[segments.length - 1] = { text: before.text + next.text };
    else segments.push(next);
    start = end;
  }
  return segments;
}

function emojiPlaces(text: string): readonly (readonly [start: number, end: number])[] {
  // Made on first use. It takes ten milliseconds, and most programs that load this file never need it.
  return [...text.matchAll(new RegExp(recommended, 'gv'))]
    .filter(([emoji]) => joins.test(emoji))
    .map(({ 0: emoji, index }) => [index, index + emoji.length] as const);
}
