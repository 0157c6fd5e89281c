// Writes docs/screenshots/: every page of the inbox, light, dark and on a phone, served by a real server to a real
// browser. Build the pages first (npm run build). A name or a part of one as an argument writes only those.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../tests/testing/inbox-browser.ts';
import { takeEmptyShots, takeStoryShots } from './screenshots/shots.ts';
import { tellStory } from './screenshots/story.ts';
import { takeTerminalShots } from './screenshots/terminal-shots.ts';

/** `npm run agents` installs them. Pictures of a terminal with an agent need them. */
const agents = join(import.meta.dirname, '..', 'tests', 'agents', 'node_modules');
const folder = join(import.meta.dirname, '..', 'docs', 'screenshots');
mkdirSync(folder, { recursive: true });
const only = process.argv[2] ?? '';
const browser = await launchBrowser();
try {
  await takePageShots();
  if (existsSync(agents)) await takeTerminalShots(browser, { folder, only });
} finally {
  await browser.close();
}

async function takePageShots(): Promise<void> {
  if (only.startsWith('terminal-guard')) return;
  const story = await tellStory();
  try {
    await takeStoryShots(browser, story, { folder, only });
    await takeEmptyShots(browser, { folder, only });
  } finally {
    await story.server.remove();
  }
}
