import { examined, type Finding, fine, wrong } from '../../doctor/finding.ts';
import { readJson } from '../../doctor/read-json.ts';
import type { Dispatcher } from '../../webhooks/dispatch.ts';
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
