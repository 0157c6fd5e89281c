import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { route } from '../http/route.ts';
import { decide, propose, sampleAction } from '../testing/sample-call.ts';
import { startedServer } from '../testing/started-server.ts';
import { createLogger } from './logger.ts';

function recording(): { lines: string[]; log: ReturnType<typeof createLogger> } {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { lines, log: createLogger({ level: 'debug', destination }) };
}

/** A line of a log: one object, one end, and nothing that a terminal would act upon. */
function assertOneRecord(line: string): void {
  assert.ok(line.endsWith('}\n'), line);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested.
  assert.doesNotMatch(line.slice(0, -1), /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
  assert.equal(typeof JSON.parse(line), 'object');
}

describe('the log', () => {
  test('the log leaves out secrets by the name of their member, at any depth and in any case', () => {
    const { lines, log } = recording();
    log.info(
      {
        headers: { Authorization: 'canary', cookie: 'canary', 'Set-Cookie': ['canary'] },
        settings: { chat: { bot_token: 'canary' }, endpoints: [{ secrets: ['canary'] }] },
        grant: 'canary',
        kept: 'this stays',
      },
      'a call',
    );
    assert.doesNotMatch(lines.join(), /canary/);
    assert.match(lines.join(), /this stays/);
  });

  test('the log leaves out secrets by their form, also in the message of an error', () => {
    const { lines, log } = recording();
    const secrets = [
      `cs_${'0'.repeat(32)}_${'canary'.repeat(8)}`,
      `css_${'0'.repeat(32)}_${'canary'.repeat(8)}`,
      'Bearer canary.canary',
      'eyJjYW5hcnkiOjF9.canary.canary',
      'whsec_canary+canary/canary=',
      'xoxb-canary-canary',
      'postgres://user:canary@host/db',
      '__Host-countersign=canary; other',
    ];
    for (const secret of secrets) {
      const error = Object.assign(new Error(`could not use ${secret} here`), {
        config: { headers: { authorization: secret } },
      });
      log.error({ err: new Error('outer', { cause: error }) }, `failed with ${secret}`);
      log.warn({ note: secret });
    }
    assert.equal(lines.length, secrets.length * 2);
    assert.doesNotMatch(lines.join('').replaceAll('postgres://user', ''), /canary/);
    assert.match(lines[0] ?? '', /could not use/);
  });

  test('[E12] no value can end a record or begin another', () => {
    const { lines, log } = recording();
    const hostile =
      'a\r\n{"level":60,"msg":"forged"}\u001b[2J\u009b31m\u2028\u2029\u0085\u202e\u007f';
    log.info({ agent: hostile, [hostile]: 1, err: new Error(hostile) }, hostile);
    assert.equal(lines.length, 1);
    assertOneRecord(lines[0] ?? '');
    assert.equal(
      (JSON.parse(lines[0] ?? '') as { agent: string }).agent,
      hostile,
      'nothing is lost',
    );
  });

  test('the log of a running server contains no planted secret, through all inputs and failures', async () => {
    const lines: string[] = [];
    const canary = 'CANARY7f3a';
    const failing = route({
      method: 'GET',
      path: '/v1/failing',
      id: 'failing',
      tag: 'test',
      summary: 'Fails with what it was sent',
      access: ['anyone'],
      answers: { 200: 'text/plain' },
      handle: async (_app, { headers }) => {
        const { authorization, cookie } = headers;
        const cause = new Error(`for ${String(authorization)} and ${String(cookie)}`);
        throw Object.assign(new Error('it broke', { cause }), { request: { headers } });
      },
    });
    const server = await startedServer({
      logTo: line => lines.push(line),
      moreRoutes: [failing],
      settings: {
        endpoints: [
          {
            name: 'gone',
            kind: 'callback',
            url: `https://nowhere.invalid/${canary}`,
            secrets: [`whsec_${Buffer.from(canary.repeat(4)).toString('base64')}`],
            agent_ids: ['billing-bot'],
          },
        ],
      },
    });
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const reviewer = await server.person(['reviewer']);
    const planted = [agent['authorization']?.slice(-20) ?? '', reviewer.headers['cookie'] ?? ''];
    const jwt = `eyJ${canary}.${canary}.${canary}`;
    const everywhere = {
      authorization: `Bearer ${jwt}`,
      cookie: `countersign=${canary}`,
      'idempotency-key': canary,
      'x-forwarded-for': canary,
      'user-agent': canary,
      referer: `https://x/${canary}`,
      traceparent: canary,
      'webhook-id': canary,
      'webhook-signature': `v1,${canary}`,
      'x-chat-signature': canary,
    };
    const paths = [
      `/v1/requests?status=${canary}`,
      `/v1/requests/${canary}`,
      `/v1/oidc/callback?code=${canary}&state=${canary}`,
      `/v1/failing`,
      `/v1/${canary}%0d%0a%1b[2J`,
      '/v1/webhooks/gone/answers',
      '/v1/requests',
    ];
    for (const path of paths) {
      await server.call('GET', path, { headers: everywhere });
      await server.call('POST', path, { headers: everywhere, body: { [canary]: canary } });
      await server.call('POST', path, { headers: everywhere, body: `{"${canary}` });
      await server.call('GET', path, { headers: agent });
      await server.call('GET', path, { headers: reviewer.headers });
    }
    const action = { ...sampleAction(), parameters: { note: canary, amount: 4200 } };
    const { approval_request_id } = await propose(server, agent, action);
    await decide(server, reviewer.headers, approval_request_id, 'deny');
    await server.remove();
    assert.ok(lines.length > paths.length, `${lines.length} lines`);
    assert.ok(
      lines.some(line => line.includes('it broke')),
      'failures were logged',
    );
    for (const line of lines) {
      assertOneRecord(line);
      for (const secret of [canary, ...planted]) assert.ok(!line.includes(secret), line);
    }
  });
});
