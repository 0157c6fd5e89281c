// Goal: nothing that an agent, a model, a policy or a person writes can do more on the screen than be read. Method:
// vectors of our own in every field that a card shows, in Chromium under the server's own content security policy: no
// script, no request, no extra element, no overflow, and every character of what runs is on the screen or counted.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type SignedIn, type StartedServer, startedServer } from '@countersign/server/testing';
import { ask, Card, cardPolicy } from './testing/card-scene.ts';
import {
  builtSite,
  comesTo,
  comesToHave,
  comesToSay,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 180_000;

const markup = `<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script><svg onload=globalThis.ran=1>`;
const naughty: readonly string[] = [
  markup,
  `"><iframe src="https://outside.example/">`,
  `<a href="javascript:globalThis.ran=1">press</a> [press](javascript:globalThis.ran=1) ![x](https://outside.example/p.png)`,
  `</span></bdi></dd></dl></section><h1>Approved</h1><style>*{display:none}</style>`,
  `{{constructor.constructor('globalThis.ran=1')()}} \${globalThis.ran=1} #{7*7}`,
  'https://outside.example/?q=1 mailto:a@outside.example',
  'evil\u202egnp.exe \u2066isolate\u2069 \u200eltr\u200frtl',
  'pay\u200bpal \ufeffbom \u00adshy \u2060word \u180e \u3164filler',
  'p\u0430ypal.com \u212a\u0131 ｆｕｌｌ',
  'tab\there\u0000nul\u0007bell\u001b[31mred\u009b31m \u0085 \u2028 \u2029',
  `many    blanks${' '.repeat(300)}end`,
  `a${'\u0301'.repeat(28)} zalgo`,
  '👩‍👩‍👧‍👦 \ud83c\udff4\udb40\udc67\udb40\udc62 \ue000 \u{10ffff}',
  'عربي עברית mixed with left-to-right',
  `${'unbroken'.repeat(120)}`,
  '<U+202E> spelled with letters',
  '"quotes" \'and\' `ticks` \\ backslash & &amp; &lt;',
];

/** The value that stands in the lines of a block, from what is on the screen alone. */
const readBlock = `(block => {
  const rows = [...block.querySelectorAll('.line')];
  const text = node => {
    if (node.nodeType === 3) return node.data;
    if (node.classList?.contains('written')) {
      const empty = /^([\\d,]+) empty lines$/.exec(node.textContent);
      if (empty) return '\\n'.repeat(Number(empty[1].replaceAll(',', '')) - 1);
      const [, point, count] = /^<U\\+([0-9A-F]+)(?: x(\\d+))?>$/.exec(node.textContent);
      return String.fromCodePoint(parseInt(point, 16)).repeat(Number(count ?? 1));
    }
    return [...node.childNodes].map(text).join('');
  };
  let value = '';
  for (const [index, row] of rows.entries()) {
    const line = text(row);
    if (index > 0 && row.dataset.line !== '') value += '\\n';
    value += line === '\\n' && !row.querySelector('.written') ? '' : line;
  }
  return value;
})`;

describe('hostile words on a card', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let reviewer: SignedIn;
  const tabs: Tab[] = [];

  before(async () => {
    const policy = cardPolicy
      .replaceAll('name: Platform', `name: ${JSON.stringify(`Stage ${markup}`)}`)
      .concat(
        `  - id: hostile-rule\n    match: { tool: "hostile.*" }\n    outcome: require_approval\n    reason: ${JSON.stringify(markup)}\n    display: ${JSON.stringify('Do <b>this</b> {/first} <script>x</script>')}\n`,
      );
    server = await startedServer({ policy, site: builtSite() });
    browser = await launchBrowser();
    reviewer = await server.person(['reviewer']);
  });
  afterEach(async () => {
    const faults = tabs.flatMap(tab => tab.faults);
    await Promise.all(tabs.splice(0).map(tab => tab.close()));
    assert.deepEqual(faults, []);
  });
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  /** A card in a tab in which whatever is asked of another origin fails the test. */
  const openCard = async (id: string, width: number, height: number) => {
    const tab = await browser.open(server.origin, { as: reviewer, viewport: { width, height } });
    tabs.push(tab);
    const strangers: string[] = [];
    tab.page.on('request', request => {
      const { origin, pathname } = new URL(request.url());
      const known = /^\/(?:v1\/|assets\/|requests\/|$)/.test(pathname);
      if (origin !== server.origin || !known) strangers.push(request.url());
    });
    tab.page.on('dialog', dialog => strangers.push(`dialog ${dialog.message()}`));
    const card = new Card(tab.page, server.origin);
    await card.open(id);
    return { card, strangers };
  };

  const isUnharmed = async (card: Card, strangers: readonly string[]): Promise<void> => {
    assert.deepEqual(strangers, []);
    assert.equal(await card.page.evaluate('globalThis.ran'), undefined);
    const found = await card.page.evaluate<string[]>(
      `[...document.querySelectorAll('article.card :is(script, img, iframe, style, object, embed, form, b b, h1 h1, [onerror], [onload], [src])')].map(e => e.outerHTML.slice(0, 200))`,
    );
    assert.deepEqual(found, []);
    const links = await card.page.evaluate<string[]>(
      `[...document.querySelectorAll('article.card a')].map(a => a.getAttribute('href'))`,
    );
    assert.ok(
      links.every(href => /^\/(?:policy|history|requests)[/?]/.test(href)),
      links.join(),
    );
    await comesTo(card.page.locator('article.card h1'), 1);
    assert.ok((await overflowOf(card.page)) <= 0, 'the page is not wider than the window');
    const wide = await card.page.evaluate<string[]>(
      `(() => {
        const scroller = document.querySelector('.card-scroll');
        const right = scroller.getBoundingClientRect().right + 1;
        const out = [...scroller.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > right && !e.closest('.visually-hidden'));
        return [scroller.scrollWidth - scroller.clientWidth > 0 ? 'scrolls sideways' : '', ...out.map(e => e.className)].filter(Boolean).slice(0, 5);
      })()`,
    );
    assert.deepEqual(wide, []);
    // What is bidirectional, invisible or a control character is nowhere on the card as itself, but inside an emoji.
    const raw = await card.page.evaluate<string[]>(
      `[...(document.querySelector('article.card').textContent.replaceAll(/\\p{RGI_Emoji}/gv, '').match(/[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]/g) ?? [])].map(c => c.codePointAt(0).toString(16))`,
    );
    assert.deepEqual(raw, []);
  };

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test(`hostile words in every field, ${width} wide, are shown as text and do nothing else`, {
      timeout,
    }, async () => {
      const agent_id = `bot ${markup} \u202e\u200b`;
      const agent = await server.apiKey({ verbs: ['propose', 'observe'], agent_ids: [agent_id] });
      const id = await ask(server, agent, {
        agent_id,
        tool_name: `hostile.${markup}\u202e${width}`,
        resource: naughty.join(' ').replaceAll('\u0000', ''),
        audience: `gateway ${markup}\u200b`,
        agent_reasoning: naughty.join('\n'),
        parameters: {
          first: naughty[6],
          list: naughty,
          ...Object.fromEntries(naughty.map((text, index) => [`${text} ${index}`, text])),
          __proto: { constructor: markup, toString: 'x', hasOwnProperty: 1 },
          '': { '': { '': '' } },
          command: naughty.join('\n'),
        },
      });
      const advice = {
        model: `model ${markup}`,
        prompt_version: '1',
        recommendation: naughty.join(' '),
        explanation: markup,
        risk_annotations: [markup],
      };
      await server.call('POST', `/v1/requests/${id}/advice`, { headers: agent, body: advice });
      const { card, strangers } = await openCard(id, width, height);
      await isUnharmed(card, strangers);
      for (const button of await card.page.locator('.card-scroll summary').all())
        await button.click();
      while ((await card.page.locator('.card-scroll .fold button').count()) > 0) {
        await card.page.locator('.card-scroll .fold button').first().click();
      }
      await isUnharmed(card, strangers);
      const block = card.page.locator('.block', {
        has: card.page.getByText('command', { exact: true }),
      });
      const shown = await card.page.evaluate<string>(
        `${readBlock}([...document.querySelectorAll('.block')].find(b => b.querySelector('.block-head code').textContent === 'command'))`,
      );
      assert.ok((await block.count()) > 0);
      assert.equal(shown, naughty.join('\n'));
      const facts = card.page.locator('.facts');
      await comesToSay(facts, /<U\+0020 x300>end/);
      await comesToSay(facts, /evil<U\+202E>gnp\.exe/);
      const told = (await facts.textContent()) ?? '';
      for (const text of [naughty[0], naughty[3], naughty[4], naughty[14]]) {
        assert.ok(told.includes(text ?? ''), `shown as it is: ${text?.slice(0, 20)}`);
      }
      await card.readAll();
      await card.armed();
    });
  }

  test('a value of 100 KB and 5,000 keys are folded, counted, opened, and must be seen', {
    timeout,
  }, async () => {
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['big-bot'] });
    const big = Array.from(
      { length: 2500 },
      (_, index) => `INSERT INTO t VALUES (${index}, 'x\u200b');`,
    ).join('\n');
    const id = await ask(server, agent, {
      agent_id: 'big-bot',
      parameters: {
        line: 'y'.repeat(100_000),
        script: big,
        table: Object.fromEntries(
          Array.from({ length: 5000 }, (_, index) => [`key_${index}`, `value ${index}`]),
        ),
      },
    });
    const { card, strangers } = await openCard(id, 1440, 900);
    await card.says(/The middle of line 1 is not opened yet/);
    await card.says('4,970 values not opened yet');
    await isUnharmed(card, strangers);
    await card.readAll();
    await comesToHave(card.approve(), 'aria-disabled', 'true');
    while ((await card.page.locator('.card-scroll .fold button').count()) > 0) {
      await card.page.locator('.card-scroll .fold button').first().click();
    }
    const values = await card.page.evaluate<[string, string, number]>(
      `[...[...document.querySelectorAll('.block')].map(${readBlock}), document.querySelectorAll('.fact').length]`,
    );
    assert.equal(values[0], 'y'.repeat(100_000));
    assert.equal(values[1], big);
    assert.equal(values[2], 5001);
    await comesToHave(card.approve(), 'aria-disabled', 'true', 'opened is not seen');
    await isUnharmed(card, strangers);
  });

  test('the reason of a rejection is shown as text', { timeout }, async () => {
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['plain-bot'] });
    const id = await ask(server, agent, { agent_id: 'plain-bot' });
    const { card, strangers } = await openCard(id, 390, 844);
    await card.page.getByRole('button', { name: 'Reject' }).click();
    await card.page
      .getByRole('textbox', { name: 'Reason for the agent' })
      .fill(naughty.slice(0, 9).join(' '));
    await card.page.getByRole('button', { name: 'Reject' }).click();
    await card.says('Rejected, nothing ran');
    await card.says(/Reason, as the agent reads it/);
    await isUnharmed(card, strangers);
  });
});
