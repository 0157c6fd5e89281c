import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { site } from '@countersign/inbox';
import {
  browserKeyHeader,
  firstRunLink,
  keepKeyScript,
  type SignedIn,
  type StartedServer,
} from '@countersign/server/testing';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Locator,
  Page,
} from 'playwright-core';
import { launchChromium } from './chromium.ts';

/** The built pages, for a server to serve. */
export function builtSite(): URL {
  const isBuilt = existsSync(new URL('index.html', site));
  assert.ok(isBuilt, 'expected the built pages of the inbox; run npm run build, then this again');
  return site;
}

interface TabOptions extends BrowserContextOptions {
  /** Whose browser it is; without a person where none is given. */
  readonly as?: SignedIn;
}

/** A tab in a browser of its own, and everything that went wrong in it. */
export interface Tab {
  readonly page: Page;
  readonly devtools: CDPSession;
  /** Whatever threw, was logged as an error, or was blocked by the content security policy. */
  readonly faults: string[];
  /** A passkey device that answers by itself. */
  addAuthenticator(isUserVerified?: boolean): Promise<string>;
  close(): Promise<void>;
}

export interface InboxBrowser {
  open(origin: string, options?: TabOptions): Promise<Tab>;
  close(): Promise<void>;
}

export async function launchBrowser(): Promise<InboxBrowser> {
  const { browser, release } = await launchChromium();
  const contexts = new Set<BrowserContext>();
  return {
    open: (origin, options) => openTab(browser, contexts, origin, options),
    // Tests share the browser. A page that a failed test left open would keep working there.
    close: async () => {
      for (const context of contexts) await closeContext(context);
      await release();
    },
  };
}

/** Answers that say no are part of the flows; a browser logs them as errors all the same. */
const expected =
  /the server responded with a status of 4\d\d|pubKeyCredParams|net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED|NETWORK_CHANGED|INCOMPLETE_CHUNKED_ENCODING)/;

/** This limit only ends a hang. A busy machine may take longer than the default of 30 s. */
const hangMilliseconds = 90_000;

async function openTab(
  browser: Browser,
  contexts: Set<BrowserContext>,
  origin: string,
  { as, ...options }: TabOptions = {},
): Promise<Tab> {
  // Pages follow the language of the browser, and a browser that of its machine.
  const context = await browser.newContext({ locale: 'en-US', ...options });
  context.setDefaultTimeout(hangMilliseconds);
  contexts.add(context);
  context.once('close', () => contexts.delete(context));
  const page = await context.newPage();
  if (as !== undefined) await signInTab(page, origin, as);
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(error.message));
  page.on('console', message => {
    if (message.type() === 'error' && !expected.test(message.text())) faults.push(message.text());
  });
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', e => console.error('blocked by ' + e.violatedDirective))`,
  );
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  return {
    page,
    devtools,
    faults,
    addAuthenticator: (isUserVerified = true) => addAuthenticator(devtools, isUserVerified),
    close: () => closeContext(context),
  };
}

/** A page reads again by itself. If a route still answers while its tab closes, the test has not failed. */
async function closeContext(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** The browser of the tab is from now on the one in which this person signed in: it has their cookie and their key. */
export async function signInTab(page: Page, url: string, person: SignedIn): Promise<void> {
  await takeCookie(page, url, person);
  // A page of the server that is as small as can be, since only its origin matters.
  const isThere = page.url().startsWith(`${url}/`);
  if (!isThere) await page.goto(`${url}/healthz`);
  await page.evaluate(keepKeyScript('current', person.headers[browserKeyHeader]));
  if (!isThere) await page.goto('about:blank');
}

/** The first person enters through the link of a new server, with a passkey. Returns the id of the authenticator. */
export async function enterAsFirst(
  { page, addAuthenticator }: Tab,
  { app }: StartedServer,
  name = 'Ada Lovelace',
): Promise<string> {
  const authenticatorId = await addAuthenticator();
  const link = await firstRunLink(app);
  assert.ok(link.ok && link.value !== null);
  await page.goto(link.value);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.waitForURL(url => !url.pathname.startsWith('/join'));
  return authenticatorId;
}

/** The first half of a sign-in: the browser has the cookie of this person, and still the key of the person before. */
export async function takeCookie(page: Page, url: string, { headers }: SignedIn): Promise<void> {
  const [name = '', value = ''] = (headers['cookie'] ?? '').split('=');
  await page.context().addCookies([{ name, value, url }]);
}

async function addAuthenticator(devtools: CDPSession, isUserVerified: boolean): Promise<string> {
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}

/** The rules of axe that look at colours. All others find the same in light and in dark. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page as it is, in light and in dark. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Our pages have no frames. So axe needs no extra page to collect the findings of frames.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    if (colorScheme === 'dark') axe.withRules(rulesOfColour);
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        findings.push(`${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary ?? ''}`);
      }
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  return findings;
}

/** How much wider the page is than the window. */
export async function overflowOf(page: Page): Promise<number> {
  return Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
}

/**
 * Looks again until a page shows what is expected, and answers the last look. A list that is read again may be empty for a
 * moment, so the look that ended the wait is the one to judge: another look could meet the next moment. A minute only
 * bounds a hang.
 */
export async function lookUntil<T>(
  found: Locator,
  look: () => Promise<T>,
  isExpected: (seen: T) => boolean,
): Promise<T> {
  const until = performance.now() + 60_000;
  let seen = await look();
  while (!isExpected(seen) && performance.now() < until) {
    await found.page().evaluate('new Promise(done => requestAnimationFrame(done))');
    seen = await look();
  }
  return seen;
}

/** Waits until there are this many. */
export async function comesTo(found: Locator, count: number, why?: string): Promise<void> {
  const seen = await lookUntil(
    found,
    () => found.count(),
    now => now === count,
  );
  assert.equal(seen, count, why);
}

/** Waits until the texts of what is found are these, or until all of them together match. */
export async function comesToSay(
  found: Locator,
  expected: string | readonly string[] | RegExp,
  why?: string,
): Promise<void> {
  const texts = () => found.allTextContents();
  if (expected instanceof RegExp) {
    const said = await lookUntil(found, texts, now => expected.test(now.join('\n')));
    assert.match(said.join('\n'), expected, why);
    return;
  }
  const wanted = [expected].flat();
  const said = await lookUntil(found, texts, now => isDeepStrictEqual(now, wanted));
  assert.deepEqual(said, wanted, why);
}

/** Waits until an attribute has this value, or one that matches. */
export async function comesToHave(
  found: Locator,
  attribute: string,
  expected: string | RegExp,
  why?: string,
): Promise<void> {
  const isExpected = (value: string | null): boolean =>
    expected instanceof RegExp ? value !== null && expected.test(value) : value === expected;
  const value = await lookUntil(found, () => found.getAttribute(attribute), isExpected);
  assert.ok(isExpected(value), why ?? `expected ${attribute} ${expected}, found ${value}`);
}

/** Waits until a field has this value. */
export async function comesToHold(found: Locator, expected: string): Promise<void> {
  const value = await lookUntil(
    found,
    () => found.inputValue(),
    now => now === expected,
  );
  assert.equal(value, expected);
}
