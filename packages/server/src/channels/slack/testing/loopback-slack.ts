import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call of Slack's API, as it came. */
interface SlackCall {
  readonly method: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface SlackButton {
  readonly action_id: string;
  readonly value?: string;
  readonly url?: string;
}

/** The members of a call that tests look at; each method has some of them. */
export interface SlackMembers {
  readonly text: string;
  readonly user: string;
  readonly metadata: unknown;
  readonly blocks: readonly { readonly type: string; readonly elements?: SlackButton[] }[];
  readonly view: { readonly private_metadata: string };
}

export interface LoopbackSlack {
  readonly apiUrl: string;
  readonly calls: SlackCall[];
  /** Calls of one method, with their JSON members read. */
  callsOf(method: string): SlackMembers[];
  /** What is answered instead of success, by method. */
  readonly failing: Map<string, { status: number; body: string }>;
  /** Methods that are never answered. */
  readonly silent: Set<string>;
  close(): Promise<void>;
}

/** As much of Slack's API as is called here: it takes messages, gives them a time, and finds them again. */
export async function startLoopbackSlack(): Promise<LoopbackSlack> {
  const calls: SlackCall[] = [];
  const messages: { ts: string; metadata: unknown }[] = [];
  const failing: LoopbackSlack['failing'] = new Map();
  const silent = new Set<string>();
  let count = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const method = (request.url ?? '').replace('/api/', '');
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    calls.push({ method, fields });
    if (silent.has(method)) return;
    const failure = failing.get(method);
    const headers = { 'content-type': 'application/json' };
    if (failure !== undefined) {
      response.writeHead(failure.status, headers).end(failure.body);
      return;
    }
    if (request.headers.authorization !== 'Bearer xoxb-bot') {
      response.writeHead(200, headers).end('{"ok":false,"error":"invalid_auth"}');
      return;
    }
    const answer: Record<string, unknown> = { ok: true };
    if (method === 'chat.postMessage') {
      const ts = `1700000000.${String(++count).padStart(6, '0')}`;
      messages.push({ ts, metadata: JSON.parse(fields['metadata'] ?? 'null') });
      Object.assign(answer, { channel: fields['channel'], ts });
    }
    if (method === 'conversations.history') answer['messages'] = messages;
    response.writeHead(200, headers).end(JSON.stringify(answer));
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    calls,
    callsOf: method =>
      calls.filter(call => call.method === method).map(({ fields }) => readMembers(fields)),
    failing,
    silent,
    close: async () => {
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
}

function readMembers(fields: Readonly<Record<string, string>>): SlackMembers {
  const members = Object.entries(fields).map(([name, value]) => [
    name,
    /^[[{]/.test(value) ? JSON.parse(value) : value,
  ]);
  return Object.fromEntries(members) as SlackMembers;
}

/** The headers with which Slack sends a body. */
export function slackHeaders(
  secret: string,
  body: string,
  timestamp = String(Math.floor(Date.now() / 1000)),
): Record<string, string> {
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${mac}`,
  };
}
