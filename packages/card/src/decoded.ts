/** A text inside a text, read by its own rules. The original stays what is bound. */
export type Decoded =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'base64'; readonly bytes: number; readonly text: string }
  | { readonly kind: 'binary'; readonly bytes: number; readonly type: string };

const readLengthMax = 1_000_000;
const jsonLengthMin = 8;
const base64LengthMin = 24;

/** What a text holds in another form: JSON with its layout, or what base64 stands for. Null where it is only text. */
export function decodedOf(text: string): Decoded | null {
  if (text.length > readLengthMax) return null;
  return jsonIn(text) ?? base64In(text);
}

function jsonIn(text: string): Decoded | null {
  if (text.length < jsonLengthMin || !/^\s*(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$/.test(text)) return null;
  const value = parsed(text);
  if (value === undefined) return null;
  const laidOut = JSON.stringify(value, null, 2);
  // A number or a key that comes out otherwise would be shown wrongly, and a text that has its layout says it already.
  const isSame = JSON.stringify(value) === text.replaceAll(blanksOutside, '$1');
  return isSame && laidOut !== text ? { kind: 'json', text: laidOut } : null;
}

/** Blanks between the tokens of JSON; texts are matched as a whole and stay. */
const blanksOutside = /("(?:[^"\\]|\\.)*")|\s+/g;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function base64In(text: string): Decoded | null {
  const [, body = ''] = /^(?:data:[\w.+/-]+;base64,)?([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  if (body.length < base64LengthMin || body.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(body), char => char.charCodeAt(0));
  // Two texts that stand for the same bytes are two texts. Only the usual form is decoded.
  if (encoded(bytes) !== body) return null;
  const type = typeOf(bytes);
  if (type !== null) return { kind: 'binary', bytes: bytes.length, type };
  const inside = asText(bytes);
  if (inside !== null) return { kind: 'base64', bytes: bytes.length, text: inside };
  // Any word of the right length is base64 too. Without a known type it has to look like bytes.
  const isMixed = /[A-Z]/.test(body) && /[a-z]/.test(body) && /[\d+/]/.test(body);
  const isLikely = text.startsWith('data:') || (isMixed && body.length >= 200);
  return isLikely ? { kind: 'binary', bytes: bytes.length, type: 'bytes' } : null;
}

function encoded(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function asText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return /[\p{Cc}\p{Cn}\p{Co}]/u.test(text.replaceAll(/[\t\n\r]/g, '')) ? null : text;
  } catch {
    return null;
  }
}

const signatures: readonly (readonly [start: string, type: string])[] = [
  ['\u0089PNG', 'a PNG picture'],
  ['\u00ff\u00d8\u00ff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['%PDF-', 'a PDF document'],
  ['PK\u0003\u0004', 'a ZIP archive or an Office document'],
  ['\u001f\u008b', 'gzip data'],
  ['\u007fELF', 'a program for Linux'],
  ['MZ', 'a program for Windows'],
];

function typeOf(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.slice(0, 8));
  return signatures.find(([sign]) => start.startsWith(sign))?.[1] ?? null;
}
