// Goal: a person decides in a terminal what they were shown there, and nothing else.
// Method: a real server, the program as a process of its own, through pipes and in a terminal whose screen is read back.

import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { exitCodes } from '@countersign/cli';
import {
  decide,
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  softwareAuthenticator,
} from '@countersign/server/testing';
import type { HoldRecord } from '@countersign/wire/holds';
import { DecidingWorld } from './testing/deciding-world.ts';
import { type LyingServer, startLyingServer } from './testing/lying-server.ts';
import { passkeyEntry } from './testing/passkey-decision.ts';
import { answerTerminal } from './testing/served-place.ts';
import { SignedInTerminal } from './testing/signed-in-terminal.ts';
import { keys } from './testing/terminal-screen.ts';

describe('deciding at a terminal', () => {
  let world: DecidingWorld;
  let server: StartedServer;
  let person: SignedIn;
  let agent: Readonly<Record<string, string>>;
  let terminal: SignedInTerminal;
  let liar: LyingServer;

  before(async () => {
    world = await DecidingWorld.open();
    ({ server, person, agent, terminal } = world);
    liar = await startLyingServer(server.origin);
    terminal.alsoAt(liar.origin);
  });
  after(async () => {
    await liar.close();
    await world.close();
  });

  const ask: DecidingWorld['ask'] = (...args) => world.ask(...args);
  const read = (id: string) => world.read(id);
  const codeOf = (id: string) => world.codeOf(id);

  test('a card in a pipe has every fact, and no escape sequence', async () => {
    const id = await ask({ said: 'the invoice is due' });
    const { code, output, errors } = await terminal.run(['show', id]);
    assert.equal(code, 0, errors);
    assert.match(output, /^Wire 4,200 USD to Nordvik Paper AB$/m);
    assert.match(output, /tool +"payments\.draft_wire"/);
    assert.match(output, /on +"operating-usd"/);
    assert.match(output, /amount +4200$/m);
    assert.match(output, /currency +"USD"/);
    assert.match(output, /name +"Nordvik Paper AB"/);
    assert.match(output, /Money moves to another party/);
    assert.match(output, /What the agent says, not verified\n.*the invoice is due/);
    assert.match(output, /reviewer {2}0 of 1/);
    const { request } = await read(id);
    for (const fact of [request.case_id, request.policy_version, request.audience]) {
      assert.ok(output.includes(fact), `the card has ${fact}`);
    }
    assert.ok(output.includes(`Short code  ${await codeOf(id)}`));
    assert.ok(!output.includes('\u001b'));
  });

  test('a request is found by the beginning of its id and by its short code', async () => {
    const id = await ask();
    for (const named of [id.slice(0, 20), await codeOf(id)]) {
      const { code, output } = await terminal.run(['show', named, '--json']);
      assert.equal(code, 0);
      assert.equal((JSON.parse(output) as RequestRepresentation).approval_request_id, id);
    }
    const unknown = await terminal.run(['show', 'ar_00000000']);
    assert.equal(unknown.code, 1);
    assert.match(unknown.errors, /No request begins with ar_00000000/);
    assert.equal((await terminal.run(['show', '../etc'])).code, 2);
  });

  test('[GT-4] an operator lifts a rejection for good, confirmed in the browser', async () => {
    const parameters = { amount: 7, currency: 'USD', beneficiary: { name: 'Once' } };
    const id = await ask({ parameters });
    const never = ['--never', '--reason', 'not this vendor'];
    assert.equal((await terminal.run(['reject', id, ...never])).code, 0);
    await assert.rejects(ask({ parameters }), /rejected_for_good/);
    const why = ['--reason', 'the vendor was verified'];
    const stored = await terminal.run(['lift-rejection', id, ...why]);
    assert.equal(stored.code, exitCodes.not_permitted.status, stored.errors);
    assert.equal((await read(id)).rejected_for_good, true);
    const screen = terminal.screen(['lift-rejection', id, ...why]);
    const [, code = ''] = await screen.shows(/shows the code (\S+)/);
    await answerTerminal(server.origin, person.headers, code, 'confirm');
    assert.equal(await screen.ended, 0, screen.text());
    assert.match(screen.text(), /✓ Lifted\. The agent may ask for it again\./);
    assert.equal((await read(id)).rejected_for_good, false);
    assert.notEqual(await ask({ parameters }), id);
    const again = await terminal.run(['lift-rejection', id, ...why, '--json']);
    assert.notEqual(again.code, 0, 'it is lifted once');
  });

  test('[OF-8] [GT-9] [D3-4] [D3-20] a hold shows what the agent wrote, and takes one of two answers', async () => {
    const hostile = 'Should I proceed?\u202Egnp\u001b[2J';
    const halt = async (session_id: string, said: string) => {
      const body = { agent_id: 'own-bot', session_id, text: said };
      const told = await server.call('POST', '/v1/messages', { headers: agent, body });
      const { hold } = told.body as { hold: { hold_id: string } | null };
      return hold?.hold_id ?? assert.fail(JSON.stringify(told.body));
    };
    const facts = async (id: string) =>
      (await server.call('GET', `/v1/holds/${id}/record`, { headers: person.headers }))
        .body as HoldRecord;
    const first = await halt('chat-1', hostile);
    const listed = await terminal.run(['hold']);
    assert.match(listed.output, /own-bot +chat-1/);
    assert.ok(!listed.output.includes('gnp'), 'a list does not show the words');
    const piped = await terminal.run(['hold', first]);
    assert.equal(piped.code, 0, piped.errors);
    assert.match(piped.output, /The agent wrote \(not verified\)\n {2}│ Should I proceed\?/);
    assert.match(piped.output, /U\+202E/);
    assert.ok(!piped.output.includes('\u001b'));
    assert.equal((await facts(first)).status, 'placed', 'reading it answers nothing');
    const screen = terminal.screen(['hold', first.slice(0, 16)]);
    await screen.shows(/Your answer/);
    screen.type(keys.down);
    await screen.shows(/● Proceed/);
    screen.type(keys.enter);
    const [, code = ''] = await screen.shows(/shows the code (\S+)/);
    assert.equal((await facts(first)).status, 'placed', 'the stored sign-in lifts nothing');
    await answerTerminal(server.origin, person.headers, code, 'confirm');
    assert.equal(await screen.ended, 0, screen.text());
    assert.match(screen.text(), /✓ Proceed\. The agent continues\. No action was approved\./);
    const { status, rendered } = await facts(first);
    assert.deepEqual([status, rendered], ['lifted', [person.person_id]]);
    const second = await halt('chat-2', 'Should I proceed?');
    const alone = await terminal.run(['hold', second, '--proceed']);
    assert.equal(alone.code, exitCodes.not_permitted.status, alone.errors);
    assert.match(alone.errors, /lets no halted agent continue/);
    assert.equal((await facts(second)).status, 'placed');
    const cancelled = await terminal.run(['hold', second, '--cancel', '--json']);
    assert.equal((JSON.parse(cancelled.output) as { proceed: boolean }).proceed, false);
    assert.equal((await facts(second)).status, 'refused');
    assert.notEqual((await terminal.run(['hold', second, '--proceed'])).code, 0);
    assert.match((await terminal.run(['hold'])).output, /No conversation is halted/);
  });

  test('a server that shows other facts than it binds is caught, and nothing of them is printed', async () => {
    const id = await ask();
    const lies: readonly [string, (path: string, body: string) => string][] = [
      ['another amount', (_, body) => body.replaceAll('\\"amount\\":4200', '\\"amount\\":42')],
      ['another short code', (_, body) => body.replace(/(?<="short_code":")./, () => '?')],
      ['another reason', (_, body) => body.replace('Money moves to', 'Nothing moves to')],
      ['another view', (_, body) => body.replace(/(?<="view_digest":"sha256:)./, () => 'z')],
    ];
    for (const [what, lie] of lies) {
      liar.lie = lie;
      const { code, output, errors } = await terminal.run(['show', id, '--url', liar.origin]);
      assert.equal(code, 1, what);
      assert.match(
        errors,
        /STOP\. The server shows something other than what an approval would bind/,
      );
      assert.equal(output, '', what);
    }
    liar.lie = lies[0]?.[1] ?? ((_, body) => body);
    const right = await codeOf(id);
    const tried = await terminal.run(['approve', id, '--url', liar.origin, '--code', right]);
    assert.equal(tried.code, 1);
    assert.equal((await read(id)).status, 'pending');
  });

  test('an approval in a terminal shows the whole card and accepts only its short code', async () => {
    const memo = `begin ${'long '.repeat(4000)}end of the memo`;
    const id = await ask({ parameters: { amount: 1, memo } });
    const screen = terminal.screen(['approve', id], { columns: 100, rows: 50 });
    await screen.shows(/Type the short code above to approve it/);
    assert.ok(!/bytes folded/.test(screen.bytes), 'nothing is folded');
    assert.match(screen.text(), /end of the memo/);
    for (const wrong of ['y', '', 'AAAA-AAAA']) {
      screen.type(`${wrong}${keys.enter}`);
      await screen.shows(/This is not the short code of the card above/);
      screen.type('\u0015');
    }
    assert.equal((await read(id)).status, 'pending');
    screen.type(`${(await codeOf(id)).toLowerCase()}${keys.enter}`);
    await screen.shows(/Approved\. It may run for 15 minutes, once/);
    assert.equal(await screen.ended, 0);
    const { status, entries } = await read(id);
    assert.equal(status, 'allowed');
    assert.ok(entries[0]?.view_digest, 'the entry names what was shown');
    assert.equal(entries[0]?.separation, 'other_person');
  });

  test('one of several approvals says how many are missing', async () => {
    const id = await ask({ tool: 'pair.draft_wire' });
    const { code, output, errors } = await terminal.run([
      'approve',
      id,
      '--code',
      await codeOf(id),
    ]);
    assert.equal(code, 0, errors);
    assert.match(output, /Recorded\. 1 more approval is needed in the stage two reviewers/);
    assert.equal((await read(id)).status, 'pending');
    const again = await terminal.run(['approve', id, '--code', await codeOf(id)]);
    assert.notEqual(again.code, 0);
    assert.equal((await read(id)).entries.length, 1);
  });

  test('leaving the question decides nothing', async () => {
    const id = await ask();
    const screen = terminal.screen(['approve', id]);
    await screen.shows(/Type the short code/);
    screen.type(keys.interrupt);
    await screen.shows(/Interrupted\. Nothing was decided/);
    assert.equal(await screen.ended, 130);
    assert.equal((await read(id)).status, 'pending');
  });

  test('without a terminal the short code of the request must be given', async () => {
    const id = await ask();
    const without = await terminal.run(['approve', id]);
    assert.equal(without.code, 2);
    assert.match(without.errors, /Expected --code/);
    const wrong = await terminal.run(['approve', id, '--code', '0000-0000']);
    assert.equal(wrong.code, 1);
    assert.match(wrong.errors, /Nothing was decided/);
    assert.equal((await read(id)).status, 'pending');
    const right = await terminal.run(['approve', id, '--json', '--code', await codeOf(id)]);
    assert.equal(right.code, 0, right.errors);
    const answer = JSON.parse(right.output) as { status: string; view_digest: string };
    assert.equal(answer.status, 'allowed');
    assert.equal((await read(id)).entries[0]?.view_digest, answer.view_digest);
    const again = await terminal.run(['approve', id, '--code', await codeOf(id)]);
    assert.equal(again.code, 1);
    assert.match(again.errors, /There is nothing left to decide/);
  });

  test('a rejection asks for its reason, which the agent receives', async () => {
    const id = await ask();
    const screen = terminal.screen(['reject', id]);
    await screen.shows(/Why do you reject it/);
    screen.type(keys.enter);
    await screen.shows(/Expected a reason/);
    screen.type(`the account is not ours${keys.enter}`);
    await screen.shows(/What may the agent do next/);
    screen.type(keys.enter);
    await screen.shows(/Rejected\. Nothing runs/);
    assert.equal(await screen.ended, 0);
    assert.equal((await read(id)).entries[0]?.reason, 'the account is not ours');
    assert.equal((await read(id)).entries[0]?.reason_code, 'fix');
    const never = await ask();
    const closed = ['reject', never, '--never', '--reason', 'not ours to pay'];
    assert.equal((await terminal.run(closed)).code, 0);
    assert.equal((await read(never)).entries[0]?.reason_code, 'never');
    const both = ['reject', await ask(), '--never', '--fix', '--reason', 'which'];
    assert.equal((await terminal.run(both)).code, 2);
    const waited = await terminal.run(['wait', id]);
    assert.equal(waited.code, 3);
    assert.match(waited.output, /the account is not ours/);
    const other = await ask();
    assert.equal((await terminal.run(['reject', other])).code, 2);
    assert.equal((await terminal.run(['reject', other, '--reason', ' '])).code, 2);
    assert.equal((await read(other)).status, 'pending');
  });

  test('[OF-9] [AM-2] an amendment changes only what the rule permits, and the changed request is approved by its own code', async () => {
    const parameters = { amount: 1240, lines: ['L-1', 'L-2'], customer: 31744 };
    const id = await ask({ tool: 'drafts.save', amendable: true, parameters });
    const listed = await terminal.run(['amend', id]);
    assert.equal(listed.code, 0, listed.errors);
    assert.match(
      listed.output,
      /\/amount {2}a lower number than 1240\n {2}\/lines {2}items may be/,
    );
    const why = ['--reason', 'only one line arrived damaged'];
    for (const [edit, said] of [
      [['--set', '/amount=2000'], /expected a lower number/],
      [['--set', '/amount=1,5'], /expected a number/],
      [['--set', '/customer=1'], /\/customer may not change; what may: \/amount, \/lines/],
      [['--set', 'amount'], /expected a path and a value/],
      [['--without', '/lines=L-9'], /has no such item/],
      [['--without', '/lines=L-1', '--without', '/lines=L-2'], /does not permit this change/],
    ] as const) {
      const refused = await terminal.run(['amend', id, ...edit, ...why]);
      assert.equal(refused.code, 2, edit.join(' '));
      assert.match(refused.errors, said);
    }
    assert.equal((await read(id)).status, 'pending');
    const edits = ['--set', '/amount=240', '--without', '/lines=L-2'];
    const alone = await terminal.run(['amend', id, ...edits, ...why]);
    assert.match(alone.errors, /confirm it in the browser/, 'a stored sign-in changes no action');
    const screen = terminal.screen(['amend', id, ...edits, ...why]);
    const [, code = ''] = await screen.shows(/shows the code (\S+)/);
    assert.equal((await read(id)).status, 'pending');
    await answerTerminal(server.origin, person.headers, code, 'confirm');
    assert.equal(await screen.ended, 0, screen.text());
    const shown = await terminal.run(['show', (await read(id)).superseded_by ?? '']);
    assert.match(shown.output, /What was changed\n.* changed what billing-bot asked/);
    assert.match(shown.output, /- 1240\n +\+ 240/);
    assert.match(screen.text(), /Nothing was approved\./);
    const { status, superseded_by } = await read(id);
    assert.equal(status, 'amended');
    const next = superseded_by ?? '';
    const old = await terminal.run(['approve', next, '--code', '0000-0000']);
    assert.notEqual(old.code, 0);
    assert.equal((await terminal.run(['approve', next, '--code', await codeOf(next)])).code, 0);
    assert.equal((await read(next)).status, 'allowed');
    const closed = await terminal.run(['amend', await ask(), '--set', '/amount=1', ...why]);
    assert.match(closed.errors, /its rule or the asking side does not permit it/);
  });

  test('a person who confirms their own agent is told that it is a self-confirmation', async () => {
    const own = await server.apiKey({
      verbs: ['propose'],
      agent_ids: ['own-bot'],
      owner: person.person_id,
    });
    const id = await ask({ tool: 'own.note', agent: 'own-bot', parameters: { n: 1 } }, own);
    const shown = await terminal.run(['show', id]);
    assert.match(shown.output, /recorded as a self-confirmation/);
    const done = await terminal.run(['approve', id, '--code', await codeOf(id)]);
    assert.equal(done.code, 0, done.errors);
    assert.match(done.output, /Recorded as self-confirmation, not as an independent approval/);
    const refused = await ask({ agent: 'own-bot' }, own);
    const not = await terminal.run(['approve', refused, '--code', await codeOf(refused)]);
    assert.equal(not.code, 5);
    assert.equal((await read(refused)).status, 'pending');
  });

  test('a stage that demands a passkey is passed to the browser, and the terminal waits for it', async () => {
    const { headers } = person;
    const passkey = softwareAuthenticator();
    const path = '/v1/credentials/passkeys';
    const options = await server.call('POST', `${path}/options`, { headers });
    const made = passkey.create((options.body as { options: unknown }).options, server.origin);
    const { challenge } = options.body as { challenge: string };
    const body = { challenge, response: made, label: 'a test' };
    const added = await server.call('POST', path, { headers, body });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    const id = await ask({ tool: 'vault.open' });
    const left = terminal.screen(['approve', id]);
    await left.shows(/Waiting for the decision in the browser/);
    left.type(keys.interrupt);
    assert.equal(await left.ended, 130);
    assert.equal((await read(id)).status, 'pending');
    const screen = terminal.screen(['approve', id]);
    await screen.shows(new RegExp(`${server.origin}/requests/${id}`));
    await screen.shows(/requires a passkey signature over this decision/);
    await screen.shows(/Waiting for the decision in the browser/);
    const entry = await passkeyEntry(server, headers, passkey, id, 'allow');
    const entries = `/v1/requests/${id}/entries`;
    const decided = await server.call('POST', entries, { headers, body: entry });
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
    await screen.shows(/Approved\. It may run/);
    assert.equal(await screen.ended, 0);
    const other = await ask({ tool: 'vault.open', parameters: { n: 2 } });
    const hasty = await terminal.run([
      'approve',
      other,
      '--no-wait',
      '--code',
      await codeOf(other),
    ]);
    assert.equal(hasty.code, 4);
    assert.match(hasty.errors, new RegExp(`${server.origin}/requests/${other}`));
    assert.equal((await read(other)).status, 'pending');
  });

  test('waiting ends with the outcome, for the person and for the agent', async () => {
    const { headers } = person;
    const key = { env: { COUNTERSIGN_KEY: agent['authorization']?.slice(7) ?? '' } };
    const url = ['--url', server.origin];
    const id = await ask();
    let early = await terminal.run(['wait', id, '--timeout', '1s']);
    // On a machine that does much else, the first answer of the server may take longer than that.
    for (const time of ['5s', '30s', '120s']) {
      if (early.code === exitCodes.unreachable.status)
        early = await terminal.run(['wait', id, '--timeout', time]);
    }
    assert.equal(early.code, 4, early.errors);
    assert.match(early.errors, /The request is unchanged/);
    const waiting = [terminal.run(['wait', id]), terminal.run(['wait', id, ...url], key)];
    await decide(server, headers, id, 'allow');
    assert.deepEqual(
      (await Promise.all(waiting)).map(({ code }) => code),
      [0, 0],
    );
    await server.call('POST', `/v1/requests/${id}/revoke`, {
      headers,
      body: { reason: 'changed' },
    });
    assert.equal((await terminal.run(['wait', id])).code, 7);
    const withdrawn = await ask();
    const cancelled = await terminal.run(
      ['cancel', withdrawn, '--reason', 'not needed', ...url],
      key,
    );
    assert.equal(cancelled.code, 0, cancelled.errors);
    const told = await terminal.run(['wait', withdrawn, ...url], key);
    assert.equal(told.code, 3);
    assert.match(told.output, /reason "not needed"/);
    const mine = await ask();
    assert.equal((await terminal.run(['cancel', mine, '--reason', 'stop'])).code, 0);
    assert.equal((await read(mine)).status, 'cancelled');
    assert.equal((await terminal.run(['wait', id, '--timeout', 'soon'])).code, 2);
    const unreachable = await terminal.run(['wait', id, '--url', 'http://localhost:1'], key);
    assert.equal(unreachable.code, 6);
  });

  test('a person must be signed in to a reachable server to decide', async () => {
    const stranger = new SignedInTerminal();
    try {
      const { code, errors } = await stranger.run(['inbox', '--url', server.origin]);
      assert.equal(code, 5);
      assert.match(errors, /countersign sign-in/);
    } finally {
      stranger.remove();
    }
    terminal.alsoAt('http://localhost:1');
    const gone = await terminal.run(['inbox', '--url', 'http://localhost:1']);
    assert.equal(gone.code, 6);
    assert.match(gone.errors, /The server does not answer\b.*\n.*countersign serve/);
  });

  test('a server that accepts the call and stays silent is given up after the stated time', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise(listening => silent.once('listening', listening));
    const origin = `http://localhost:${(silent.address() as AddressInfo).port}`;
    terminal.alsoAt(origin);
    const args = ['wait', `ar_${'0'.repeat(32)}`, '--timeout', '1s', '--url', origin];
    const key = { env: { COUNTERSIGN_KEY: 'csk_any' } };
    try {
      for (const waiting of [terminal.run(args), terminal.run(args, key)]) {
        const { code, errors } = await waiting;
        assert.equal(code, 6, errors);
        assert.match(errors, /The server does not answer in time\./);
      }
    } finally {
      silent.close();
    }
  });
});
