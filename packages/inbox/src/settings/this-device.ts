import type { NewDevice } from '@countersign/client/people';

/** What this browser can do about notifications, and whether it does. */
export type DeviceState = 'unsupported' | 'refused' | 'off' | 'on';

const workerUrl = '/service-worker.js';

/** The one policy of the pages (ADR 0121): it lets one script be registered, and it is not made from anything. */
function trustedWorkerUrl(): string {
  const { trustedTypes } = window as unknown as {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string };
    };
  };
  policy ??=
    trustedTypes?.createPolicy('countersign-worker', {
      createScriptURL: url => {
        if (url !== workerUrl) throw new TypeError('expected the service worker of the pages');
        return url;
      },
    }) ?? null;
  return policy?.createScriptURL(workerUrl) ?? workerUrl;
}
let policy: { createScriptURL(url: string): string } | null = null;

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function readDevice(): Promise<DeviceState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'refused';
  return (await findSubscription()) === null ? 'off' : 'on';
}

/** Asks for the permission and subscribes; null where the user refused. */
export async function subscribeDevice(key: string): Promise<NewDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.register(trustedWorkerUrl(), { scope: '/' });
  await navigator.serviceWorker.ready;
  const kept = await registration.pushManager.getSubscription();
  // A subscription for the key of another server, or for a replaced key, receives nothing.
  if (kept !== null && keyOf(kept) !== key) await kept.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) {
    throw new Error('The browser gave no address to send to.');
  }
  const { p256dh, auth } = keys;
  return { endpoint, keys: { p256dh, auth }, label: deviceLabel() };
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Ends the subscription of this browser. Returns the address that the server must forget. */
export async function unsubscribeDevice(): Promise<string | null> {
  const subscription = await findSubscription();
  if (subscription === null) return null;
  await subscription.unsubscribe();
  return subscription.endpoint;
}

/** What the person recognises this browser by. */
function deviceLabel(): string {
  const agent = navigator.userAgent;
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrome\//.test(agent)
        ? 'Chrome'
        : /Safari\//.test(agent)
          ? 'Safari'
          : 'Browser';
  const system = /Android/.test(agent)
    ? 'Android'
    : /iPhone|iPad/.test(agent)
      ? 'iOS'
      : /Mac OS X/.test(agent)
        ? 'macOS'
        : /Windows/.test(agent)
          ? 'Windows'
          : 'Linux';
  return `${browser} on ${system}`;
}
