import type { Result } from '@countersign/protocol/reason';
import {
  DeviceRemoval,
  NewDevice,
  PreferencesChange,
  PreferencesFacts,
  TestMessageAnswer,
  TestMessageParams,
} from '@countersign/wire/preferences';
import type { App } from '../app.ts';
import type { Channel } from '../channels/channel.ts';
import { failingSince, noteDelivery } from '../channels/channel-health.ts';
import { isTimeZone } from '../channels/clock-times.ts';
import { configuredChannel, configuredChannels } from '../channels/configured-channels.ts';
import { changePreferences, choiceOf, preferencesOf } from '../channels/preferences.ts';
import { type Answer, answerTo, json, refuseCall } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { type Route, route } from '../http/route.ts';

/** What a person sets for themselves. Only that person sees it and changes it. */
export const preferenceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/preferences',
    id: 'getPreferences',
    tag: 'preferences',
    summary: 'What the caller has set, and the channels that can tell the caller of requests',
    access: ['person'],
    answers: { 200: PreferencesFacts },
    handle: async (app, { caller }) =>
      caller.kind === 'person' ? json(await factsFor(app, caller.person_id)) : notPerson(),
  }),
  route({
    method: 'PATCH',
    path: '/v1/preferences',
    id: 'changePreferences',
    tag: 'preferences',
    summary: 'Change how the caller is told of requests',
    access: ['person'],
    outside: true,
    problems: ['commit_contended'],
    body: PreferencesChange,
    answers: { 200: PreferencesFacts },
    handle: async (app, { caller, body }) => {
      if (caller.kind !== 'person') return notPerson();
      if (body.time_zone !== undefined && !isTimeZone(body.time_zone)) {
        return refuseCall('object_malformed', 'expected a time zone such as Europe/Berlin');
      }
      const unknown = Object.keys(body.channels ?? {}).find(
        name => configuredChannel(app.settings, name)?.channel.personal == null,
      );
      if (unknown !== undefined) {
        return refuseCall('object_malformed', 'expected the name of a channel that tells people');
      }
      const changed = await changePreferences(app.context, caller.person_id, body);
      return answerTo(changed, async () => json(await factsFor(app, caller.person_id)));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/preferences/channels/:channel/test',
    id: 'sendTestMessage',
    tag: 'preferences',
    summary: 'Send a message that asks nothing to the caller',
    access: ['person'],
    outside: true,
    problems: ['route_not_found'],
    params: TestMessageParams,
    answers: { 200: TestMessageAnswer },
    handle: async (app, call) => {
      const { caller, params } = call;
      if (caller.kind !== 'person') return notPerson();
      const configured = configuredChannel(app.settings, params.channel);
      const personal = configured?.channel.personal ?? null;
      if (configured === null || personal === null) {
        return refuseCall('route_not_found', 'no such channel tells people here');
      }
      const { person_id } = caller;
      if ((await personal.where(app, person_id)) === null) {
        return json({ delivered: false, problem: 'The channel has no address of yours.' });
      }
      const { time_zone, language } = (await preferencesOf(app.context, [person_id]))(person_id);
      const told = {
        person_id,
        notice: { kind: 'test' },
        reader: { language: language ?? 'en', timeZone: time_zone },
        message_id: `test.${app.context.ids.uuid()}`,
        isQuiet: false,
      } as const;
      const sent = await personal.tell(app, configured.settings, told, call.ended());
      noteDelivery(app, params.channel, sent);
      const isSent = sent.outcome === 'delivered';
      return json({ delivered: isSent, problem: isSent ? null : sent.problem });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/preferences/channels/:channel/devices',
    id: 'addDevice',
    tag: 'preferences',
    summary: 'Tell the caller in this browser',
    access: ['person'],
    outside: true,
    problems: ['route_not_found', 'commit_contended', 'endpoint_refused'],
    params: TestMessageParams,
    body: NewDevice,
    answers: { 200: PreferencesFacts },
    handle: (app, { caller, params, body }) =>
      changeDevices(app, caller, params.channel, (devices, personId) =>
        devices.add(app, personId, body),
      ),
  }),
  route({
    method: 'POST',
    path: '/v1/preferences/channels/:channel/devices/remove',
    id: 'removeDevice',
    tag: 'preferences',
    summary: 'Tell the caller no more in this browser',
    access: ['person'],
    outside: true,
    problems: ['route_not_found', 'commit_contended'],
    params: TestMessageParams,
    body: DeviceRemoval,
    answers: { 200: PreferencesFacts },
    handle: (app, { caller, params, body }) =>
      changeDevices(app, caller, params.channel, (devices, personId) =>
        devices.remove(app, personId, body.endpoint),
      ),
  }),
];

type Devices = NonNullable<NonNullable<Channel['personal']>['devices']>;

async function changeDevices(
  app: App,
  caller: Caller,
  channel: string,
  change: (devices: Devices, personId: string) => Promise<Result<null>>,
): Promise<Answer> {
  if (caller.kind !== 'person') return notPerson();
  const devices = configuredChannel(app.settings, channel)?.channel.personal?.devices ?? null;
  if (devices === null) return refuseCall('route_not_found', 'no such channel reaches browsers');
  const changed = await change(devices, caller.person_id);
  return answerTo(changed, async () => json(await factsFor(app, caller.person_id)));
}

async function factsFor(app: App, personId: string): Promise<PreferencesFacts> {
  const preferences = (await preferencesOf(app.context, [personId]))(personId);
  const channels = await Promise.all(
    configuredChannels(app.settings).flatMap(({ channel }) => {
      const { name, title, personal } = channel;
      if (personal === null) return [];
      return [
        personal.where(app, personId).then(where => ({
          name,
          title,
          where,
          choice: choiceOf(preferences, channel),
          device_key: personal.devices?.key(app) ?? null,
          failing_since: failingSince(app, name)?.since ?? null,
        })),
      ];
    }),
  );
  return { preferences, channels };
}

function notPerson(): Answer {
  return refuseCall('not_permitted', 'only a person has settings');
}
