// What a terminal would obey or hide: controls (C0, C1, so every escape sequence), bidirectional and other format
// characters, separators of lines, half surrogate pairs, private and unassigned code points, and what shows as nothing.
const unsafe =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u3164]/gu;

/**
 * Data on its way to a terminal: what cannot be seen, or would be obeyed, is spelled out as `<U+001B>`. Line breaks
 * are too, because only the printer breaks lines.
 *
 * Text that a server has already spelled out stays as it is. Where different values must never look alike, as in the
 * bound parameters of an action, use `renderPlain(segmentText(value))` of the protocol first.
 */
export function safeText(value: string): string {
  return value.replace(unsafe, spelledOut);
}

/** The same for JSON text, where a character is spelled out in a way that every parser reads back. */
export function safeJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? 'null')
    .split('\n')
    .map(line => line.replace(unsafe, escaped))
    .join('\n');
}

function spelledOut(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  return `<U+${point.toString(16).toUpperCase().padStart(4, '0')}>`;
}

function escaped(char: string): string {
  return Array.from(
    { length: char.length },
    (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
