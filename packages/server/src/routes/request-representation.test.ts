import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readRequest } from '@countersign/coordinator';
import { decide, propose, sampleAction } from '../testing/sample-call.ts';
import { startedServer } from '../testing/started-server.ts';
import { representationText, representRequest } from './request-representation.ts';

describe('a request as the API shows it', () => {
  test('the text of a request matches its members, before and after a decision', async context => {
    const server = await startedServer();
    context.after(() => server.remove());
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const reviewer = await server.person(['reviewer']);
    const { approval_request_id } = await propose(server, agent, sampleAction());
    const check = async (status: string) => {
      const read = await readRequest(server.app.context, approval_request_id);
      assert.ok(read.ok);
      const { state, version } = read.value;
      const shown = representRequest(state, version, server.app.context.clock.now());
      assert.equal(shown.status, status);
      const asked = { ...shown, verdict: 'require_approval', existing: false };
      for (const body of [shown, asked]) {
        assert.deepEqual(JSON.parse(representationText(body)), JSON.parse(JSON.stringify(body)));
      }
    };
    await check('pending');
    await decide(server, reviewer.headers, approval_request_id, 'allow');
    await check('allowed');
  });
});
