/** Fetches as a browser navigates, hop by hop: cookies are kept by origin, and redirects are the caller's to follow. */
export function cookieJar() {
  const kept = new Map<string, Map<string, string>>();
  const cookiesOf = (origin: string): Map<string, string> => {
    const cookies = kept.get(origin) ?? new Map<string, string>();
    kept.set(origin, cookies);
    return cookies;
  };
  const go = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookies = cookiesOf(new URL(url).origin);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
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
  return { go, cookies: cookiesOf };
}

export type CookieJar = ReturnType<typeof cookieJar>;

/** Where a redirect leads. */
export function locationOf(response: Response): string {
  const location = response.headers.get('location');
  if (location === null) throw new Error(`expected a redirect, found ${response.status}`);
  return new URL(location, response.url).href;
}
