const alternativesMax = 64;

/**
 * The alternatives of `{a,b}` or `{1..3}`, each still unexpanded source text; null if there are too many.
 * Nested braces stay in the alternatives, which the caller expands in turn.
 */
export function expandBraces(text: string): readonly string[] | null {
  const body = text.slice(1, -1);
  const range = /^(-?[0-9]{1,9}|[A-Za-z])\.\.(-?[0-9]{1,9}|[A-Za-z])(?:\.\.(-?[0-9]{1,9}))?$/u.exec(
    body,
  );
  if (range) return expandRange(range[1] ?? '', range[2] ?? '', range[3]);
  const alternatives = splitAtCommas(body);
  return alternatives.length > alternativesMax ? null : alternatives;
}

function expandRange(from: string, to: string, step: string | undefined): readonly string[] | null {
  const isLetters = /^[A-Za-z]$/u.test(from) && /^[A-Za-z]$/u.test(to);
  const first = isLetters ? from.charCodeAt(0) : Number(from);
  const last = isLetters ? to.charCodeAt(0) : Number(to);
  if (Number.isNaN(first) || Number.isNaN(last)) return null;
  const stride = Math.max(1, Math.abs(Number(step ?? 1)));
  if (Math.abs(last - first) / stride >= alternativesMax) return null;
  const members: string[] = [];
  const direction = first <= last ? stride : -stride;
  for (let at = first; direction > 0 ? at <= last : at >= last; at += direction) {
    members.push(isLetters ? String.fromCharCode(at) : String(at));
  }
  return members;
}

/** Splits at commas outside nested braces, quotes and substitutions. */
function splitAtCommas(body: string): readonly string[] {
  const pieces: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let i = 0; i < body.length; i++) {
    const character = body.charAt(i);
    if (character === '\\') i++;
    else if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === "'" || character === '"' || character === '`') quote = character;
    else if (character === '{' || character === '(') depth++;
    else if (character === '}' || character === ')') depth--;
    else if (character === ',' && depth === 0) {
      pieces.push(body.slice(start, i));
      start = i + 1;
    }
  }
  pieces.push(body.slice(start));
  return pieces;
}
