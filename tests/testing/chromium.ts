import { shareInLane } from '@countersign/testing';
import chromiumBinary from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { readCpuTime, readCpuTimeOf } from '../../tools/cpu-time.mjs';
import { noteFile } from '../../tools/test-notes.mjs';

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
    return { resource: started, close: () => closeAndNote(started) };
  });
  return { browser, release };
}

/** Notes the CPU time of the pages, which the system counts for no process once Chromium has ended. */
async function closeAndNote(browser: Browser): Promise<void> {
  const used = readCpuTimeOf('chromium');
  const before = readCpuTime().seconds;
  await browser.close();
  const counted = readCpuTime().seconds - before;
  const seconds = Math.max(0, used - counted);
  noteFile({ file: 'Chromium', tests: 0, seconds, uncounted: true });
}
