import type { Channel } from '../channel.ts';
import { askInSlack, settleInSlack } from './deliveries.ts';
import { examineSlack } from './examine.ts';
import { slackLink } from './link.ts';
import { slackRoutes } from './routes.ts';
import { SlackSettings } from './settings.ts';

export const slackChannel: Channel<'slack', typeof SlackSettings> = {
  name: 'slack',
  title: 'Slack',
  settings: SlackSettings,
  assurance: 'channel',
  link: slackLink,
  routes: slackRoutes,
  deliver: (app, settings, notice) =>
    notice.kind === 'ask'
      ? askInSlack(app, settings, notice)
      : settleInSlack(app, settings, notice),
  examine: examineSlack,
};
