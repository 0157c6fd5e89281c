import {
  browserHeaders,
  browserKeyHeader,
  provenHeaders,
  testBrowser,
} from '../../testing/test-browser.ts';

/**
 * Fetches as a browser navigates, hop by hop: cookies are kept by origin, and redirects are the caller's to follow. Our
 * own pages are not loaded, so the jar does what their scripts do: it makes a key, hands it over and proves it.
 */
export function cookieJar(browser: typeof testBrowser = testBrowser) {
  const kept = new Map<string, Map<string, string>>();
  let browserKeyId: string | null = null;
  const cookiesOf = (origin: string): Map<string, string> => {
    const cookies = kept.get(origin) ?? new Map<string, string>();
    kept.set(origin, cookies);
    return cookies;
  };
  const cookieOf = (origin: string): string =>
    [...cookiesOf(origin)].map(([name, value]) => `${name}=${value}`).join('; ');
  /** What a browser sends to Countersign in which someone is signed in. */
  const headers = (origin: string): Readonly<Record<string, string>> =>
    browserHeaders(origin, cookieOf(origin), browserKeyId);
  /** From now on it is the browser of this person. */
  const become = (origin: string, person: Readonly<Record<string, string>>): void => {
    const [name = '', value = ''] = (person['cookie'] ?? '').split('=');
    cookiesOf(origin).set(name, value);
    browserKeyId = person[browserKeyHeader] ?? null;
  };
  const go = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { origin } = new URL(url);
    const cookies = cookiesOf(origin);
    const cookie = cookieOf(origin);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...(init.headers as object) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    go,
    cookies: cookiesOf,
    headers,
    become,
    /** Goes to the identity provider to sign in; the answer leads there. */
    leave: (origin: string, returnTo = '/'): Promise<Response> => {
      const query = new URLSearchParams({ return_to: returnTo, key_digest: browser.key_digest });
      return go(`${origin}/v1/oidc/start?${query}`);
    },
    /** Goes there to link an account or to step up, as the person who is signed in. */
    leaveAs: (origin: string, path: string, returnTo = '/'): Promise<Response> => {
      const body = JSON.stringify({ return_to: returnTo, key_digest: browser.key_digest });
      const { cookie: _, ...proven } = provenHeaders(
        { origin, method: 'POST', path, body },
        headers(origin),
      );
      const type = { 'content-type': 'application/json' };
      return go(`${origin}${path}`, { method: 'POST', headers: { ...proven, ...type }, body });
    },
    /** Comes back from the identity provider to this address. */
    comeBack: async (url: string): Promise<Response> => {
      const { origin } = new URL(url);
      const response = await go(url, {
        method: 'POST',
        headers: { origin, accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ browser_key: browser.browser_key }),
      });
      if (response.ok) {
        const said = (await response.clone().json()) as { readonly browser_key_id: string };
        browserKeyId = said.browser_key_id;
      }
      return response;
    },
  };
}

export type CookieJar = ReturnType<typeof cookieJar>;

/** Where a redirect leads. */
export function locationOf(response: Response): string {
  const location = response.headers.get('location');
  if (location === null) throw new Error(`expected a redirect, found ${response.status}`);
  return new URL(location, response.url).href;
}
