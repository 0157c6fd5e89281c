import type { Channel } from '../channel.ts';
import { alarmInSlack, askInSlack, releaseInSlack, settleInSlack } from './deliveries.ts';
import { examineSlack, sendSlackTest } from './examine.ts';
import { slackLink } from './link.ts';
import { slackRoutes } from './routes.ts';
import { SlackSettings } from './settings.ts';

const deliverInSlack = {
  ask: askInSlack,
  settle: settleInSlack,
  alarm: alarmInSlack,
  release: releaseInSlack,
};

export const slackChannel: Channel<'slack', typeof SlackSettings> = {
  name: 'slack',
  title: 'Slack',
  settings: SlackSettings,
  assurance: 'channel',
  link: slackLink,
  routes: slackRoutes,
  deliver: (app, settings, notice) => deliverInSlack[notice.kind](app, settings, notice),
  personal: null,
  examine: examineSlack,
  sendTest: sendSlackTest,
};
