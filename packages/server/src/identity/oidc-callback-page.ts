import { browserKeyPlace } from '@countersign/protocol/session';

/**
 * Where the provider sends the browser back to. Showing it changes nothing: its script sends the same address on as a
 * POST, from our own origin, with the key that this browser made before it went. It is the same for all visitors, so
 * nothing of the address is ever written into it.
 */
export const callbackPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Signing in</title>
<script type="module" src="/v1/oidc/callback.js"></script>
</head>
<body>
<main>
<h1>Signing in</h1>
<p id="status" role="status">One moment.</p>
<noscript><p>Signing in needs JavaScript. Allow it for this page, then load the page again.</p></noscript>
<p><a href="/">Begin again</a></p>
</main>
</body>
</html>
`;

const { database, store, current, away } = browserKeyPlace;

/** The key stays in the browser: its public half goes to the server, and both are kept under their new name. */
export const callbackScript = `const status = document.getElementById('status');
const settled = asked => new Promise((done, failed) => {
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => failed(asked.error);
});
try {
  const opening = indexedDB.open('${database}', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('${store}');
  const keys = await settled(opening);
  const kept = mode => keys.transaction('${store}', mode).objectStore('${store}');
  const made = await settled(kept('readonly').get('${away}'));
  if (made === undefined) throw new Error('no key');
  const answer = await fetch(location.href, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ browser_key: made.public_key }),
  });
  const said = await answer.json();
  if (answer.ok) {
    const { browser_key_id } = said;
    const named = kept('readwrite');
    const committed = new Promise((done, failed) => {
      named.transaction.oncomplete = done;
      named.transaction.onabort = () => failed(named.transaction.error);
    });
    named.put({ ...made, browser_key_id }, '${current}');
    named.delete('${away}');
    await committed;
    location.replace(said.return_to);
  } else status.textContent = said.title + ' ' + said.remedy;
} catch (error) {
  status.textContent = error.message === 'no key'
    ? 'This browser did not start this sign-in. Begin again.'
    : 'The sign-in could not be finished. Load this page again.';
}
`;
