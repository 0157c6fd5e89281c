import type { Dispatcher } from './dispatch.ts';

const timeoutMilliseconds = 5000;
const responseLimitBytes = 262_144;

/** As `fetch` for reading, but only where the dispatcher would send: keys of others are found on the network too (TR-4). */
export function dispatchedFetch(
  dispatcher: Dispatcher,
): (url: string, options: { readonly headers: Headers }) => Promise<Response> {
  return async (url, { headers }) => {
    const sent = await dispatcher.send({
      url,
      method: 'GET',
      headers: Object.fromEntries(headers),
      body: '',
      timeoutMilliseconds,
      responseLimitBytes,
    });
    if (!sent.ok) throw new Error(`${sent.kind}: ${sent.problem}`);
    // Only what was found is an answer; a redirect is not followed.
    const { status } = sent;
    if (status !== 200) throw new Error(`expected status 200, found ${status}`);
    return new Response(Buffer.from(sent.body), { status, headers: sent.headers });
  };
}
