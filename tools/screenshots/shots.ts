import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { site } from '@countersign/inbox';
import { firstRunLink, type SignedIn, startedServer } from '@countersign/server/testing';
import type { Page } from 'playwright-core';
import type { InboxBrowser } from '../../tests/testing/inbox-browser.ts';
import { smallPng } from './small-png.ts';
import type { Story } from './story.ts';
import { StoryPerson } from './story-people.ts';

interface ShotOptions {
  readonly folder: string;
  /** A part of the names to write; all where it is empty. */
  readonly only: string;
}

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly as: SignedIn | null;
  /** What has to be there before the picture is taken. */
  ready(page: Page): Promise<unknown>;
}

/** The address of a server that was started without options. */
const usualPort = 7319;

const looks = [
  { look: 'light', colorScheme: 'light', width: 1440, height: 900 },
  { look: 'dark', colorScheme: 'dark', width: 1440, height: 900 },
  { look: 'phone', colorScheme: 'light', width: 390, height: 844 },
] as const;

async function take(
  browser: InboxBrowser,
  origin: string,
  { name, path, as, ready }: Shot,
  { folder, only }: ShotOptions,
): Promise<void> {
  for (const { look, colorScheme, width, height } of looks) {
    const file = `${name}-${look}.png`;
    if (!file.includes(only)) continue;
    const viewport = { width, height };
    const tab = await browser.open(origin, {
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      hasTouch: look === 'phone',
      ...(as === null ? {} : { as }),
    });
    try {
      await tab.page.goto(path.startsWith('http') ? path : `${origin}${path}`);
      await ready(tab.page);
      await tab.page.evaluate('document.fonts.ready.then(() => document.activeElement?.blur())');
      await tab.page.waitForFunction('document.querySelector("[aria-busy=true]") === null');
      writeFileSync(join(folder, file), smallPng(await tab.page.screenshot()));
      if (tab.faults.length > 0) throw new Error(`${file}: ${tab.faults.join('; ')}`);
    } finally {
      await tab.close();
    }
  }
}

const heading = (page: Page, name?: RegExp) =>
  page
    .getByRole('heading', { level: 1, ...(name === undefined ? {} : { name }) })
    .first()
    .waitFor({ timeout: 90_000 });

/** Until a button that arms after a moment can be pressed. */
const pressable = (page: Page, name: string) =>
  page.locator('.btn:not([aria-disabled="true"])').filter({ hasText: name }).waitFor();

/** Scrolls a card to its end and back, so that everything on it was seen. */
async function readCard(page: Page): Promise<void> {
  await page.locator('article.card h1').waitFor({ timeout: 90_000 });
  const step = `(() => { const s = document.querySelector('.card-scroll'); s.scrollBy(0, 200); return s.scrollTop + s.clientHeight >= s.scrollHeight - 1; })()`;
  const frames = 'new Promise(d => requestAnimationFrame(() => requestAnimationFrame(d)))';
  for (let end = false; !end; ) {
    end = await page.evaluate<boolean>(step);
    await page.evaluate(frames);
  }
  await page.evaluate(`document.querySelector('.card-scroll').scrollTo(0, 0)`);
}

const proven = (page: Page) =>
  page.getByText('Verified with the keys of this server').waitFor({ timeout: 90_000 });

export async function takeStoryShots(
  browser: InboxBrowser,
  { server, people, requests, hold }: Story,
  options: ShotOptions,
): Promise<void> {
  const finance = await people.finance.signIn();
  const treasury = await people.treasury.signIn();
  const platform = await people.platform.signIn();
  const started = await server.call('POST', '/v1/terminal-sign-ins', {
    headers: { origin: server.origin },
    body: { label: 'build-07, mara' },
  });
  const { user_code } = started.body as { user_code: string };
  const armed = async (page: Page) => {
    await readCard(page);
    await page.locator('.btn--approve.btn--primary:not([aria-disabled="true"])').waitFor();
  };
  const shots: readonly Shot[] = [
    {
      name: 'queue',
      path: '/',
      as: finance,
      ready: page => page.locator('.row').first().waitFor(),
    },
    { name: 'request', path: `/requests/${requests.wire}`, as: finance, ready: armed },
    { name: 'two-stages', path: `/requests/${requests.treasury}`, as: treasury, ready: armed },
    {
      name: 'hidden-characters',
      path: `/requests/${requests.command}`,
      as: platform,
      ready: page => heading(page),
    },
    {
      name: 'reject',
      path: `/requests/${requests.wire}`,
      as: finance,
      ready: async page => {
        await armed(page);
        await page.getByRole('button', { name: 'Reject' }).click();
        await page.getByRole('radio').first().click();
        const field = page.getByLabel('Reason for the agent');
        await field.fill('Call Nordvik about the new account before you ask again.');
      },
    },
    {
      name: 'hold',
      path: `/holds/${hold}`,
      as: finance,
      ready: page => pressable(page, 'Proceed'),
    },
    {
      name: 'history',
      path: '/history',
      as: finance,
      ready: page => page.locator('.row').nth(5).waitFor(),
    },
    { name: 'evidence', path: `/history/${requests.ran}`, as: finance, ready: proven },
    { name: 'rejected', path: `/history/${requests.rejected}`, as: finance, ready: proven },
    { name: 'unknown', path: `/history/${requests.unknown}`, as: finance, ready: proven },
    {
      name: 'policy',
      path: '/policy',
      as: finance,
      ready: async page => {
        await page.getByRole('button', { name: 'Evaluate' }).click();
        await page.getByText('Ask: Finance, then Treasury').waitFor();
        await page.evaluate(
          `innerWidth < 760 && document.querySelector('.answer').scrollIntoView({ block: 'center' })`,
        );
      },
    },
    { name: 'people', path: '/people', as: finance, ready: page => heading(page) },
    {
      name: 'keys',
      path: '/people',
      as: finance,
      ready: async page => {
        await page.getByRole('tab', { name: /API keys/ }).click();
        await page.getByRole('button', { name: 'Make a key' }).waitFor();
      },
    },
    { name: 'dead-letters', path: '/dead-letters', as: finance, ready: page => heading(page) },
    {
      name: 'terminal',
      path: `/terminal?code=${user_code}`,
      as: finance,
      ready: page => pressable(page, 'Confirm'),
    },
  ];
  for (const shot of shots) await take(browser, server.origin, shot, options);
}

/** What a first-time visitor sees. */
export async function takeEmptyShots(browser: InboxBrowser, options: ShotOptions): Promise<void> {
  const server = await startedServer({ site, port: usualPort, settings: { sample_agent: true } });
  try {
    const link = await firstRunLink(server.app);
    if (!link.ok || link.value === null) throw new Error('expected a server without people');
    const join: Shot = {
      name: 'join',
      path: link.value,
      as: null,
      ready: page => heading(page, /Welcome/),
    };
    await take(browser, server.origin, join, options);
    const person = await StoryPerson.first(server, 'Mara Lindqvist');
    const first: Shot = {
      name: 'first-run',
      path: '/',
      as: await person.signIn(),
      ready: page => heading(page, /Nothing is waiting/),
    };
    await take(browser, server.origin, first, options);
    const signIn: Shot = {
      name: 'sign-in',
      path: '/',
      as: null,
      ready: page => heading(page, /Sign in/),
    };
    await take(browser, server.origin, signIn, options);
  } finally {
    await server.remove();
  }
}
