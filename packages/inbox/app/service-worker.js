// Shows what the server pushes, and opens the page that it is about. It has no fetch handler, so it never stands between
// a page and the server. What it shows comes encrypted from the server; it decides nothing.

/** Reads a message, or null where it is none of ours. */
function readMessage(data) {
  try {
    const { kind, tag, title, body, path, silent, count } = data.json();
    const texts = [kind, tag, title, body, path];
    if (texts.some(text => typeof text !== 'string') || !/^\/[A-Za-z0-9_/-]*$/.test(path))
      return null;
    return { kind, tag, title, body, path, silent: silent === true, count };
  } catch {
    return null;
  }
}

async function show(message) {
  const { title, body, tag, path, silent, count, kind } = message;
  const icon = '/icon-192.png';
  const renotify = kind === 'show' && !silent;
  const options = { body, tag, icon, badge: icon, silent, renotify, data: { path } };
  await self.registration.showNotification(title, options);
  // A browser wants each push shown. The notice of a decided request is replaced, and then closed.
  if (kind === 'withdraw') {
    for (const shown of await self.registration.getNotifications({ tag })) shown.close();
  }
  if (Number.isInteger(count) && 'setAppBadge' in self.navigator) {
    await (count > 0 ? self.navigator.setAppBadge(count) : self.navigator.clearAppBadge());
  }
}

async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [first] = windows;
  if (first === undefined) return self.clients.openWindow(path);
  first.postMessage({ open: path });
  return first.focus();
}

self.addEventListener('push', event => {
  const message = event.data === null ? null : readMessage(event.data);
  const unknown = {
    kind: 'show',
    tag: 'unknown',
    title: 'Countersign',
    body: 'Open the inbox.',
    path: '/',
    silent: true,
  };
  event.waitUntil(show(message ?? unknown));
});

self.addEventListener('notificationclick', event => {
  event.notification.close();
  const path = event.notification.data?.path;
  event.waitUntil(open(typeof path === 'string' ? path : '/'));
});

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
