import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { sampleAction } from '../testing/sample-call.ts';
import { startedServer } from '../testing/started-server.ts';
import { startReceiver } from './testing/receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test('[GT-12] a service that advises raises an allowed action to a question, and cannot lower another one', async context => {
  const receiver = await startReceiver(context);
  const server = await startedServer({
    settings: {
      advisor: {
        name: 'watcher',
        url: receiver.url,
        secrets: [secret],
        deadline_milliseconds: 10_000,
      },
      allow_addresses: [`127.0.0.1:${receiver.port}`],
    },
  });
  context.after(() => server.remove());
  await server.person(['reviewer']);
  const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
  const ask = async (tool_name: string) => {
    const action = {
      ...sampleAction(),
      target: { tool_name, tool_schema_version: '2', resource: null },
    };
    const body = { action: { ...action, parameters: { page: 1 } }, audience: 'billing-executor' };
    const { status, body: told } = await server.call('POST', '/v1/requests', {
      headers: agent,
      body,
    });
    return { status, told: JSON.stringify(told) };
  };
  const answer = (findings: readonly object[]) =>
    receiver.answerWith(response => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ version: 'model-4', findings }));
    });

  answer([]);
  const calm = await ask('read.pages');
  assert.equal(calm.status, 200, calm.told);
  answer([{ level: 'high', words: 'reads a page that it has no reason to read' }]);
  const raised = await ask('read.pages');
  assert.equal(raised.status, 201, raised.told);
  assert.match(raised.told, /watcher model-4: reads a page that it has no reason to read/);
  answer([{ level: 'low', words: 'harmless' }]);
  assert.equal((await ask('wire_transfer')).status, 201);
  receiver.answerWith(response => response.writeHead(500).end());
  assert.equal((await ask('read.pages')).status, 200);
  receiver.answerWith(response => response.end('not JSON'));
  assert.equal((await ask('read.pages')).status, 200);
  const asked = receiver.received.length;
  assert.notEqual((await ask('forbidden.things')).status, 201);
  assert.equal(receiver.received.length, asked, 'a denied action is not sent to the advisor');

  const [first] = receiver.received;
  const question = new Webhook(secret).verify(first?.text ?? '', first?.headers ?? {}) as {
    type: string;
    data: { action: { target: { tool_name: string } } };
  };
  assert.equal(question.type, 'risk.asked');
  assert.equal(question.data.action.target.tool_name, 'read.pages');
});
