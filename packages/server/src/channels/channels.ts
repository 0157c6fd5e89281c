import type { Channel } from './channel.ts';
import { slackChannel } from './slack/slack-channel.ts';

/** Every channel there is. A new one is a folder beside this file and a row here. */
export const channels = [slackChannel] as const satisfies readonly Channel[];
