import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, loadDirectory } from '@countersign/coordinator';
import { accountDigest, findAccount } from '@countersign/protocol/directory';
import { type PersonId, timestampFromMilliseconds } from '@countersign/protocol/value';
import { channelName } from './link.ts';
import { slackHeaders } from './testing/loopback-slack.ts';
import {
  linksPath,
  type SlackWorkspace,
  secret,
  startSlackWorkspace,
  team,
} from './testing/slack-workspace.ts';

let ahead = 0;
const clock: Clock = {
  now: () => timestampFromMilliseconds(Date.now() + ahead),
  pause: (milliseconds, signal) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined),
};

function codeIn(body: unknown): string {
  return (body as { copy: string }).copy.split(' ').at(-1) ?? '';
}

describe('linking an account', () => {
  let world: SlackWorkspace;

  before(async () => {
    world = await startSlackWorkspace(clock);
  });

  after(() => world?.close());

  test('a code links one account to one person, once', async () => {
    const person = await world.server.person([]);
    const { fields, answer } = await world.link(person, 'U0LINK');
    assert.match(answer.body['text'] ?? '', /is linked/);
    const whose = async (user_id: string): Promise<PersonId | undefined> => {
      const { state } = await loadDirectory(world.server.app.context);
      return findAccount(state, channelName, accountDigest({ team_id: team, user_id }))?.person_id;
    };
    assert.equal(await whose('U0LINK'), person.person_id);
    const again = { ...fields, user_id: 'U0THIEF' };
    assert.match(
      (await world.send('/v1/slack/commands', again)).body['text'] ?? '',
      /Nothing was linked/,
    );
    assert.equal(await whose('U0THIEF'), undefined);
    const { answer: taken } = await world.link(await world.server.person([]), 'U0LINK');
    assert.match(taken.body['text'] ?? '', /Nothing was linked/);
    assert.equal(await whose('U0LINK'), person.person_id);
  });

  test('forged codes and codes of another workspace link nothing', async () => {
    const { headers, person_id } = await world.server.person([]);
    const made = await world.server.call('POST', linksPath, { headers, body: { details: {} } });
    const code = codeIn(made.body);
    const other = (await world.server.person([])).person_id.slice('person_'.length);
    const [, ...token] = code.split('.');
    const before = (await loadDirectory(world.server.app.context)).version;
    for (const text of ['', 'help', 'link', 'link x', `link ${[other, ...token].join('.')}`]) {
      const fields = { team_id: team, user_id: 'U0X', text };
      assert.equal((await world.send('/v1/slack/commands', fields)).status, 200);
    }
    const foreign = { team_id: 'T0OTHER', user_id: 'U0X', text: `link ${code}` };
    assert.equal((await world.send('/v1/slack/commands', foreign)).status, 401);
    const forged = { team_id: team, user_id: 'U0X', text: `link ${code}` };
    const refused = await world.send('/v1/slack/commands', forged, body => slackHeaders('x', body));
    assert.equal(refused.status, 401);
    assert.equal((await loadDirectory(world.server.app.context)).version, before);
    assert.ok(person_id);
  });

  test('only a person who is signed in gets a code', async () => {
    assert.equal(
      (await world.server.call('POST', linksPath, { body: { details: {} } })).status,
      401,
    );
    const headers = await world.server.apiKey({ verbs: ['propose'], agent_ids: ['some-bot'] });
    const made = await world.server.call('POST', linksPath, { headers, body: { details: {} } });
    assert.equal(made.status, 403);
  });

  const codeOf = async (): Promise<string> => {
    const { headers } = await world.server.person([]);
    const made = await world.server.call('POST', linksPath, { headers, body: { details: {} } });
    return codeIn(made.body);
  };

  const countLinks = async (users: readonly string[]): Promise<number> => {
    const { state } = await loadDirectory(world.server.app.context);
    const digests = users.map(user_id => accountDigest({ team_id: team, user_id }));
    return digests.filter(digest => findAccount(state, channelName, digest) !== null).length;
  };

  test('of many concurrent uses of one code, one counts', async () => {
    const text = `link ${await codeOf()}`;
    const users = Array.from({ length: 8 }, (_, index) => `U0RACE${index}`);
    await Promise.all(
      users.map(user_id => world.send('/v1/slack/commands', { team_id: team, user_id, text })),
    );
    assert.equal(await countLinks(users), 1);
  });

  test('a code expires after ten minutes', async () => {
    const [early, late] = [await codeOf(), await codeOf()];
    const use = (user_id: string, code: string) =>
      world.send('/v1/slack/commands', { team_id: team, user_id, text: `link ${code}` }, body =>
        slackHeaders(secret, body, String(Math.floor((Date.now() + ahead) / 1000))),
      );
    ahead += 590_000;
    await use('U0EARLY', early);
    ahead += 11_000;
    await use('U0LATE', late);
    assert.equal(await countLinks(['U0EARLY']), 1);
    assert.equal(await countLinks(['U0LATE']), 0);
  });
});
