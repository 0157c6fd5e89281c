import type { Channel } from './channel.ts';
import { slackChannel } from './slack/slack-channel.ts';
import { mailChannel } from './smtp/smtp-channel.ts';
import { pushChannel } from './webpush/webpush-channel.ts';

/** Every channel there is. A new one is a folder beside this file and a row here. */
export const channels = [
  slackChannel,
  mailChannel,
  pushChannel,
] as const satisfies readonly Channel[];
