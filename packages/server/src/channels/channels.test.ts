import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChannelName } from '@countersign/protocol/directory';
import { Timestamp } from '@countersign/protocol/value';
import * as z from 'zod';
import type { Answer } from '../http/answer.ts';
import type { Call } from '../http/route.ts';
import { channelRoutes } from '../routes/channel-routes.ts';
import { type StartedServer, startedServer } from '../testing/started-server.ts';
import { deliverers } from '../webhooks/deliverers.ts';
import { type Channel, noticeKinds } from './channel.ts';
import { channels } from './channels.ts';
import { configuredChannels } from './configured-channels.ts';

const expires_at = Timestamp.parse('2026-01-01T00:10:00.000Z');

/** A channel that asks for an address first, and that takes no answers. */
const pager: Channel = {
  name: 'pager',
  title: 'Pager',
  settings: z.strictObject({ gateway: z.string() }),
  assurance: null,
  link: {
    details: [{ name: 'number', label: 'Your number' }],
    begin: (_, settings, __, details) => {
      const { gateway } = settings as { gateway: string };
      const instruction = `Answer the call from ${gateway} to ${details['number']}.`;
      return { ok: true, value: { instruction, copy: null, expires_at } };
    },
  },
  routes: [],
  deliver: async () => ({ outcome: 'delivered' }),
  personal: null,
  examine: async () => [],
  sendTest: async () => [],
};

describe('the list of channels', () => {
  test('every channel has a name of its own that can be stored with an account', () => {
    const names = channels.map(({ name }) => name);
    for (const name of names) assert.ok(ChannelName.safeParse(name).success, name);
    assert.equal(new Set(names).size, names.length);
  });

  test('every notice of every channel has a function that delivers it', () => {
    for (const { name } of channels) {
      for (const kind of noticeKinds) assert.ok(deliverers[`${name}.${kind}`]);
    }
  });

  test('the list says which channels are configured', () => {
    const both = [...channels, pager];
    assert.deepEqual(configuredChannels({}, both), []);
    const [only, ...others] = configuredChannels({ pager: { gateway: 'g' } } as never, both);
    assert.equal(only?.channel, pager);
    assert.deepEqual(others, []);
  });
});

describe('linking an account in any channel', () => {
  let server: StartedServer;
  before(async () => {
    server = await startedServer();
  });
  after(() => server?.remove());

  const begin = async (channel: string, details: object, settings: object): Promise<Answer> => {
    const [link] = channelRoutes([pager]);
    assert.ok(link);
    const { person_id } = await server.person([]);
    const app = { ...server.app, settings: { ...server.app.settings, ...settings } };
    const caller = { kind: 'person', person_id };
    return link.handle(app, { params: { channel }, body: { details }, caller } as unknown as Call);
  };
  const configured = { pager: { gateway: '555' } };

  test('linking an account takes the details that the channel asks for, and says what to do next', async () => {
    const answer = await begin('pager', { number: '7' }, configured);
    assert.equal(answer.kind, 'json');
    const instruction = 'Answer the call from 555 to 7.';
    assert.deepEqual('body' in answer && answer.body, { instruction, copy: null, expires_at });
  });

  test('linking an account is refused with other details, in another channel, and where the channel is not configured', async () => {
    const refused = [
      await begin('pager', {}, configured),
      await begin('pager', { number: '7', more: 'x' }, configured),
      await begin('telex', { number: '7' }, configured),
      await begin('pager', { number: '7' }, {}),
    ].map(answer => (answer.kind === 'refused' ? answer.refusal.code : answer.kind));
    assert.deepEqual(refused, [
      'object_malformed',
      'object_malformed',
      'route_not_found',
      'route_not_found',
    ]);
  });
});
