// Goal: people decide in Slack within what the policy leaves to chat, and no one else does. Method: a real server,
// Slack's own client against a loopback of its API, and signed calls as Slack sends them.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  changeDirectory,
  loadAction,
  loadDirectory,
  readHistory,
  readRequest,
} from '@countersign/coordinator';
import { accountDigest, findAccount } from '@countersign/protocol/directory';
import { inputDigest } from '@countersign/protocol/request';
import { systemActor } from '@countersign/protocol/value';
import { grantOf } from '../../testing/sample-call.ts';
import { settleInSlack } from './deliveries.ts';
import { channelName } from './link.ts';
import { slackHeaders } from './testing/loopback-slack.ts';
import {
  buttonOf,
  buttonsOf,
  click,
  eventually,
  mild,
  type SlackWorkspace,
  secret,
  startSlackWorkspace,
  submit,
  team,
} from './testing/slack-workspace.ts';

describe('in Slack', () => {
  let world: SlackWorkspace;

  before(async () => {
    world = await startSlackWorkspace();
  });

  after(() => world?.close());

  test('a linked person approves with a click, and the card says so', async () => {
    const { user, person_id } = await world.linked();
    const { asked } = await world.ask();
    const id = asked.approval_request_id;
    const card = await world.cardOf(id);
    assert.equal((await world.interact(click(user, buttonOf(card, 'approve')))).status, 200);
    assert.equal(await world.statusOf(id), 'allowed');
    const [entry] = await world.entriesOf(id);
    assert.equal(entry?.approver_identity, person_id);
    assert.equal(entry?.identity_assurance, 'channel');
    const updated = await eventually(() =>
      world.slack.callsOf('chat.update').find(({ text }) => /^Approved/.test(text)),
    );
    assert.deepEqual(
      buttonsOf(updated).map(({ action_id }) => action_id),
      ['open'],
    );
  });

  test('a rejection asks for its reason, and ends the request', async () => {
    const { user } = await world.linked();
    const { asked } = await world.ask();
    const id = asked.approval_request_id;
    const reject = buttonOf(await world.cardOf(id), 'reject');
    assert.equal((await world.interact(click(user, reject))).status, 200);
    assert.equal(await world.statusOf(id), 'pending');
    const opened = world.slack.callsOf('views.open').at(-1);
    assert.ok(opened);
    const { private_metadata } = opened.view;
    const empty = await world.interact(submit(user, private_metadata, '  '));
    assert.equal(empty.body['response_action'], 'errors');
    assert.equal(await world.statusOf(id), 'pending');
    const refused = await world.interact(
      submit(user, private_metadata, 'not this supplier', undefined, 'fix'),
    );
    assert.deepEqual(refused.body, {});
    assert.equal(await world.statusOf(id), 'denied');
    const [entry] = await world.entriesOf(id);
    assert.deepEqual([entry?.reason, entry?.reason_code], ['not this supplier', 'fix']);
  });

  test('chat does not approve what stands out more than the policy weighed it', async () => {
    const { user } = await world.linked();
    const { asked } = await world.ask({
      target: { tool_name: 'fs.edit', tool_schema_version: '1', resource: null },
      parameters: { path: 'src/a.ts', old_text: 'return a;', new_text: 'return a || b;' },
    });
    const { approval_request_id: id, request } = asked;
    assert.equal(request.risk.level, 'low');
    const card = await world.cardOf(id);
    assert.match(JSON.stringify(card.blocks), /Risk: CRITICAL RISK/);
    assert.equal(buttonsOf(card)[0]?.action_id, 'open_to_approve');
    // A click on a button that was never drawn.
    const { value } = buttonOf(card, 'reject');
    await world.interact(click(user, { action_id: 'approve', value: value ?? '' }));
    assert.equal(await world.statusOf(id), 'pending');
  });

  test('the channel is warned where another action ran than the approved one', async () => {
    const { user } = await world.linked();
    const { asked, agent } = await world.ask();
    const { approval_request_id: id, request } = asked;
    await world.interact(click(user, buttonOf(await world.cardOf(id), 'approve')));
    const { server } = world;
    const { context } = server.app;
    const headers = await server.apiKey({
      verbs: ['consume'],
      agent_ids: [agent],
      executor: request.audience,
    });
    const action = await loadAction(context, request.action_digest);
    const grant = await grantOf(server, headers, id);
    const final_action_digest = `sha256:${'b'.repeat(64)}`;
    for (const [path, body] of [
      ['consume', { action, grant, attempt: 'one' }],
      ['report', { attempt: 'one', outcome: 'succeeded', final_action_digest }],
    ] as const) {
      const done = await server.call('POST', `/v1/requests/${id}/${path}`, { headers, body });
      assert.equal(done.status, 200, JSON.stringify(done.body));
    }
    const warning = await eventually(() =>
      world.slack
        .callsOf('chat.postMessage')
        .find(({ text, metadata }) => /^Alarm/.test(text) && JSON.stringify(metadata).includes(id)),
    );
    const said = JSON.stringify(warning.blocks);
    assert.ok(said.includes(request.action_digest) && said.includes(final_action_digest));
  });

  test('[TR-3] a repeated delivery of Slack counts once', async () => {
    const { user } = await world.linked();
    const { asked } = await world.ask({ target: { ...mild.target, tool_name: 'pair.note' } });
    const id = asked.approval_request_id;
    const once = click(user, buttonOf(await world.cardOf(id), 'approve'));
    const answers = await Promise.all([
      world.interact(once),
      world.interact(once),
      world.interact(once),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    await world.interact(once);
    assert.equal((await world.entriesOf(id)).length, 1);
    assert.equal(await world.statusOf(id), 'pending');
    const history = await readHistory(world.server.app.context, id);
    assert.ok(history.ok);
    const types = history.value.map(({ type }) => type);
    assert.ok(!types.includes('entry.refused'), 'it is the same decision, not a second one');
    const other = await world.linked();
    const next = await eventually(() =>
      world.slack.callsOf('chat.update').find(({ blocks }) => JSON.stringify(blocks).includes(id)),
    );
    await world.interact(click(other.user, buttonOf(next, 'approve')));
    assert.equal(await world.statusOf(id), 'allowed');
  });

  test('[ID-1] forged, stale and foreign clicks decide nothing', async () => {
    const { user } = await world.linked();
    const { asked } = await world.ask();
    const id = asked.approval_request_id;
    const approve = buttonOf(await world.cardOf(id), 'approve');
    const old = String(Math.floor(Date.now() / 1000) - 301);
    const forged: [number, () => Promise<{ status: number }>][] = [
      [401, () => world.interact(click(user, approve), body => slackHeaders('another', body))],
      [401, () => world.interact(click(user, approve), body => slackHeaders(secret, body, old))],
      [401, () => world.interact(click(user, approve), () => slackHeaders(secret, 'other'))],
      [401, () => world.interact(click(user, approve), () => ({}))],
      [401, () => world.interact(click(user, approve, { team: { id: 'T0OTHER' } }))],
      [401, () => world.interact(click(user, approve, { user: { id: user, team_id: 'T0OTHER' } }))],
      [400, () => world.interact(null)],
      [400, () => world.interact({ type: 'block_actions' })],
      [400, () => world.send('/v1/slack/interactions', { payload: '{' })],
      [400, () => world.send('/v1/slack/interactions', {})],
      [200, () => world.interact(click('U0UNKNOWN', approve))],
      [
        200,
        () =>
          world.interact(click('U0UNKNOWN', { action_id: 'reject', value: approve.value ?? '' })),
      ],
      [200, () => world.interact(click(user, { action_id: 'approve', value: 'nonsense' }))],
      [200, () => world.interact(click(user, { action_id: 'approve' }))],
      [
        200,
        () =>
          world.interact(
            click(user, {
              action_id: 'approve',
              value: JSON.stringify({
                ...JSON.parse(approve.value ?? ''),
                input_digest: `sha256:${'0'.repeat(64)}`,
              }),
            }),
          ),
      ],
      [200, () => world.interact(submit('U0UNKNOWN', '{}', 'because'))],
    ];
    for (const [index, [status, attempt]] of forged.entries()) {
      assert.equal((await attempt()).status, status, `attempt ${index}`);
    }
    assert.equal(await world.statusOf(id), 'pending');
    assert.deepEqual(await world.entriesOf(id), []);
    const told = await eventually(() =>
      world.slack.callsOf('chat.postEphemeral').find(call => call.user === 'U0UNKNOWN'),
    );
    assert.match(told.text, /Link your account/);
  });

  test('a revoked link and a link of a deactivated person decide nothing', async () => {
    const { context } = world.server.app;
    const leaver = await world.linked();
    const revoked = await world.linked();
    const { asked } = await world.ask();
    const approve = buttonOf(await world.cardOf(asked.approval_request_id), 'approve');
    const { person_id } = leaver;
    const leave = { type: 'change_person', person_id, active: false } as const;
    assert.ok((await changeDirectory(context, leave, systemActor)).ok);
    const { state } = await loadDirectory(context);
    const account = findAccount(
      state,
      channelName,
      accountDigest({ team_id: team, user_id: revoked.user }),
    );
    assert.ok(account);
    const { credential_id } = account;
    const revoke = { type: 'revoke_credential', credential_id, reason: 'lost' } as const;
    assert.ok((await changeDirectory(context, revoke, systemActor)).ok);
    await world.interact(click(leaver.user, approve));
    await world.interact(click(revoked.user, approve));
    assert.equal(await world.statusOf(asked.approval_request_id), 'pending');
  });

  test('a person without the role decides nothing, whatever the payload claims', async () => {
    const { user } = await world.linked(['auditor']);
    const { asked } = await world.ask();
    const approve = buttonOf(await world.cardOf(asked.approval_request_id), 'approve');
    await world.interact(
      click(user, approve, { user: { id: user, name: 'reviewer', roles: ['reviewer'] } }),
    );
    assert.equal(await world.statusOf(asked.approval_request_id), 'pending');
  });

  test('above its risk level chat links to the inbox, and can still reject', async () => {
    const { user } = await world.linked();
    const { asked } = await world.ask({ target: { ...mild.target, tool_name: 'wire_transfer' } });
    const id = asked.approval_request_id;
    const card = await world.cardOf(id);
    const open = buttonOf(card, 'open_to_approve');
    assert.equal(open.url, `${world.server.origin}/requests/${id}`);
    assert.equal(open.value, undefined);
    const { value = '' } = buttonOf(card, 'reject');
    await world.interact(click(user, { action_id: 'approve', value }));
    assert.equal(await world.statusOf(id), 'pending');
    assert.deepEqual(await world.entriesOf(id), []);
    const told = await eventually(() =>
      world.slack.callsOf('chat.postEphemeral').find(call => call.user === user),
    );
    assert.match(told.text, /may not approve actions of this risk/);
    const metadata = JSON.stringify({ value, channel: 'C0CHANNEL', ts: '1.1' });
    await world.interact(submit(user, metadata, 'no'));
    assert.equal(await world.statusOf(id), 'denied');
  });

  test('a stage that demands more than chat is not offered there, and not decided there', async () => {
    const { user } = await world.linked();
    const { asked } = await world.ask({ target: { ...mild.target, tool_name: 'desk.note' } });
    const id = asked.approval_request_id;
    const card = await world.cardOf(id);
    assert.deepEqual(
      buttonsOf(card).map(({ action_id }) => action_id),
      ['open_to_approve'],
    );
    const read = await readRequest(world.server.app.context, id);
    assert.ok(read.ok);
    const other = buttonOf(
      await world.cardOf((await world.ask()).asked.approval_request_id),
      'approve',
    );
    const value = JSON.stringify({
      ...JSON.parse(other.value ?? ''),
      approval_request_id: id,
      input_digest: inputDigest(read.value.state.request),
    });
    await world.interact(click(user, { action_id: 'approve', value }));
    assert.equal(await world.statusOf(id), 'pending');
  });

  test('a card that this process does not remember is found in Slack', async () => {
    const { asked } = await world.ask();
    const id = asked.approval_request_id;
    await world.cardOf(id);
    const restarted = { ...world.server.app };
    const { slack } = restarted.settings;
    assert.ok(slack);
    const notice = { kind: 'settle', approval_request_id: id, event: 'request.expired' } as const;
    const delivery = await settleInSlack(restarted, slack, notice);
    assert.deepEqual(delivery, { outcome: 'delivered' });
    assert.equal(world.slack.callsOf('conversations.history').length, 1);
    assert.match(world.slack.callsOf('chat.update').at(-1)?.text ?? '', /^Expired/);
  });

  test('Slack gets its answer in time even when its own API does not answer', async () => {
    const { user } = await world.linked();
    const reject = buttonOf(
      await world.cardOf((await world.ask()).asked.approval_request_id),
      'reject',
    );
    world.slack.silent.add('views.open');
    // It would be waited for three times as long.
    const signal = AbortSignal.timeout(5000);
    const body = new URLSearchParams({ payload: JSON.stringify(click(user, reject)) }).toString();
    const headers = slackHeaders(secret, body);
    const url = `${world.server.origin}/v1/slack/interactions`;
    assert.equal((await fetch(url, { method: 'POST', headers, body, signal })).status, 200);
    world.slack.silent.clear();
  });

  test('a question waits in the outbox while Slack fails, and is posted later', async () => {
    world.slack.failing.set('chat.postMessage', { status: 500, body: '{}' });
    const { asked } = await world.ask();
    const before = world.slack.callsOf('chat.postMessage').length;
    await eventually(() => world.slack.callsOf('chat.postMessage')[before]);
    world.slack.failing.clear();
    const id = asked.approval_request_id;
    await eventually(() =>
      world.slack
        .callsOf('chat.postMessage')
        .find((call, index) => index > before && JSON.stringify(call.metadata).includes(id)),
    );
    assert.equal(await world.statusOf(id), 'pending');
  });
});
