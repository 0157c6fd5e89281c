// Goal: a list of questions that stays up to date, and no data that a terminal obeys.
// Method: a real server, the program in a terminal whose screen and whose very bytes are read back.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decide, type SignedIn, type StartedServer } from '@countersign/server/testing';
import { DecidingWorld } from './testing/deciding-world.ts';
import type { SignedInTerminal } from './testing/signed-in-terminal.ts';
import { keys } from './testing/terminal-screen.ts';

/** Obeyed by a terminal, or invisible. */
const hostile =
  '\u001b]0;owned\u0007\u001b[2J\u001b[31mred\u009b5m\u202egnp.exe\u2066\u200b\u00ad\r\n\u0000\u0008end';

describe('the inbox at a terminal', () => {
  let world: DecidingWorld;
  let server: StartedServer;
  let person: SignedIn;
  let terminal: SignedInTerminal;

  before(async () => {
    world = await DecidingWorld.open();
    ({ server, person, terminal } = world);
  });
  after(() => world.close());

  const ask: DecidingWorld['ask'] = (...args) => world.ask(...args);
  const read = (id: string) => world.read(id);
  const codeOf = (id: string) => world.codeOf(id);

  test('no data reaches the terminal raw, from any field', async () => {
    const id = await ask({
      tool: 'payments.draft_odd',
      said: `${hostile} and ${'w'.repeat(100_000)}`,
      parameters: {
        amount: hostile,
        currency: hostile,
        beneficiary: { name: hostile },
        [`key ${hostile}`]: hostile,
        ['k'.repeat(5000)]: 'v'.repeat(40_000),
        lines: 'one\ntwo\n\u001b[2K\rthree',
        list: [hostile, { deep: hostile }],
      },
    });
    const screen = terminal.screen(['show', id], { columns: 90, rows: 40 });
    assert.equal(await screen.ended, 0);
    assertOnlyOurs(screen.bytes);
    assert.match(screen.text(), /<U\+001B>\]0;owned<U\+0007>/);
    assert.match(screen.text(), /<U\+202E>/);
    assert.match(screen.text(), /\[39,\d{3} of 40,000 bytes folded; --full\]/);
    const inbox = terminal.screen(['inbox'], { columns: 90, rows: 40 });
    await inbox.shows(/live/);
    await inbox.shows(/<U\+001B>/);
    inbox.type('q');
    assert.equal(await inbox.ended, 0);
    assertOnlyOurs(inbox.bytes);
    for (const args of [
      ['show', id, '--full'],
      ['show', id, '--json'],
      ['inbox'],
      ['inbox', '--json'],
    ]) {
      const { output, errors, code } = await terminal.run(args);
      assert.equal(code, 0, errors);
      assertOnlyOurs(output.replaceAll('\n', '\r\n'));
      if (args.includes('--full'))
        assert.equal(output.match(/v/g)?.length, 40_000 + countOf(output));
    }
    const rejected = await terminal.run(['reject', id, '--reason', 'no']);
    assertOnlyOurs(rejected.output.replaceAll('\n', '\r\n'));
    assert.equal(rejected.code, 0);
  });

  test('the inbox stays up to date, opens a card, and decides only on purpose', async () => {
    const tool = 'payments.draft_listed';
    const wire = (amount: number, name: string) =>
      ask({ tool, parameters: { amount, currency: 'EUR', beneficiary: { name } } });
    const first = await wire(5000, 'Alder');
    const screen = terminal.screen(['inbox', '--tool', tool], { columns: 100, rows: 40 });
    await screen.shows(/1 waiting, 1 for you · ● live/);
    await screen.shows(/❯.*Wire 5,000 EUR to Alder/);
    const second = await wire(6000, 'Birch');
    await screen.shows(/2 waiting/);
    await screen.shows(/Wire 6,000 EUR to Birch/);
    screen.type(keys.down);
    await screen.shows(/❯.*Wire 6,000 EUR to Birch/);
    screen.type(keys.enter);
    await screen.shows(/What do you want to do/);
    assert.match(screen.text(), /amount +6000/);
    // Enter, pressed too often, goes back and decides nothing.
    screen.type(keys.enter);
    await screen.shows(/↑↓ move/);
    assert.equal((await read(second)).status, 'pending');
    // So does Escape: it leaves the card, and not the inbox.
    screen.type(keys.enter);
    await screen.shows(/What do you want to do/);
    screen.type(keys.escape);
    await screen.shows(/↑↓ move/);
    assert.equal((await read(second)).status, 'pending');
    screen.type(keys.enter);
    await screen.shows(/What do you want to do/);
    screen.type(keys.down);
    await screen.shows(/● Approve/);
    screen.type(keys.enter);
    await screen.shows(/Type the short code above/);
    screen.type(`${await codeOf(second)}${keys.enter}`);
    await screen.shows(/✓ Approved/);
    assert.equal((await read(second)).status, 'allowed');
    await decide(server, person.headers, first, 'deny');
    await screen.shows(/^(?![\s\S]*Wire 5,000 EUR to Alder)[\s\S]*↑↓ move/);
    screen.type('q');
    assert.equal(await screen.ended, 0);
    const told = await terminal.run(['show', first]);
    assert.match(told.output, /What was asked\n/);
    assert.match(told.output, /Test Person rejected at .+ UTC, by session/);
    const none = terminal.screen(['inbox', '--tool', tool, '--status', 'expired']);
    await none.shows(/none expired · ● live[\s\S]*No request is expired\./);
    none.type('q');
    assert.equal(await none.ended, 0);
  });

  test('lists can be filtered, and print one row a line for programs', async () => {
    const id = await ask({ tool: 'other.tool' });
    const rows = async (...args: string[]) => {
      const { output, code } = await terminal.run(['inbox', '--json', ...args]);
      assert.equal(code, 0);
      return output
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as { approval_request_id: string; status: string });
    };
    const ids = (listed: readonly { approval_request_id: string }[]) =>
      listed.map(({ approval_request_id }) => approval_request_id);
    assert.deepEqual(ids(await rows('--tool', 'other.tool')), [id]);
    assert.ok(ids(await rows('--for-me', '--agent', 'billing-bot')).includes(id));
    assert.deepEqual(await rows('--agent', 'nobody'), []);
    assert.ok((await rows('--status', 'denied')).every(({ status }) => status === 'denied'));
    assert.ok(new Set((await rows('--all')).map(({ status }) => status)).size > 2);
    assert.equal((await terminal.run(['inbox', '--all', '--status', 'denied'])).code, 2);
    const table = await terminal.run(['inbox', '--tool', 'other.tool']);
    assert.match(table.output.replace(/\s+/g, ' '), /other\.tool .*on operating-usd/);
  });
});

const controlSequence = String.fromCharCode(27);
/** The sequences that this program and its prompts write: looks, the cursor, and the screen of the list. */
const ours = new RegExp(
  [
    `${controlSequence}\\[(?:\\d{1,2}(?:;\\d{1,2})*)?m`,
    `${controlSequence}\\[\\d*[ABCDGHJK]`,
    `${controlSequence}\\[\\?(?:25|1049)[hl]`,
    '\\r\\n?',
  ].join('|'),
  'g',
);

/** After what is ours, nothing is left that a terminal would obey or hide. */
function assertOnlyOurs(bytes: string): void {
  const rest = bytes.replaceAll(ours, '');
  const at = rest.search(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  const around = JSON.stringify(rest.slice(Math.max(0, at - 40), at + 40));
  assert.equal(at, -1, `found ${around}`);
  assert.ok(!bytes.includes(`${controlSequence}[31mred`), 'no colour of theirs');
}

/** How many of the letter are on the card beside the long value. */
function countOf(output: string): number {
  return output.replaceAll(/v{4,}/g, '').match(/v/g)?.length ?? 0;
}
