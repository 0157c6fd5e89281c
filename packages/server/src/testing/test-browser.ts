import { createECDH, createHash, createPrivateKey, randomBytes, sign } from 'node:crypto';
import { sha256OfBytes } from '@countersign/protocol/crypto';
import {
  assembleBrowserProof,
  BrowserKey,
  browserKeyDigest,
  browserKeyPlace,
  browserProofBytes,
  browserProofHeader,
  isReading,
} from '@countersign/protocol/session';

/** Says which key the browser of a test has, in place of a proof. It is replaced before a call is sent. */
export const browserKeyHeader = 'test-browser-key-id';

type Headers = Readonly<Record<string, string>>;

/** One call as it is sent. */
export interface SentCall {
  readonly origin: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body?: string | Uint8Array | undefined;
}

/** A browser with a key. It is the same for a seed, so that several processes know it. */
export function testBrowserFrom(seed: string) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(createHash('sha256').update(seed).digest());
  const point = pair.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const private_key = { ...jwk, d: pair.getPrivateKey().toString('base64url').padStart(43, 'A') };
  const key = createPrivateKey({ key: private_key, format: 'jwk' });
  const browser_key = BrowserKey.parse(jwk);
  const signBytes = (bytes: Uint8Array): Uint8Array =>
    sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' });
  return {
    browser_key,
    key_digest: browserKeyDigest(browser_key),
    /** For a real browser, which imports it. */
    private_key,
    sign: signBytes,
    /** The value of the header that proves a call. */
    prove: (
      { origin, method, path, body = '' }: SentCall,
      browser_key_id: string,
      { issued_at = Date.now(), nonce = newNonce(method) }: Partial<ProofParts> = {},
    ): string => {
      const facts = { issued_at, nonce };
      const body_digest = sha256OfBytes(new Uint8Array(Buffer.from(body)));
      const call = { browser_key_id, origin, method, target: path, body_digest };
      return assembleBrowserProof(facts, signBytes(browserProofBytes(call, facts)));
    },
  };
}

interface ProofParts {
  readonly issued_at: number;
  readonly nonce: string | null;
}

function newNonce(method: string): string | null {
  return isReading(method) ? null : randomBytes(16).toString('base64url');
}

/** The browser of every person of a test, where a test does not want several. */
export const testBrowser = testBrowserFrom('the browser of all tests');

/** The headers of a browser in which a person is signed in. */
export function browserHeaders(
  origin: string,
  cookie: string,
  browserKeyId: string | null,
): Headers {
  return { cookie, origin, [browserKeyHeader]: browserKeyId ?? '' };
}

/** The headers of the browser that got this answer to its sign-in. */
export function headersAfter(
  origin: string,
  signedIn: { readonly headers: globalThis.Headers; readonly body: unknown },
): Headers {
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
  const { browser_key_id } = signedIn.body as { readonly browser_key_id: string };
  return browserHeaders(origin, cookie, browser_key_id);
}

/** The headers as they are sent: with the proof of this call, where they are those of a browser. */
export function provenHeaders(
  call: SentCall,
  headers: Headers,
  issued_at: number = Date.now(),
): Record<string, string> {
  const { [browserKeyHeader]: browserKeyId, ...sent } = headers;
  if (browserKeyId === undefined) return sent;
  return { [browserProofHeader]: testBrowser.prove(call, browserKeyId, { issued_at }), ...sent };
}

const { database, store, current, away } = browserKeyPlace;

const openKeys = `
  const settled = asked => new Promise((done, failed) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  const opening = indexedDB.open('${database}', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('${store}');
  const opened = await settled(opening);
  const keys = mode => opened.transaction('${store}', mode).objectStore('${store}');`;

/** Run in a page of the server: the browser has the key of the tests, as if it had made it itself. */
export function keepKeyScript(where: 'current' | 'away', browserKeyId?: string): string {
  const { browser_key, private_key } = testBrowser;
  const named = browserKeyId === undefined ? {} : { browser_key_id: browserKeyId };
  return `(async () => {${openKeys}
    const private_key = await crypto.subtle.importKey('jwk', ${JSON.stringify(private_key)},
      { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    const kept = { private_key, ...${JSON.stringify({ public_key: browser_key, ...named })} };
    const store = keys('readwrite');
    // Only a committed key is kept: the page is left as soon as this script has ended.
    const committed = new Promise((done, failed) => {
      store.transaction.oncomplete = done;
      store.transaction.onabort = () => failed(store.transaction.error);
    });
    store.put(kept, '${where === 'current' ? current : away}');
    await committed;
    opened.close();
  })()`;
}

/** Run in a page of the server: the name of the key that the browser has, or null. */
export const keptKeyIdScript = `(async () => {${openKeys}
  const kept = await settled(keys('readonly').get('${current}'));
  opened.close();
  return kept?.browser_key_id ?? null;
})()`;
