// The backend of the chat. It shows what the agent says, halts with it, and passes on which button its person pressed.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Gate } from '@countersign/client';
import type { PersonApi } from '@countersign/client/people';
import { parseStrict } from '@countersign/protocol/json';
import type { Agent } from './chat-agent.ts';
import type { Conversation, Entry, OpenHold } from './conversation.ts';
import { buildPage } from './page-files.ts';

interface ChatOptions {
  readonly agent: Agent;
  /** The agent's own access: it can ask, and can answer nothing. */
  readonly gate: Gate;
  /** The person's session, which the agent never sees. */
  readonly person: PersonApi;
  readonly sessionId: string;
}

export interface Chat {
  readonly origin: string;
  conversation(): Conversation;
  close(): Promise<void>;
}

/** Nothing inline and nothing from elsewhere, as a careful host has it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const lookMilliseconds = 100;

export async function startChat({ agent, gate, person, sessionId }: ChatOptions): Promise<Chat> {
  const page = await buildPage();
  // Who talks to this backend: here it is one browser, signed in by the page itself.
  const cookie = randomBytes(24).toString('base64url');
  const listeners = new Set<ServerResponse>();
  const closing = new AbortController();
  let conversation: Conversation = { title: 'Storage clean-up', entries: [], hold: null };

  const change = (changed: Partial<Conversation>): void => {
    conversation = { ...conversation, ...changed };
    for (const listener of listeners) tell(listener, conversation);
  };
  const add = (from: Entry['from'], text: string): void =>
    change({ entries: [...conversation.entries, { from, text }] });

  const askLeave = async (text: string): Promise<boolean> => {
    add('agent', text);
    const answered = gate.observe({ text, session_id: sessionId }, { signal: closing.signal });
    const settled = answered.then(() => null);
    let hold: OpenHold | null | undefined;
    while (hold === undefined) {
      hold = await Promise.race([settled, findHold(person, sessionId)]);
      if (hold === undefined) await new Promise(done => setTimeout(done, lookMilliseconds));
    }
    change({ hold });
    try {
      return await answered;
    } finally {
      // The user may have written again by now, and the agent asked again.
      if (conversation.hold === hold) change({ hold: null });
    }
  };
  const hear = (text: string): void => {
    add('person', text);
    const say = (words: string): void => add('agent', words);
    agent({ gate, sessionId, say, askLeave }).catch((error: unknown) => {
      add('chat', `The assistant stopped: ${error instanceof Error ? error.message : 'unknown'}`);
    });
  };

  /** Typed words reach the agent only while nothing is asked, and are never an answer. */
  const takeMessage = ({ text }: Readonly<Record<string, unknown>>): number => {
    if (typeof text !== 'string' || text.trim() === '' || text.length > 4000) return 400;
    if (conversation.hold !== null) return 409;
    hear(text);
    return 202;
  };
  /** Only the two buttons are passed on: whatever else a server is sent as an answer, it takes as Cancel. */
  const takeAnswer = async (body: Readonly<Record<string, unknown>>): Promise<number> => {
    const { hold_id, choice } = body;
    const { hold } = conversation;
    if (hold === null || hold.hold_id !== hold_id) return 409;
    if (choice !== 'Proceed' && choice !== 'Cancel') return 400;
    try {
      await person.answerHold(hold.hold_id, choice);
    } catch {
      return 502;
    }
    const entries = [...conversation.entries, { from: 'chat', text: answers[choice] } as const];
    change({ hold: null, entries });
    return 200;
  };

  const server = createServer(async (incoming, response) => {
    response.setHeader('content-security-policy', policy);
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cache-control', 'no-store');
    const { method, url = '/' } = incoming;
    const file = method === 'GET' ? page.get(url) : undefined;
    if (file !== undefined) {
      const session = `chat=${cookie}; HttpOnly; SameSite=Strict; Path=/`;
      response.writeHead(200, { 'content-type': file.type, 'set-cookie': session }).end(file.bytes);
      return;
    }
    if (incoming.headers.cookie !== `chat=${cookie}`) {
      response.writeHead(401).end();
      return;
    }
    if (method === 'GET' && url === '/conversation') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      listeners.add(response);
      response.once('close', () => listeners.delete(response));
      tell(response, conversation);
      return;
    }
    const take = { '/messages': takeMessage, '/answers': takeAnswer }[url];
    if (method !== 'POST' || take === undefined) {
      response.writeHead(404).end();
      return;
    }
    const body = incoming.headers.origin === origin ? await readBody(incoming) : null;
    response.writeHead(body === null ? 400 : await take(body)).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    conversation: () => conversation,
    close: async () => {
      closing.abort();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const answers = {
  Proceed: 'You answered Proceed. The assistant goes on; no action was approved by it.',
  Cancel: 'You answered Cancel. The plan ends.',
} as const;

function tell(listener: ServerResponse, conversation: Conversation): void {
  listener.write(`data: ${JSON.stringify(conversation)}\n\n`);
}

/** Undefined where the session is not halted. */
async function findHold(person: PersonApi, sessionId: string): Promise<OpenHold | undefined> {
  const { holds } = await person.listHolds();
  return holds.find(({ hold }) => hold?.session_id === sessionId)?.hold ?? undefined;
}

async function readBody(
  incoming: IncomingMessage,
): Promise<Readonly<Record<string, unknown>> | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > 65_536) return null;
    chunks.push(chunk);
  }
  try {
    const value = parseStrict(Buffer.concat(chunks));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
