import {
  type NewDevice,
  type PreferencesChange,
  PreferencesFacts,
  TestMessageAnswer,
} from '@countersign/wire/preferences';
import type { Sent } from '@countersign/wire/sent';
import type { CallOptions, PersonCaller } from './person-caller.ts';

/** What a person sets for themselves. Apart from the other calls, because few screens need them: `api.with(settingCalls)`. */
export function settingCalls(caller: PersonCaller) {
  return {
    preferences: (options?: CallOptions) =>
      caller.read(PreferencesFacts, '/v1/preferences', options),
    changePreferences: (change: Sent<typeof PreferencesChange>, options?: CallOptions) =>
      caller.write(PreferencesFacts, '/v1/preferences', change, options, 'PATCH'),
    addDevice: (channel: string, device: NewDevice, options?: CallOptions) =>
      caller.write(PreferencesFacts, `${channelPath(channel)}/devices`, device, options),
    removeDevice: (channel: string, endpoint: string, options?: CallOptions) =>
      caller.write(
        PreferencesFacts,
        `${channelPath(channel)}/devices/remove`,
        { endpoint },
        options,
      ),
    sendTestMessage: (channel: string, options?: CallOptions) =>
      caller.write(TestMessageAnswer, `${channelPath(channel)}/test`, undefined, options),
  };
}

function channelPath(channel: string): string {
  return `/v1/preferences/channels/${encodeURIComponent(channel)}`;
}
