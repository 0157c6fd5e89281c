import { setTimeout as sleep } from 'node:timers/promises';
import { connect, httpTransport } from '@countersign/client';
import { describeGate, gatePolicy } from '@countersign/client/testing';
import { parseActionText } from '@countersign/protocol/action';
import { decide, startedServer } from '@countersign/server/testing';

describeGate('a gate over HTTP', async () => {
  const server = await startedServer({ policy: gatePolicy('session') });
  const reviewer = await server.person(['reviewer']);
  const keys = new Map<string, string>();
  const keyOf = async (agent: string): Promise<string> => {
    const known = keys.get(agent);
    if (known !== undefined) return known;
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: [agent],
      executor: agent,
    });
    const key = authorization.slice('Bearer '.length);
    keys.set(agent, key);
    return key;
  };
  const url = server.origin;
  return {
    open: async agent => ({
      gate: await connect({ url, key: await keyOf(agent), agent }),
      close: async () => undefined,
    }),
    decide: async (id, decision) => {
      await decide(server, reviewer.headers, id, decision);
    },
    amend: async (id, parameters) => {
      const { headers } = reviewer;
      const read = await server.call('GET', `/v1/requests/${id}`, { headers });
      const { request } = read.body as { request: { action_digest: string } };
      const body = { action_digest: request.action_digest, parameters, reason: 'less is enough' };
      const amended = await server.call('POST', `/v1/requests/${id}/amendments`, { headers, body });
      const { approval_request_id } = amended.body as { approval_request_id?: string };
      if (approval_request_id === undefined) throw new Error(JSON.stringify(amended.body));
      return approval_request_id;
    },
    action: async id => {
      for (const key of keys.values()) {
        const read = await httpTransport({ url, key }).action(id);
        if (read.ok && read.value !== null) return parseActionText(read.value);
      }
      throw new Error('no one may read it');
    },
    answer: async (sessionId, choice) => {
      const { headers } = reviewer;
      for (;;) {
        const listed = await server.call('GET', '/v1/holds', { headers });
        const { holds } = listed.body as {
          holds: { hold: { hold_id: string; session_id: string } }[];
        };
        const found = holds.find(({ hold }) => hold.session_id === sessionId);
        if (found !== undefined) {
          const path = `/v1/holds/${found.hold.hold_id}/answer`;
          await server.call('POST', path, { headers, body: { choice } });
          return;
        }
        await sleep(20);
      }
    },
    read: async id => {
      for (const key of keys.values()) {
        const read = await httpTransport({ url, key }).read(id);
        if (read.ok) return read.value;
      }
      throw new Error('no one may read it');
    },
    close: async () => {
      await dropConnections();
      await server.remove();
    },
  };
});

/**
 * Node opens a connection in place of one that was cut off, and says nothing on it. A server that stops counts it as
 * busy and waits for it.
 */
async function dropConnections(): Promise<void> {
  const dispatcher = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1')) as
    | { destroy(): Promise<void> }
    | undefined;
  await dispatcher?.destroy();
}
