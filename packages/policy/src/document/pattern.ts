/**
 * What a name must look like: exactly so, beginning so (`crm.*`), or a glob in which `*` stands for any
 * characters and `?` for one. Nothing else is special, so a pattern can be read at a glance and matched
 * without backtracking.
 */
export type Pattern =
  | { readonly kind: 'exact'; readonly text: string }
  | { readonly kind: 'prefix'; readonly text: string; readonly start: string }
  | { readonly kind: 'glob'; readonly text: string; readonly pieces: readonly string[] };

export function parsePattern(text: string): Pattern {
  const wild = text.search(/[*?]/);
  if (wild < 0) return { kind: 'exact', text };
  if (wild === text.length - 1 && text.endsWith('*')) {
    return { kind: 'prefix', text, start: text.slice(0, -1) };
  }
  return { kind: 'glob', text, pieces: text.split('*') };
}

export function matchesPattern(pattern: Pattern, name: string): boolean {
  switch (pattern.kind) {
    case 'exact':
      return name === pattern.text;
    case 'prefix':
      return name.startsWith(pattern.start);
    case 'glob':
      return matchesPieces(pattern.pieces, name);
  }
}

/**
 * Each piece is taken at the first place it fits after the one before; with stars between them, an earlier
 * place never rules out what a later one would allow, so there is nothing to try again.
 */
function matchesPieces(pieces: readonly string[], name: string): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (pieces.length === 1) return name.length === first.length && fitsAt(first, name, 0);
  const end = name.length - last.length;
  if (end < first.length || !fitsAt(first, name, 0) || !fitsAt(last, name, end)) return false;
  let from = first.length;
  for (let i = 1; i < pieces.length - 1; i++) {
    const piece = pieces[i] ?? '';
    const place = findPiece(piece, name, from, end);
    if (place < 0) return false;
    from = place + piece.length;
  }
  return true;
}

function findPiece(piece: string, name: string, from: number, end: number): number {
  if (!piece.includes('?')) {
    const place = name.indexOf(piece, from);
    return place >= 0 && place + piece.length <= end ? place : -1;
  }
  for (let place = from; place + piece.length <= end; place++) {
    if (fitsAt(piece, name, place)) return place;
  }
  return -1;
}

function fitsAt(piece: string, name: string, place: number): boolean {
  for (let i = 0; i < piece.length; i++) {
    if (piece[i] !== '?' && piece[i] !== name[place + i]) return false;
  }
  return true;
}
