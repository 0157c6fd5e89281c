import type { ServerSettings } from '../start/server-settings.ts';
import type { Channel } from './channel.ts';
import { channels } from './channels.ts';

/** A channel with the settings that the operator gave it. */
interface ConfiguredChannel {
  readonly channel: Channel;
  readonly settings: unknown;
}

/** The channels that this server uses. One without settings is not used. */
export function configuredChannels(
  settings: Partial<ServerSettings>,
  known: readonly Channel[] = channels,
): ConfiguredChannel[] {
  const sections = settings as Readonly<Record<string, unknown>>;
  return known.flatMap(channel => {
    const section = sections[channel.name] ?? null;
    return section === null ? [] : [{ channel, settings: section }];
  });
}

export function configuredChannel(
  settings: Partial<ServerSettings>,
  name: string,
  known: readonly Channel[] = channels,
): ConfiguredChannel | null {
  return configuredChannels(settings, known).find(({ channel }) => channel.name === name) ?? null;
}
