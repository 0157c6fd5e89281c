/** A piece of the sentence that shows an action: words, or the value at a JSON Pointer into its parameters. */
export type DisplayPart = { readonly text: string } | { readonly pointer: string };

/**
 * Reads `Refund {/amount} {/currency} to {/customer/name}`. The display takes the values from the bound bytes.
 * Returns what is wrong as text.
 */
export function parseDisplay(template: string): readonly DisplayPart[] | string {
  const parts: DisplayPart[] = [];
  let from = 0;
  while (from < template.length) {
    const open = template.indexOf('{', from);
    const text = template.slice(from, open < 0 ? undefined : open);
    if (text.includes('}')) return 'found "}" without its "{"';
    if (text !== '') parts.push({ text });
    if (open < 0) break;
    const close = template.indexOf('}', open);
    if (close < 0) return 'found "{" without its "}"';
    const pointer = template.slice(open + 1, close);
    if (!isPointer(pointer))
      return `found "{${pointer}}" where a JSON Pointer such as {/amount} belongs`;
    parts.push({ pointer });
    from = close + 1;
  }
  return parts;
}

/** RFC 6901, and not the root. */
export function isPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)+$/.test(text);
}

export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
