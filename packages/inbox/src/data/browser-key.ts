import type { HeldBrowserKey } from '@countersign/client/people';
import { BrowserKey, browserKeyDigest, browserKeyPlace } from '@countersign/protocol/session';

// A page on another port of this host receives the cookie of the session, but nothing else of this origin. So each call
// proves a key that the browser keeps for this origin. No script can read the key, not even ours.

/** This browser cannot make or keep a key, so no one can sign in with it. */
export class BrowserKeyUnavailable extends Error {
  override readonly name = 'BrowserKeyUnavailable';
}

/** What is kept. A key without a name belongs to a sign-in that is not finished. */
interface KeptKey {
  readonly private_key: CryptoKey;
  readonly public_key: BrowserKey;
  readonly browser_key_id?: string;
}

/** A key that was made for one sign-in. */
interface MadeBrowserKey {
  readonly browser_key: BrowserKey;
  readonly key_digest: string;
  /** Keeps it for the session that it was made for, in place of the key before. */
  keep(browserKeyId: string | null): Promise<void>;
  /** Keeps it until the browser comes back from the identity provider. */
  keepAway(): Promise<void>;
}

const { database, store, current, away } = browserKeyPlace;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };

export async function makeBrowserKey(): Promise<MadeBrowserKey> {
  // If the browser cannot keep a key, the page says so before it asks for a passkey.
  await inStore('readonly', keys => keys.count());
  const { publicKey, privateKey } = await available(() =>
    crypto.subtle.generateKey(algorithm, false, ['sign']),
  );
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  const browser_key = BrowserKey.parse({ kty, crv, x, y });
  const made: KeptKey = { private_key: privateKey, public_key: browser_key };
  return {
    browser_key,
    key_digest: browserKeyDigest(browser_key),
    keep: async browser_key_id => {
      if (browser_key_id === null) throw new BrowserKeyUnavailable('the key has no name');
      await inStore('readwrite', keys => keys.put({ ...made, browser_key_id }, current));
    },
    keepAway: async () => {
      await inStore('readwrite', keys => keys.put(made, away));
    },
  };
}

/** The key of the session of this browser; null where there is none, or none can be read. */
export async function heldBrowserKey(): Promise<HeldBrowserKey | null> {
  let kept: KeptKey | undefined;
  try {
    kept = await inStore<KeptKey | undefined>('readonly', keys => keys.get(current));
  } catch {
    return null;
  }
  if (kept?.browser_key_id === undefined) return null;
  const { private_key, browser_key_id } = kept;
  return {
    browser_key_id,
    sign: async bytes => {
      const signed = await crypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        private_key,
        new Uint8Array(bytes),
      );
      return new Uint8Array(signed);
    },
  };
}

/** The person signed out: no later call can be theirs. */
export async function forgetBrowserKey(): Promise<void> {
  await inStore('readwrite', keys => keys.clear());
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (keys: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return available(async () => {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
    const opened = await settled(opening);
    try {
      const transaction = opened.transaction(store, mode);
      const ended = committed(transaction);
      const [answer] = await Promise.all([settled(work(transaction.objectStore(store))), ended]);
      return answer;
    } finally {
      opened.close();
    }
  });
}

function settled<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

/** Only now is the key stored. If the page closes right after the answer to `put`, the key may be lost. */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => failed(transaction.error);
  });
}

/** WebCrypto is missing outside https and localhost, and IndexedDB where the browser keeps nothing. */
async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new BrowserKeyUnavailable('this browser cannot keep a key', { cause });
  }
}
