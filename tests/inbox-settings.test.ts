// Goal: a person sets how they are told, in a browser that can be installed as an app and that shows what the server pushes.
// Method: a whole server with the built pages in Chromium, whose protocol delivers pushes to the service worker. No push
// service can be reached here, so the subscription itself is made by the test.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';
import type { CDPSession, Page, Worker } from 'playwright-core';
import { builtSite, type InboxBrowser, launchBrowser, type Tab } from './testing/inbox-browser.ts';

const timeout = 120_000;

describe('the settings of a person', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let person: SignedIn;
  let tab: Tab;

  before(async () => {
    server = await startedServer({
      site: builtSite(),
      settings: { webpush: { contact: 'mailto:ops@example.com' } },
    });
    browser = await launchBrowser();
    person = await server.person(['reviewer']);
    tab = await browser.open(server.origin, {
      viewport: { width: 1440, height: 900 },
      as: person,
    });
    // This Chromium draws no notifications, refuses the permission and reaches no push service. The rest is real.
    await tab.page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Notification.requestPermission = async () => 'granted';
      let subscription: object | null = null;
      PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null;
      PushManager.prototype.subscribe = async () => {
        const endpoint = 'https://push.example.com/device-1';
        const keys = {
          p256dh:
            'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        };
        subscription = {
          endpoint,
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => {
            subscription = null;
            return true;
          },
        };
        return subscription as PushSubscription;
      };
    });
    await tab.page.goto(`${server.origin}/settings`);
    await tab.page.getByRole('heading', { name: 'Your settings' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  test('a choice is saved at once, and the server has it', { timeout }, async () => {
    const { page } = tab;
    await page.getByRole('switch', { name: 'Quiet hours' }).click();
    await page.getByLabel('Quiet hours: from').waitFor();
    await page.getByRole('switch', { name: 'Reminder' }).click();
    await page.getByLabel('Reminder: how long before the deadline').waitFor({ state: 'detached' });
    const { body } = await server.call('GET', '/v1/preferences', { headers: person.headers });
    const { preferences } = body as unknown as { preferences: Record<string, unknown> };
    assert.deepEqual(
      [preferences['quiet_hours'], preferences['reminder_minutes']],
      [{ from: '20:00', to: '07:30' }, null],
    );
  });

  test('others see on a card who of the people who could decide is away', { timeout }, async () => {
    const { page } = tab;
    await page.getByRole('switch', { name: 'Away' }).click();
    const until = page.getByLabel('Away: to');
    await until.fill('2099-11-23T08:00');
    await until.blur();
    await page.getByText('You are away', { exact: true }).waitFor();
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const { approval_request_id: id } = await propose(server, agent, sampleAction());
    await page.goto(`${server.origin}/requests/${id}`);
    await page
      .getByText(/Could decide: you \(away until 23 Nov 2099, 08:00 .+\). Everyone is away\./)
      .waitFor();
    await page.goto(`${server.origin}/people`);
    await page.getByRole('tab', { name: /^People/ }).click();
    await page.getByText(/Away until 23 Nov 2099/).waitFor();
    await page.goto(`${server.origin}/settings`);
    await page.getByRole('switch', { name: 'Away' }).click();
    await page.getByText('You are not away').waitFor();
  });

  test('the pages can be installed as an app, with icons and shortcuts', { timeout }, async () => {
    const session = await tab.page.context().newCDPSession(tab.page);
    const { data, errors } = await session.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    const manifest = JSON.parse(data ?? '{}') as {
      icons: { src: string; sizes: string }[];
      shortcuts: { url: string }[];
    };
    assert.deepEqual(
      manifest.shortcuts.map(({ url }) => url),
      ['/', '/history', '/settings'],
    );
    for (const { src, sizes } of manifest.icons) {
      const size = await tab.page.evaluate(async path => {
        const picture = new Image();
        picture.src = path;
        await picture.decode();
        return `${picture.naturalWidth}x${picture.naturalHeight}`;
      }, src);
      assert.equal(size, sizes, src);
    }
  });

  test('the service worker shows a push, replaces it, and withdraws it', { timeout }, async () => {
    const { page } = tab;
    await page.getByRole('button', { name: 'Tell me on this device' }).click();
    await page.getByText(/^Notifications to Chrome on Linux$/).waitFor();
    const registrationId = await registeredWorker(page);
    const worker = page.context().serviceWorkers()[0];
    assert.ok(worker);
    await worker.evaluate(drawWithoutScreen);
    const push = async (message: object | string): Promise<void> => {
      const session = await page.context().newCDPSession(page);
      await session.send('ServiceWorker.enable');
      const data = typeof message === 'string' ? message : JSON.stringify(message);
      await session.send('ServiceWorker.deliverPushMessage', {
        origin: server.origin,
        registrationId,
        data,
      });
      await session.detach();
    };
    const first = {
      kind: 'show',
      tag: 'ar_1',
      title: 'billing-bot waits for you',
      body: 'High risk.',
      path: '/requests/ar_1',
      silent: false,
      count: 1,
    };
    await push(first);
    await shows(worker, ['billing-bot waits for you']);
    await push({ ...first, title: 'Reminder' });
    await shows(worker, ['Reminder']);
    assert.equal(await worker.evaluate('badge'), 1);
    await push({ ...first, kind: 'withdraw', title: 'Decided', silent: true, count: 0 });
    await shows(worker, []);
    // What is no message of the server leads nowhere but to the inbox.
    await push({ ...first, path: 'https://evil.example/' });
    await shows(worker, ['Countersign']);
    await page.getByRole('button', { name: 'Not on this device' }).click();
    await page.getByRole('button', { name: 'Tell me on this device' }).waitFor();
    assert.deepEqual(tab.faults, []);
  });

  test('the service worker has no fetch handler', { timeout }, async () => {
    const { text } = await tab.page.evaluate(async () => ({
      text: await (await fetch('/service-worker.js')).text(),
    }));
    assert.doesNotMatch(text, /['"]fetch['"]|onfetch/);
    assert.match(text, /addEventListener\('push'/);
  });

  test('no script but the service worker can be registered', { timeout }, async () => {
    const refused = await tab.page.evaluate(() =>
      navigator.serviceWorker.register('/assets/other.js').then(
        () => 'registered',
        error => (error as Error).name,
      ),
    );
    assert.equal(refused, 'TypeError');
    const named = await tab.page.evaluate(() => {
      try {
        const { trustedTypes } = globalThis as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): object };
        };
        trustedTypes.createPolicy('other', {});
        return 'made';
      } catch (error) {
        return (error as Error).name;
      }
    });
    assert.equal(named, 'TypeError');
    tab.faults.splice(0);
  });
});

async function registeredWorker(page: Page): Promise<string> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const found = new Promise<string>(done => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) done(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const id = await found;
  await session.detach();
  return id;
}

/** Keeps what would be on the screen, one for each tag, as browsers do. Runs in the service worker. */
function drawWithoutScreen(): void {
  const shown = new Map<string, { title: string; close(): void }>();
  const changed = new Set<() => void>();
  const change = (): void => {
    for (const each of changed) each();
  };
  const { registration, navigator } = globalThis as unknown as {
    registration: object;
    navigator: object;
  };
  // The badge of the app is on the screen too.
  for (const name of ['setAppBadge', 'clearAppBadge']) {
    Object.defineProperty(navigator, name, {
      value: async (count = 0) => {
        Object.assign(globalThis, { badge: count });
      },
    });
  }
  Object.assign(registration, {
    showNotification: async (title: string, { tag }: { tag: string }) => {
      const close = (): void => {
        shown.delete(tag);
        change();
      };
      shown.set(tag, { title, close });
      queueMicrotask(change);
    },
    getNotifications: async ({ tag }: { tag: string }) =>
      [...shown].filter(([name]) => name === tag).map(([, each]) => each),
  });
  Object.assign(globalThis, {
    becomes: (expected: string) =>
      new Promise<void>(done => {
        const look = (): void => {
          const titles = [...shown.values()].map(({ title }) => title);
          if (titles.join('|') === expected) done();
        };
        changed.add(look);
        look();
      }),
  });
}

async function shows(worker: Worker, titles: readonly string[]): Promise<void> {
  await worker.evaluate(
    expected =>
      (globalThis as unknown as { becomes(expected: string): Promise<void> }).becomes(expected),
    titles.join('|'),
  );
}
