/**
 * The address at which a page of a loopback server is to be opened, when a person typed the number of the address
 * instead of its name. Passkeys belong to a name, and a session to an origin, so only the name is served. Null for
 * every other host, which is not redirected.
 */
export function namedAddress(
  origin: string,
  host: string | undefined,
  path: string,
): string | null {
  const { hostname, port, protocol } = new URL(origin);
  if (hostname !== 'localhost') return null;
  const suffix = port === '' ? '' : `:${port}`;
  const numbers = [`127.0.0.1${suffix}`, `[::1]${suffix}`];
  const isNumber = host !== undefined && numbers.includes(host.toLowerCase());
  // What was asked of a proxy is a whole address, which appended to ours would be another one.
  return isNumber && path.startsWith('/') ? `${protocol}//${hostname}${suffix}${path}` : null;
}

/** Whether an address leads to the machine of the person who opens it. */
export function isLoopbackAddress(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
