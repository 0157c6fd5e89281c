/**
 * The host of an address, an e-mail address or a name, in the ASCII form that is looked up; null where it is ASCII
 * already or no host. Letters of other scripts can look like Latin letters. In the ASCII form they cannot.
 */
export function asciiHost(text: string): string | null {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s/@]*@)?([^\s/:@?#]+\.[^\s/:@?#]+)/i.exec(
    text,
  )?.[1];
  if (host === undefined || /^[ -~]*$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  const { hostname } = new URL(`http://${host}`);
  return hostname === host ? null : hostname;
}
