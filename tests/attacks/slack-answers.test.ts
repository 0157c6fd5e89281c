// Disproves: "A message that looks like a click in Slack, a click of another person, or a click with other contents decides a
// request." The clicks are forged, replayed from another place, of another workspace, of an account that is not linked, or
// carry a value that names another request.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  buttonOf,
  click,
  secret,
  slackHeaders,
  startSlackWorkspace,
  submit,
} from '@countersign/server/testing/slack';

type World = Awaited<ReturnType<typeof startSlackWorkspace>>;
type Headers = Record<string, string>;
type Attempt = () => Promise<unknown>;

let world: World;

before(async () => {
  world = await startSlackWorkspace();
});
after(() => world.close());

const form = 'application/x-www-form-urlencoded';

function signedOver(text: string, timestamp: string, change: Headers = {}): Headers {
  const mac = createHmac('sha256', secret).update(text).digest('hex');
  return {
    'content-type': form,
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${mac}`,
    ...change,
  };
}

async function post(body: string, headers: Headers): Promise<number> {
  const path = `${world.server.origin}/v1/slack/interactions`;
  return (await fetch(path, { method: 'POST', headers, body })).status;
}

test('[ID-1, TR-5] no forged, borrowed or altered click decides', {
  timeout: 240_000,
}, async () => {
  const { user } = await world.linked();
  const auditor = await world.linked(['auditor']);
  const { asked } = await world.ask();
  const { asked: second } = await world.ask();
  const id = asked.approval_request_id;
  const approve = buttonOf(await world.cardOf(id), 'approve');
  const other = buttonOf(await world.cardOf(second.approval_request_id), 'approve');
  const value = JSON.parse(approve.value ?? '{}') as Record<string, unknown>;
  const sound = new URLSearchParams({ payload: JSON.stringify(click(user, approve)) }).toString();
  const now = String(Math.floor(Date.now() / 1000));
  const forged = (headersOf: (body: string) => Headers) => () => post(sound, headersOf(sound));
  const clicked =
    (change: object, by = user) =>
    () =>
      world.interact({ ...click(by, approve), ...change });
  const pressed = (change: Record<string, unknown>) => () =>
    world.interact(
      click(user, { action_id: 'approve', value: JSON.stringify({ ...value, ...change }) }),
    );
  const raw = (text: string) => () =>
    world.interact(click(user, { action_id: 'approve', value: text }));
  const attempts: Record<string, Attempt> = {
    'no headers': forged(() => ({ 'content-type': form })),
    'another secret': forged(body => slackHeaders('guess', body)),
    'an empty secret': forged(body => slackHeaders('', body)),
    'a signature of another body': forged(() => slackHeaders(secret, 'payload=x')),
    'no version in the signature': forged(body => {
      const headers = slackHeaders(secret, body);
      return { ...headers, 'x-slack-signature': headers['x-slack-signature']?.slice(3) ?? '' };
    }),
    'another version of the signature': forged(body => {
      const headers = slackHeaders(secret, body);
      return {
        ...headers,
        'x-slack-signature': headers['x-slack-signature']?.replace('v0', 'v1') ?? '',
      };
    }),
    'half of the signature': forged(body => {
      const headers = slackHeaders(secret, body);
      return { ...headers, 'x-slack-signature': headers['x-slack-signature']?.slice(0, 40) ?? '' };
    }),
    'a signature without the time': forged(body => signedOver(`v0::${body}`, '')),
    'a time of an hour ago': forged(body => slackHeaders(secret, body, String(Number(now) - 3600))),
    'a time in an hour': forged(body => slackHeaders(secret, body, String(Number(now) + 3600))),
    'a time that is no number': forged(body => slackHeaders(secret, body, 'NaN')),
    'a time with a fraction': forged(body => slackHeaders(secret, body, `${now}.0e0`)),
    'a time in hexadecimal': forged(body =>
      slackHeaders(secret, body, `0x${Number(now).toString(16)}`),
    ),
    'a time with a colon, which moves the body': forged(body =>
      signedOver(`v0:${now}:${body}`, `${now}:payload`),
    ),
    'another time than the signed one': forged(body =>
      signedOver(`v0:${Number(now) - 1}:${body}`, now),
    ),
    'a signature of the JSON alone': () => {
      const body = JSON.stringify(click(user, approve));
      return post(body, { ...slackHeaders(secret, body), 'content-type': 'application/json' });
    },
    'two payloads': () => {
      const body = `${sound}&${new URLSearchParams({ payload: '{}' })}`;
      return post(body, slackHeaders(secret, body));
    },
    'two payloads, the second one sound': () => {
      const body = `${new URLSearchParams({ payload: '{}' })}&${sound}`;
      return post(body, slackHeaders(secret, body));
    },
    'a payload with two users': () => {
      const text = JSON.stringify(click('U0NOBODY', approve)).replace(
        '"user":',
        `"user":{"id":"${user}"},"user":`,
      );
      return world.send('/v1/slack/interactions', { payload: text });
    },
    'another workspace': clicked({ team: { id: 'T0OTHER' } }),
    'no workspace': clicked({ team: null }),
    'a user of another workspace': clicked({ user: { id: user, team_id: 'T0OTHER' } }),
    'an account that is not linked': clicked({ user: { id: 'U0NOBODY' } }),
    'the account in other letters': clicked({ user: { id: user.toLowerCase() } }),
    'the account with a space': clicked({ user: { id: `${user} ` } }),
    'a list of accounts': clicked({ user: { id: [user] } }),
    'the name of a reviewer': clicked({
      user: { id: 'U0NOBODY', name: 'reviewer', username: user },
    }),
    'the person id of a reviewer': clicked({
      user: { id: 'U0NOBODY' },
      person_id: user,
      roles: ['reviewer'],
    }),
    'an account without the role': clicked({}, auditor.user),
    'a click of an app': clicked({ user: { id: 'B0APP' }, bot_id: 'B0APP' }),
    'no action': clicked({ actions: [] }),
    'several actions': clicked({
      actions: [
        { action_id: 'approve', value: other.value, action_ts: '1' },
        { action_id: 'approve', value: approve.value, action_ts: '2' },
      ],
    }),
    'another kind of message': clicked({ type: 'message_action' }),
    'a shortcut': clicked({ type: 'shortcut', callback_id: 'approve' }),
    'another button': clicked({
      actions: [{ action_id: 'approve_all', value: approve.value, action_ts: '3' }],
    }),
    'the button in other letters': clicked({
      actions: [{ action_id: 'APPROVE', value: approve.value, action_ts: '4' }],
    }),
    'a button without a value': raw(''),
    'a value that is no JSON': raw('approve'),
    'a value that is a list': raw(JSON.stringify([value])),
    'a value with two ids': raw(
      JSON.stringify({ ...value }).replace('{', `{"approval_request_id":"${id}",`),
    ),
    'another input digest': pressed({ input_digest: `sha256:${'0'.repeat(64)}` }),
    'another view digest': pressed({ view_digest: `sha256:${'1'.repeat(64)}` }),
    'another action digest': pressed({ action_digest: `sha256:${'2'.repeat(64)}` }),
    'another stage': pressed({ stage_index: 1, stage: 1 }),
    'another request under the same digests': pressed({
      approval_request_id: second.approval_request_id,
      id: second.approval_request_id,
    }),
    'more members': pressed({ decision: 'allow', approver_identity: user, assurance: 'webauthn' }),
    'a prototype': raw(JSON.stringify(value).replace('{', '{"__proto__":{"ok":true},')),
    'a rejection without a reason': () => world.interact(submit(user, approve.value ?? '', null)),
    'a rejection of a person who is not linked': () =>
      world.interact(submit('U0NOBODY', approve.value ?? '', 'because')),
    'a rejection with the value of nothing': () => world.interact(submit(user, '{}', 'because')),
    'a rejection by the dialog of another app': () =>
      world.interact({
        ...submit(user, approve.value ?? '', 'because'),
        view: { id: 'x', callback_id: 'other', private_metadata: approve.value, state: {} },
      }),
    'a command with the words of a click': () =>
      world.send('/v1/slack/commands', {
        team_id: 'T0TEAM',
        user_id: user,
        command: '/countersign',
        text: `approve ${id}`,
      }),
    'a command of another workspace': () =>
      world.send('/v1/slack/commands', {
        team_id: 'T0OTHER',
        user_id: user,
        command: '/countersign',
        text: `approve ${id}`,
      }),
  };
  const counted: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    await attempt();
    const [first, then] = await Promise.all(
      [id, second.approval_request_id].map(each => world.entriesOf(each)),
    );
    if ((first?.length ?? 0) + (then?.length ?? 0) > 0) {
      counted.push(name);
      break;
    }
  }
  assert.deepEqual(counted, []);
  assert.ok(Object.keys(attempts).length >= 50, String(Object.keys(attempts).length));
  // The genuine click decides.
  await world.interact(click(user, approve));
  assert.equal(await world.statusOf(id), 'allowed');
});
