// Goal: people are told of requests by mail, and a mail decides nothing. Method: a real server, a real SMTP server on
// loopback, a clock that the tests move, and a parser of another project that reads the mails back.

import assert from 'node:assert/strict';
import { createPublicKey, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { decisionChallenge, parseEntrySubmission, reasonDigest } from '@countersign/protocol/chain';
import { ChainEntryId, idFromUuid } from '@countersign/protocol/value';
import type { RequestRepresentation } from '@countersign/wire/requests';
import type { ViewAnswer } from '@countersign/wire/views';
import { softwareAuthenticator } from '../../identity/testing/software-authenticator.ts';
import { decide, propose, sampleAction } from '../../testing/sample-call.ts';
import type { SignedIn, StartedServer } from '../../testing/started-server.ts';
import { startTellingScene, type TellingScene } from '../testing/telling-scene.ts';
import { type LoopbackSmtp, startLoopbackSmtp } from './testing/loopback-smtp.ts';

describe('mail to people', () => {
  let smtp: LoopbackSmtp;
  let scene: TellingScene;
  let server: StartedServer;
  let agent: TellingScene['agent'];
  let time: TellingScene['time'];

  before(async () => {
    smtp = await startLoopbackSmtp();
    scene = await startTellingScene({ smtp: smtp.settings });
    ({ server, agent, time } = scene);
  });
  after(async () => {
    await server?.remove();
    await smtp?.close();
  });

  const mails = (after_minutes: number | null, digest_at: string[] = []) => ({
    channels: { smtp: { on: true, after_minutes, digest_at } },
  });
  const newPerson: TellingScene['newPerson'] = (...who) => scene.newPerson(...who);
  const prefer: TellingScene['prefer'] = (...what) => scene.prefer(...what);
  const leave: TellingScene['leave'] = who => scene.leave(who);
  const deliver = () => scene.deliver();
  const ask: TellingScene['ask'] = what => scene.ask(what);
  const sentTo = (address: string) => smtp.mails.filter(mail => mail.envelopeTo.includes(address));

  test('a person who could decide gets one mail with risk, agent, deadline and a link, and without any value', async () => {
    const address = 'mara@example.com';
    const mara = await newPerson(['reviewer'], address);
    await prefer(mara, { ...mails(0), time_zone: 'Europe/Berlin' });
    const outsider = await newPerson(['finance'], 'tom@example.com');
    const asked = await propose(server, agent, sampleAction());
    await deliver();
    const [mail, ...more] = sentTo(address);
    assert.ok(mail);
    assert.deepEqual([more, sentTo('tom@example.com')], [[], []]);
    assert.match(
      mail.subject ?? '',
      /^billing-bot waits for you until \d\d:\d\d (?:CET|CEST|GMT\+[12])$/,
    );
    assert.deepEqual(mail.from, { name: 'Countersign', address: 'gate@example.com' });
    const id = asked.approval_request_id;
    for (const part of [mail.text ?? '', mail.html ?? '']) {
      assert.match(part, /risk: wire_transfer, asked by billing-bot/);
      assert.ok(part.includes(`${server.origin}/requests/${id}`));
      for (const value of ['4200', 'USD', 'acct-42', String(asked.request.action_digest)]) {
        assert.ok(!part.includes(value), `${value} is in the mail`);
      }
    }
    assert.equal(header(mail, 'auto-submitted'), 'auto-generated');
    await leave(mara);
    await leave(outsider);
  });

  test('a mail is in the language of the person, and says nothing else than the English one', async () => {
    const mara = await newPerson(['reviewer'], 'deutsch@example.com');
    await prefer(mara, { ...mails(0), language: 'de', time_zone: 'UTC' });
    const aki = await newPerson(['reviewer'], 'nihon@example.com');
    await prefer(aki, { ...mails(0), language: 'ja', time_zone: 'UTC' });
    const { approval_request_id: id } = await ask();
    await deliver();
    const [german] = sentTo('deutsch@example.com');
    assert.match(german?.subject ?? '', /^billing-bot wartet bis \d\d:\d\d UTC auf Sie$/);
    assert.match(german?.text ?? '', /angefragt von billing-bot[\s\S]*kein Link darin entscheidet/);
    const [japanese] = sentTo('nihon@example.com');
    assert.match(japanese?.subject ?? '', /^billing-bot が \d\d:\d\d UTC まであなた/);
    for (const mail of [german, japanese]) {
      assert.ok(mail?.text?.includes(`${server.origin}/requests/${id}`));
      assert.doesNotMatch(mail?.text ?? '', /4200|acct-42/);
    }
    for (const language of ['xx', 'de\r\nBcc: a@example.com', '', null]) {
      const { status } = await server.call('PATCH', '/v1/preferences', {
        headers: mara.headers,
        body: { language },
      });
      assert.equal(status, 400, String(language));
    }
    await leave(mara);
    await leave(aki);
  });

  test('a scanner that fetches every link of a mail, in any way, decides nothing', async () => {
    const mara = await newPerson(['reviewer'], 'scanned@example.com');
    await prefer(mara, mails(0));
    const asked = await ask();
    await deliver();
    const [mail] = sentTo('scanned@example.com');
    const links = new Set(`${mail?.text} ${mail?.html}`.match(/https?:\/\/[^\s"<>]+/g));
    assert.ok(links.size >= 2);
    for (const link of links) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const { pathname, search } = new URL(link);
        await server.call(method, `${pathname}${search}`, {});
      }
    }
    const path = `/v1/requests/${asked.approval_request_id}`;
    const { body } = await server.call('GET', path, { headers: agent });
    const { status, entries } = body as unknown as { status: string; entries: unknown[] };
    assert.deepEqual([status, entries], ['pending', []]);
    await leave(mara);
  });

  test('a link of a mail that an attacker changed decides nothing in the browser of its person', async () => {
    const mara = await newPerson(['reviewer'], 'changed@example.com');
    await prefer(mara, mails(0));
    const asked = await ask();
    await deliver();
    const [mail] = sentTo('changed@example.com');
    const links = new Set(`${mail?.text} ${mail?.html}`.match(/https?:\/\/[^\s"<>]+/g));
    const settings = (await server.call('GET', '/v1/preferences', { headers: mara.headers })).body;
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://evil.example',
    };
    const cookie = { cookie: mara.headers['cookie'] ?? '' };
    for (const link of links) {
      const { pathname } = new URL(link);
      for (const path of [
        `${pathname}?decision=allow&answer=approve`,
        `${pathname}?return_to=https://evil.example`,
        `${pathname}/entries`,
        `${pathname}%2fentries`,
        `/v1${pathname}/entries`,
        `//evil.example${pathname}`,
      ]) {
        const looked = await server.call('GET', path, { headers: mara.headers });
        assert.ok(!(looked.headers.get('location') ?? '').includes('evil.example'), path);
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const headers = { ...cookie, ...form };
          const tried = await server.call(method, path, { headers, body: 'decision=allow' });
          assert.ok(tried.status >= 400, `${method} ${path}: ${tried.status}`);
        }
      }
    }
    const path = `/v1/requests/${asked.approval_request_id}`;
    const { body } = await server.call('GET', path, { headers: agent });
    const { status, entries } = body as unknown as { status: string; entries: unknown[] };
    assert.deepEqual([status, entries], ['pending', []]);
    const after = (await server.call('GET', '/v1/preferences', { headers: mara.headers })).body;
    assert.deepEqual(after, settings);
    await leave(mara);
  });

  test('a request is mailed after the wait of the person, and not at all where it was decided before', async () => {
    const mara = await newPerson(['reviewer'], 'later@example.com');
    await prefer(mara, mails(5));
    const decided = await ask();
    const waiting = await ask();
    await deliver();
    time.move(299);
    await deliver();
    assert.deepEqual(sentTo('later@example.com'), []);
    await decide(server, mara.headers, decided.approval_request_id, 'deny');
    time.move(1);
    await deliver();
    const [mail, ...more] = sentTo('later@example.com');
    assert.ok(mail?.text?.includes(waiting.approval_request_id));
    assert.deepEqual(more, []);
    await leave(mara);
  });

  test('a reminder comes before the deadline, in the conversation of the first mail', async () => {
    const mara = await newPerson(['reviewer'], 'reminded@example.com');
    await prefer(mara, { ...mails(0), reminder_minutes: 3 });
    await ask();
    await deliver();
    time.move(719);
    await deliver();
    assert.equal(sentTo('reminded@example.com').length, 1);
    time.move(1);
    await deliver();
    const [first, reminder] = sentTo('reminded@example.com');
    assert.match(reminder?.subject ?? '', /^Reminder: billing-bot waits for you until/);
    assert.match(reminder?.text ?? '', /Only you can decide it\./);
    assert.equal(reminder?.inReplyTo, first?.inReplyTo);
    assert.notEqual(reminder?.messageId, first?.messageId);
    await leave(mara);
  });

  test('a person who is away is not mailed while another person who could decide is there', async () => {
    const away = await newPerson(['reviewer'], 'away@example.com');
    const here = await newPerson(['reviewer'], 'here@example.com');
    const tenMinutes = 600_000;
    const from = Date.parse(server.app.context.clock.now()) - tenMinutes;
    const absence = {
      from: new Date(from).toISOString(),
      to: new Date(from + 2 * tenMinutes).toISOString(),
    };
    await prefer(away, { ...mails(0, ['00:00', '12:00']), away: absence });
    await prefer(here, mails(0));
    const { approval_request_id: id } = await ask();
    await deliver();
    assert.deepEqual(
      [sentTo('away@example.com').length, sentTo('here@example.com').length],
      [0, 1],
    );
    const { body } = await server.call('GET', `/v1/requests/${id}/view`, here);
    const { people } = (body as unknown as ViewAnswer).eligibility;
    assert.deepEqual(
      people.find(({ person_id }) => person_id === away.person_id)?.away_until,
      absence.to,
    );
    assert.equal(people.find(({ person_id }) => person_id === here.person_id)?.away_until, null);
    await prefer(here, { away: absence });
    await ask();
    await deliver();
    assert.equal(sentTo('away@example.com').length, 1, 'everyone is away');
    await decide(server, away.headers, id, 'deny');
    time.move(600);
    await prefer(here, { away: null });
    await ask();
    await deliver();
    assert.equal(sentTo('away@example.com').length, 2, 'the absence is over');
    time.move(900);
    await leave(away);
    await leave(here);
  });

  test('an absence that ends before it begins is refused', async () => {
    const mara = await newPerson(['reviewer'], null);
    const away = { from: '2026-11-20T08:00:00.000Z', to: '2026-11-19T08:00:00.000Z' };
    const { headers } = mara;
    const answer = await server.call('PATCH', '/v1/preferences', { headers, body: { away } });
    assert.equal(answer.status, 400);
    assert.match(JSON.stringify(answer.body), /expected an end after the beginning/);
    await leave(mara);
  });

  test('the people of the second stage are told when it opens', async () => {
    const first = await newPerson(['reviewer'], 'first@example.com');
    const second = await newPerson(['finance'], 'second@example.com');
    for (const person of [first, second]) await prefer(person, mails(0));
    const tool = { tool_name: 'pair.pay', tool_schema_version: '1', resource: null };
    const asked = await ask({ target: tool });
    await deliver();
    assert.deepEqual(
      [sentTo('first@example.com').length, sentTo('second@example.com').length],
      [1, 0],
    );
    await decide(server, first.headers, asked.approval_request_id, 'allow');
    await deliver();
    const [mail] = sentTo('second@example.com');
    assert.match(mail?.text ?? '', /You decide for finance, stage 2 of 2\./);
    await leave(first);
    await leave(second);
  });

  test('[ES-1] the people who join a stage later are told when they join, and not before', async () => {
    const first = await newPerson(['reviewer'], 'desk@example.com');
    const second = await newPerson(['on_call'], 'on-call@example.com');
    for (const person of [first, second]) await prefer(person, mails(0));
    const counts = () => ['desk', 'on-call'].map(name => sentTo(`${name}@example.com`).length);
    const tool = { tool_name: 'night.restart', tool_schema_version: '1', resource: null };
    const asked = await ask({ target: tool });
    await deliver();
    assert.deepEqual(counts(), [1, 0]);
    time.move(299);
    await deliver();
    assert.deepEqual(counts(), [1, 0]);
    time.move(2);
    await deliver();
    assert.deepEqual(counts(), [1, 1]);
    await decide(server, second.headers, asked.approval_request_id, 'allow');
    const late = await ask({ target: tool });
    await decide(server, first.headers, late.approval_request_id, 'allow');
    time.move(301);
    await deliver();
    assert.equal(sentTo('on-call@example.com').length, 1);
    await leave(first);
    await leave(second);
  });

  test('[BG-3] everyone whom the chain lists is told at once that one person released it, also in quiet hours', async () => {
    const desk = await newPerson(['reviewer'], 'desk-told@example.com');
    const finance = await newPerson(['finance'], 'finance-told@example.com');
    const legal = await newPerson(['legal'], 'legal-told@example.com');
    const onCall = await newPerson(['on_call'], 'released@example.com');
    const now = Date.parse(time.clock.now());
    const clock = (minutes: number) => new Date(now + minutes * 60_000).toISOString().slice(11, 16);
    const quiet_hours = { from: clock(-60), to: clock(60) };
    const later = { reminder_minutes: null, quiet_hours, time_zone: 'UTC' };
    for (const person of [desk, finance, legal, onCall]) {
      await prefer(person, { ...mails(60), ...later });
    }
    const tool = { tool_name: 'fire.restart', tool_schema_version: '1', resource: null };
    const { approval_request_id } = await ask({ target: tool });
    await deliver();
    const told = () =>
      ['desk-told', 'finance-told', 'legal-told', 'released'].map(
        name => sentTo(`${name}@example.com`).length,
      );
    assert.deepEqual(told(), [0, 0, 0, 0]);
    await releaseAlone(server, onCall, approval_request_id);
    await deliver();
    assert.deepEqual(told(), [1, 1, 0, 0]);
    const [mail] = sentTo('finance-told@example.com');
    assert.match(mail?.subject ?? '', /^One person released fire\.restart of billing-bot alone$/);
    await deliver();
    assert.deepEqual(told(), [1, 1, 0, 0]);
    for (const person of [desk, finance, legal, onCall]) await leave(person);
  });

  test('a digest has everything that waits, once, at the time of day of the person', async () => {
    const mara = await newPerson(['reviewer'], 'digest@example.com');
    const at = new Date(Date.parse(time.clock.now()) + 300_000).toISOString().slice(11, 16);
    await prefer(mara, { ...mails(null, [at]), time_zone: 'UTC', reminder_minutes: null });
    await ask();
    await ask();
    await deliver();
    assert.deepEqual(sentTo('digest@example.com'), []);
    time.move(300);
    await deliver();
    const [mail, ...more] = sentTo('digest@example.com');
    assert.match(mail?.subject ?? '', /^2 requests wait for you, the first until/);
    assert.deepEqual(more, []);
    await leave(mara);
  });

  test('many requests at once become five mails and one digest', async () => {
    const mara = await newPerson(['reviewer'], 'flooded@example.com');
    await prefer(mara, { ...mails(0), reminder_minutes: null });
    for (let n = 0; n < 9; n++) await ask();
    await deliver();
    assert.equal(sentTo('flooded@example.com').length, 5);
    time.move(600);
    await deliver();
    const digest = sentTo('flooded@example.com').slice(5);
    assert.equal(digest.length, 1);
    assert.match(digest[0]?.subject ?? '', /^9 requests wait for you/);
    await leave(mara);
  });

  test('quiet hours put a request off to their end, and critical risk comes through', async () => {
    const mara = await newPerson(['reviewer'], 'quiet@example.com');
    const now = Date.parse(time.clock.now());
    const clock = (minutes: number) => new Date(now + minutes * 60_000).toISOString().slice(11, 16);
    const quiet_hours = { from: clock(-60), to: clock(5) };
    await prefer(mara, { ...mails(0), reminder_minutes: null, quiet_hours, time_zone: 'UTC' });
    await ask();
    await deliver();
    assert.deepEqual(sentTo('quiet@example.com'), []);
    const operation = {
      target: { tool_name: 'shell.exec', tool_schema_version: '1', resource: null },
    };
    const critical = await ask({ ...operation, parameters: { argv: ['rm', '-rf', '/'] } });
    assert.equal(critical.request.risk.level, 'critical');
    await deliver();
    assert.equal(sentTo('quiet@example.com').length, 1);
    time.move(300);
    await deliver();
    assert.match(sentTo('quiet@example.com')[1]?.subject ?? '', /^2 requests wait for you/);
    await leave(mara);
  });

  test('a name with a header, a link and a direction mark stays one line of plain text', async () => {
    const mara = await newPerson(['reviewer'], 'hostile@example.com');
    await prefer(mara, mails(0));
    const hostile = 'x\r\nBcc: all@example.com\u{202e}<a href="https://evil.example">y</a>';
    const target = { tool_name: hostile, tool_schema_version: '1', resource: null };
    await ask({ target });
    await deliver();
    const [mail, ...more] = sentTo('hostile@example.com');
    assert.ok(mail);
    assert.deepEqual(
      [more, mail.bcc ?? null, mail.envelopeTo],
      [[], null, ['hostile@example.com']],
    );
    assert.ok(!mail.text?.includes('\u{202e}'));
    assert.ok(!/<a href="https:\/\/evil/.test(mail.html ?? ''));
    assert.match(mail.html ?? '', /&lt;a href=/);
    await leave(mara);
  });

  test('an address with a header in it, and a person who wants none, get no mail', async () => {
    const injected = await newPerson(['reviewer'], 'a@example.com\r\nBcc: b@example.com');
    const off = await newPerson(['reviewer'], 'off@example.com');
    await prefer(off, { channels: { smtp: { on: false, after_minutes: 0, digest_at: [] } } });
    const before = smtp.mails.length;
    await ask();
    time.move(400);
    await deliver();
    assert.deepEqual(
      smtp.mails.slice(before).map(({ envelopeTo }) => envelopeTo),
      [],
    );
    const facts = await server.call('GET', '/v1/preferences', { headers: injected.headers });
    assert.equal((facts.body as { channels: { where: unknown }[] }).channels[0]?.where, null);
    await leave(injected);
    await leave(off);
  });

  test('a server that is busy is tried again and shows as failing, an address that does not exist is a dead letter', async () => {
    const mara = await newPerson(['reviewer'], 'retry@example.com');
    await prefer(mara, { ...mails(0), reminder_minutes: null });
    const failing = async () => {
      const facts = await server.call('GET', '/v1/preferences', { headers: mara.headers });
      return (facts.body as { channels: { failing_since: unknown }[] }).channels[0]?.failing_since;
    };
    smtp.refusing.status = 451;
    await ask();
    await deliver();
    assert.notEqual(await failing(), null);
    smtp.refusing.status = null;
    time.move(5);
    await deliver();
    assert.deepEqual([sentTo('retry@example.com').length, await failing()], [1, null]);
    smtp.refusing.status = 550;
    await ask();
    await deliver();
    smtp.refusing.status = null;
    const [letter] = await server.app.context.store.listDeadLetters(1);
    assert.match(
      letter?.problem ?? '',
      /^E-mail: EENVELOPE at RCPT TO, the SMTP server answered 550$/,
    );
    assert.ok(!letter?.problem.includes('retry@example.com'));
    await leave(mara);
  });

  test('a person sends a test mail to themselves, and learns why one fails', async () => {
    const mara = await newPerson([], 'tested@example.com');
    const path = '/v1/preferences/channels/smtp/test';
    const sent = await server.call('POST', path, { headers: mara.headers });
    assert.deepEqual(sent.body, { delivered: true, problem: null });
    assert.equal(sentTo('tested@example.com')[0]?.subject, 'Test message');
    smtp.refusing.status = 450;
    const refused = await server.call('POST', path, { headers: mara.headers });
    smtp.refusing.status = null;
    assert.equal((refused.body as { delivered: boolean }).delivered, false);
    const unreachable = await newPerson([], null);
    const none = await server.call('POST', path, { headers: unreachable.headers });
    assert.equal((none.body as { delivered: boolean }).delivered, false);
    const elsewhere = path.replace('smtp', randomUUID());
    assert.equal((await server.call('POST', elsewhere, { headers: mara.headers })).status, 404);
  });

  test('settings that are no settings are refused, and leave what was set', async () => {
    const { headers } = await newPerson([], null);
    for (const body of [
      { time_zone: 'Europe/Atlantis' },
      { quiet_hours: { from: '25:00', to: '07:00' } },
      { reminder_minutes: 0 },
      { channels: { telex: { on: true, after_minutes: 0, digest_at: [] } } },
      { channels: { smtp: { on: true, after_minutes: 0, digest_at: ['9 am'] } } },
      { surprise: true },
    ]) {
      const { status } = await server.call('PATCH', '/v1/preferences', { headers, body });
      assert.equal(status, 400, JSON.stringify(body));
    }
  });
});

function header(
  mail: { headers: { key: string; value: string }[] },
  key: string,
): string | undefined {
  return mail.headers.find(each => each.key === key)?.value;
}

/** A person adds a passkey, and releases a request alone with it. */
async function releaseAlone(
  server: StartedServer,
  { headers, person_id }: SignedIn,
  id: string,
): Promise<void> {
  const passkey = softwareAuthenticator();
  const keys = '/v1/credentials/passkeys';
  const begun = await server.call('POST', `${keys}/options`, { headers });
  const { options, challenge: made } = begun.body as { options: unknown; challenge: string };
  const created = passkey.create(options, server.origin);
  const body = { challenge: made, response: created, label: 'a test' };
  assert.equal((await server.call('POST', keys, { headers, body })).status, 201);
  const view = (await server.call('GET', `/v1/requests/${id}/view`, { headers }))
    .body as ViewAnswer;
  const { request } = (await server.call('GET', `/v1/requests/${id}`, { headers }))
    .body as RequestRepresentation;
  const { input_digest, view_digest, nonce, origin, rp_id, store_id, epoch } = view;
  const entry = parseEntrySubmission({
    chain_entry_id: idFromUuid(ChainEntryId, 'ace', randomUUID()),
    stage_index: 0,
    decision: 'allow',
    reason_code: 'reviewed',
    reason: 'All pods hang.',
    input_digest,
    view_digest,
    break_glass: 'outage',
  });
  const challenge = decisionChallenge({
    store_id: store_id as never,
    epoch,
    approval_request_id: request.approval_request_id,
    input_digest: entry.input_digest,
    view_digest: entry.view_digest as never,
    stage_index: 0,
    chain_entry_id: entry.chain_entry_id,
    approver_identity: person_id,
    decision: 'allow',
    reason_digest: reasonDigest(entry),
    execute_within_seconds: request.execute_within_seconds,
    nonce,
    break_glass: 'outage',
  });
  const asked = { challenge: Buffer.from(challenge).toString('base64url'), rpId: rp_id };
  const { id: credential_id, response } = passkey.get(asked, origin);
  const assertion = {
    public_key: createPublicKey(passkey.privateKey).export({ format: 'jwk' }),
    origin,
    rp_id,
    nonce,
    response: {
      credential_id,
      authenticator_data: response.authenticatorData,
      client_data_json: response.clientDataJSON,
      signature: response.signature,
    },
  };
  const path = `/v1/requests/${id}/entries`;
  const decided = await server.call('POST', path, { headers, body: { ...entry, assertion } });
  assert.equal(decided.status, 200, JSON.stringify(decided.body));
}
