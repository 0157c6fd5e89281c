import { examined, type Finding, fine, wrong } from '../../doctor/finding.ts';
import { readJson } from '../../doctor/read-json.ts';
import type { Dispatcher } from '../../webhooks/dispatch.ts';
import { slackClient, slackProblem } from './client.ts';
import type { SlackSettings } from './settings.ts';

const check = 'channels';

/** Asks Slack whether it takes the token, and for which team. */
export function examineSlack(settings: SlackSettings, dispatcher: Dispatcher): Promise<Finding[]> {
  const mend = 'check the token and the scopes of the app, and that this machine can reach Slack';
  return examined(check, mend, async () => {
    const answer = await readJson(dispatcher, {
      url: new URL('auth.test', settings.api_url).href,
      method: 'POST',
      headers: { authorization: `Bearer ${settings.bot_token}` },
    });
    if (answer['ok'] !== true) {
      return [wrong(check, `Slack refuses the token: ${String(answer['error'])}`, mend)];
    }
    if (answer['team_id'] !== settings.team_id) {
      const found = `Slack: the token is of the team ${String(answer['team_id'])}, the settings name ${settings.team_id}`;
      return [wrong(check, found, 'use the token and the id of the same team')];
    }
    return [fine(check, `Slack: the token is good for ${settings.team_id}`)];
  });
}

/** Puts one message into the room of the settings. */
export function sendSlackTest(settings: SlackSettings): Promise<Finding[]> {
  const mend = 'invite the app to the room of the settings, and check the scope chat:write';
  return examined(check, mend, async () => {
    const text = 'Test message of Countersign. No request waits because of it.';
    try {
      await (await slackClient(settings)).chat.postMessage({ channel: settings.channel, text });
    } catch (error) {
      return [wrong(check, `the test message was not sent: ${slackProblem(error)}`, mend)];
    }
    return [fine(check, `Slack: a test message is in ${settings.channel}`)];
  });
}
