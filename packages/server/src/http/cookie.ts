/** The one cookie there is. Its name ties it to this host and path where the browser enforces that. */
export function sessionCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-countersign' : 'countersign';
}

/** The value of a cookie, or null where it is absent or there are several of the name. */
export function readCookie(header: string | undefined, name: string): string | null {
  const found = (header ?? '')
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`))
    .map(pair => pair.slice(name.length + 1));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * Scripts and calls of other sites cannot use the cookie. It has no end of its own, because the server knows when the
 * session ends.
 */
export function sessionCookie(origin: string, value: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookieName(origin)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

export function clearedSessionCookie(origin: string): string {
  return `${sessionCookie(origin, '')}; Max-Age=0`;
}
