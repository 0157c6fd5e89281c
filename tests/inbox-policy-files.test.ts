// Goal: while the policy files are broken, an operator sees where and that the old rules stay, on every page. Method: a
// whole server with the built pages in Chromium, whose policy file changes under it.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type StartedServer, samplePolicy, startedServer } from '@countersign/server/testing';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
} from './testing/inbox-browser.ts';

const broken = `${samplePolicy}  - id: broken-<b>
    match: { tool: x }
    outcome: maybe
    wehn: ${'parameters.amount'.repeat(8)}
`;

describe('policy files that break while the server runs', () => {
  let text = samplePolicy;
  let server: StartedServer;
  let browser: InboxBrowser;

  before(async () => {
    server = await startedServer({ policy: () => text, site: builtSite() });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  test('operators see file, line, column and the error, and the banner goes when the files are whole', {
    timeout: 120_000,
  }, async () => {
    const open = async (roles: string[], width: number, height: number) => {
      const as = await server.person(roles);
      const tab = await browser.open(server.origin, { as, viewport: { width, height } });
      await tab.page.goto(server.origin);
      await tab.page.getByRole('heading', { level: 1 }).waitFor();
      return tab;
    };
    const desktop = await open(['operator'], 1440, 900);
    const phone = await open(['operator'], 390, 844);
    const reviewer = await open(['reviewer'], 1440, 900);
    const bannerOf = ({ page }: typeof desktop) =>
      page.getByRole('region', { name: 'Problems of the policy files' });

    text = broken;
    const line = broken.split('\n').indexOf('    outcome: maybe') + 1;
    for (const tab of [desktop, phone]) {
      const banner = bannerOf(tab);
      await banner.getByText(new RegExp(`policy\\.yaml:${line}:14: .*"maybe"`)).waitFor();
      await banner.getByText('The rules that were in force stay in force.').waitFor();
      await banner.getByText('and 1 more').waitFor();
      assert.ok((await overflowOf(tab.page)) <= 0);
      // The bar of a phone stands below the banner, not over it.
      const { y = 0, height = 0 } = (await banner.boundingBox()) ?? {};
      const account = await tab.page.locator('.frame-foot').boundingBox();
      assert.ok((account?.y ?? 0) >= y + height);
      assert.deepEqual(await accessibilityFindings(tab.page), []);
    }
    await desktop.page.getByRole('link', { name: 'Open the policy' }).click();
    await desktop.page.getByRole('heading', { level: 1, name: 'Policy' }).waitFor();
    await bannerOf(desktop).waitFor();
    await reviewer.page.reload();
    await reviewer.page.getByRole('heading', { level: 1 }).waitFor();
    await comesTo(bannerOf(reviewer), 0);

    text = samplePolicy;
    await comesTo(bannerOf(desktop), 0);
    await comesTo(bannerOf(phone), 0);
    assert.deepEqual(
      [desktop, phone, reviewer].flatMap(({ faults }) => faults),
      [],
    );
  });
});
