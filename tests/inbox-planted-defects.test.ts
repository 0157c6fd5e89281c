// Goal: a person who looks at a card notices what is wrong with it. Method: forty-eight actions with one planted defect each.
// A whole server marks them, and Chromium says whether the mark and its note are on the first screen.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { riskLevels } from '@countersign/protocol/value';
import {
  decide,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { ask, Card, cardPolicy } from './testing/card-scene.ts';
import { builtSite, type InboxBrowser, launchBrowser, type Tab } from './testing/inbox-browser.ts';
import { plantedDefects } from './testing/planted-defects.table.ts';

const timeout = 300_000;

/**
 * The marked texts that lie wholly inside the visible part of a card that was not scrolled, each where the next note
 * after it does, too.
 */
const visibleMarks = `(() => {
  const card = document.querySelector('.card-scroll');
  const area = card.getBoundingClientRect();
  const inside = element => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && top >= area.top && bottom <= Math.min(area.bottom, window.innerHeight) + 1;
  };
  const notes = [...card.querySelectorAll('.mark-note')];
  const follows = (mark, note) => (mark.compareDocumentPosition(note) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const noteOf = mark => notes.find(note => follows(mark, note)) ?? null;
  const texts = [...card.querySelectorAll('.marked')]
    .filter(mark => inside(mark) && noteOf(mark) !== null && inside(noteOf(mark)))
    .map(each => each.textContent);
  return { texts, scrolled: card.scrollTop };
})()`;

/** The level above the card, then those of its notes. */
const shownLevels = `['.card-head .risk', '.card-scroll .mark-note'].flatMap(where =>
  [...document.querySelectorAll(where)].map(each => /(?:risk|note)--(low|medium|high|critical)/.exec(each.className)[1]))`;

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
      const id = await ask(server, agent, { ...asked, parameters });
      await (index === 0 ? card.open(id) : card.goOn(id));
      const shot = process.env['CARD_SHOTS'];
      if (shot !== undefined) await tab.page.screenshot({ path: `${shot}/${index}.png` });
      const { texts, scrolled } = await tab.page.evaluate<{ texts: string[]; scrolled: number }>(
        visibleMarks,
      );
      const plain = (text: string) => text.replaceAll(/[\s,]/g, '');
      assert.ok(
        plain(texts.join('')).includes(plain(marked)),
        `expected ${marked}, found ${JSON.stringify(texts)}`,
      );
      assert.equal(scrolled, 0, 'nothing was scrolled');
      const levels = await tab.page.evaluate<string[]>(shownLevels);
      const [head = -1, ...below] = levels.map(level => riskLevels.indexOf(level as never));
      assert.ok(head >= Math.max(...below), `the card says ${levels[0]} above ${levels.slice(1)}`);
    });
  }
});

/** Every action asks one reviewer in a session. */
function policyFor(): string {
  return cardPolicy.slice(0, cardPolicy.indexOf('rules:'));
}
