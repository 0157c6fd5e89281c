/**
 * Where a link wants to lead after signing in, as in `/?next=/requests/…`; null where it leads nowhere. A link can
 * contain anything. So only a path of this origin is followed, as the address parser reads it.
 */
export function nextPlace(query: string, origin: string): string | null {
  const next = new URLSearchParams(query).get('next');
  if (next === null || !next.startsWith('/') || !URL.canParse(next, origin)) return null;
  const target = new URL(next, origin);
  if (target.origin !== origin || target.pathname === '/join') return null;
  // `/.//elsewhere` has the path `//elsewhere`, which by itself would be an address.
  return target.pathname.startsWith('//') ? null : `${target.pathname}${target.search}`;
}
