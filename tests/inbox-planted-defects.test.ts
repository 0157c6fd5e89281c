// Goal: a person who looks at a card notices what is wrong with it. Method: thirty-two actions with one planted defect each.
// A whole server marks them, and Chromium says whether the mark and its note are on the first screen.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  decide,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { ask, Card, cardPolicy } from './testing/card-scene.ts';
import { builtSite, type InboxBrowser, launchBrowser, type Tab } from './testing/inbox-browser.ts';
import { plantedDefects } from './testing/planted-defects.ts';

const timeout = 300_000;

/** Which marked texts lie wholly inside the visible part of the card, each with whether a note follows it. */
const visibleMarks = `(() => {
  const area = document.querySelector('.card-scroll').getBoundingClientRect();
  const inside = element => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && top >= area.top && bottom <= area.bottom + 1;
  };
  const texts = [...document.querySelectorAll('.card-scroll .marked')].filter(inside).map(each => each.textContent);
  const notes = [...document.querySelectorAll('.card-scroll .mark-note')].filter(inside).length;
  return { texts, notes };
})()`;

describe('planted defects', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let agent: Readonly<Record<string, string>>;
  let reviewer: SignedIn;
  let tab: Tab;

  before(async () => {
    server = await startedServer({ policy: policyFor(), site: builtSite() });
    browser = await launchBrowser();
    agent = await server.apiKey({
      verbs: ['propose'],
      agent_ids: plantedDefects.map((_, index) => `agent-${index}`),
    });
    reviewer = await server.person(['reviewer']);
    tab = await browser.open(server.origin, {
      as: reviewer,
      viewport: { width: 1440, height: 900 },
    });
  });
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  for (const [
    index,
    { what, tool, parameters, before: earlier, marked },
  ] of plantedDefects.entries()) {
    test(`${what} is marked on the first screen`, { timeout }, async () => {
      const asked = { tool_name: tool, agent_id: `agent-${index}` };
      if (earlier !== undefined) {
        const id = await ask(server, agent, { ...asked, parameters: earlier });
        await decide(server, reviewer.headers, id, 'allow');
      }
      const card = new Card(tab.page, server.origin);
      await card.open(await ask(server, agent, { ...asked, parameters }));
      const shot = process.env['CARD_SHOTS'];
      if (shot !== undefined) await tab.page.screenshot({ path: `${shot}/${index}.png` });
      const { texts, notes } = await tab.page.evaluate<{ texts: string[]; notes: number }>(
        visibleMarks,
      );
      const plain = (text: string) => text.replaceAll(/[\s,]/g, '');
      assert.ok(
        plain(texts.join('')).includes(plain(marked)),
        `expected ${marked}, found ${JSON.stringify(texts)}`,
      );
      assert.ok(notes > 0, 'a note says why');
    });
  }
});

/** Every action asks one reviewer in a session. */
function policyFor(): string {
  return cardPolicy.slice(0, cardPolicy.indexOf('rules:'));
}
