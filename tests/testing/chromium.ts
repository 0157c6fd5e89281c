import { shareInLane } from '@countersign/testing';
import chromiumBinary from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

export interface LaunchedChromium {
  readonly browser: Browser;
  /** Closes it, unless the files after this one share it. */
  readonly release: () => Promise<void>;
}

/** Chromium, which the files of a lane share. A page of its own context has cookies of its own. */
export async function launchChromium(): Promise<LaunchedChromium> {
  const { resource: browser, release } = await shareInLane('chromium', async () => {
    const started = await chromium.launch({
      executablePath: await chromiumBinary.executablePath(),
      headless: true,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
    });
    return { resource: started, close: () => started.close() };
  });
  return { browser, release };
}
