import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { examinedFolder, findingsOf } from '../../doctor/testing/examined-folder.ts';
import { samplePolicy } from '../../testing/started-server.ts';

describe('the doctor', () => {
  let slack: Server;
  let at: string;
  let given: object = {};
  before(async () => {
    slack = createServer((request, response) => {
      response.statusCode = request.url === '/api/auth.test' ? 200 : 404;
      response.end(JSON.stringify(given));
    });
    await new Promise<void>(done => slack.listen(0, '127.0.0.1', done));
    at = `127.0.0.1:${(slack.address() as AddressInfo).port}`;
  });
  after(() => new Promise(done => slack.close(done)));

  const settings = () => ({
    bot_token: 'xoxb-canary',
    signing_secret: 's',
    channel: 'C1',
    team_id: 'T1',
    api_url: `http://${at}/api/`,
  });

  test('the doctor asks Slack whether it takes the token for the configured team, and does not show the token', async context => {
    const folder = examinedFolder(context);
    const look = async (answer: object) => {
      given = answer;
      const all = { slack: settings(), allow_addresses: [at] };
      const examination = await folder.examine({ settings: all });
      assert.doesNotMatch(JSON.stringify(examination), /xoxb-canary/);
      return findingsOf(examination, 'channels')[0];
    };
    assert.equal((await look({ ok: true, team_id: 'T1' }))?.level, 'fine');
    assert.match((await look({ ok: true, team_id: 'T2' }))?.found ?? '', /of the team T2/);
    assert.match((await look({ ok: false, error: 'invalid_auth' }))?.found ?? '', /invalid_auth/);
  });

  test('the doctor warns of a route that leads to Slack where Slack is not configured', async context => {
    const folder = examinedFolder(context);
    const file = join(folder.path, 'policy', 'policy.yaml');
    const route = '{ kind: admin_channel, name: slack }';
    writeFileSync(file, `${samplePolicy}routes: [{ risk: low, route: ${route} }]\n`);
    const warnings = async (change: object) =>
      findingsOf(await folder.examine({ settings: change }), 'policy')
        .filter(({ level }) => level === 'warning')
        .map(({ found }) => found);
    assert.match((await warnings({})).join(), /leads to Slack, which is not configured/);
    assert.deepEqual(await warnings({ slack: settings() }), []);
  });
});
