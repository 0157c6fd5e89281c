import { ChannelName } from '@countersign/protocol/directory';
import type { AccountLink } from '../channel.ts';
import { issueLinkCode } from '../link-account.ts';
import type { SlackSettings } from './settings.ts';

/** The slash command of the app in Slack. */
export const command = '/countersign';

export const channelName = ChannelName.parse('slack');

/** An account of Slack, as Slack itself signed it. What an account is called is no part of it. */
export type SlackAccount = Readonly<Record<'team_id' | 'user_id', string>>;

export const slackLink: AccountLink<SlackSettings> = {
  details: [],
  begin: (app, _, personId) => {
    const { code, expires_at } = issueLinkCode(app, channelName, personId);
    return {
      ok: true,
      value: {
        instruction: 'Type this in Slack, within ten minutes.',
        copy: `${command} link ${code}`,
        expires_at,
      },
    };
  },
};
