import { createServer, type RequestListener, type Server } from 'node:http';
import { type CookieJar, locationOf } from './cookie-jar.ts';

/** What a company knows of its people, by the name they sign in with. */
type Accounts = Readonly<Record<string, Record<string, unknown>>>;

/** A certified identity provider of another project, with its own pages for signing in. */
export async function startRealProvider(
  issuer: string,
  origin: string,
  accounts: Accounts,
): Promise<Server> {
  // It has no types of its own.
  const { Provider } = await import('oidc-provider' as string);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'countersign',
        client_secret: 'a secret of the client',
        redirect_uris: [`${origin}/v1/oidc/callback`],
      },
    ],
    claims: {
      openid: ['sub'],
      profile: ['name'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    cookies: { keys: ['a key of the provider'] },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: `${sub}@example.org`,
        email_verified: true,
        ...accounts[sub],
      }),
    }),
  });
  const listener: RequestListener = provider.callback();
  const server = createServer(listener);
  await new Promise<void>(done => server.listen(Number(new URL(issuer).port), '127.0.0.1', done));
  return server;
}

/** From the start to the end of a sign-in, hop by hop; the browser may alter what it asks the provider. */
export async function signIn(
  jar: CookieJar,
  origin: string,
  login: string,
  returnTo: string,
  alter?: (asked: URLSearchParams) => void,
): Promise<Response> {
  return visitProvider(jar, origin, locationOf(await jar.leave(origin, returnTo)), login, alter);
}

/** From an authorization request to the end of its errand. */
export async function visitProvider(
  jar: CookieJar,
  origin: string,
  location: string,
  login: string,
  alter?: (asked: URLSearchParams) => void,
): Promise<Response> {
  const asked = new URL(location);
  alter?.(asked.searchParams);
  let at = asked.href;
  for (let hops = 0; hops < 20; hops++) {
    if (at.startsWith(`${origin}/v1/oidc/callback`)) {
      return jar.comeBack(at);
    }
    let response = await jar.go(at);
    if (response.status === 200) {
      const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(await response.text()) ?? [];
      const body = new URLSearchParams({ prompt, login, password: 'anything' });
      response = await jar.go(at, { method: 'POST', body });
    }
    at = locationOf(response);
  }
  throw new Error('the provider sends the browser around in circles');
}
